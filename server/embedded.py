"""The service inside the client's own process: no network, and nothing imported for one."""

from collections.abc import Mapping
from pathlib import Path

from events.store import Store
from server.dispatch import Asked, Response, dispatch
from server.service import Service
from server.side import Side
from server.tables import keep_tables


class Embedded:
    """A service in this process; the answers are the bytes that HTTP would bring."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def send(  # noqa: PLR0917 (the shape of the transport)
        self,
        method: str,
        path: str,
        query: Mapping[str, str],
        body: bytes,
        language: str,
        token: str = "",
    ) -> Response:
        """Answer one request."""
        return dispatch(self.service, Asked(method, path, query, body, language, token))

    def close(self) -> None:
        """Release what the service holds."""
        self.service.close()


def open_store(data: Path) -> Store:
    """The store of the data folder `data`, made if it is not there yet."""
    from events.sqlite import SQLiteStore

    data.mkdir(parents=True, exist_ok=True)
    return SQLiteStore(data / "cronica.db")


def open_side(data: Path, *, make: bool) -> Side | None:
    """The records of seats in the data folder `data`; None if there are none, unless to be made."""
    path = data / "seats.db"
    if not make and not path.exists():
        return None
    from server.side import SQLiteSide

    return SQLiteSide(path)


def open_service(data: Path, *, serving: bool = False, trusting: bool = True) -> Service:
    """The service on the data folder `data`, with its tables kept beside the log.

    `serving` to others it keeps records of who sits where; see `Service` for `trusting`.
    """
    store = open_store(data)
    service = Service(store, open_side(data, make=serving), trusting=trusting)
    keep_tables(service, data / "tables.db")
    return service


def open_embedded(data: Path) -> Embedded:
    """The service on the data folder `data`, in this process."""
    return Embedded(open_service(data))
