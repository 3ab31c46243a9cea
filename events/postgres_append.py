"""One append to the PostgreSQL store.

It is one statement where the seal of the last event is known. If that is no longer the last one,
or the command id is recorded already, the primary key or a guard refuses it; then, and where the
seal is not known, another statement asks where the game stands.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
import psycopg
from psycopg.errors import DeadlockDetected

from events import chain
from events.envelope import Event, NewCommand
from events.postgres_link import Link
from events.postgres_reading import find, read
from events.postgres_text import plain
from events.seal import GENESIS
from events.store import Conflict, DamagedStore

_STANDS = """
    SELECT tip.seq, tip.seal, (
        SELECT seq FROM cronica.commands
        WHERE game = %(game)s AND command_id = %(command_id)s AND part = 1
    )
    FROM (SELECT) AS one
    LEFT JOIN (
        SELECT seq, seal FROM cronica.events WHERE game = %(game)s ORDER BY seq DESC LIMIT 1
    ) AS tip ON true
"""
"""Last event, its seal, and the first event under a command id; all as of one moment."""

# Commands before events, which is the order that the guards hold them to. Rows come as JSON, which
# costs the client far less than arrays. Without the seal that they follow, nothing is inserted.
_APPEND = """
    WITH tip AS (
        SELECT WHERE %(first)s::bigint = 1
        UNION ALL
        SELECT FROM cronica.events
        WHERE game = %(game)s AND seq = %(first)s::bigint - 1 AND seal = decode(%(previous)s, 'hex')
    ), begun AS (
        INSERT INTO cronica.games (game) SELECT %(game)s::text WHERE %(first)s::bigint = 1
    ), given AS (
        INSERT INTO cronica.commands (game, seq, command_id, part, seat, text, recorded_at)
        SELECT %(game)s::text, seq, %(command_id)s::text, part, seat, text, %(recorded_at)s::bigint
        FROM tip, json_to_recordset(%(commands)s)
            AS command (seq bigint, part integer, seat text, text text)
        RETURNING seq
    ), happened AS (
        INSERT INTO cronica.events (game, seq, type, version, data, visible_to, seal)
        SELECT %(game)s::text, seq, type, version, data, visible_to, decode(seal, 'hex')
        FROM (SELECT count(*) FROM given) AS first_of_all (commands),
            json_to_recordset(%(events)s) AS event (
                seq bigint, type text, version integer, data text, visible_to text, seal text
            )
        WHERE commands > 0
        RETURNING seq
    ), kept AS (
        INSERT INTO cronica.secrets (game, seq, seed)
        SELECT %(game)s::text, %(first)s::bigint, %(seed)b::bytea FROM tip
        WHERE %(seed)b::bytea IS NOT NULL
    )
    SELECT count(*) FROM happened
"""

_ATTEMPTS = 3
_REMEMBERED = 4096


class Tips:
    """The seals of events that were the last of their games, as far as they are remembered."""

    def __init__(self) -> None:
        self._seals: dict[tuple[str, int], str] = {}

    def remember(self, event: Event) -> None:
        """Remember an event in place of all that were remembered, if those are too many."""
        if len(self._seals) >= _REMEMBERED:
            self._seals = {}
        self._seals[event.game, event.seq] = event.seal

    def seal(self, game: str, seq: int) -> str | None:
        """The seal of an event that is about to be followed by another."""
        return self._seals.pop((game, seq), None) if seq else GENESIS


class Append(NamedTuple):
    """The commands to record; see `Store.append`. It may be tried on any number of connections.

    `previous` is the seal of event `expected`, if it is known.
    """

    game: str
    expected: int
    command_id: str
    commands: Sequence[NewCommand]
    seed: bytes | None
    clock: Callable[[], int]
    previous: str | None

    def run(self, link: Link) -> list[Event]:
        """Record them, or return what is recorded under their id already.

        Raises:
            Conflict: if the last event of the game is not number `expected`.
            DamagedStore: if the tables contradict each other.
        """
        events = self._record(link, self.previous) if self.previous else []
        for _ in range(_ATTEMPTS):
            if events:
                return events
            last, seal, known = link.execute(_STANDS, self._keys()).fetchone() or (None, None, None)
            if known is not None:
                return find(link, self.game, self.command_id)
            if (last or 0) != self.expected:
                raise self._conflict(link, last or 0)
            events = self._record(link, seal.hex() if last else GENESIS)
        if events:
            return events
        raise DamagedStore(f"the log of {self.game} takes nothing after event {self.expected}")

    def _record(self, link: Link, previous: str) -> list[Event]:
        """The events as recorded after the one with that seal; none if they are refused."""
        events = self._follow(previous)
        try:
            row = link.execute(_APPEND, self._keys() | _rows(events, self.seed)).fetchone()
        except (psycopg.IntegrityError, DeadlockDetected):
            return []
        return events if row and row[0] else []

    def _keys(self) -> dict[str, Any]:
        return {"game": plain(self.game), "command_id": plain(self.command_id)}

    def _conflict(self, link: Link, last: int) -> Conflict:
        missed = read(link, self.game, self.expected)
        return Conflict(self.game, self.expected, missed[-1].seq if missed else last, missed)

    def _follow(self, previous: str) -> list[Event]:
        return chain.link(
            self.game, self.commands, last=self.expected, previous=previous,
            command_id=self.command_id, recorded_at=self.clock(),
        )  # fmt: skip


class _CommandRow(msgspec.Struct):
    seq: int
    part: int
    seat: str | None
    text: str


class _EventRow(msgspec.Struct):
    seq: int
    type: str
    version: int
    data: str
    visible_to: str | None
    seal: str


def _rows(events: Sequence[Event], seed: bytes | None) -> dict[str, Any]:
    """The events as new rows."""
    starts = [event for event in events if event.seq == event.cause]
    commands = [
        _CommandRow(event.seq, part, event.seat and plain(event.seat), plain(event.command))
        for part, event in enumerate(starts, 1)
    ]
    happened = [
        _EventRow(
            event.seq, plain(event.type), event.version, plain(event.data),
            None if event.visible_to is None else _json(event.visible_to), event.seal,
        )
        for event in events
    ]  # fmt: skip
    return {
        "first": events[0].seq,
        "previous": events[0].previous,
        "recorded_at": events[0].recorded_at,
        "commands": _json(commands),
        "events": _json(happened),
        "seed": seed,
    }


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
