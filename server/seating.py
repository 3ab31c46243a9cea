"""Seating: who sits in an online game, and how a seat is given to somebody else."""

from projections.words import N_
from server.access import Chair, Role
from server.errors import Forbidden, NotAllowed, NotFound
from server.requests import Release
from server.seat_answers import Chairs, ChairView, Invited
from server.seats import COLOURS
from server.service import Service


def chairs(service: Service, game_id: str) -> Chairs:
    """The seats of a game that people take; none for a game without tokens."""
    return Chairs(chairs=[_view(chair) for chair in _chairs(service, game_id)])


def invite(service: Service, game_id: str, seat: str, token: str) -> Invited:
    """Ask for a seat back, or invite somebody to it where that is possible at once.

    It is if nobody sits there, the holder gave the seat up, or was away for longer than the game
    allows. Asked again before somebody joins, the invitation is the same.

    Raises:
        NotFound: if people do not take such a seat.
        NotAllowed: if it is not an online game.
    """
    chair = _chair(service, game_id, seat)
    code = service.access.invite(game_id, chair.seat, token)
    chair = _chair(service, game_id, chair.seat)
    return Invited(seat=chair.seat, invitation=code, wanted_at=chair.wanted_at)


def release(service: Service, game_id: str, seat: str, request: Release, role: Role) -> Chairs:
    """Give up a seat, or answer the owner that one stays.

    Raises:
        NotFound: if people do not take such a seat.
        Forbidden: if it is somebody else's.
    """
    chair = _chair(service, game_id, seat)
    if chair.seat not in role.seats:
        message = N_("That is not your seat: {seat}.")
        raise Forbidden("not_your_seat", message, seat=chair.seat)
    service.access.answer(game_id, chair.seat, agrees=request.agrees)
    return chairs(service, game_id)


_NOT_ONLINE = N_("Nobody is invited to this game: all its seats belong to whoever made it.")


def _chairs(service: Service, game_id: str) -> list[Chair]:
    known = service.access.chairs(game_id) if service.guarded else []
    return sorted(known, key=lambda chair: COLOURS.index(chair.seat))


def _chair(service: Service, game_id: str, seat: str) -> Chair:
    known = _chairs(service, game_id)
    if not known:
        raise NotAllowed("not_online", _NOT_ONLINE)
    for chair in known:
        if chair.seat == seat.casefold():
            return chair
    names = tuple(chair.seat for chair in known)
    message = N_("No seat is called “{name}”; the seats are {names}.")
    raise NotFound("unknown_seat", message, nearest=names, name=seat, names=", ".join(names))


def _view(chair: Chair) -> ChairView:
    return ChairView(
        seat=chair.seat,
        name=chair.name,
        taken=chair.taken,
        seen_at=chair.seen_at,
        wanted_at=chair.wanted_at,
    )
