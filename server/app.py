"""The service over HTTP: a thin ASGI coat over the table of operations."""

import asyncio
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial

from starlette.types import ASGIApp, Receive, Scope, Send

from projections.words import N_
from server.dispatch import Asked, Response, WrongMethod, dispatch, find, refused
from server.errors import NotFound, Slow, TooMuch
from server.gate import Gate
from server.live import Live
from server.metrics import Metrics
from server.observing import Observed
from server.operations import KIB
from server.service import Service
from server.stream import EventStream
from server.wire import answer, header, language, path, query, token

SMALLEST_LIMIT = 64 * KIB
THREADS = 40
"""How many requests are worked on at the same time; most of them wait for the disk."""
BUSY = N_("The service has too much to do just now; ask again in a moment.")
LEFT = 499
"""The status, in logs and counts only, where the client was gone before its request was whole."""
SLOW = N_("The body took too long to arrive.")


class App:
    """The ASGI application of a service; `live` are its streams, to be closed before it stops."""

    def __init__(self, service: Service, live: Live) -> None:
        self.live = live
        self.outermost: ASGIApp = self.answer
        self._service = service
        self._limits = service.limits
        self._threads = ThreadPoolExecutor(THREADS, "answers")
        self._busy = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass all that is around the service, to the service."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            await self.outermost(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1000})

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; the scope says then which operation it was for."""
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        where, limit = path(scope), SMALLEST_LIMIT
        try:
            operation, params = find(method, where)
        except (NotFound, WrongMethod):
            pass  # the answer says so
        else:
            limit = operation.limit
            scope["route"], scope["game"] = operation.path, params.get("game")
        try:
            async with asyncio.timeout(self._limits.patience or None):
                body = await _read(receive, limit)
        except TimeoutError:
            await answer(refused(Slow("too_slow", SLOW), language(scope)), send)
            return
        if body is None:
            await answer(Response(LEFT, "", b""), send)
            return
        asked = Asked(method, where, _query(scope, where), body, language(scope), token(scope))
        with self.live.courtesy:
            response = await self._dispatched(asked)
        if response.follow is not None and scope["method"] == "GET":
            await EventStream(self.live, response.body, response.follow)(receive, send)
        else:
            await answer(response, send)

    async def _dispatched(self, asked: Asked) -> Response:
        if self._limits.at_once and self._busy >= self._limits.at_once:
            return refused(TooMuch("busy", BUSY, wait=1), asked.language)
        self._busy += 1
        try:
            # The context tells what is logged which request it was for.
            work = partial(copy_context().run, dispatch, self._service, asked)
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._busy -= 1


def create_app(
    service: Service,
    hosts: Collection[str] = (),
    *,
    live: Live | None = None,
    metrics: Metrics | None = None,
) -> App:
    """The ASGI application of a service; `hosts` are the names it answers to (none: to any)."""
    metrics = metrics or Metrics()
    metrics.observe(service)
    app = App(service, live or Live(service))
    app.outermost = Observed(Gate(app.answer, service.limits, hosts), service, metrics)
    return app


async def _live(receive: Receive, send: Send) -> None:
    """Say that nothing has to be done when the server starts or stops."""
    while True:
        what = (await receive())["type"]
        await send({"type": f"{what}.complete"})
        if what == "lifespan.shutdown":
            return


async def _read(receive: Receive, limit: int) -> bytes | None:
    """The body; None if the client left.

    It is never much more than `limit`: what is longer is refused by its length.
    """
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > limit or not message.get("more_body"):
            return body[: limit + 1]


def _query(scope: Scope, where: str) -> dict[str, str]:
    """The query; a stream that goes on after a break says where in a header."""
    asked = query(scope)
    if where.endswith("/stream") and (last := header(scope, b"last-event-id")):
        asked["since"] = last
    return asked
