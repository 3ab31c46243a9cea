"""Which kind of game is meant where none is named."""

from urllib.parse import quote

from client.errors import Refused
from client.session import Session


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
    """The path of something of a kind of game: the one named, else the current game's."""
    if kind is None:
        current = resumable(session)
        kind = session.get(session.path()).data["game"]["kind"] if current else only_kind(session)
    return f"/kinds/{quote(kind, safe='')}/{part}"
