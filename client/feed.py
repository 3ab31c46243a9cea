"""Streams as the service sends them (server-sent events), read message by message."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple


class Message(NamedTuple):
    """One message: an event of the log with its number, or `over` at the end of the game.

    A message with an empty `kind` says nothing but that the stream still stands.
    """

    kind: str
    seq: int
    text: str

    @property
    def data(self) -> Any:
        """What the message holds: an event as the service shows it, or the outcome."""
        return json.loads(self.text)


EVENT = "event"
OVER = "over"
BEAT = Message("", 0, "")


def messages(lines: Iterable[str]) -> Iterator[Message]:
    """The messages in the lines of a stream, comments as beats; one cut off is left out."""
    kind, seq = EVENT, 0
    data: list[str] = []
    for line in lines:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            if data:
                yield Message(kind, seq, "\n".join(data))
            kind, data = EVENT, []
        elif not name:
            yield BEAT
        elif name == "event":
            kind = value
        elif name == "id":
            seq = int(value)
        elif name == "data":
            data.append(value)
