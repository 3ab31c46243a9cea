"""Overruns: what follows, by the terms of a game, when the time of a seat has run out."""

from typing import Any

from events.lifecycle import TimeRanOut
from events.store import Conflict
from server.bots import BotDice
from server.bots.turns import chosen, play_on
from server.clock import is_timed, on_clock
from server.drafts import Draft
from server.rooms import Room
from server.timeline import Timeline

MARK = "time:"
"""How the ids of such commands begin; clients cannot send such ids."""


def overdue(timeline: Timeline) -> str | None:
    """The seat whose time has run out by now, if any."""
    if not is_timed(timeline.started.terms):
        return None
    seat = on_clock(timeline, timeline.history.head)
    left = timeline.clock.left(timeline)
    return seat if seat is not None and left.get(seat, 1) <= 0 else None


def run_out(room: Room) -> None:
    """Record that time ran out and choose for whoever it was, until nobody's has.

    Raises:
        StoreUnavailable: if the store takes nothing now.
    """
    while (seat := overdue(room.timeline)) is not None:
        draft = _draft(room, seat)
        try:
            room.append(f"{MARK}{room.seq}", draft.commands, draft.state)
        except Conflict:
            room.refresh()
        play_on(room)


def _draft(room: Room, seat: str) -> Draft:
    """The choice made in place of a seat; its first fact says why."""
    timeline = room.timeline
    game: Any = timeline.game
    then = timeline.started.terms.overrun
    draft = Draft(game, game.copy(timeline.state()), room.dice(), room.seed().hex())
    dice = BotDice(room.dice(), seat, timeline.depth(timeline.history.head))
    kind = "random" if then == "out" else then
    command = chosen(game, draft.state, seat, kind, dice)
    facts = game.decide(draft.state, command, draft.dice)
    draft.add(seat, game.format(command), [TimeRanOut(seat, then), *facts])
    return draft
