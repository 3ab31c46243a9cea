"""One stream over HTTP: open until the game is over, or its reader is gone or takes nothing."""

import asyncio
import logging
from contextlib import aclosing

from starlette.types import Receive, Scope, Send

from server.feed import MEDIA, Follow
from server.live import Live

log = logging.getLogger(__name__)

_HEADERS = [
    (b"content-type", MEDIA.encode()),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
_RETRY = b"retry: 2000\n\n"


class EventStream:
    """What a feed began with, and what follows."""

    def __init__(self, live: Live, first: bytes, follow: Follow) -> None:
        self._live = live
        self._first = first
        self._follow = follow

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send until there is no more, or nobody to send it to."""
        sending = asyncio.create_task(self._run(send))
        listening = asyncio.create_task(_gone(receive))
        try:
            await asyncio.wait({sending, listening}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            listening.cancel()
            await asyncio.wait({sending, listening})
        if not sending.cancelled() and (error := sending.exception()) is not None:
            raise error

    async def _run(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [*_HEADERS]})
        try:
            await self._part(send, _RETRY + self._first)
            async with aclosing(self._live.follow(self._follow)) as chunks:
                async for chunk in chunks:
                    await self._part(send, chunk)
            await self._part(send, b"", more=False)
        except TimeoutError:
            log.info("a reader of game %s takes nothing and is dropped", self._follow.game)

    async def _part(self, send: Send, body: bytes, *, more: bool = True) -> None:
        async with asyncio.timeout(self._live.patience):
            await send({"type": "http.response.body", "body": body, "more_body": more})


async def _gone(receive: Receive) -> None:
    """Return when the reader has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass
