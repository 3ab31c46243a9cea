"""The store in one SQLite file: the embedded default, safe for threads and processes."""

import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from events.chain import link
from events.envelope import Event, NewCommand
from events.facts import Known
from events.group import Group, Spoilt
from events.seal import GENESIS
from events.sqlite_file import LogFile, Written
from events.sqlite_rows import LAST, firsts, hexed, insert, last, named, nameless, read
from events.store import Conflict, Head, now
from events.watch import Watch, Watches

# Left to itself SQLite reads all of a game's commands, as if it had no index.
_SPAN = """
    SELECT min(seq), max(seq + json_array_length(facts) - 1) FROM commands INDEXED BY commands_by_id
    WHERE game = ?1 AND id_end = substr(?2, -4) AND command_id = ?2
"""
_STANDING = """
    SELECT seq + json_array_length(facts) - 1, seal, EXISTS (
        SELECT 1 FROM commands INDEXED BY commands_by_id
        WHERE game = ?1 AND id_end = substr(?2, -4) AND command_id = ?2
    )
    FROM commands WHERE game = ?1 ORDER BY seq DESC LIMIT 1
"""
_SEED = "SELECT seed FROM secrets WHERE game = ? ORDER BY seq DESC LIMIT 1"
_HEADS = f"""
    SELECT game,
           ({LAST.format(game="key")}),
           (SELECT recorded_at FROM commands WHERE game = key ORDER BY seq DESC LIMIT 1)
    FROM games
"""
_ALL = "ORDER BY key"
_SOME = "WHERE game IN (SELECT value FROM json_each(?)) ORDER BY key"
_NEW_GAME = "INSERT INTO games (game) VALUES (?)"
_NEW_SECRET = "INSERT INTO secrets VALUES (?, ?, ?)"
_POLL = 0.05

_Write = Callable[[sqlite3.Connection], list[Event]]


class SQLiteStore:
    """A `Store` in the file at `path`, made if there is none.

    `clock` gives the milliseconds recorded with each command. `timeout` is how many seconds to
    wait for other processes before the store counts as unavailable.

    Raises:
        DamagedStore: if the file is another program's, damaged, or newer; it is left as it was.
        StoreUnavailable: if it cannot be opened or made.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        clock: Callable[[], int] = now,
        timeout: float = 5.0,
    ) -> None:
        self._file = LogFile(Path(path), timeout)
        self._group = Group(self._together)
        self._facts = Known()
        self._clock = clock
        self._keys: dict[str, int] = {}
        self._watches = Watches(self._lasts)

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self._file.path

    def append(
        self,
        game: str,
        expected: int,
        command_id: str,
        commands: Sequence[NewCommand],
        *,
        seed: bytes | None = None,
    ) -> list[Event]:
        """Record the commands' events after event `expected`; see `Store.append`.

        Threads that append at the same time share a sync of the disk.
        """

        def write(db: sqlite3.Connection) -> list[Event]:
            # A key that a game has only got in this transaction is not to be remembered yet.
            key = self._keys.get(game) or _stored_key(db, game)
            stands, previous, known = _standing(db, key, game, command_id)
            if known:
                return self._find(db, key, game, command_id)
            if stands != expected:
                raise Conflict(game, expected, stands, read(db, key, game, expected))
            events = link(
                game, commands, last=stands, previous=previous,
                command_id=command_id, recorded_at=self._clock(),
            )  # fmt: skip
            key = key or _insert_game(db, game)
            insert(db, key, events, self._facts)
            if seed is not None:
                db.execute(_NEW_SECRET, (key, stands + 1, seed))
            return events

        events = self._group.do(write)
        self._watches.heard(game, events[-1].seq)
        return events

    def read(self, game: str, since: int = 0, until: int | None = None) -> list[Event]:
        """The events with since < seq <= until, in order; empty for an unknown game."""
        with self._file.reading() as db:
            return read(db, self._key(db, game), game, since, until)

    def find(self, game: str, command_id: str) -> list[Event]:
        """The events recorded under this command id, in order; empty if there are none."""
        with self._file.reading() as db:
            return self._find(db, self._key(db, game), game, command_id)

    def last(self, game: str) -> int:
        """The number of the game's last event, 0 for an unknown game."""
        with self._file.reading() as db:
            return last(db, self._key(db, game))

    def heads(self, games: Collection[str] | None = None) -> dict[str, Head]:
        """How far each game is, in order of creation; only some of them, if they are named."""
        with self._file.reading() as db:
            if games is None:
                rows = named(db, _HEADS + _ALL)
            else:
                some = msgspec.json.encode(list(games)).decode()
                rows = db.execute(_HEADS + _SOME, (some,)).fetchall()
            return {game: Head(seq, at) for game, seq, at in rows}

    def nameless(self) -> list[str]:
        """What is left of the names of games that `heads` leaves out: they are no text any more."""
        with self._file.reading() as db:
            return nameless(db)

    def first_events(self) -> Iterator[Event]:
        """The first event of every game, in order of creation; see `Store.first_events`."""
        key, before = 0, -1
        while key != before:
            before = key
            with self._file.reading() as db:
                events, key = firsts(db, key)
            yield from events

    def seed(self, game: str) -> bytes:
        """The game's secret seed (the newest one, after a fork).

        Raises:
            KeyError: if there is no such game.
        """
        with self._file.reading() as db:
            row = db.execute(_SEED, (self._key(db, game),)).fetchone()
        if row is None:
            raise KeyError(game)
        return bytes(row[0])

    def watch(self) -> Watch:
        """A watch over games; what other processes write is noticed within 50 ms."""
        return self._watches.open(_POLL, Written(self._file))

    def close(self) -> None:
        """Release the file; the store is of no use afterwards."""
        self._watches.close()
        self._file.close()

    def _together(self, writes: Sequence[_Write]) -> list[list[Event]]:
        """What each comes to, all of them in one transaction; see `Group`."""
        with self._transaction() as db:
            try:
                return [write(db) for write in writes]
            except Exception as error:
                if len(writes) == 1:
                    raise
                raise Spoilt from error

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._file.writing() as db:
                yield db
        except BaseException:
            self._facts.forget()
            raise

    def _lasts(self, games: Collection[str]) -> dict[str, int]:
        with self._file.reading() as db:
            return {game: last(db, self._key(db, game)) for game in games}

    def _key(self, db: sqlite3.Connection, game: str) -> int:
        """The number that stands for the game in the tables; 0 if it is unknown."""
        key = self._keys.get(game) or _stored_key(db, game)
        if key:
            self._keys[game] = key
        return key

    def _find(self, db: sqlite3.Connection, key: int, game: str, command_id: str) -> list[Event]:
        first, end = db.execute(_SPAN, (key, command_id)).fetchone()
        if first is None:
            return []
        return read(db, key, game, first - 1, end)


def _standing(
    db: sqlite3.Connection, key: int, game: str, command_id: str
) -> tuple[int, str, bool]:
    """Number and seal of a game's last event, and whether the game has a command with this id."""
    row = db.execute(_STANDING, (key, command_id)).fetchone()
    return (row[0], hexed(game, row[1]), bool(row[2])) if row else (0, GENESIS, False)


def _stored_key(db: sqlite3.Connection, game: str) -> int:
    row = db.execute("SELECT key FROM games WHERE game = ?", (game,)).fetchone()
    return int(row[0]) if row else 0


def _insert_game(db: sqlite3.Connection, game: str) -> int:
    return db.execute(_NEW_GAME, (game,)).lastrowid or 0
