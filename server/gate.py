"""The gate: what is turned away before anything else is done for it.

Who asks too often is told when to ask again. A service that trusts whoever reaches it answers only
to the names of this machine, so that no page in a browser can reach it in its reader's stead.
"""

import ipaddress
import math
import time
from collections.abc import Collection

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.types import ASGIApp, Receive, Scope, Send

from projections.words import N_, NN_, Counted
from server.dispatch import refused
from server.errors import Busy, Forbidden, ServiceRefusal
from server.limits import Limits
from server.tokens import digest
from server.wire import header, http, language, token

WINDOW = 10
"""Seconds over which requests are counted: a short burst is no harm."""


class Gate:
    """An application behind a gate; `hosts` are the names it answers to (none: to any)."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Collection[str] = ()) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._counter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._by_token = _item(limits.rate)
        self._by_address = _item(limits.address_rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        asked = scope["type"] == "http"
        refusal = (self._foreign(scope) or self._too_often(scope)) if asked else None
        if refusal is None:
            await self._app(scope, receive, send)
        else:
            await http(refused(refusal, language(scope)))(scope, receive, send)

    def _foreign(self, scope: Scope) -> ServiceRefusal | None:
        if not self._hosts:
            return None
        named = header(scope, b"host"), header(scope, b"origin")
        if all(_host(name) in self._hosts for name in named if name):
            return None
        return Forbidden("foreign_host", N_("This service answers only to its own machine."))

    def _too_often(self, scope: Scope) -> ServiceRefusal | None:
        if self._by_address and (wait := self._wait(self._by_address, "address", address(scope))):
            return _busy(wait)
        mine = token(scope) if self._by_token else ""
        if self._by_token and mine and (wait := self._wait(self._by_token, "token", digest(mine))):
            return _busy(wait)
        return None

    def _wait(self, item: RateLimitItem, kind: str, who: str) -> int:
        """Count a request; in how many seconds to ask again, 0 if it may pass."""
        if self._counter.hit(item, kind, who):
            return 0
        left = self._counter.get_window_stats(item, kind, who).reset_time - time.time()
        return max(1, math.ceil(left))


def _busy(wait: int) -> Busy:
    message = N_("Too many requests; ask again after {count}.")
    seconds = Counted(NN_("{n} second", "{n} seconds"), wait)
    return Busy("too_often", message, wait=wait, count=seconds)


def address(scope: Scope) -> str:
    """Where a request comes from; of an IPv6 address the part that a whole house shares."""
    client = scope.get("client")
    host: str = client[0] if client else ""
    try:
        known = ipaddress.ip_address(host)
    except ValueError:
        return host
    if known.version == 4:
        return host
    return str(ipaddress.ip_network((known.packed[:8] + bytes(8), 64)))


def _item(rate: float) -> RateLimitItem | None:
    return RateLimitItemPerSecond(max(1, round(rate * WINDOW)), WINDOW) if rate else None


def _host(name: str) -> str:
    """The host in a `Host` or `Origin` header."""
    name = name.rpartition("://")[2]
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].lower()
