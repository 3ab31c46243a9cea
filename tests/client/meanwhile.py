"""Somebody else who plays while a command follows a game."""

from collections.abc import Callable, Iterator
from typing import Any

from client.feed import Message
from client.follow import follow
from client.session import Session

WAYS = ("undo", "redo")


def meanwhile(moves: list[str], seat: str | None = None) -> Callable[..., Iterator[Message]]:
    """Following a game as ever, but each time all is told the next of these moves is played."""

    def following(session: Session, since: int, *given: Any, **options: Any) -> Iterator[Message]:
        last = _play(session, moves, since)
        for message in follow(session, since, *given, **{"look": 0.01, **options}):
            yield message
            if message.kind and message.seq == last:
                last = _play(session, moves, last)

    return following


def _play(session: Session, moves: list[str], last: int) -> int:
    if not moves:
        return last
    move = moves.pop(0)
    if move in WAYS:
        return int(session.post(session.path(move)).data["seq"])
    return int(session.post(session.path("commands"), commands=move).data["seq"])
