"""A client that costs a server's measurement as little as it can: one thread, nothing but sockets.

`python -m benchmarks.http_client FILE PORT …` sends what the `Load` in the file says and prints a
`Spent`; of several ports each connection takes the next one. Each connection sends its next request
when the answer to the last one is whole.
"""

import re
import socket
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector

import msgspec

_HEAD = re.compile(rb"HTTP/1.1 200 .*?\r\ncontent-length: (\d+)\r\n.*?\r\n\r\n", re.S | re.I)
PATIENCE = 60.0
"""Seconds until a server that answers nobody is given up."""


class Load(msgspec.Struct):
    """For each connection the path it posts to, and the bodies; the first `warm` are not timed."""

    connections: list[tuple[str, list[str]]]
    warm: int


class Spent(msgspec.Struct):
    """How long the timed requests took, in seconds.

    `rate` is from one answer to the next, as long as all connections have a request under way;
    `each` are the requests by themselves.
    """

    rate: float
    each: list[float]


class Connection:
    """One connection that stays open: a request, its answer, and the next."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = b""
        self._requests: Iterator[bytes] = iter(())
        self._asked = 0.0

    def begin(self, requests: Iterable[bytes]) -> None:
        """Send the first of some requests; there is one at least."""
        self._requests = iter(requests)
        self._ask(next(self._requests))

    def take(self) -> tuple[float | None, bool]:
        """Take in what has come: the seconds of an answer that is whole now, and if it is the last.

        The next request is sent then.
        """
        came = self.socket.recv(1 << 16)
        assert came, "the server hung up"
        self._received += came
        if not self._is_whole():
            return None, False
        seconds = time.perf_counter() - self._asked
        following = next(self._requests, None)
        if following is not None:
            self._ask(following)
        return seconds, following is None

    def _ask(self, request: bytes) -> None:
        self._received = b""
        self._asked = time.perf_counter()
        self.socket.sendall(request)

    def _is_whole(self) -> bool:
        """Whether an answer, which must be 200, has come to its end."""
        head = _HEAD.match(self._received)
        assert head or b"\r\n\r\n" not in self._received, self._received
        return head is not None and len(self._received) >= head.end() + int(head[1])


def send(load: Load, ports: Sequence[int]) -> Spent:
    """Send all of it, and measure."""
    lines = [[_request(path, body) for body in bodies] for path, bodies in load.connections]
    connections = [Connection(port) for _, port in zip(lines, cycle(ports), strict=False)]
    _exchange(connections, [requests[: load.warm] for requests in lines])
    spent = _exchange(connections, [requests[load.warm :] for requests in lines])
    for connection in connections:
        connection.socket.close()
    return spent


def _exchange(connections: list[Connection], lines: list[list[bytes]]) -> Spent:
    """Let each connection send its requests."""
    spent = Spent(0.0, [])
    began = time.perf_counter()
    with DefaultSelector() as selector:
        for connection, requests in zip(connections, lines, strict=True):
            if requests:
                selector.register(connection.socket, EVENT_READ, connection)
                connection.begin(requests)
        while selector.get_map():
            ready = selector.select(PATIENCE)
            assert ready, "the server answers nobody"
            for key, _ in ready:
                seconds, last = key.data.take()
                if seconds is not None:
                    spent.each.append(seconds)
                if last:
                    selector.unregister(key.fileobj)
                    spent.rate = spent.rate or (time.perf_counter() - began) / len(spent.each)
    return spent


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
    sys.stdout.buffer.write(msgspec.json.encode(send(load, [int(port) for port in ports])))


if __name__ == "__main__":
    main(*sys.argv[1:])
