"""New rows of the PostgreSQL store, written by one statement for any number of games."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import psycopg
from psycopg.errors import DeadlockDetected

from events.envelope import Event
from events.postgres_link import Link
from events.postgres_text import plain

# All or nothing: if one game does not stand where it should, no command is inserted, and without
# them nothing else. Commands come before events, which is the order that the guards hold them to.
# Rows go as JSON, which costs the client far less than arrays.
_INSERT = """
    WITH command AS (
        SELECT * FROM json_to_recordset(%(commands)s) AS command (
            game text, seq bigint, command_id text, part integer, seat text, text text,
            recorded_at bigint, previous text, seed text
        )
    ), given AS (
        INSERT INTO cronica.commands (game, seq, command_id, part, seat, text, recorded_at)
        SELECT game, seq, command_id, part, seat, text, recorded_at FROM command
        WHERE NOT EXISTS (
            SELECT FROM command AS first
            WHERE previous IS NOT NULL AND decode(previous, 'hex') IS DISTINCT FROM (
                SELECT seal FROM cronica.events AS e
                WHERE e.game = first.game AND e.seq = first.seq - 1
            )
        )
        RETURNING game, seq
    ), all_given AS (
        SELECT FROM given HAVING count(*) > 0
    ), begun AS (
        INSERT INTO cronica.games (game) SELECT game FROM given WHERE seq = 1
    ), happened AS (
        INSERT INTO cronica.events (game, seq, type, version, data, visible_to, seal)
        SELECT game, seq, type, version, data, visible_to, decode(seal, 'hex')
        FROM all_given, json_to_recordset(%(events)s) AS event (
            game text, seq bigint, type text, version integer, data text, visible_to text,
            seal text
        )
    ), kept AS (
        INSERT INTO cronica.secrets (game, seq, seed)
        SELECT game, seq, decode(seed, 'hex') FROM all_given, command WHERE seed IS NOT NULL
    )
    SELECT FROM all_given
"""


class _Command(msgspec.Struct):
    """`previous` is the seal that the first one of an append follows, `seed` what comes with it."""

    game: str
    seq: int
    command_id: str
    part: int
    seat: str | None
    text: str
    recorded_at: int
    previous: str | None
    seed: str | None


class _Event(msgspec.Struct):
    game: str
    seq: int
    type: str
    version: int
    data: str
    visible_to: str | None
    seal: str


class Rows(NamedTuple):
    """What one append adds to the tables."""

    game: str
    commands: list[_Command]
    events: list[_Event]


def rows(events: Sequence[Event], seed: bytes | None) -> Rows:
    """The events, and a seed, as new rows."""
    game = plain(events[0].game)
    starts = [event for event in events if event.seq == event.cause]
    commands = [_command(game, event, part) for part, event in enumerate(starts, 1)]
    commands[0].previous = events[0].previous if events[0].seq > 1 else None
    commands[0].seed = None if seed is None else seed.hex()
    return Rows(game, commands, [_event(game, event) for event in events])


def _command(game: str, event: Event, part: int) -> _Command:
    return _Command(
        game=game, seq=event.seq, command_id=plain(event.command_id), part=part,
        seat=None if event.seat is None else plain(event.seat), text=plain(event.command),
        recorded_at=event.recorded_at, previous=None, seed=None,
    )  # fmt: skip


def _event(game: str, event: Event) -> _Event:
    return _Event(
        game=game, seq=event.seq, type=plain(event.type), version=event.version,
        data=plain(event.data), seal=event.seal,
        visible_to=None if event.visible_to is None else _json(event.visible_to),
    )  # fmt: skip


def insert(link: Link, appends: Sequence[Rows]) -> bool:
    """Insert the rows of appends to several games, all or none; whether it was done.

    It is not where an event to be followed has another seal, or a key or a guard refuses a row.
    """
    # In one order, so that of two processes one waits for the other, and not each for each.
    appends = sorted(appends, key=lambda append: append.game)
    parameters = {
        "commands": _json([row for append in appends for row in append.commands]),
        "events": _json([row for append in appends for row in append.events]),
    }
    try:
        return link.execute(_INSERT, parameters).rowcount > 0
    except (psycopg.IntegrityError, DeadlockDetected):
        return False


def insert_together(link: Link, appends: Sequence[Rows]) -> bool:
    """As `insert`; nor is it done if one of several appends may be at fault for an error."""
    try:
        return insert(link, appends)
    except psycopg.DatabaseError:
        if link.broken or len(appends) == 1:
            raise
        return False


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
