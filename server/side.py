"""The side store: what is not part of any game and may be changed or erased.

Seats' tokens (hashed), names, addresses and webhooks live here, never in a log. The SQL is the part
that SQLite and PostgreSQL share, with `?` for values.
"""

import os
import re
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from events.store import DamagedStore, StoreUnavailable
from server.hook_tables import WEBHOOKS

APPLICATION = 0x63726F73
"""Marks our files, “cros”; the log's is “cron”."""
VERSION = 1
"""Counts the shapes that the tables have had; a new table alone needs no new number."""
_BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
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

    def transaction(self) -> AbstractContextManager[Transaction]:
        """Statements that take effect all or not at all.

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
    *WEBHOOKS,
)


def names_of(statements: Iterable[str]) -> set[str]:
    """The tables and indexes that these statements make."""
    return {re.findall(r"IF NOT EXISTS (\w+)", statement)[0] for statement in statements}


class SQLiteSide:
    """The side store in a file of its own, readable by its owner only."""

    def __init__(self, path: str | os.PathLike[str], timeout: float = 5.0) -> None:
        self._lock = threading.RLock()
        if not Path(path).exists():
            Path(path).touch(mode=0o600)  # before there is anything in it to read
        self._open = partial(
            sqlite3.connect, path, timeout=timeout, isolation_level=None, check_same_thread=False
        )
        self._db = self._open()
        try:
            with _refusals():
                self._prepare(Path(path))
        except BaseException:
            self._db.close()
            raise

    def _prepare(self, path: Path) -> None:
        """Make the tables, unless the file is another program's, or newer than this one."""
        mark, version, tables = (
            self._db.execute(question).fetchone()[0]
            for question in (
                "PRAGMA application_id",
                "PRAGMA user_version",
                "SELECT count(*) FROM sqlite_master",
            )
        )
        if mark != APPLICATION and (mark or tables):
            raise DamagedStore(f"{path} is not a file of this program")
        if version > VERSION:
            raise DamagedStore(f"{path} was made by a newer version of this program")
        self._db.execute("PRAGMA synchronous = FULL")
        if mark and self._is_complete():
            return  # on storage that takes nothing now, seats can be looked up all the same
        self._db.execute("PRAGMA journal_mode = WAL")
        with self.transaction():
            for statement in SCHEMA:
                self._db.execute(statement)
            if not mark:
                self._db.execute(f"PRAGMA application_id = {APPLICATION}")
                self._db.execute(f"PRAGMA user_version = {VERSION}")

    def _is_complete(self) -> bool:
        rows = self._db.execute("SELECT name FROM sqlite_master").fetchall()
        return names_of(SCHEMA) <= {name for (name,) in rows}

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
                self._db.execute("COMMIT")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_READONLY:
                    # It was opened where nothing could be written, and would never learn otherwise.
                    self._open_again()
                raise
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def _open_again(self) -> None:
        self._db.close()
        self._db = self._open()
        self._db.execute("PRAGMA synchronous = FULL")

    def close(self) -> None:
        """Release the file."""
        with self._lock:
            self._db.close()


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _BROKEN:
            raise DamagedStore(f"the records of seats are damaged: {error}") from error
        raise StoreUnavailable(f"the records of seats cannot be used now: {error}") from error
