"""Read-model tables for people who query: one SQLite file, derived from the log and no more.

Each game's rows are replaced whenever its log grows. Keeping up does without sqlite-utils, because
importing it costs more than a whole move: `projections.making` has what needs it.
"""

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from projections import making
from projections.schema import SHARED, Rows, Summary, Table, digest

SHAPES = "SELECT tables, digest FROM shapes"
SHARED_NAME = "every game"


class Stale(Exception):
    """The file is missing, damaged, or of another shape: it must be rebuilt."""


class Tip(NamedTuple):
    """The last event that a game's rows take in; its seal tells it from that of any other log."""

    seq: int
    seal: str


NOTHING = Tip(0, "")
"""The tip of a game that has no rows."""


class Tables:
    """The tables in the file at `path`."""

    def __init__(self, path: Path, timeout: float = 5.0) -> None:
        self.path = path
        self._timeout = timeout
        self._turn = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None

    def update(
        self, kind: str, own: Sequence[Table], game: str, rows: Rows, *, known: Tip, whole: bool
    ) -> bool:
        """Replace one game's rows; `own` are the tables that its kind adds to the shared ones.

        `whole` says that they are all its rows, not only what differs since `known`. False, and
        nothing is written, if the rows there are no longer those of `known`: somebody was quicker.

        Raises:
            Stale: if there is no file with these tables.
        """
        with self._stale(), self._writing() as db:
            _check(db, {SHARED_NAME: SHARED, kind: tuple(own)})
            if _tip(db, game) != known:
                return False
            _replace(db, (*SHARED, *own), game, rows, whole)
            return True

    def tip(self, game: str) -> Tip:
        """How far a game's rows go.

        Raises:
            Stale: if there is no file with these tables.
        """
        with self._stale(), self._turn:
            return _tip(self._opened(), game)

    def summaries(self) -> dict[str, Summary]:
        """Every game that has rows, as far as they go; whoever writes them is not waited for.

        Raises:
            Stale: if there is no file with these tables.
        """
        with self._stale(), closing(self._reader()) as db:
            _check(db, {SHARED_NAME: SHARED})
            rows = db.execute("SELECT game, seq, updated_at, kind, name, over FROM games")
            return {
                game: Summary(seq, at, kind, name, bool(over))
                for game, seq, at, kind, name, over in rows
            }

    def rebuild(
        self, kinds: Mapping[str, Sequence[Table]], games: Iterable[tuple[str, str, Rows]]
    ) -> tuple[int, int]:
        """Make the file again: `kinds` are the tables each kind adds, `games` kind, id and rows.

        Returns the number of games and of rows.
        """
        shapes = {SHARED_NAME: SHARED, **{kind: tuple(own) for kind, own in kinds.items()}}
        tables = [table for shape in shapes.values() for table in shape]
        with self._turn:
            self._discard_damaged()
            with self._writing() as db:
                making.drop(db)
                making.make(db, tables, shapes)
                counts = [
                    _insert(db, (*SHARED, *kinds[kind]), game, rows) for kind, game, rows in games
                ]
                making.index(db, tables)
            self._describe(tables)
        return len(counts), sum(counts)

    def close(self) -> None:
        """Release the file; it is opened again when it is needed."""
        with self._turn:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _discard_damaged(self) -> None:
        """Delete the file if it is no whole database any more."""
        try:
            with self._writing() as db:
                whole = db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        except sqlite3.DatabaseError as error:
            if _waits(error):
                raise
            whole = False
        if not whole:
            self.close()
            discard(self.path)

    @contextmanager
    def _stale(self) -> Iterator[None]:
        """Say that the file is stale where it is not there or not what it should be."""
        if not self.path.exists():
            self.close()
            raise Stale(f"{self.path} does not exist")
        try:
            yield
        except sqlite3.DatabaseError as error:
            if _waits(error):
                raise
            raise Stale(f"{self.path}: {error}") from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._turn:
            db = self._opened()
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

    def _opened(self) -> sqlite3.Connection:
        """A connection to the file that is there now: the one it was may have been deleted."""
        if self._connection is not None and _identity(self.path) != self._identity:
            self.close()
        self._connection = self._connection or self._open()
        return self._connection

    def _reader(self) -> sqlite3.Connection:
        place = f"{self.path.absolute().as_uri()}?mode=ro"
        return sqlite3.connect(place, uri=True, timeout=self._timeout)

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.path.exists():
            # For the eyes of its owner, as the log: it tells what lies face down.
            self.path.touch(mode=0o600)
        # Before it is opened: should it be exchanged in between, it is only opened once more.
        self._identity = _identity(self.path)
        db = sqlite3.connect(
            self.path, timeout=self._timeout, isolation_level=None, check_same_thread=False
        )
        try:
            db.execute("PRAGMA journal_mode = WAL")
            # What a power failure takes can be rebuilt, so no write waits for the disk.
            db.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            db.close()
            raise
        return db

    def _describe(self, tables: Sequence[Table]) -> None:
        """Write what Datasette shows next to tables and columns."""
        import json

        described = {"databases": {self.path.stem: {"tables": dict(map(making.metadata, tables))}}}
        text = json.dumps(described, indent=1, ensure_ascii=False) + "\n"
        self.path.with_suffix(".metadata.json").write_text(text, "utf-8")


def discard(path: Path) -> None:
    """Delete a file of tables, if there is one, with what SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another under the same name; None if there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _check(db: sqlite3.Connection, shapes: dict[str, tuple[Table, ...]]) -> None:
    found = dict(db.execute(SHAPES).fetchall())
    for name, tables in shapes.items():
        if found.get(name) != digest(tables):
            raise Stale(f"the tables of {name} have another shape")


def _waits(error: sqlite3.Error) -> bool:
    """Whether the file is only in use, full or read-only."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    broken = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return code not in broken


def _tip(db: sqlite3.Connection, game: str) -> Tip:
    row = db.execute("SELECT seq, seal FROM games WHERE game = ?", (game,)).fetchone()
    return Tip(*row) if row else NOTHING


def _replace(
    db: sqlite3.Connection, tables: Sequence[Table], game: str, rows: Rows, whole: bool
) -> None:
    for table in reversed(tables):
        if whole or not table.grows:
            db.execute(f"DELETE FROM {table.name} WHERE game = ?", (game,))
    _insert(db, tables, game, rows)


def _insert(db: sqlite3.Connection, tables: Sequence[Table], game: str, rows: Rows) -> int:
    count = 0
    for table in tables:
        names = itemgetter(*(column.name for column in table.columns[1:]))
        places = ", ".join("?" * len(table.columns))
        values = [(game, *names(row)) for row in rows.get(table.name, ())]
        how = "INSERT OR REPLACE" if table.grows else "INSERT"
        db.executemany(f"{how} INTO {table.name} VALUES ({places})", values)
        count += len(values)
    return count
