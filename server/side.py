"""The side store: what is not part of any game and may be changed or erased.

Seats' tokens (hashed), names, addresses and webhooks live here, never in a log. The SQL is the part
that SQLite and PostgreSQL share, with `?` for values.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from events.store import StoreUnavailable

Row = Sequence[Any]


class Transaction(Protocol):
    """Statements that take effect together."""

    def run(self, sql: str, *values: Any) -> int:
        """Carry out a statement; the number of rows it changed."""
        ...

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query."""
        ...


class Side(Protocol):
    """A small database of changeable records."""

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query.

        Raises:
            StoreUnavailable: if it cannot be asked now.
        """
        ...

    def transaction(self) -> Any:
        """A context manager giving a `Transaction`; all or nothing.

        Raises:
            StoreUnavailable: if it cannot be written now.
        """
        ...

    def close(self) -> None:
        """Release it."""
        ...


SCHEMA = (
    """CREATE TABLE IF NOT EXISTS games (
        game TEXT PRIMARY KEY, owner TEXT NOT NULL, link TEXT NOT NULL,
        is_open INTEGER NOT NULL, absence BIGINT NOT NULL, created_at BIGINT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS games_by_owner ON games (owner)",
    """CREATE TABLE IF NOT EXISTS chairs (
        game TEXT NOT NULL, seat TEXT NOT NULL, token TEXT, invitation TEXT, name TEXT,
        address TEXT, turn INTEGER NOT NULL, joined_at BIGINT, seen_at BIGINT, wanted_at BIGINT,
        PRIMARY KEY (game, seat))""",
    "CREATE UNIQUE INDEX IF NOT EXISTS chairs_by_invitation ON chairs (invitation)",
    "CREATE INDEX IF NOT EXISTS chairs_by_token ON chairs (token)",
)


class SQLiteSide:
    """The side store in a file of its own, readable by its owner only."""

    def __init__(self, path: str | os.PathLike[str], timeout: float = 5.0) -> None:
        self._lock = threading.RLock()
        with _refusals():
            new = not Path(path).exists()
            self._db = sqlite3.connect(
                path, timeout=timeout, isolation_level=None, check_same_thread=False
            )
            if new:
                Path(path).chmod(0o600)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            for statement in SCHEMA:
                self._db.execute(statement)

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query."""
        with self._lock, _refusals():
            return self._db.execute(sql, values).fetchall()

    def run(self, sql: str, *values: Any) -> int:
        """Carry out a statement; the number of rows it changed."""
        return self._db.execute(sql, values).rowcount

    @contextmanager
    def transaction(self) -> Iterator["SQLiteSide"]:
        """Statements that take effect together."""
        with self._lock, _refusals():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def close(self) -> None:
        """Release the file."""
        with self._lock:
            self._db.close()


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StoreUnavailable(f"the records of seats cannot be used now: {error}") from error
