"""Targets of webhooks: URLs that may be posted to, and the addresses that stand behind them.

Whoever registers a webhook makes the service send something somewhere. So it is sent to addresses
of the public internet only, and to the very addresses that were looked at: a name that leads
elsewhere a moment later leads nowhere.
"""

import ipaddress
import socket
from collections.abc import Callable, Iterable
from urllib.parse import SplitResult, urlsplit

import msgspec

from projections.words import N_
from server.errors import NotAllowed

_PORTS = {"http": 80, "https": 443}
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Iterable[str]]


class Target(msgspec.Struct, frozen=True):
    """Where to connect (`address`), and what to ask there for."""

    scheme: str
    host: str
    port: int
    path: str
    address: str


def resolved(host: str, port: int) -> list[str]:
    """The addresses of a host by the system's own means.

    Raises:
        OSError: if it has none.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class Targets:
    """What may be posted to; `private` lets it be anything, for an operator who wants that."""

    def __init__(self, *, private: bool = False, resolve: Resolve = resolved) -> None:
        self._private = private
        self._resolve = resolve

    def find(self, url: str) -> Target:
        """The target behind a URL, all its addresses looked at.

        Raises:
            NotAllowed: if nothing may be sent there; says why.
        """
        parts, port = self._parts(url)
        host = parts.hostname or ""
        try:
            addresses = [ipaddress.ip_address(a.partition("%")[0]) for a in
                         self._resolve(host, port)]  # fmt: skip
        except (OSError, UnicodeError, ValueError) as error:
            message = N_("No address is known for “{name}”.")
            raise NotAllowed("unknown_host", message, name=host) from error
        if not addresses:
            raise NotAllowed("unknown_host", N_("No address is known for “{name}”."), name=host)
        if not self._private and not all(is_public(address) for address in addresses):
            message = N_("“{name}” is not on the public internet, and nothing else is told here.")
            raise NotAllowed("private_address", message, name=host)
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        return Target(parts.scheme, host, port, path, str(addresses[0]))

    def _parts(self, url: str) -> tuple[SplitResult, int]:
        schemes = ("https", "http") if self._private else ("https",)
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        plain = url.isascii() and url.isprintable() and " " not in url
        if not plain or parts.scheme not in schemes or not parts.hostname or "@" in parts.netloc:
            message = N_("A webhook is a URL such as {name}, without a password in it.")
            raise NotAllowed("webhook_url", message, name="https://example.org/cronica")
        return parts, port or _PORTS[parts.scheme]


def is_public(address: Address) -> bool:
    """Whether an address, and any other address within it, belongs to the public internet."""
    return all(
        each.is_global and not each.is_multicast and not each.is_reserved
        for each in (address, *_inner(address))
    )


def _inner(address: Address) -> list[Address]:
    """The IPv4 addresses that an IPv6 address stands for."""
    if isinstance(address, ipaddress.IPv4Address):
        return []
    found: list[Address] = [a for a in (address.ipv4_mapped, address.sixtofour) if a]
    found += address.teredo or ()
    if address in _NAT64:
        found.append(ipaddress.IPv4Address(address.packed[-4:]))
    return found
