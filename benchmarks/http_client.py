"""A client that costs a server's measurement as little as it can: one thread, nothing but sockets.

`python -m benchmarks.http_client FILE PORT …` sends what the `Load` in the file says and prints a
`Spent`; of several ports each connection takes the next one. Each connection sends its next request
when the answer to the last one is whole.
"""

import asyncio
import sys
import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import msgspec


class Load(msgspec.Struct):
    """For each connection the path it posts to, and the bodies; the first `warm` are not timed."""

    connections: list[tuple[str, list[str]]]
    warm: int


class Spent(msgspec.Struct):
    """How many seconds all of the timed requests took together, and each of them by itself."""

    seconds: float
    each: list[float]


class Connection(asyncio.Protocol):
    """One connection that stays open: a request, its answer, and the next."""

    def __init__(self) -> None:
        self._received = bytearray()
        self._answered: asyncio.Future[None] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember where to write."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Let nobody wait for an answer that will not come."""
        if self._answered is not None and not self._answered.done():
            self._answered.set_exception(exc or ConnectionError("the server hung up"))

    async def ask(self, request: bytes) -> None:
        """Send a request and wait for its answer, which must be 200."""
        assert self._transport is not None
        self._received.clear()
        self._answered = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        await self._answered
        assert self._received.startswith(b"HTTP/1.1 200"), bytes(self._received)

    def data_received(self, data: bytes) -> None:
        """Take in a part of an answer; the last one wakes who asked."""
        self._received += data
        head, end, body = self._received.partition(b"\r\n\r\n")
        if end and len(body) >= _length(head) and self._answered is not None:
            self._answered.set_result(None)

    def close(self) -> None:
        """Hang up."""
        assert self._transport is not None
        self._transport.close()


def _length(head: bytearray) -> int:
    _, found, rest = head.lower().partition(b"content-length:")
    assert found, head
    return int(rest.partition(b"\r\n")[0])


async def send(load: Load, ports: Sequence[int]) -> Spent:
    """Send all of it, and measure."""
    each: list[float] = []
    loop = asyncio.get_running_loop()
    lines = [[_request(path, body) for body in bodies] for path, bodies in load.connections]
    made = [
        await loop.create_connection(Connection, "127.0.0.1", port)
        for _, port in zip(lines, cycle(ports), strict=False)
    ]
    connections = [connection for _, connection in made]

    async def post(connection: Connection, requests: list[bytes]) -> None:
        for request in requests:
            began = time.perf_counter()
            await connection.ask(request)
            each.append(time.perf_counter() - began)

    async def all_of(parts: list[list[bytes]]) -> None:
        await asyncio.gather(*map(post, connections, parts))

    await all_of([requests[: load.warm] for requests in lines])
    each.clear()
    began = time.perf_counter()
    await all_of([requests[load.warm :] for requests in lines])
    seconds = time.perf_counter() - began
    for connection in connections:
        connection.close()
    return Spent(seconds, each)


def _request(path: str, body: str) -> bytes:
    content = body.encode()
    head = (
        f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        f"content-length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content


def main(file: str, *ports: str) -> None:
    """Do what the command line says."""
    load = msgspec.json.decode(Path(file).read_bytes(), type=Load)
    sys.stdout.buffer.write(
        msgspec.json.encode(asyncio.run(send(load, [int(port) for port in ports])))
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
