"""One append to the SQLite store, within a transaction that others may share.

It is one statement where the seal of the last event is known; if that is no longer the last one, or
the command id is recorded already, nothing is inserted. Then, and where the seal is not known,
another statement asks where the game stands.
"""

import sqlite3

from events.append import Append
from events.envelope import Event
from events.facts import Known
from events.seal import GENESIS
from events.sqlite_rows import hexed, insert, read
from events.store import Conflict

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
_NEW_GAME = "INSERT INTO games (game) VALUES (?)"
_NEW_SECRET = "INSERT INTO secrets VALUES (?, ?, ?)"


class SQLiteAppend(Append):
    """An append to a game that has a number in the tables, or none yet."""

    def run(self, db: sqlite3.Connection, key: int, tip: str | None, known: Known) -> list[Event]:
        """Record the commands, or return what is recorded under their id already.

        `key` is the game's number, 0 for a new one, and `tip` the seal of event `expected`, if it
        is known.

        Raises:
            Conflict: if the last event of the game is not number `expected`.
        """
        if tip is not None and insert(db, key, events := self.after(tip), known, tip):
            return self._complete(db, key, events)
        last, previous, recorded = _standing(db, key, self.game, self.command_id)
        if recorded:
            return find(db, key, self.game, self.command_id)
        if last != self.expected:
            raise Conflict(self.game, self.expected, last, read(db, key, self.game, self.expected))
        events = self.after(previous)
        key = key or _insert_game(db, self.game)
        insert(db, key, events, known)
        return self._complete(db, key, events)

    def _complete(self, db: sqlite3.Connection, key: int, events: list[Event]) -> list[Event]:
        """The same events, once what is kept apart from the log is written as well."""
        if self.seed is not None:
            db.execute(_NEW_SECRET, (key, events[0].seq, self.seed))
        return events


def find(db: sqlite3.Connection, key: int, game: str, command_id: str) -> list[Event]:
    """The events recorded under this command id, in order; empty if there are none."""
    first, end = db.execute(_SPAN, (key, command_id)).fetchone()
    if first is None:
        return []
    return read(db, key, game, first - 1, end)


def stored_key(db: sqlite3.Connection, game: str) -> int:
    """The number that stands for the game in the tables; 0 if it is unknown."""
    row = db.execute("SELECT key FROM games WHERE game = ?", (game,)).fetchone()
    return int(row[0]) if row else 0


def _standing(
    db: sqlite3.Connection, key: int, game: str, command_id: str
) -> tuple[int, str, bool]:
    """Number and seal of a game's last event, and whether the game has a command with this id."""
    row = db.execute(_STANDING, (key, command_id)).fetchone()
    return (row[0], hexed(game, row[1]), bool(row[2])) if row else (0, GENESIS, False)


def _insert_game(db: sqlite3.Connection, game: str) -> int:
    return db.execute(_NEW_GAME, (game,)).lastrowid or 0
