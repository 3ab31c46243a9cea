"""Who may see what: the one way from recorded events to what a reader gets.

States pass through `game.view`; this module does the same for events. Until the game is over a
fact that names its audience is hidden from everybody else, and with it the command that caused it
and every later seal: a seal covers the hidden data, so a guess could be checked against it.
"""

from collections.abc import Container, Iterable
from typing import Any

import msgspec

from events.envelope import Event, NewCommand
from events.lifecycle import Fact, GameForked, SeedRevealed
from server.access import Role
from server.answers import EventView
from server.timeline import Timeline

_HIDDEN = msgspec.Raw(b"{}")


class Eyes:
    """What one reader (`seat`, or None for a spectator) sees of one game's log now."""

    def __init__(self, timeline: Timeline, seat: str | None, *, over: bool | None = None) -> None:
        self._timeline = timeline
        known = is_over(timeline) if over is None else over
        hidden = [] if known else [e for e in timeline.private if seat not in (e.visible_to or ())]
        self._hidden = {event.seq for event in hidden}
        self._causes = {event.cause for event in hidden}
        self._first = hidden[0].seq if hidden else None

    def hides_anything(self) -> bool:
        """Whether any fact of the log is hidden from the reader."""
        return self._first is not None

    def facts(self, path: Iterable[int]) -> list[tuple[int, Fact]]:
        """The facts on a path that the reader may see, with their event numbers."""
        return [(seq, self._timeline.fact(seq)) for seq in path if seq not in self._hidden]

    def command(self, event: Event) -> str:
        """The command that caused an event, empty where it would betray a hidden fact."""
        return "" if event.cause in self._causes else event.command

    def aspect(self, event: Event) -> tuple[bool, bool, bool, bool]:
        """How much of an event the reader sees: who sees it alike is shown the same bytes.

        Whether its fact is hidden, whether its command is, and whether its seal and the one before
        are shown.
        """
        seals = self._first is None or event.seq < self._first
        chained = self._first is None or event.seq <= self._first
        return event.seq in self._hidden, event.cause in self._causes, seals, chained

    def event(self, event: Event, undone: Container[int] = ()) -> EventView:
        """An event as the reader may see it."""
        hidden, _, seals, chained = self.aspect(event)
        return EventView(
            game=event.game, seq=event.seq, cause=event.cause, type=event.type,
            version=event.version, data=_HIDDEN if hidden else self._data(event, seals),
            seat=event.seat, command_id=event.command_id, command=self.command(event),
            recorded_at=event.recorded_at, previous=event.previous if chained else "",
            seal=event.seal if seals else "", visible_to=event.visible_to,
            undone=event.seq in undone, hidden=hidden,
        )  # fmt: skip

    def _data(self, event: Event, seals: bool) -> msgspec.Raw:
        if seals or event.type != GameForked.__name__:
            return msgspec.Raw(event.data.encode())
        fact: Any = self._timeline.fact(event.seq)
        return msgspec.Raw(msgspec.json.encode(msgspec.structs.replace(fact, seal="")))


def imagined(game_id: str, seq: int, commands: Iterable[NewCommand]) -> list[EventView]:
    """The events that commands would cause after event `seq`: without seals, times and seed."""
    views: list[EventView] = []
    for command in commands:
        cause = seq + 1
        for new in command.events:
            if new.type == SeedRevealed.__name__:
                continue
            seq += 1
            views.append(
                EventView(
                    game=game_id, seq=seq, cause=cause, type=new.type, version=new.version,
                    data=msgspec.Raw(new.data.encode()), seat=command.seat, command_id="",
                    command=command.text, recorded_at=0, previous="", seal="",
                    visible_to=new.visible_to,
                )
            )  # fmt: skip
    return views


def hidden_on(timeline: Timeline, path: Iterable[int], role: Role) -> bool:
    """Whether a fact on a path is hidden from the bearer of a token, with all of their seats."""
    if role.kind == "local" or is_over(timeline):
        return False
    private = {e.seq for e in timeline.private if not role.seats.intersection(e.visible_to or ())}
    return not private.isdisjoint(path)


def is_over(timeline: Timeline, seq: int | None = None) -> bool:
    """Whether the game was over in the state after event `seq` (default: now)."""
    state = timeline.state(seq)
    return state is not None and timeline.game.outcome(state) is not None
