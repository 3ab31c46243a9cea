"""What was asked for and is still open: read from the end of the log, and closed by what follows.

A request to undo stands for exactly the events that it shows. Anything that happens to the game
makes it void, whoever did it.
"""

from collections.abc import Sequence

import msgspec

from events.envelope import NewCommand
from events.lifecycle import TimeRanOut, UndoAnswered, UndoAsked, UndoWithdrawn, Way
from server.timeline import Timeline


class Request(msgspec.Struct, frozen=True):
    """A seat asks, with event `seq`, to go to the state after `to`; `agreed` have said yes."""

    seq: int
    seat: str
    to: int
    why: Way
    agreed: tuple[str, ...]


def open_request(timeline: Timeline) -> Request | None:
    """The request that is open now."""
    agreed: list[str] = []
    for seq in range(timeline.history.length, 0, -1):
        fact = timeline.fact(seq)
        if isinstance(fact, UndoAsked):
            return Request(seq, fact.seat, fact.to, fact.why, tuple(agreed[::-1]))
        if isinstance(fact, UndoAnswered) and fact.agrees:
            agreed.append(fact.seat)
        elif not isinstance(fact, TimeRanOut):
            return None
    return None


def others(timeline: Timeline, seat: str) -> list[str]:
    """The other people, who must agree to what a seat asks for; bots always do."""
    return [other for other in timeline.people if other != seat]


def waiting_for(timeline: Timeline, request: Request) -> list[str]:
    """The seats that have not answered yet."""
    asked = others(timeline, request.seat)
    return [seat for seat in asked if seat not in request.agreed]


def closing(timeline: Timeline, commands: Sequence[NewCommand]) -> Sequence[NewCommand]:
    """The same commands, the first one with a note that it ends the open request, if it does."""
    request = open_request(timeline)
    types = {event.type for command in commands for event in command.events}
    if request is None or not types - _KEEPING or commands[0].events[0].type in _ENDING:
        return commands
    first, *rest = commands
    note = timeline.game.codec.encode(UndoWithdrawn(first.seat or request.seat))
    return [msgspec.structs.replace(first, events=(note, *first.events)), *rest]


_KEEPING = {TimeRanOut.__name__}
_ENDING = {UndoAnswered.__name__, UndoWithdrawn.__name__}
