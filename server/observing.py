"""What a server process tells of itself: a line in the log for each request, and metrics.

`/healthz`, `/readyz` and `/metrics` are the process's own, not the service's: they stand before the
gate and in no OpenAPI document, and tell nothing of any game.
"""

import logging
import random
import re
import time
from collections.abc import Awaitable, Callable

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from events.store import StoreError
from projections.words import words
from server.dispatch import Response, WrongMethod, failed
from server.logs import Asking, asking
from server.metrics import MEDIA, Metrics
from server.operations import JSON
from server.service import Service
from server.wire import header, http, language, path, token

log = logging.getLogger(__name__)

ID = b"x-request-id"
OPERATION, GAME = "cronica.operation", "cronica.game"
"""Where a request's scope says, once that is known, which operation it is for, and which game."""
_ACCEPTABLE = re.compile(r"[A-Za-z0-9._-]{1,64}")
_ELSEWHERE = "elsewhere"
"""The route of what has none."""


class Observed:
    """An application whose requests are counted, logged and named."""

    def __init__(self, app: ASGIApp, service: Service, metrics: Metrics) -> None:
        self._app = app
        self._service = service
        self._metrics = metrics
        self._own: dict[str, Callable[[Scope], Awaitable[Response]]] = {
            "/healthz": self._health,
            "/readyz": self._ready,
            "/metrics": self._counts,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it through; then tell of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        now = Asking(_id(header(scope, ID)), token(scope))
        known = asking.set(now)
        try:
            await self._answer(scope, receive, send, now.id)
        finally:
            asking.reset(known)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, name: str) -> None:
        own = self._own.get(path(scope))
        began, status = time.perf_counter(), 500

        async def named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"].append((ID, name.encode()))
            await send(message)

        if own is not None:
            await http(await _asked(own, scope))(scope, receive, named)
            return
        try:
            await self._app(scope, receive, named)
        finally:
            self._tell(scope, status, time.perf_counter() - began)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        route = scope.get(OPERATION, _ELSEWHERE)
        method = scope["method"] if route != _ELSEWHERE else "ANY"
        lasting = route.endswith("/stream")
        self._metrics.answered(method, route, status, None if lasting else seconds)
        if not log.isEnabledFor(logging.INFO):
            return
        fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000)}
        if status < 400 and scope.get(GAME):
            fields["game"] = scope[GAME]
        log.info("answered", extra={"fields": fields})

    async def _health(self, _: Scope) -> Response:
        return Response(200, JSON, b'{"status":"ok"}')

    async def _ready(self, scope: Scope) -> Response:
        """Whether the store answers."""
        try:
            await run_in_threadpool(self._service.check)
        except StoreError as error:
            log.warning("not ready: %s", error)
            return failed(error, language(scope))
        return Response(200, JSON, b'{"status":"ready"}')

    async def _counts(self, _: Scope) -> Response:
        return Response(200, MEDIA, self._metrics.text())


async def _asked(own: Callable[[Scope], Awaitable[Response]], scope: Scope) -> Response:
    if scope["method"] not in ("GET", "HEAD"):
        return WrongMethod(scope["method"], ["GET"]).response(words(language(scope)))
    return await own(scope)


def _id(given: str) -> str:
    """The id that a proxy gave the request, if it looks like one, or else a new one."""
    return given if _ACCEPTABLE.fullmatch(given) else f"{random.getrandbits(64):016x}"
