"""The file under the SQLite store: recognising it, its connections, and what can go wrong."""

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from events.store import DamagedStore, StoreUnavailable
from events.watch import Changes

APPLICATION_ID = 0x63726F6E
"""Marks our files in the SQLite header: "cron" in ASCII."""

SCHEMA = 3
"""How many migrations a file of this version has; its `user_version`."""

_WHAT = """
    SELECT (SELECT application_id FROM pragma_application_id),
           (SELECT user_version FROM pragma_user_version),
           (SELECT count(*) FROM sqlite_master)
"""
_FOR_NOW = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOMEM,
}  # fmt: skip
_BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}


class LogFile:
    """One SQLite file, with any number of reading connections and a single writing one.

    Threads share it: each reader takes a connection of its own out of a pool, writers take turns.
    Other processes may have the same file open; `timeout` (seconds) is how long to wait for them.

    Raises:
        DamagedStore: if the file is another program's, damaged, or newer; it is left as it was.
        StoreUnavailable: if it cannot be opened or made.
    """

    def __init__(self, path: Path, timeout: float) -> None:
        self.path = path
        self._timeout = timeout
        self._idle: deque[sqlite3.Connection] = deque()
        self._turn = threading.Lock()
        self._writer: sqlite3.Connection | None = None
        self._closed = False
        try:
            if self._schema() < SCHEMA:
                self._migrate()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection to read with. What is appended meanwhile may or may not be seen."""
        with self.faults():
            connection = self._reader()
            try:
                yield connection
            finally:
                self._idle.append(connection)
                if self._closed:
                    self._release()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, durable at the end of the block, undone if the block raises."""
        with self._turn, self.faults():
            connection = self._writer = self._writer or self._open_writer()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except sqlite3.OperationalError as error:
                if _kind(error) == sqlite3.SQLITE_READONLY:
                    # It was opened where nothing could be written, and would never learn otherwise.
                    self._writer = None
                raise
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                if self._writer is None:
                    connection.close()

    def close(self) -> None:
        """Close all connections, those in use as soon as they are given back."""
        with self._turn:
            self._closed = True
            self._release()
            if self._writer is not None:
                self._writer.close()
                self._writer = None

    def connect(self) -> sqlite3.Connection:
        """A reading connection outside the pool, to be closed by the caller."""
        with self.faults():
            return self._connect("ro")

    def _reader(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return self._connect("ro")

    def _release(self) -> None:
        while self._idle:
            self._reader().close()

    def _connect(self, mode: str) -> sqlite3.Connection:
        if self._closed:
            raise StoreUnavailable(f"{self.path} was closed")
        return sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=self._timeout,
            isolation_level=None,
            check_same_thread=False,
        )

    def _open_writer(self) -> sqlite3.Connection:
        connection = self._connect("rwc")
        try:
            self._use_wal(connection)
            # NORMAL could lose the last acknowledged commands when the power fails.
            connection.execute("PRAGMA synchronous = FULL")
        except BaseException:
            connection.close()
            raise
        return connection

    def _use_wal(self, connection: sqlite3.Connection) -> None:
        """Switch to WAL. Two processes that switch a new file at once do not wait by themselves."""
        deadline = time.monotonic() + self._timeout
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if _kind(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(0.005)

    def _schema(self) -> int:
        """The file's schema number, 0 if there is nothing yet."""
        if self.path.is_dir():
            raise StoreUnavailable(f"{self.path} is a folder")
        if not self.path.exists():
            return 0
        with self.reading() as connection:
            application, version, things = connection.execute(_WHAT).fetchone()
        if (application, version, things) == (0, 0, 0):
            return 0
        if application != APPLICATION_ID:
            raise DamagedStore(f"{self.path} belongs to another program")
        if version > SCHEMA:
            raise DamagedStore(
                f"{self.path} was written by a newer version (schema {version}; this is {SCHEMA})"
            )
        return int(version)

    def _migrate(self) -> None:
        # Imported here because it costs more than a whole move, and is needed once per file.
        from events.migrations import migrate

        self._make()
        with self.writing() as connection:
            migrate(connection)

    def _make(self) -> None:
        """An empty file, for the eyes of its owner only: it will hold secret seeds."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self.path.exists():
                self.path.touch(mode=0o600)
        except OSError as error:
            raise StoreUnavailable(f"{self.path} cannot be made: {error.strerror}") from error

    @contextmanager
    def faults(self) -> Iterator[None]:
        """What SQLite complains of within the block, as an error of the store."""
        try:
            yield
        except sqlite3.Error as error:
            if _kind(error) in _FOR_NOW:
                raise StoreUnavailable(f"{self.path}: {error}") from error
            if _kind(error) in _BROKEN or unreadable(error):
                raise DamagedStore(f"{self.path} is damaged or no game log: {error}") from error
            raise


class Written(Changes):
    """Whether anybody has written to the file, asked of SQLite without reading a page of it."""

    def __init__(self, file: LogFile) -> None:
        self._file = file
        # The number only means something on one and the same connection.
        self._connection: sqlite3.Connection | None = file.connect()
        self._version = 0
        self._turn = threading.Lock()

    def any(self) -> bool:
        """Whether there was a commit since this was asked last; False once closed."""
        with self._turn, self._file.faults():
            if self._connection is None:
                return False
            [version] = self._connection.execute("PRAGMA data_version").fetchone()
            before, self._version = self._version, version
            return bool(version != before)

    def close(self) -> None:
        """Close the connection."""
        with self._turn:
            if self._connection is not None:
                self._connection.close()
            self._connection = None


def unreadable(error: sqlite3.Error) -> bool:
    """Whether a text in the file is not UTF-8: the one fault that Python finds, not SQLite."""
    return isinstance(error, sqlite3.OperationalError) and _kind(error) is None


def _kind(error: sqlite3.Error) -> int | None:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF
