"""Exposure: who can reach a service, and what follows from that."""

import ipaddress
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from projections.words import N_
from server.limits import NONE, PUBLIC, Limits

LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Unsafe(Exception):
    """A service must not be offered in this way; `message` is to be translated."""

    def __init__(self, message: str, **params: Any) -> None:
        super().__init__(message.format(**params))
        self.message = message
        self.params = params


class Exposure(msgspec.Struct, frozen=True, kw_only=True):
    """Where a service listens, and how those outside of this machine get there.

    `certificate` and `key` are the files for TLS. Behind a proxy, which is at one of the addresses
    `proxies`, it is the proxy that speaks TLS and says where a request comes from. `doubting`, a
    service that only this machine can reach believes nobody either. `private_webhooks` lets it tell
    things to addresses that are not on the public internet.
    """

    host: str
    port: int
    certificate: Path | None = None
    key: Path | None = None
    proxies: tuple[str, ...] = ()
    doubting: bool = False
    private_webhooks: bool = False

    @property
    def trusting(self) -> bool:
        """Whether whoever gets there is who runs the service."""
        return is_loopback(self.host) and not self.proxies and not self.doubting

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names a trusting service answers to; none where it answers to any."""
        return (*LOOPBACK, self.host.lower()) if self.trusting else ()

    @property
    def url(self) -> str:
        """Where to ask it."""
        scheme = "https" if self.certificate else "http"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}"

    def limits(self, wanted: Mapping[str, float]) -> Limits:
        """The limits asked for, others as is usual for such a service."""
        usual = NONE if self.trusting else PUBLIC
        return msgspec.structs.replace(usual, **wanted)

    def check(self) -> None:
        """Check that nobody on the way can listen.

        Raises:
            Unsafe: if they can, or the files for TLS cannot be used.
        """
        if (self.certificate is None) != (self.key is None):
            raise Unsafe(N_("TLS needs both files: --tls-cert and --tls-key."))
        if self.certificate and self.key:
            _check_files(self.certificate, self.key)
        elif not is_loopback(self.host) and not self.proxies:
            message = N_(
                "Others can reach {text}: give a certificate (--tls-cert, --tls-key), or say "
                "--behind-proxy where a proxy speaks TLS in front of this service."
            )
            raise Unsafe(message, text=self.host or "0.0.0.0")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach what listens there."""
    try:
        found = socket.getaddrinfo(host or None, None, flags=socket.AI_PASSIVE)
    except OSError:
        return False
    return all(ipaddress.ip_address(str(f[4][0]).partition("%")[0]).is_loopback for f in found)


def _check_files(certificate: Path, key: Path) -> None:
    import ssl

    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate, key)
    except OSError as error:  # an ssl.SSLError is one as well
        message = N_("The files for TLS cannot be used: {text}.")
        raise Unsafe(message, text=str(error.strerror or error)) from error
