"""Owning: games that others can reach belong to the token they were made with."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from events.envelope import Event
from projections.words import N_, NN_, Counted
from server.access import DAY, Opened
from server.answers import GameView
from server.errors import Busy, reused
from server.ids import new_id
from server.seat_answers import NewGameView
from server.service import Service
from server.tokens import new_token

WEEK = 7 * DAY
MONTH = 30 * DAY


class Claim(NamedTuple):
    """A game about to be made: its id, and whose token owns it ("": it has no tokens)."""

    game: str
    owner: str


def claim(service: Service, command_id: str, token: str, *, guarded: bool = False) -> Claim:
    """What a game made by the bearer of `token` is to be.

    It gets tokens where others can reach the service, and where it is to be `guarded` anyway.
    """
    guarded = guarded or not service.trusting
    owner = (token or new_token()) if guarded else ""
    return Claim(new_id(command_id, owner), owner)


def record(
    service: Service,
    mine: Claim,
    seats: Sequence[str] = (),
    *,
    is_open: bool = False,
    absence: int = WEEK,
) -> Opened | None:
    """Record who owns the game and which `seats` people join; None for a game without tokens.

    Raises:
        Busy: if the owner has made too many games of late.
    """
    if not mine.owner:
        return None
    if not service.access.owns(mine.game, mine.owner):
        _check_number(service, mine.owner)
    return service.access.open(mine.game, seats, mine.owner, is_open=is_open, absence=absence)


def check_owner(service: Service, mine: Claim, events: list[Event]) -> None:
    """Check that a game is the claimant's.

    Raises:
        Clash: if it is somebody else's.
    """
    if mine.owner and not service.access.owns(mine.game, mine.owner):
        raise reused(events)


def told(view: GameView, opened: Opened | None) -> NewGameView:
    """A new game as its maker is told of it."""
    secrets: Any = msgspec.UNSET if opened is None else opened
    return NewGameView(**msgspec.structs.asdict(view), secrets=secrets)


def _check_number(service: Service, owner: str) -> None:
    most, now = service.limits.games, service.access.clock()
    made = service.access.owned_since(owner, now - MONTH) if most else []
    if most and len(made) >= most:
        message = N_("You have made {count} in the last 30 days; that is the limit here.")
        games = Counted(NN_("{n} game", "{n} games"), len(made))
        wait = (made[-most] + MONTH - now) // 1000 + 1
        raise Busy("too_many_games", message, wait=wait, count=games)
