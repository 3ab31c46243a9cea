"""The turns of bots: played until a person must choose, or the game is over."""

import logging
from typing import Any

from events.store import Conflict, StoreUnavailable
from server.bots import BotDice, bots_of
from server.drafts import Draft
from server.rooms import Room

log = logging.getLogger(__name__)

MARK = "bot:"
"""How the command ids of bots begin; clients cannot send such ids."""
AT_ONCE = 100
"""Commands of bots recorded in one transaction."""
PATIENCE = 3000
"""Commands of bots in one visit: a game of bots may have no end, but its readers' time has."""


def waiting(room: Room) -> bool:
    """Whether a bot must choose next."""
    timeline = room.timeline
    if not timeline.absent and not any(seat.bot for seat in timeline.started.seats):
        return False
    pending = timeline.game.pending(timeline.state())
    return pending is not None and bool(timeline.machine(pending.seat))


def play_on(room: Room, most: int = PATIENCE) -> None:
    """Play all bots that must choose, up to about `most` commands.

    Raises:
        StoreUnavailable: if the store takes nothing now.
    """
    played = 0
    while played < most and waiting(room):
        draft = _decide(room)
        played += len(draft.commands)
        # The id says where the bots began, so that two processes cannot both play for them.
        try:
            room.append(f"{MARK}{room.seq}", draft.commands, draft.state)
        except Conflict:
            room.refresh()


def catch_up(room: Room, most: int = PATIENCE) -> None:
    """Play all bots that must choose, up to about `most` commands, if the store takes any now.

    Then they wait: the next command lets them play in any case.
    """
    try:
        play_on(room, most)
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
    return draft


def chosen(game: Any, state: Any, seat: str, kind: str, dice: BotDice) -> Any:
    """The legal command that a bot of some kind plays for a seat."""
    legal = game.legal(state, seat)
    command = bots_of(game)[kind](game, state, seat, legal, dice)
    if command not in legal:
        raise RuntimeError(f"the bot {kind} of {game.name} chose {command!r}, which is not legal")
    return command
