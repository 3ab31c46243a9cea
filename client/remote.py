"""A service behind a URL, through httpx."""

import contextlib
import time
from collections.abc import Iterator, Mapping

import httpx

from client.causes import cause
from client.errors import Misused, Unreachable
from client.transport import Response
from projections.words import N_

TIMEOUT = httpx.Timeout(30.0, connect=5.0)
STREAM = "text/event-stream"
PAUSES = (0.2, 1.0)
"""Seconds to wait before each further attempt."""
TOO_OFTEN = 429
PATIENCE = 3
"""How often to wait when the service says that it is asked too often."""
LONGEST = 15
"""Seconds to wait for that at most."""


class Remote:
    """The transport over HTTP. It asks again only where that can do no harm."""

    rest = 1.0

    def __init__(self, url: str, *, http: httpx.BaseTransport | None = None) -> None:
        if not _is_url(url):
            shown = url.encode(errors="replace").decode()
            raise Misused(N_("“{text}” is no URL of a service (http://… or https://…)"), text=shown)
        self.url = url.rstrip("/")
        # Without TLS there is nothing to verify, and loading the certificates takes a while.
        verify = self.url.startswith("https:")
        self._client = httpx.Client(
            base_url=self.url, timeout=TIMEOUT, transport=http, verify=verify
        )

    def send(
        self,
        method: str,
        path: str,
        query: Mapping[str, str],
        body: bytes,
        language: str,
        *,
        repeatable: bool = False,
        token: str = "",
    ) -> Response:
        """Ask the server; see `client.transport.Transport.send`."""
        headers = {"accept-language": language}
        if body:
            headers["content-type"] = "application/json"
        if token:
            headers["authorization"] = f"Bearer {token}"
        request = self._client.build_request(
            method, path, params=dict(query), content=body, headers=headers
        )
        for pause in PAUSES:
            try:
                return self._once(request)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                time.sleep(pause)
            except httpx.TransportError as error:
                if not repeatable:
                    raise self._lost(error) from error
                time.sleep(pause)
        try:
            return self._once(request)
        except httpx.TransportError as error:
            raise self._lost(error) from error

    def stream(
        self,
        path: str,
        query: Mapping[str, str],
        last: int,
        language: str,
        *,
        token: str = "",
        silence: float,
    ) -> Iterator[str] | Response:
        """The lines of a stream; see `client.transport.Transport.stream`."""
        headers = {"accept-language": language, "last-event-id": str(last)}
        if token:
            headers["authorization"] = f"Bearer {token}"
        timeout = httpx.Timeout(silence, connect=TIMEOUT.connect)
        request = self._client.build_request(
            "GET", path, params=dict(query), headers=headers, timeout=timeout
        )
        try:
            answer = self._client.send(request, stream=True)
            kind = answer.headers.get("content-type", "")
            if answer.status_code == 200 and kind.startswith(STREAM):
                return _lines(answer)
            self._check_place(answer)
            answer.read()
        except httpx.TransportError as error:
            raise self._lost(error) from error
        return Response(answer.status_code, kind, answer.content)

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def _once(self, request: httpx.Request) -> Response:
        answer = self._client.send(request)
        for _ in range(PATIENCE):
            wait = _wait_after(answer)
            if wait is None:
                break
            time.sleep(wait)
            answer = self._client.send(request)
        self._check_place(answer)
        kind = answer.headers.get("content-type", "")
        return Response(answer.status_code, kind, answer.content)

    def _check_place(self, answer: httpx.Response) -> None:
        if answer.is_redirect:
            message = N_("The service at {text} has moved to {name}; name that URL.")
            raise Unreachable(message, text=self.url, name=answer.headers["location"])

    def _lost(self, error: httpx.TransportError) -> Unreachable:
        return Unreachable(
            N_("No service answers at {text}: {name}"), text=self.url, name=cause(error)
        )


def _is_url(text: str) -> bool:
    try:
        return httpx.URL(text).scheme in ("http", "https")
    except (httpx.InvalidURL, UnicodeEncodeError):
        return False


def _wait_after(answer: httpx.Response) -> int | None:
    """After how many seconds to ask again who was asked too often; None if not at all, or later."""
    told = answer.headers.get("retry-after", "")
    if answer.status_code != TOO_OFTEN or not told.isdecimal() or int(told) > LONGEST:
        return None
    return int(told)


def _lines(answer: httpx.Response) -> Iterator[str]:
    """The lines of an answer as they come; they end with it, or when it is lost."""
    rest = b""
    with contextlib.closing(answer), contextlib.suppress(httpx.TransportError):
        for chunk in answer.iter_bytes():
            *lines, rest = (rest + chunk).split(b"\n")
            yield from (line.decode() for line in lines)
