"""The store in one SQLite file: the embedded default, safe for threads and processes."""

import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from events.chain import link
from events.envelope import Event, NewCommand
from events.seal import GENESIS
from events.sqlite_file import LogFile, Written
from events.store import Conflict, DamagedStore, Head, now, window
from events.watch import Watch, Watches

_EVENTS = """
    SELECT seq, type, version, data, visible_to, seal FROM events
    WHERE game = ? AND seq BETWEEN ? AND ? ORDER BY seq
"""
_COMMANDS = """
    SELECT seq, seat, text, command_id, recorded_at FROM commands
    WHERE game = ?1 AND seq <= ?3
    AND seq >= (SELECT max(seq) FROM commands WHERE game = ?1 AND seq <= ?2)
    ORDER BY seq
"""
_SPAN = """
    SELECT first, (SELECT min(seq) - 1 FROM commands WHERE game = ?1 AND seq > final)
    FROM (
        SELECT min(seq) AS first, max(seq) AS final FROM commands
        WHERE game = ?1 AND command_id = ?2
    )
"""
_TIP = "SELECT seq, seal FROM events WHERE game = ? ORDER BY seq DESC LIMIT 1"
_SEED = "SELECT seed FROM secrets WHERE game = ? ORDER BY seq DESC LIMIT 1"
_FIRSTS = """
    SELECT key, games.game, events.seq, type, version, data, visible_to, seal,
           commands.seq, seat, text, command_id, recorded_at
    FROM games
    JOIN events ON events.game = key AND events.seq = 1
    LEFT JOIN commands ON commands.game = key AND commands.seq = 1
    WHERE key > ? ORDER BY key LIMIT 256
"""
_HEADS = """
    SELECT game, (SELECT max(seq) FROM events WHERE game = key),
           (SELECT recorded_at FROM commands WHERE game = key ORDER BY seq DESC LIMIT 1)
    FROM games ORDER BY key
"""
_NEW_GAME = "INSERT INTO games (game) VALUES (?)"
_NEW_COMMAND = "INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?)"
_NEW_EVENT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)"
_NEW_SECRET = "INSERT INTO secrets VALUES (?, ?, ?)"
_POLL = 0.05
_Row = Sequence[Any]
_seats = msgspec.json.Decoder(tuple[str, ...]).decode


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
        """Record the commands' events after event `expected`; see `Store.append`."""
        with self._file.writing() as db:
            key = self._key(db, game)
            first = self._find(db, key, game, command_id)
            if first:
                return first
            last, previous = _tip(db, key)
            if last != expected:
                raise Conflict(game, expected, last, _read(db, key, game, expected))
            events = link(
                game, commands, last=last, previous=previous,
                command_id=command_id, recorded_at=self._clock(),
            )  # fmt: skip
            key = key or _insert_game(db, game)
            _insert(db, key, events)
            if seed is not None:
                db.execute(_NEW_SECRET, (key, last + 1, seed))
        self._watches.heard(game, events[-1].seq)
        return events

    def read(self, game: str, since: int = 0, until: int | None = None) -> list[Event]:
        """The events with since < seq <= until, in order; empty for an unknown game."""
        with self._file.reading() as db:
            return _read(db, self._key(db, game), game, since, until)

    def find(self, game: str, command_id: str) -> list[Event]:
        """The events recorded under this command id, in order; empty if there are none."""
        with self._file.reading() as db:
            return self._find(db, self._key(db, game), game, command_id)

    def last(self, game: str) -> int:
        """The number of the game's last event, 0 for an unknown game."""
        with self._file.reading() as db:
            return _tip(db, self._key(db, game))[0]

    def heads(self) -> dict[str, Head]:
        """How far each game is, in order of creation."""
        with self._file.reading() as db:
            return {game: Head(seq, at) for game, seq, at in db.execute(_HEADS)}

    def first_events(self) -> Iterator[Event]:
        """The first event of every game, in order of creation."""
        key = 0
        while True:
            with self._file.reading() as db:
                rows = db.execute(_FIRSTS, (key,)).fetchall()
            if not rows:
                return
            for _, game, *row in rows:
                yield _event(game, row[:6], row[6:], GENESIS)
            key = rows[-1][0]

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

    def _lasts(self, games: Collection[str]) -> dict[str, int]:
        with self._file.reading() as db:
            return {game: _tip(db, self._key(db, game))[0] for game in games}

    def _key(self, db: sqlite3.Connection, game: str) -> int:
        """The number that stands for the game in the tables; 0 if it is unknown."""
        if game not in self._keys:
            row = db.execute("SELECT key FROM games WHERE game = ?", (game,)).fetchone()
            if row is None:
                return 0
            self._keys[game] = row[0]
        return self._keys[game]

    def _find(self, db: sqlite3.Connection, key: int, game: str, command_id: str) -> list[Event]:
        first, end = db.execute(_SPAN, (key, command_id)).fetchone()
        if first is None:
            return []
        events = _read(db, key, game, first - 1, end)
        # Another command may have been added between the two queries of a reader.
        return [event for event in events if event.command_id == command_id]


def _tip(db: sqlite3.Connection, key: int) -> tuple[int, str]:
    row = db.execute(_TIP, (key,)).fetchone()
    return (row[0], row[1].hex()) if row else (0, GENESIS)


def _read(
    db: sqlite3.Connection, key: int, game: str, since: int, until: int | None = None
) -> list[Event]:
    """Event rows joined with their commands. Rows only get added, so two queries see one log."""
    since, until = window(since, until)
    rows = db.execute(_EVENTS, (key, since, until)).fetchall()
    previous = GENESIS
    if rows and rows[0][0] <= since:
        previous = rows.pop(0)[5].hex()
    if not rows:
        return []
    commands = db.execute(_COMMANDS, (key, rows[0][0], rows[-1][0])).fetchall()
    events = []
    at = 0
    for row in rows:
        while at + 1 < len(commands) and commands[at + 1][0] <= row[0]:
            at += 1
        event = _event(game, row, commands[at] if commands else None, previous)
        previous = event.seal
        events.append(event)
    return events


def _event(game: str, row: _Row, command: _Row | None, previous: str) -> Event:
    seq, kind, version, data, visible_to, seal = row
    if command is None or command[0] is None:
        raise DamagedStore(f"the log of game {game} has lost the command of event {seq}")
    cause, seat, text, command_id, recorded_at = command
    try:
        seats = visible_to and _seats(visible_to)
    except msgspec.MsgspecError as error:
        raise DamagedStore(f"event {seq} of game {game} does not say who may see it") from error
    return Event(
        game=game, seq=seq, cause=cause, type=kind, version=version, data=data, seat=seat,
        command_id=command_id, command=text, recorded_at=recorded_at, previous=previous,
        seal=seal.hex(), visible_to=seats,
    )  # fmt: skip


def _insert_game(db: sqlite3.Connection, game: str) -> int:
    return db.execute(_NEW_GAME, (game,)).lastrowid or 0


def _insert(db: sqlite3.Connection, key: int, events: Sequence[Event]) -> None:
    for event in events:
        if event.seq == event.cause:
            db.execute(
                _NEW_COMMAND,
                (key, event.seq, event.command_id, event.seat, event.command, event.recorded_at),
            )
        seats = event.visible_to
        db.execute(
            _NEW_EVENT,
            (
                key, event.seq, event.type, event.version, event.data,
                None if seats is None else msgspec.json.encode(seats).decode(),
                bytes.fromhex(event.seal),
            ),
        )  # fmt: skip
