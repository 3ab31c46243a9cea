"""Facts in the SQLite file: equal ones are stored once, and so is a long part that many share.

Few of a game's facts were never recorded before, by another of its rounds or by another game; and
what most of a game's first fact says is what is printed in its box.
"""

import sqlite3
from binascii import crc32
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from events.sqlite_file import unreadable

LONG = 1000
"""From how many characters on a part of a fact is stored by itself."""

MOST = 20_000
"""Facts whose numbers are remembered: about ten megabytes."""

_FIND = """
    SELECT key FROM facts WHERE mark = ? AND type = ? AND version = ? AND data = ?
    AND visible_to IS ? AND field IS ? AND part IS ?
"""
_NEW = """
    INSERT INTO facts (mark, type, version, data, visible_to, field, part)
    VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_FIND_PART = "SELECT key FROM parts WHERE mark = ? AND value = ?"
_NEW_PART = "INSERT INTO parts (mark, value) VALUES (?, ?)"
_READ = """
    SELECT key, type, version, data, visible_to FROM whole_facts
    WHERE key IN (SELECT value FROM json_each(?))
"""
_READ_ONE = "SELECT key, type, version, data, visible_to FROM whole_facts WHERE key = ?"
_object = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


def keep(db: sqlite3.Connection, kind: str, version: int, data: str, visible_to: str | None) -> int:
    """The number under which a fact is stored; it is stored now if it is the first of its kind."""
    shown, field, value = _parted(data)
    part = None if value is None else _kept_part(db, value)
    fact = (_mark(kind + shown), kind, version, shown, visible_to, field, part)
    found = db.execute(_FIND, fact).fetchone()
    return found[0] if found else db.execute(_NEW, fact).lastrowid or 0


class Known:
    """The numbers of facts that one writer has stored or found, so as not to look for them again.

    All of it is to be forgotten when a transaction fails: some may never have been stored.
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, int, str, str | None], int] = {}

    def keep(
        self, db: sqlite3.Connection, kind: str, version: int, data: str, visible_to: str | None
    ) -> int:
        """The number under which a fact is stored; it is stored now if it never was before."""
        fact = kind, version, data, visible_to
        number = self._numbers.get(fact)
        if number is None:
            number = keep(db, *fact)
            if len(data) < LONG:
                self._remember(fact, number)
        return number

    def _remember(self, fact: tuple[str, int, str, str | None], number: int) -> None:
        if len(self._numbers) >= MOST:
            self.forget()
        self._numbers[fact] = number

    def forget(self) -> None:
        """Forget all of them."""
        self._numbers.clear()


def kept(db: sqlite3.Connection, keys: Iterable[int]) -> dict[int, Sequence[Any]]:
    """Number, type, version, data and audience (JSON, None for everybody) of facts, by number.

    Those that are lost, or hold what is no text, are not there.
    """
    asked = list(keys)
    try:
        return {row[0]: row for row in db.execute(_READ, (msgspec.json.encode(asked).decode(),))}
    except sqlite3.OperationalError as error:
        if not unreadable(error):
            raise
        return {key: row for key in asked if (row := _kept_one(db, key))}


def _kept_one(db: sqlite3.Connection, key: int) -> Sequence[Any] | None:
    try:
        row: Sequence[Any] | None = db.execute(_READ_ONE, (key,)).fetchone()
    except sqlite3.OperationalError as error:
        if not unreadable(error):
            raise
        return None
    return row


def _kept_part(db: sqlite3.Connection, value: str) -> int:
    part = (_mark(value), value)
    found = db.execute(_FIND_PART, part).fetchone()
    return found[0] if found else db.execute(_NEW_PART, part).lastrowid or 0


def _mark(text: str) -> int:
    """What an index finds a text by, in three bytes."""
    return crc32(text.encode()) & 0x7FFFFF


def _parted(data: str) -> tuple[str, str | None, str | None]:
    """A fact without its longest part, the name of that part's field, and the part.

    Only if it is long, and putting `null` in its place can be undone to the letter.
    """
    whole = data, None, None
    if len(data) < LONG:
        return whole
    try:
        parts = _object(data)
    except msgspec.MsgspecError:
        return whole
    field = max(parts, key=lambda name: len(parts[name]), default="")
    value = bytes(parts[field]).decode() if parts else ""
    full, empty = f'"{field}":{value}', f'"{field}":null'
    shown = data.replace(full, empty)
    if len(value) < LONG or shown.replace(empty, full) != data:
        return whole
    return shown, field, value
