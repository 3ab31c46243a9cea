"""The service over HTTP: a thin Starlette coat over the table of operations."""

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response as HTTPResponse
from starlette.routing import Route

from projections.words import LANGUAGES
from server.dispatch import Asked, Response, dispatch
from server.operations import KIB, OPERATIONS, Operation
from server.service import Service

Endpoint = Callable[[Request], Awaitable[HTTPResponse]]
SMALLEST_LIMIT = 64 * KIB


def create_app(service: Service) -> Starlette:
    """The ASGI application of a service."""

    def endpoint(limit: int) -> Endpoint:
        async def answer(request: Request) -> HTTPResponse:
            body = await _read(request, limit)
            method = "GET" if request.method == "HEAD" else request.method
            query = dict(request.query_params)
            asked = Asked(method, _path(request), query, body, _language(request), _token(request))
            return _http(await run_in_threadpool(dispatch, service, asked))

        return answer

    async def unrouted(request: Request, error: Exception) -> HTTPResponse:  # noqa: ARG001
        return await endpoint(SMALLEST_LIMIT)(request)

    return Starlette(
        routes=[_route(operation, endpoint(operation.limit)) for operation in OPERATIONS],
        exception_handlers={404: unrouted, 405: unrouted, HTTPException: unrouted},
    )


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


def _path(request: Request) -> str:
    raw: bytes = request.scope.get("raw_path") or request.url.path.encode()
    return raw.decode("ascii", "replace")


def _token(request: Request) -> str:
    """The bearer token, "" if there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _language(request: Request) -> str:
    """The language the reader likes best among those there are."""
    wanted = []
    for place, entry in enumerate(request.headers.get("accept-language", "").split(",")):
        tag, _, quality = entry.strip().partition(";q=")
        wanted.append((-_number(quality or "1"), place, tag))
    known = {language.split("_")[0].lower() for language in LANGUAGES}
    for _, _, tag in sorted(wanted):
        if tag.split("-")[0].lower() in known:
            return tag
    return LANGUAGES[0]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _http(response: Response) -> HTTPResponse:
    headers = {"content-type": response.content_type}
    if response.allow:
        headers["allow"] = response.allow
    return HTTPResponse(response.body, response.status, headers)
