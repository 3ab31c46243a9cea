"""The service over HTTP: a thin Starlette coat over the table of operations."""

import asyncio
from collections.abc import Awaitable, Callable, Collection

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response as HTTPResponse
from starlette.routing import Route

from projections.words import N_
from server.dispatch import Asked, Response, dispatch, refused
from server.errors import Slow, TooMuch
from server.gate import Gate
from server.live import Live
from server.metrics import Metrics
from server.observing import Observed
from server.operations import KIB, OPERATIONS, Operation
from server.service import Service
from server.stream import EventStream
from server.wire import http, language, token

Endpoint = Callable[[Request], Awaitable[HTTPResponse]]
SMALLEST_LIMIT = 64 * KIB
BUSY = N_("The service has too much to do just now; ask again in a moment.")
LEFT = 499
"""The status, in logs and counts only, where the client was gone before its request was whole."""
SLOW = N_("The body took too long to arrive.")


def create_app(
    service: Service,
    hosts: Collection[str] = (),
    *,
    live: Live | None = None,
    metrics: Metrics | None = None,
) -> Starlette:
    """The ASGI application of a service; `hosts` are the names it answers to (none: to any)."""
    limits = service.limits
    metrics = metrics or Metrics()
    metrics.observe(service)
    live = live or Live(service)
    busy = 0

    async def dispatched(asked: Asked) -> Response:
        nonlocal busy
        if limits.at_once and busy >= limits.at_once:
            return refused(TooMuch("busy", BUSY, wait=1), asked.language)
        busy += 1
        try:
            return await run_in_threadpool(dispatch, service, asked)
        finally:
            busy -= 1

    def endpoint(limit: int) -> Endpoint:
        async def answer(request: Request) -> HTTPResponse:
            try:
                async with asyncio.timeout(limits.patience or None):
                    body = await _read(request, limit)
            except TimeoutError:
                return http(refused(Slow("too_slow", SLOW), language(request)))
            except ClientDisconnect:
                return HTTPResponse(status_code=LEFT)
            method = "GET" if request.method == "HEAD" else request.method
            asked = Asked(
                method, _path(request), _query(request), body, language(request), token(request)
            )
            response = await dispatched(asked)
            if response.follow is not None and request.method == "GET":
                return EventStream(live, response.body, response.follow)
            return http(response)

        return answer

    async def unrouted(request: Request, error: Exception) -> HTTPResponse:  # noqa: ARG001
        return await endpoint(SMALLEST_LIMIT)(request)

    app = Starlette(
        routes=[_route(operation, endpoint(operation.limit)) for operation in OPERATIONS],
        exception_handlers={404: unrouted, 405: unrouted, HTTPException: unrouted},
        middleware=[
            Middleware(Observed, service, metrics),
            Middleware(Gate, limits, hosts),
        ],
    )
    app.state.live = live
    return app


def _route(operation: Operation, endpoint: Endpoint) -> Route:
    return Route(operation.path, endpoint, methods=[operation.method])


async def _read(request: Request, limit: int) -> bytes:
    """The body, but never much more than `limit`: what is longer is refused by its length."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            break
    return bytes(body[: limit + 1])


def _query(request: Request) -> dict[str, str]:
    """The query; a stream that goes on after a break says where in a header."""
    query = dict(request.query_params)
    last = request.headers.get("last-event-id")
    if last is not None and request.url.path.endswith("/stream"):
        query["since"] = last
    return query


def _path(request: Request) -> str:
    raw: bytes = request.scope.get("raw_path") or request.url.path.encode()
    return raw.decode("ascii", "replace")
