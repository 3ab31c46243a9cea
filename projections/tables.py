"""Read-model tables for people who query: one SQLite file, derived from the log and no more.

Each game's rows are replaced whenever its log grows. The schema is made, and everything rebuilt,
with sqlite-utils; keeping up does without it, because importing it costs more than a whole move.
"""

import functools
import hashlib
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from operator import itemgetter
from pathlib import Path
from typing import Any

from projections.schema import SHARED, Rows, Summary, Table

SHAPES = "SELECT tables, digest FROM shapes"
SHARED_NAME = "every game"


class Stale(Exception):
    """The file is missing, damaged, or of another shape: it must be rebuilt."""


class Tables:
    """The tables in the file at `path`."""

    def __init__(self, path: Path, timeout: float = 5.0) -> None:
        self.path = path
        self._timeout = timeout
        self._turn = threading.RLock()
        self._connection: sqlite3.Connection | None = None

    def update(self, kind: str, own: Sequence[Table], game: str, rows: Rows) -> None:
        """Replace one game's rows; `own` are the tables that its kind adds to the shared ones.

        What another process has written from a longer log stays.

        Raises:
            Stale: if there is no file with these tables.
        """
        with self._stale(), self._writing() as db:
            _check(db, {SHARED_NAME: SHARED, kind: tuple(own)})
            if _known(db, game) <= rows["games"][0]["seq"]:
                _replace(db, (*SHARED, *own), game, rows)

    def known(self, game: str) -> int:
        """The number of the last event that a game's rows take in, 0 if it has none.

        Raises:
            Stale: if there is no file with these tables.
        """
        with self._stale(), self._turn:
            return _known(self._opened(), game)

    def seqs(self) -> dict[str, int]:
        """For every game that has rows, the number of the last event that they take in.

        Raises:
            Stale: if there is no file with these tables.
        """
        with self._stale(), self._turn:
            return dict(self._opened().execute("SELECT game, seq FROM games").fetchall())

    def summaries(self) -> dict[str, Summary]:
        """Every game that has rows, as far as they go; whoever writes them is not waited for.

        Raises:
            Stale: if there is no file with these tables.
        """
        with self._stale(), closing(self._reader()) as db:
            _check(db, {SHARED_NAME: SHARED})
            rows = db.execute("SELECT game, seq, kind, name, over FROM games")
            return {
                game: Summary(seq, kind, name, bool(over)) for game, seq, kind, name, over in rows
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
                _drop(db)
                _make(db, tables, shapes)
                counts = [
                    _insert(db, (*SHARED, *kinds[kind]), game, rows) for kind, game, rows in games
                ]
                _index(db, tables)
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
            for suffix in ("", "-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

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

        described = {"databases": {self.path.stem: {"tables": dict(map(_metadata, tables))}}}
        text = json.dumps(described, indent=1, ensure_ascii=False) + "\n"
        self.path.with_suffix(".metadata.json").write_text(text, "utf-8")


@functools.lru_cache(maxsize=64)
def digest(tables: tuple[Table, ...]) -> str:
    """What tells two shapes of tables apart."""
    return hashlib.sha256(repr(tables).encode()).hexdigest()


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


def _known(db: sqlite3.Connection, game: str) -> int:
    row = db.execute("SELECT seq FROM games WHERE game = ?", (game,)).fetchone()
    return int(row[0]) if row else 0


def _replace(db: sqlite3.Connection, tables: Sequence[Table], game: str, rows: Rows) -> None:
    for table in reversed(tables):
        if not table.grows:
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


def _drop(db: sqlite3.Connection) -> None:
    """Remove every table; other programs' own additions to this file go as well."""
    kinds = db.execute(
        "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view') "
        "AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    for kind, name in kinds:
        db.execute(f'DROP {kind} "{name}"')


def _make(
    db: sqlite3.Connection, tables: Sequence[Table], shapes: dict[str, tuple[Table, ...]]
) -> None:
    from sqlite_utils import Database

    file = Database(db, execute_plugins=False)
    for table in tables:
        _create(file, table)
    described = {"table": str, "column": str, "about": str}
    file.create_table("columns", described, strict=True).insert_all(
        {"table": table.name, "column": column.name, "about": column.about}
        for table in tables
        for column in table.columns
    )
    shaped = {"tables": str, "digest": str}
    file.create_table("shapes", shaped, pk="tables", strict=True).insert_all(
        {"tables": name, "digest": digest(shape)} for name, shape in shapes.items()
    )


def _create(file: Any, table: Table) -> None:
    file.create_table(
        table.name,
        {column.name: column.type for column in table.columns},
        pk=table.key if len(table.key) > 1 else table.key[0],
        not_null={column.name for column in table.columns if not column.optional},
        foreign_keys=[
            (columns if len(columns) > 1 else columns[0], other)
            for columns, other in table.references
        ],
        strict=True,
    )


def _index(db: sqlite3.Connection, tables: Sequence[Table]) -> None:
    """Once all rows are there: to sort them costs less than to keep them sorted."""
    from sqlite_utils import Database

    file = Database(db, execute_plugins=False)
    for table in tables:
        for columns in table.indexes:
            file.table(table.name).create_index(columns)


def _metadata(table: Table) -> tuple[str, dict[str, Any]]:
    columns = {column.name: column.about for column in table.columns}
    return table.name, {"description": table.about, "columns": columns}
