"""The service over HTTP: a thin Starlette coat over the table of operations."""

import asyncio
from collections.abc import Collection
from functools import partial

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response as HTTPResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from projections.words import N_
from server.dispatch import Asked, Response, WrongMethod, dispatch, find, refused
from server.errors import NotFound, Slow, TooMuch
from server.gate import Gate
from server.live import Live
from server.metrics import Metrics
from server.observing import GAME, OPERATION, Observed
from server.operations import KIB
from server.service import Service
from server.stream import EventStream
from server.wire import header, http, language, path, query, token
from server.workers import Workers

SMALLEST_LIMIT = 64 * KIB
THREADS = 40
"""How many requests are worked on at the same time; most of them wait for the disk."""
BUSY = N_("The service has too much to do just now; ask again in a moment.")
LEFT = 499
"""The status, in logs and counts only, where the client was gone before its request was whole."""
SLOW = N_("The body took too long to arrive.")


class Coat:
    """The endpoint of every operation: takes what is asked to the table, and brings the answer."""

    def __init__(self, service: Service, live: Live) -> None:
        self._service = service
        self._live = live
        self._limits = service.limits
        self._workers = Workers(THREADS, "answers")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1000})
            return
        answer = await self._answer(scope, receive)
        await answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive) -> ASGIApp:
        """What is to be sent; the scope says then which operation it is for."""
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        where, limit = path(scope), SMALLEST_LIMIT
        try:
            operation, params = find(method, where)
        except (NotFound, WrongMethod):
            pass  # the answer says so
        else:
            limit = operation.limit
            scope[OPERATION], scope[GAME] = operation.path, params.get("game")
        try:
            async with asyncio.timeout(self._limits.patience or None):
                body = await _read(receive, limit)
        except TimeoutError:
            return http(refused(Slow("too_slow", SLOW), language(scope)))
        except ClientDisconnect:
            return HTTPResponse(status_code=LEFT)
        asked = Asked(method, where, _query(scope, where), body, language(scope), token(scope))
        with self._live.courtesy:
            response = await self._dispatched(asked)
        if response.follow is not None and scope["method"] == "GET":
            return EventStream(self._live, response.body, response.follow)
        return http(response)

    async def _dispatched(self, asked: Asked) -> Response:
        if self._limits.at_once and self._workers.busy >= self._limits.at_once:
            return refused(TooMuch("busy", BUSY, wait=1), asked.language)
        return await self._workers.do(partial(dispatch, self._service, asked))


def create_app(
    service: Service,
    hosts: Collection[str] = (),
    *,
    live: Live | None = None,
    metrics: Metrics | None = None,
) -> Starlette:
    """The application of a service; `hosts` are the names it answers to (none: to any).

    `app.state.live` are its streams, to be closed before it stops.
    """
    metrics = metrics or Metrics()
    metrics.observe(service)
    live = live or Live(service)
    app = Starlette(
        middleware=[
            Middleware(Observed, service, metrics),
            Middleware(Gate, service.limits, hosts),
        ],
    )
    # Operations are found by the table of `server.operations`, so that nothing is to be routed.
    app.router.default = Coat(service, live)
    app.router.redirect_slashes = False
    app.state.live = live
    return app


async def _read(receive: Receive, limit: int) -> bytes:
    """The body, but never much more than `limit`: what is longer is refused by its length.

    Raises:
        ClientDisconnect: if the client is gone before it is whole.
    """
    body, more = b"", True
    while more and len(body) <= limit:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body[: limit + 1]


def _query(scope: Scope, where: str) -> dict[str, str]:
    """The query; a stream that goes on after a break says where in a header."""
    asked = query(scope)
    if where.endswith("/stream") and (last := header(scope, b"last-event-id")):
        asked["since"] = last
    return asked
