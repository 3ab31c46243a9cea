"""The service inside the client's own process: no network, and nothing imported for one."""

from collections.abc import Callable, Mapping
from pathlib import Path

from events.store import Store
from events.stores import POSTGRES, open_store
from server.dispatch import Asked, Response, dispatch
from server.limits import NONE, Limits
from server.service import Service
from server.side import Side
from server.tables import keep_tables

LOG = "cronica.db"
SEATS = "seats.db"
TABLES = "tables.db"


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


def open_side(store: str | Path, *, make: bool) -> Side | None:
    """The records of seats that belong to a store: in the same database, or beside the same file.

    None if there are none, unless they are to be made.
    """
    if str(store).startswith(POSTGRES):
        from server.side_postgres import PostgresSide

        return PostgresSide(str(store))
    path = Path(store).parent / SEATS
    if not make and not path.exists():
        return None
    from server.side import SQLiteSide

    return SQLiteSide(path)


def open_service(
    data: Path,
    *,
    store: str = "",
    serving: bool = False,
    trusting: bool = True,
    limits: Limits = NONE,
    through: Callable[[Store], Store] = lambda store: store,
) -> Service:
    """The service on the data folder `data`, with its tables kept there.

    `store` is the URL or path of another store than the one in the folder. `serving` to others it
    keeps records of who sits where; see `Service` for the rest.
    `through` may put something between the service and its store.
    """
    data.mkdir(parents=True, exist_ok=True)
    place = store or data / LOG
    opened = open_store(place)
    try:
        side = open_side(place, make=serving)
    except BaseException:
        opened.close()
        raise
    service = Service(through(opened), side, trusting=trusting, limits=limits)
    tables = keep_tables(service, data / TABLES)
    if serving:
        tables.resume()
    return service


def open_embedded(data: Path) -> Embedded:
    """The service on the data folder `data`, in this process."""
    return Embedded(open_service(data))
