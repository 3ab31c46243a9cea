"""Which kind of game is meant where none is named."""

from urllib.parse import quote

from client.errors import Misused, Refused
from client.session import Session
from projections.words import N_


def resumable(session: Session) -> bool:
    """Whether there is a current game; one that was named but is not there is an error."""
    if session.common.game:
        return True
    remembered = session.settings.current(session.service)
    if remembered is None:
        return False
    try:
        game = session.get(session.path()).data["game"]
    except Refused as refused:
        if refused.status == 404:
            return False
        raise
    return not game["over"]


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
        current = resumable(session)
        kind = session.get(session.path()).data["game"]["kind"] if current else only_kind(session)
    return f"/kinds/{quote(kind, safe='')}/{part}"
