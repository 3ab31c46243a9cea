"""The service inside this process: the one module of the client that knows the server."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from client.causes import cause
from client.errors import Misused, Unreachable
from client.transport import Response
from events.store import StoreError
from events.stores import shown
from projections.words import N_


class Embedded:
    """The transport to a service on the store of a folder, without any network."""

    rest = 0.25

    def __init__(self, folder: Path) -> None:
        from server.embedded import open_embedded

        try:
            self._service = open_embedded(folder)
        except (OSError, StoreError) as error:
            raise _unusable(folder, error) from error

    def send(
        self,
        method: str,
        path: str,
        query: Mapping[str, str],
        body: bytes,
        language: str,
        *,
        repeatable: bool = False,  # noqa: ARG002 (no answer is ever lost on this way)
        token: str = "",
    ) -> Response:
        """Ask the service; see `client.transport.Transport.send`."""
        answer = self._service.send(method, path, query, body, language, token)
        return Response(answer.status, answer.content_type, answer.body)

    def stream(
        self,
        path: str,
        query: Mapping[str, str],
        last: int,
        language: str,
        *,
        token: str = "",
        silence: float,  # noqa: ARG002 (there is no connection to break)
    ) -> Iterator[str] | Response:
        """What there is to stream now; see `client.transport.Transport.stream`."""
        answer = self.send("GET", path, {**query, "since": str(last)}, b"", language, token=token)
        return iter(answer.body.decode().split("\n")) if answer.status == 200 else answer

    def close(self) -> None:
        """Release the store."""
        self._service.close()


class Offer:
    """A service to be offered to others; see `server.exposure.Exposure` for what is given.

    Raises:
        Misused: if nobody should reach it so.
        Unreachable: if nothing can listen there.
    """

    def __init__(self, *, host: str, port: int, **given: Any) -> None:
        from server.exposure import Exposure, Unsafe

        try:
            Exposure(host=host, port=port, **given).check()
        except Unsafe as unsafe:
            raise Misused(unsafe.message, **unsafe.params) from unsafe
        self._exposure = Exposure(host=host, port=usable_port(host, port), **given)

    @property
    def url(self) -> str:
        """Where to ask it."""
        return self._exposure.url

    @property
    def trusting(self) -> bool:
        """Whether it takes whoever reaches it for who runs it."""
        return self._exposure.trusting

    def serve(
        self,
        folder: Path,
        limits: Mapping[str, float],
        store: str = "",
        level: str = "warning",
    ) -> None:
        """Serve the store of a folder, or the one named, until interrupted.

        `limits` are those of `server.limits` that are to be others than usual; `level` is from
        what on it logs.

        Raises:
            Unreachable: if the store is of no use.
        """
        from server.main import serve as run

        try:
            run(folder, self._exposure, self._exposure.limits(limits), store, level)
        except (OSError, StoreError) as error:
            raise _unusable(shown(store or folder), error) from error


def save(folder: Path, file: Path) -> tuple[int, int]:
    """Save a folder's games and seats in a new file; how many games and events.

    Raises:
        Unreachable: if that cannot be done.
    """
    from server.backup import backup

    try:
        copied = backup(folder, file)
    except StoreError as error:
        message = N_("Nothing was changed: the games in {file} cannot be saved: {name}")
        raise Unreachable(message, file=str(folder), name=cause(error)) from error
    except OSError as error:
        raise _useless(file, error) from error
    return copied.games, copied.events


def bring_back(file: Path, folder: Path) -> tuple[int, int]:
    """Put a backup into a folder without games; how many games and events.

    Raises:
        Unreachable: if that cannot be done; then nothing was changed.
    """
    from server.backup import restore

    try:
        copied = restore(file, folder)
    except (OSError, StoreError) as error:
        raise _useless(file, error) from error
    return copied.games, copied.events


def tables_file(folder: Path) -> Path:
    """The file of the read-model tables of the service on a folder."""
    return folder / "tables.db"


def usable_port(host: str, port: int) -> int:
    """The port, or any free one for 0, once it is known that it can be listened on.

    Raises:
        Unreachable: if it cannot, or the address is not this machine's.
    """
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.create_server((host, port), family=family) as server:
            return int(server.getsockname()[1])
    except OSError as error:
        raise Unreachable(
            N_("Nothing can be served at {text}: {name}"), text=f"{host}:{port}", name=cause(error)
        ) from error


def _unusable(folder: Path | str, error: Exception) -> Unreachable:
    return Unreachable(
        N_("The games in {file} cannot be reached: {name}"), file=str(folder), name=cause(error)
    )


def _useless(file: Path, error: Exception) -> Unreachable:
    if isinstance(error, FileExistsError):
        there = str(error.filename or error)
        return Unreachable(N_("Nothing was changed: {file} is there already."), file=there)
    message = N_("Nothing was changed: the backup {file} cannot be used: {name}")
    return Unreachable(message, file=str(file), name=cause(error))
