"""The company at an online game: who sits where, by the names that people joined with."""

from collections.abc import Iterable, Mapping
from typing import Any

from client.session import Session
from projections.words import N_


def is_online(game: Mapping[str, Any]) -> bool:
    """Whether people join the game; all seats of any other belong to whoever made it."""
    return bool(game.get("terms", {}).get("online"))


def chairs(session: Session, game: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The seats that people take and whoever sits there; none where nobody joins."""
    if not is_online(game):
        return []
    found: list[Mapping[str, Any]] = session.get(session.path("seats")).data["chairs"]
    return found


def legend(seats: Iterable[Mapping[str, Any]]) -> str:
    """Who is who, in one line: `red = Ana, blue = Beto`."""
    return ", ".join(f"{seat['seat']} = {seat['name']}" for seat in seats if seat["name"])


def introduce(session: Session, game: Mapping[str, Any]) -> None:
    """Write who is who, who is missing, and whom the owner wants to give a seat up."""
    seats = chairs(session, game)
    line = legend(seats)
    if line:
        session.screen.line(line, "dim")
    if game.get("missing"):
        missing(session, game)
    known = session.keys.known(game["id"])
    for seat in seats:
        if known and seat["seat"] in known.seats and seat["wanted_at"]:
            message = N_("The owner asks for your seat {seat}: “cronica release” gives it up, "
                         "“cronica release --keep” does not.")  # fmt: skip
            session.screen.say(message, "yellow", seat=seat["seat"])


def missing(session: Session, game: Mapping[str, Any]) -> None:
    """Write which seats nobody has taken yet."""
    message = N_("The game begins when everybody has joined; still open: {seats}.")
    session.screen.say(message, seats=", ".join(game["missing"]))
