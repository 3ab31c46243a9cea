"""The turns of bots: played until a person must choose, the game is over, or patience is."""

import logging
from typing import Any

from events.store import Conflict, StoreUnavailable
from server.bots import BotDice, bots_of
from server.bots.patience import COMMANDS
from server.drafts import Draft
from server.rooms import Room

log = logging.getLogger(__name__)

MARK = "bot:"
"""How the command ids of bots begin; clients cannot send such ids."""
AT_ONCE = 100
"""Commands of bots recorded in one transaction."""


def waiting(room: Room) -> bool:
    """Whether a bot must choose next."""
    timeline = room.timeline
    if not timeline.absent and not any(seat.bot for seat in timeline.started.seats):
        return False
    pending = timeline.game.pending(timeline.state())
    return pending is not None and bool(timeline.machine(pending.seat))


def tireless(room: Room) -> bool:
    """Whether bots have played so long among themselves that only a visit that plays goes on.

    A game of bots may have no end, and must not fill the store while nobody takes part in it.
    """
    played = 0
    for event in reversed(room.timeline.events):
        if played == COMMANDS or not event.command_id.startswith(MARK):
            break
        played += event.cause == event.seq
    return played == COMMANDS


def unplayed(room: Room) -> bool:
    """Whether bots must choose next, and should without anybody taking part."""
    return waiting(room) and not tireless(room)


def play_on(room: Room) -> None:
    """Play all bots that must choose, until the visit's patience is over; one command at least.

    Raises:
        StoreUnavailable: if the store takes nothing now.
    """
    while waiting(room):
        draft = _decide(room)
        # The id says where the bots began, so that two processes cannot both play for them.
        try:
            room.append(f"{MARK}{room.seq}", draft.commands, draft.state)
        except Conflict:
            room.refresh()
        if room.patience.over:
            return


def catch_up(room: Room) -> None:
    """Play all bots that must choose, as `play_on` does, if the store takes any command now.

    Then they wait: the next command lets them play in any case.
    """
    try:
        play_on(room)
    except StoreUnavailable as error:
        log.warning("bots of game %s have to wait: %s", room.id, error)


def _decide(room: Room) -> Draft:
    timeline, game = room.timeline, room.timeline.game
    draft = Draft(game, game.copy(timeline.state()), room.dice(), room.seed().hex())
    depth = timeline.depth(timeline.history.head)
    while len(draft.commands) < AT_ONCE:
        pending = game.pending(draft.state)
        kind = timeline.machine(pending.seat) if pending else ""
        if pending is None or not kind:
            break
        dice = BotDice(room.dice(), pending.seat, depth + draft.length)
        draft.play(pending.seat, chosen(game, draft.state, pending.seat, kind, dice))
        room.patience.spend()
        if room.patience.over:
            break
    return draft


def chosen(game: Any, state: Any, seat: str, kind: str, dice: BotDice) -> Any:
    """The legal command that a bot of some kind plays for a seat."""
    legal = game.legal(state, seat)
    command = bots_of(game)[kind](game, state, seat, legal, dice)
    if command not in legal:
        raise RuntimeError(f"the bot {kind} of {game.name} chose {command!r}, which is not legal")
    return command
