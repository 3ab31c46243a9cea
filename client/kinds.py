"""Which kind of game is meant where none is named."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from client.errors import Misused, Refused
from client.session import Session
from projections.words import N_


def current(session: Session) -> Mapping[str, Any] | None:
    """The current game in short, also when it is over; None if there is none.

    Raises:
        Refused: if one was named but is not there.
    """
    named = session.common.game
    if not named and session.settings.current(session.service) is None:
        return None
    try:
        game: Mapping[str, Any] = session.get(session.path()).data["game"]
    except Refused as refused:
        if refused.status == 404 and not named:
            return None
        raise
    return game


def resumable(session: Session) -> bool:
    """Whether there is a game to go on with: one that was named, or else is not over."""
    game = current(session)
    return game is not None and (bool(session.common.game) or not game["over"])


def only_kind(session: Session) -> str:
    """The kind of game to make where none was named: the first the service plays."""
    return str(session.get("/kinds").data["kinds"][0]["kind"])


def kind_path(session: Session, kind: str | None, part: str) -> str:
    """The path of something of a kind of game: the one named, else the current game's.

    Raises:
        Misused: if a game is named beside the kind.
    """
    if kind is not None and session.common.game:
        raise Misused(N_("Either a kind of game or --game: the game named has its own."))
    if kind is None:
        game = current(session)
        kind = str(game["kind"]) if game else only_kind(session)
    return f"/kinds/{quote(kind, safe='')}/{part}"
