"""The guard: before an operation runs, who may ask for it, and through whose eyes.

`needs` of an operation: `any` (no game is touched), `read`, `play`, `own`, `operate` (the whole
service). What a stranger may not read does not exist for them: the answer is that of an unknown
game, byte for byte.
"""

from typing import Any, Literal

import msgspec

from events.store import Head
from projections.words import N_
from server.access import LOCAL, STRANGER, Role
from server.errors import Forbidden
from server.rooms import unknown_game
from server.seats import check_seated
from server.service import Service

Needs = Literal["any", "read", "play", "own", "operate"]


def admit(service: Service, key: str, token: str, needs: Needs) -> tuple[str, Role]:
    """The game that `key` names, and what the token makes of its bearer there.

    Raises:
        NotFound: if there is no such game, or the bearer may not know of it.
        Forbidden: if the bearer may look, but not do this.
    """
    game_id, role = _find(service, key, token)
    if not role.reads:
        raise unknown_game(key)
    if needs == "own" and not role.owns:
        raise Forbidden("not_yours", N_("Only whoever made the game may do this."))
    if needs == "play":
        check_seated(role)
    if role.seats:
        service.seen(game_id, role.seats)
    return game_id, role


def _find(service: Service, key: str, token: str) -> tuple[str, Role]:
    """A game that the bearer may know of, and their role. Only a trusting service knows names."""
    if service.is_game(key) and (role := role_in(service, key, token)).reads:
        return key, role
    if not service.trusting:
        raise unknown_game(key)
    visible = visible_games(service, token) if service.guarded else None
    game_id = service.catalogue.find(key, visible)
    return game_id, role_in(service, game_id, token)


def role_in(service: Service, game_id: str, token: str) -> Role:
    """What a token makes of its bearer in a game."""
    nobodys = LOCAL if service.trusting else STRANGER
    return service.role(game_id, token) or nobodys


def visible_games(service: Service, token: str) -> dict[str, Head]:
    """The last events of the games that the bearer of a token may look at."""
    if not service.guarded:
        return service.store.heads()
    known = service.access.games_of(token)
    if not service.trusting:
        return service.store.heads(known)
    guarded = service.access.guarded_games()
    heads = service.store.heads()
    return {game: head for game, head in heads.items() if game in known or game not in guarded}


def operate(service: Service) -> None:
    """Check that the caller runs the service.

    Raises:
        Forbidden: if others can reach it too.
    """
    if not service.trusting:
        raise Forbidden("not_operator", N_("Only whoever runs the service may do this."))


def through_eyes(service: Service, game_id: str, role: Role, given: Any) -> Any:
    """A query or body with the `seat` that its bearer speaks for, or looks through.

    Raises:
        Forbidden: if it names a seat of somebody else.
    """
    if role.kind == "local" or "seat" not in getattr(given, "__struct_fields__", ()):
        return given
    if given.seat is None:
        return msgspec.structs.replace(given, seat=_likely_seat(service, game_id, role))
    mine = {seat.casefold() for seat in role.seats}
    if given.seat.casefold() not in mine:
        message = N_("That is not your seat: {seat}.")
        raise Forbidden("not_your_seat", message, seat=given.seat)
    return given


def _likely_seat(service: Service, game_id: str, role: Role) -> str | None:
    """Of several seats of one bearer the one that must choose; None without any."""
    if len(role.seats) <= 1:
        return next(iter(role.seats), None)
    with service.enter(game_id) as room:
        pending = room.timeline.game.pending(room.timeline.state())
    if pending is not None and pending.seat in role.seats:
        return pending.seat
    return min(role.seats)
