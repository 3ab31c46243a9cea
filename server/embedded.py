"""The service inside the client's own process: no network, and nothing imported for one."""

from collections.abc import Mapping
from pathlib import Path

from events.store import Store
from server.dispatch import Asked, Response, dispatch
from server.service import Service


class Embedded:
    """The service on a store of its own; the answers are the bytes that HTTP would bring."""

    def __init__(self, store: Store) -> None:
        self.service = Service(store)

    def send(
        self, method: str, path: str, query: Mapping[str, str], body: bytes, language: str
    ) -> Response:
        """Answer one request."""
        return dispatch(self.service, Asked(method, path, query, body, language))

    def close(self) -> None:
        """Release the store."""
        self.service.close()


def open_store(data: Path) -> Store:
    """The store of the data folder `data`, made if it is not there yet."""
    from events.sqlite import SQLiteStore

    data.mkdir(parents=True, exist_ok=True)
    return SQLiteStore(data / "cronica.db")


def open_embedded(data: Path) -> Embedded:
    """The service on the store of the data folder `data`."""
    return Embedded(open_store(data))
