"""The way to the service: one small protocol, over HTTP or inside this process."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol


class Response(NamedTuple):
    """What the service answered, the same bytes on every way."""

    status: int
    content_type: str
    body: bytes


class Transport(Protocol):
    """A service that can be asked. `rest` is how many seconds to leave it alone between streams."""

    rest: float

    def send(
        self,
        method: str,
        path: str,
        query: Mapping[str, str],
        body: bytes,
        language: str,
        *,
        repeatable: bool = False,
        token: str = "",
    ) -> Response:
        """Ask once and wait for the answer; `path` is percent-encoded, `body` is JSON or empty.

        `repeatable` says that asking twice does no more than asking once (a read, or a post that
        carries its command id), so that a lost answer may be asked for again. `token` is what the
        client shows of itself, "" for nothing.

        Raises:
            Unreachable: if there is no answer.
        """
        ...

    def stream(
        self,
        path: str,
        query: Mapping[str, str],
        last: int,
        language: str,
        *,
        token: str = "",
        silence: float,
    ) -> Iterator[str] | Response:
        """The lines of a stream from after event `last` on, or what the service answers instead.

        They end where the service ends them, the connection breaks, or nothing comes for `silence`
        seconds.

        Raises:
            Unreachable: if there is no answer.
        """
        ...

    def close(self) -> None:
        """Release the connection or the store."""
        ...
