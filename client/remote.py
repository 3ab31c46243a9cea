"""A service behind a URL, through httpx."""

import time
from collections.abc import Mapping

import httpx

from client.errors import Misused, Unreachable
from client.transport import Response
from projections.words import N_

TIMEOUT = httpx.Timeout(30.0, connect=5.0)
PAUSES = (0.2, 1.0)
"""Seconds to wait before each further attempt."""


class Remote:
    """The transport over HTTP. It asks again only where that can do no harm."""

    def __init__(self, url: str, *, http: httpx.BaseTransport | None = None) -> None:
        if not url.startswith(("http://", "https://")):
            raise Misused(N_("“{text}” is no URL of a service (http://… or https://…)"), text=url)
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

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def _once(self, request: httpx.Request) -> Response:
        answer = self._client.send(request)
        if answer.is_redirect:
            message = N_("The service at {text} has moved to {name}; name that URL.")
            raise Unreachable(message, text=self.url, name=answer.headers["location"])
        kind = answer.headers.get("content-type", "")
        return Response(answer.status_code, kind, answer.content)

    def _lost(self, error: httpx.TransportError) -> Unreachable:
        return Unreachable(
            N_("No service answers at {text}: {name}"), text=self.url, name=str(error)
        )
