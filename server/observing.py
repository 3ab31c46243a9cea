"""What a server process tells of itself: a line in the log for each request, and metrics.

`/healthz`, `/readyz` and `/metrics` are the process's own, not the service's: they stand before the
gate and in no OpenAPI document, and tell nothing of any game.
"""

import logging
import re
import secrets
import time

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from events.store import StoreError
from server.dispatch import failed
from server.logs import Asking, asking
from server.metrics import MEDIA, Metrics
from server.service import Service
from server.wire import http, language, token

log = logging.getLogger(__name__)

ID = "x-request-id"
_ACCEPTABLE = re.compile(r"[A-Za-z0-9._-]{1,64}")
_ELSEWHERE = "elsewhere"
"""The route of what has none."""


class Observed:
    """An application whose requests are counted, logged and named."""

    def __init__(self, app: ASGIApp, service: Service, metrics: Metrics) -> None:
        self._app = app
        self._service = service
        self._metrics = metrics
        self._own = {"/healthz": self._health, "/readyz": self._ready, "/metrics": self._counts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it through; then tell of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        now = Asking(_id(request.headers), token(request))
        known = asking.set(now)
        try:
            await self._answer(request, receive, send, now.id)
        finally:
            asking.reset(known)

    async def _answer(self, request: Request, receive: Receive, send: Send, name: str) -> None:
        own = self._own.get(request.url.path) if request.method in ("GET", "HEAD") else None
        began, status = time.perf_counter(), 500

        async def named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[ID] = name
            await send(message)

        try:
            if own is not None:
                await (await own(request))(request.scope, receive, named)
            else:
                await self._app(request.scope, receive, named)
        finally:
            if own is None:
                self._tell(request, status, time.perf_counter() - began)

    def _tell(self, request: Request, status: int, seconds: float) -> None:
        route = getattr(request.scope.get("route"), "path", _ELSEWHERE)
        method = request.method if route != _ELSEWHERE else "ANY"
        lasting = route.endswith("/stream")
        self._metrics.answered(method, route, status, None if lasting else seconds)
        fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000)}
        if status < 400 and "game" in request.path_params:
            fields["game"] = request.path_params["game"]
        log.info("answered", extra={"fields": fields})

    async def _health(self, request: Request) -> Response:  # noqa: ARG002
        return JSONResponse({"status": "ok"})

    async def _ready(self, request: Request) -> Response:
        """Whether the store answers."""
        try:
            await run_in_threadpool(self._service.check)
        except StoreError as error:
            log.warning("not ready: %s", error)
            return http(failed(error, language(request)))
        return JSONResponse({"status": "ready"})

    async def _counts(self, request: Request) -> Response:  # noqa: ARG002
        return Response(self._metrics.text(), media_type=MEDIA)


def _id(headers: Headers) -> str:
    """The id that a proxy gave the request, if it looks like one, or else a new one."""
    given = headers.get(ID, "")
    return given if _ACCEPTABLE.fullmatch(given) else secrets.token_hex(8)
