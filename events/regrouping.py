"""From schema 1, with a row for each event and every text in it, to schema 2."""

import sqlite3
from collections.abc import Iterator
from typing import Any

import msgspec

from events.facts import keep
from events.store import DamagedStore

_EVENTS = (
    "SELECT seq, type, version, data, visible_to, seal FROM events_1 WHERE game = ? ORDER BY seq"
)
_COMMANDS = """
    SELECT seq, command_id, seat, text, recorded_at FROM commands_1 WHERE game = ? ORDER BY seq
"""
_NEW = "INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_Row = tuple[Any, ...]


def regroup(db: sqlite3.Connection) -> None:
    """Fill the tables of schema 2 from those of schema 1, called `commands_1` and `events_1`.

    Only the seal of a command's last event is kept: it is made of those before it, and they of
    what is in the rows, so that it shows as well whether any of it was changed.

    Raises:
        DamagedStore: if an event or a command is missing.
    """
    for key, game in db.execute("SELECT key, game FROM games ORDER BY key").fetchall():
        events = db.execute(_EVENTS, (key,)).fetchall()
        commands = db.execute(_COMMANDS, (key,)).fetchall()
        for command, caused in _grouped(game, events, commands):
            facts = [keep(db, *fact[1:5]) for fact in caused]
            listed = msgspec.json.encode(facts).decode()
            db.execute(_NEW, (key, *command, listed, caused[-1][5]))


def _grouped(
    game: str, events: list[_Row], commands: list[_Row]
) -> Iterator[tuple[_Row, list[_Row]]]:
    starts = [command[0] for command in commands]
    numbers = [event[0] for event in events]
    if numbers != list(range(1, len(events) + 1)) or starts[:1] != numbers[:1]:
        raise DamagedStore(f"the log of game {game} is damaged: an event or a command is missing")
    ends = [*starts[1:], len(events) + 1]
    for command, start, end in zip(commands, starts, ends, strict=True):
        if not start < end <= len(events) + 1:
            raise DamagedStore(f"the log of game {game} is damaged: command {start} did nothing")
        yield command, events[start - 1 : end - 1]
