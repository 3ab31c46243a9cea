"""The service inside the client's own process: no network, and nothing imported for one."""

from collections.abc import Mapping
from pathlib import Path

from events.store import Store
from server.dispatch import Asked, Response, dispatch
from server.service import Service
from server.tables import keep_tables


class Embedded:
    """A service in this process; the answers are the bytes that HTTP would bring."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def send(
        self, method: str, path: str, query: Mapping[str, str], body: bytes, language: str
    ) -> Response:
        """Answer one request."""
        return dispatch(self.service, Asked(method, path, query, body, language))

    def close(self) -> None:
        """Release what the service holds."""
        self.service.close()


def open_store(data: Path) -> Store:
    """The store of the data folder `data`, made if it is not there yet."""
    from events.sqlite import SQLiteStore

    data.mkdir(parents=True, exist_ok=True)
    return SQLiteStore(data / "cronica.db")


def open_service(data: Path) -> Service:
    """The service on the data folder `data`, with its tables kept beside the log."""
    service = Service(open_store(data))
    keep_tables(service, data / "tables.db")
    return service


def open_embedded(data: Path) -> Embedded:
    """The service on the data folder `data`, in this process."""
    return Embedded(open_service(data))
