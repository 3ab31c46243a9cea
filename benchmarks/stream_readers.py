"""Many who watch one game, in one process: it only takes what comes.

`python -m benchmarks.stream_readers PORT PATH COUNT SEQ` opens so many streams, says `watching`
once all have been sent event SEQ, takes the number of a later event from its standard input, and
says `seen` once all have been sent that one as well.
"""

import asyncio
import os
import re
import sys

_ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)
PATIENCE = 120.0
"""Seconds for all of them to be sent an event."""


class Reader(asyncio.Protocol):
    """One stream; `seen` is the number of the last event sent."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._rest = b""
        self.seen = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Look for the number of the last event; a line may come in two parts."""
        text = self._rest + data
        for found in _ID.finditer(text):
            self.seen = max(self.seen, int(found[1]))
        self._rest = text[-40:]


async def watch(port: int, path: str, count: int, seq: int) -> None:
    """Watch as the command line says."""
    loop = asyncio.get_running_loop()
    request = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode()
    readers = [
        (await loop.create_connection(lambda: Reader(request), "127.0.0.1", port))[1]
        for _ in range(count)
    ]
    await _all_seen(readers, seq)
    print("watching", flush=True)
    later = int(await loop.run_in_executor(None, sys.stdin.readline))
    await _all_seen(readers, later)
    print("seen", flush=True)


async def _all_seen(readers: list[Reader], seq: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while any(reader.seen < seq for reader in readers):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def main(port: str, path: str, count: str, seq: str) -> None:
    """Do what the command line says."""
    os.nice(19)
    asyncio.run(watch(int(port), path, int(count), int(seq)))


if __name__ == "__main__":
    main(*sys.argv[1:])
