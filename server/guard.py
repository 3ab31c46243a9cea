"""The guard: before an operation runs, who may ask for it, and through whose eyes.

`needs` of an operation: `any` (no game is touched), `read`, `play`, `own`, `operate` (the whole
service). What a stranger may not read does not exist for them: the answer is that of an unknown
game, byte for byte.
"""

from typing import Any, Literal

import msgspec

from projections.words import N_
from server.access import LOCAL, STRANGER, Role
from server.catalogue import find_game
from server.errors import Forbidden
from server.rooms import unknown_game
from server.service import Service

Needs = Literal["any", "read", "play", "own", "operate"]


def admit(service: Service, key: str, token: str, needs: Needs) -> tuple[str, Role]:
    """The game that `key` names, and what the token makes of its bearer there.

    Raises:
        NotFound: if there is no such game, or the bearer may not know of it.
        Forbidden: if the bearer may look, but not do this.
    """
    if service.trusting:
        game_id = find_game(service.store, key)
    elif service.store.last(key):
        game_id = key
    else:
        raise unknown_game(key)
    role = role_in(service, game_id, token)
    if not role.reads:
        raise unknown_game(key)
    if needs == "own" and not role.owns:
        raise Forbidden("not_yours", N_("Only whoever made the game may do this."))
    if needs == "play" and role.kind != "local" and not role.seats:
        raise Forbidden("no_seat", N_("Only who has a seat in the game may do this."))
    if role.kind == "seat":
        service.seen(game_id, role.seats)
    return game_id, role


def role_in(service: Service, game_id: str, token: str) -> Role:
    """What a token makes of its bearer in a game."""
    role = service.access.role(game_id, token) if service.guarded else None
    if role is not None:
        return role
    return LOCAL if service.trusting else STRANGER


def operate(service: Service) -> None:
    """Check that the caller runs the service.

    Raises:
        Forbidden: if others can reach it too.
    """
    if not service.trusting:
        raise Forbidden("not_operator", N_("Only whoever runs the service may do this."))


def through_eyes(role: Role, given: Any) -> Any:
    """A query or body with the `seat` that its bearer speaks for, or looks through.

    Raises:
        Forbidden: if it names a seat of somebody else.
    """
    if role.kind == "local" or "seat" not in getattr(given, "__struct_fields__", ()):
        return given
    if given.seat is None:
        only = next(iter(role.seats)) if len(role.seats) == 1 else None
        return msgspec.structs.replace(given, seat=only)
    mine = {seat.casefold() for seat in role.seats}
    if given.seat.casefold() not in mine:
        message = N_("That is not your seat: {seat}.")
        raise Forbidden("not_your_seat", message, seat=given.seat)
    return given
