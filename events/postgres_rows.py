"""New rows of the PostgreSQL store, written by one statement for any number of games."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import psycopg
from psycopg.errors import DeadlockDetected

from events.envelope import Event
from events.postgres_link import Link
from events.postgres_text import plain

# All or nothing: one game that does not stand where it should lets nothing be inserted.
# Commands before events, which is the order that the guards hold them to. Rows come as JSON, which
# costs the client far less than arrays.
_INSERT = """
    WITH head AS (
        SELECT * FROM json_to_recordset(%(heads)s)
            AS head (game text, first bigint, previous text, seed text)
    ), standing AS (
        SELECT FROM head
        WHERE first = 1 OR decode(previous, 'hex') = (
            SELECT seal FROM cronica.events AS e WHERE e.game = head.game AND e.seq = first - 1
        )
        HAVING count(*) = json_array_length(%(heads)s)
    ), begun AS (
        INSERT INTO cronica.games (game) SELECT game FROM standing, head WHERE first = 1
    ), given AS (
        INSERT INTO cronica.commands (game, seq, command_id, part, seat, text, recorded_at)
        SELECT command.* FROM standing, json_to_recordset(%(commands)s) AS command (
            game text, seq bigint, command_id text, part integer, seat text, text text,
            recorded_at bigint
        )
        RETURNING seq
    ), happened AS (
        INSERT INTO cronica.events (game, seq, type, version, data, visible_to, seal)
        SELECT game, seq, type, version, data, visible_to, decode(seal, 'hex')
        FROM (SELECT count(*) FROM given) AS first_of_all (commands),
            json_to_recordset(%(events)s) AS event (
                game text, seq bigint, type text, version integer, data text, visible_to text,
                seal text
            )
        WHERE commands > 0
        RETURNING seq
    ), kept AS (
        INSERT INTO cronica.secrets (game, seq, seed)
        SELECT game, first, decode(seed, 'hex') FROM standing, head WHERE seed IS NOT NULL
    )
    SELECT count(*) FROM happened
"""


class _Head(msgspec.Struct):
    game: str
    first: int
    previous: str
    seed: str | None


class _Command(msgspec.Struct):
    game: str
    seq: int
    command_id: str
    part: int
    seat: str | None
    text: str
    recorded_at: int


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

    head: _Head
    commands: list[_Command]
    events: list[_Event]


def rows(events: Sequence[Event], seed: bytes | None) -> Rows:
    """The events, and a seed, as new rows."""
    first, game = events[0], plain(events[0].game)
    starts = [event for event in events if event.seq == event.cause]
    return Rows(
        _Head(game, first.seq, first.previous, None if seed is None else seed.hex()),
        [
            _Command(
                game, event.seq, plain(event.command_id), part,
                None if event.seat is None else plain(event.seat), plain(event.command),
                event.recorded_at,
            )
            for part, event in enumerate(starts, 1)
        ],
        [
            _Event(
                game, event.seq, plain(event.type), event.version, plain(event.data),
                None if event.visible_to is None else _json(event.visible_to), event.seal,
            )
            for event in events
        ],
    )  # fmt: skip


def insert(link: Link, appends: Sequence[Rows]) -> bool:
    """Insert the rows of appends to several games, all or none; whether it was done.

    It is not where an event to be followed has another seal, or a key or a guard refuses a row.
    """
    # In one order, so that of two processes one waits for the other, and not each for each.
    appends = sorted(appends, key=lambda append: append.head.game)
    parameters = {
        "heads": _json([append.head for append in appends]),
        "commands": _json([row for append in appends for row in append.commands]),
        "events": _json([row for append in appends for row in append.events]),
    }
    try:
        row = link.execute(_INSERT, parameters).fetchone()
    except (psycopg.IntegrityError, DeadlockDetected):
        return False
    return bool(row and row[0])


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
