"""The side store in PostgreSQL, beside the log: any number of server processes share seats.

It has a schema of its own, because whoever serves may change these records and not the log.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from events.postgres_link import Link, words
from events.postgres_pool import Database
from events.postgres_text import original, plain
from events.store import DamagedStore, StoreUnavailable
from server.side import SCHEMA, VERSION, Row, names_of

LOCK = 0x63726F73
"""The advisory lock under which these tables are made and written: “cros” in ASCII."""
_NAMES = sorted(names_of(SCHEMA))
_HELD = """
    SELECT to_regclass('cronica_seats.versions') IS NOT NULL,
           (SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace('cronica_seats')),
           (SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace('cronica_seats')
            AND relname = ANY(%s))
"""
_VERSIONS = "CREATE TABLE IF NOT EXISTS versions (version integer PRIMARY KEY)"


class PostgresSide:
    """The side store in the database at `url`, in the schema `cronica_seats`.

    `timeout` is how many seconds to wait for the database, `size` how many connections to use at
    most.

    Raises:
        DamagedStore: if the schema is another program's, or newer; it is left as it was.
        StoreUnavailable: if the database cannot be reached, or the schema not be made.
    """

    def __init__(self, url: str, *, timeout: float = 5.0, size: int = 4) -> None:
        self._database = Database(_in_schema(url), timeout=timeout, size=size)
        try:
            with _refusals():
                self._prepare()
        except BaseException:
            self._database.close()
            raise

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query."""
        with _refusals():
            return self._database.run(lambda link: _rows(link, sql, values))

    @contextmanager
    def transaction(self) -> Iterator["Statements"]:
        """Statements that take effect together. Those who write take turns, as in SQLite."""
        with _refusals(), self._database.transaction() as link:
            link.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            yield Statements(link)

    def close(self) -> None:
        """Release the connections."""
        self._database.close()

    def _prepare(self) -> None:
        if self._database.run(self._is_ready):
            return
        with self._database.transaction() as link:
            link.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            if self._is_ready(link):
                return
            link.execute("CREATE SCHEMA IF NOT EXISTS cronica_seats")
            link.execute(_VERSIONS)
            link.execute("INSERT INTO versions VALUES (%s) ON CONFLICT DO NOTHING", (VERSION,))
            for statement in SCHEMA:
                link.execute(statement.encode())

    def _is_ready(self, link: Link) -> bool:
        """Whether all tables are there; raises DamagedStore if others are."""
        marked, things, ours = link.execute(_HELD, (_NAMES,)).fetchone() or (False, 0, 0)
        if not marked and things:
            raise DamagedStore(
                f"the schema “cronica_seats” of {self._database.where} belongs to another program"
            )
        if not marked:
            return False
        row = link.execute("SELECT max(version) FROM versions").fetchone()
        if row and (row[0] or 0) > VERSION:
            raise DamagedStore(
                f"the seats of {self._database.where} were written by a newer version"
            )
        return bool(ours == len(_NAMES))


class Statements:
    """What may be done within a transaction; see `server.side.Transaction`."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def run(self, sql: str, *values: Any) -> int:
        """Carry out a statement; the number of rows it changed."""
        return _execute(self._link, sql, values).rowcount

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query."""
        return _rows(self._link, sql, values)


def _execute(link: Link, sql: str, values: Sequence[Any]) -> psycopg.Cursor[tuple[Any, ...]]:
    query = sql.replace("%", "%%").replace("?", "%s")
    return link.execute(query.encode(), [plain(v) if isinstance(v, str) else v for v in values])


def _rows(link: Link, sql: str, values: Sequence[Any]) -> list[Row]:
    return [
        tuple(original(value) if isinstance(value, str) else value for value in row)
        for row in _execute(link, sql, values).fetchall()
    ]


def _in_schema(url: str) -> str:
    """The same URL, with our schema as the one that names without a schema mean."""
    try:
        options = conninfo_to_dict(url).get("options") or ""
        return make_conninfo(url, options=f"{options} -c search_path=cronica_seats".strip())
    except psycopg.ProgrammingError:
        raise StoreUnavailable("that is no postgresql:// URL that can be read") from None


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise StoreUnavailable(
            f"the records of seats cannot be used now: {words(error)}"
        ) from error
