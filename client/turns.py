"""Whose turn it is: the seats that are this client's, and whose eyes it looks through."""

from collections.abc import Mapping
from typing import Any

from client.session import Session, eyes_of


def mine(session: Session, game: Mapping[str, Any]) -> set[str]:
    """The seats that this client speaks for: the one named, those it took, or all people's here."""
    if session.common.seat:
        return {session.common.seat}
    known = session.keys.known(game["id"])
    if known is not None and known.seats:
        return set(known.seats)
    if (known is not None and known.watched) or game.get("terms", {}).get("online"):
        return set()
    return {seat["id"] for seat in game["seats"] if not seat.get("bot")}


def eyes(session: Session, game: Mapping[str, Any]) -> str | None:
    """Whose eyes see the game: of several seats of one's own, those of the one that must choose."""
    if session.common.seat:
        return session.common.seat
    known = session.keys.known(game["id"])
    if known is None or not (known.seats or known.watched):
        return None if game.get("terms", {}).get("online") else eyes_of(game)
    chooses = game["pending"] and game["pending"]["seat"]
    return chooses if chooses in known.seats else next(iter(known.seats), None)


def is_mine(session: Session, game: Mapping[str, Any]) -> bool:
    """Whether this client must choose."""
    return bool(game["pending"]) and game["pending"]["seat"] in mine(session, game)


def asked_of(session: Session, game: Mapping[str, Any]) -> list[str]:
    """The seats of this client that must say whether they agree to an undo."""
    request = game.get("request")
    own = mine(session, game) if request else ()
    return [seat for seat in request["waiting_for"] if seat in own] if request else []


def is_called(session: Session, game: Mapping[str, Any]) -> bool:
    """Whether others wait for this client: to choose, or to agree to an undo."""
    return is_mine(session, game) or bool(asked_of(session, game))
