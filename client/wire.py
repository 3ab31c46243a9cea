"""Playing for programs: lines of commands in, the service's answers out, one JSON a line."""

import sys
from collections.abc import Callable

from client.complaint import problem
from client.errors import Refused
from client.session import Answer, Session


def converse(session: Session) -> None:
    """Answer every line of standard input until it ends: first the position, then what came.

    A line is a command in notation (several with `;`), or one of `undo`, `undo N`, `redo`,
    `back N`, `answer yes`, `answer no`, `legal`.
    """
    session.screen.raw(session.get(session.path(), seat=session.eyes()).body)
    for line in sys.stdin:
        if line.strip():
            _reply(session, line.strip())


def _reply(session: Session, line: str) -> None:
    try:
        session.screen.raw(_way(session, line)().body)
    except Refused as refused:
        session.screen.raw(problem(refused, session.words))


def _way(session: Session, line: str) -> Callable[[], Answer]:
    seat, (word, *rest) = session.common.seat, line.split()
    if line in ("undo", "redo"):
        return lambda: session.post(session.path(line), seat=seat)
    if line == "legal":
        return lambda: session.get(session.path("legal"), seat=seat)
    if word in ("undo", "back") and len(rest) == 1 and rest[0].isdigit():
        return lambda: session.post(session.path(word), to=int(rest[0]), seat=seat)
    if line in ("answer yes", "answer no"):
        return lambda: session.post(session.path(word), agrees=rest == ["yes"], seat=seat)
    return lambda: session.post(session.path("commands"), commands=line, seat=seat)
