"""The store in one SQLite file: the embedded default, safe for threads and processes."""

import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from events.envelope import Event, NewCommand
from events.facts import Known
from events.group import Group, Spoilt
from events.sqlite_append import SQLiteAppend, find, stored_key
from events.sqlite_file import LogFile, Written
from events.sqlite_rows import LAST, firsts, last, named, nameless, read
from events.store import Head, now
from events.tips import Tips
from events.watch import Watch, Watches

_SEED = "SELECT seed FROM secrets WHERE game = ? ORDER BY seq DESC LIMIT 1"
_HEADS = f"""
    SELECT game,
           ({LAST.format(game="key")}),
           (SELECT recorded_at FROM commands WHERE game = key ORDER BY seq DESC LIMIT 1)
    FROM games
"""
_ALL = "ORDER BY key"
_SOME = "WHERE game IN (SELECT value FROM json_each(?)) ORDER BY key"
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
        self._tips = Tips()
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
        append = SQLiteAppend(game, expected, command_id, commands, seed, self._clock)
        tip = self._tips.seal(game, expected) if expected else None

        def write(db: sqlite3.Connection) -> list[Event]:
            # A key that a game has only got in this transaction is not to be remembered yet.
            key = self._keys.get(game) or stored_key(db, game)
            return append.run(db, key, tip, self._facts)

        events = self._group.do(write)
        self._tips.remember(events[-1])
        self._watches.heard(game, events[-1].seq)
        return events

    def read(self, game: str, since: int = 0, until: int | None = None) -> list[Event]:
        """The events with since < seq <= until, in order; empty for an unknown game."""
        with self._file.reading() as db:
            return read(db, self._key(db, game), game, since, until)

    def find(self, game: str, command_id: str) -> list[Event]:
        """The events recorded under this command id, in order; empty if there are none."""
        with self._file.reading() as db:
            return find(db, self._key(db, game), game, command_id)

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
        key = self._keys.get(game) or stored_key(db, game)
        if key:
            self._keys[game] = key
        return key
