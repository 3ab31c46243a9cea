"""One append to the PostgreSQL store.

It is two statements: one asks where the game stands, the other is the transaction. If somebody
else was faster, the primary key or a guard refuses it, and the first statement, asked again, tells
what happened.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
import psycopg
from psycopg.errors import DeadlockDetected

from events import chain
from events.envelope import Event, NewCommand
from events.postgres_link import Link
from events.postgres_listen import CHANNEL, payload
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

# Commands before events, which is the order that the guards hold them to.
_APPEND = """
    WITH begun AS (
        INSERT INTO cronica.games (game) SELECT %(game)s::text WHERE %(first)s::bigint = 1
    ), given AS (
        INSERT INTO cronica.commands (game, seq, command_id, part, seat, text, recorded_at)
        SELECT %(game)s::text, seq, %(command_id)s::text, part, seat, text, %(recorded_at)s::bigint
        FROM unnest(%(causes)s::bigint[], %(seats)s::text[], %(commands)s::text[])
            WITH ORDINALITY AS command (seq, seat, text, part)
        RETURNING seq
    ), happened AS (
        INSERT INTO cronica.events (game, seq, type, version, data, visible_to, seal)
        SELECT %(game)s::text, %(first)s::bigint + nth - 1, type, version, data, visible_to, seal
        FROM (SELECT count(*) FROM given) AS first_of_all,
            unnest(%(types)s::text[], %(versions)s::integer[], %(data)s::text[],
                   %(audiences)s::text[], %(seals)b::bytea[])
            WITH ORDINALITY AS event (type, version, data, visible_to, seal, nth)
        RETURNING seq
    ), kept AS (
        INSERT INTO cronica.secrets (game, seq, seed)
        SELECT %(game)s::text, %(first)s::bigint, %(seed)b::bytea WHERE %(seed)b::bytea IS NOT NULL
    )
    SELECT pg_notify(%(channel)s, %(payload)s)
"""

_ATTEMPTS = 3


class Append(NamedTuple):
    """The commands to record; see `Store.append`. It may be tried on any number of connections."""

    game: str
    expected: int
    command_id: str
    commands: Sequence[NewCommand]
    seed: bytes | None
    clock: Callable[[], int]

    def run(self, link: Link) -> list[Event]:
        """Record them, or return what is recorded under their id already.

        Raises:
            Conflict: if the last event of the game is not number `expected`.
            DamagedStore: if the tables contradict each other.
        """
        keys = {"game": plain(self.game), "command_id": plain(self.command_id)}
        for _ in range(_ATTEMPTS):
            last, seal, known = link.execute(_STANDS, keys).fetchone() or (None, None, None)
            if known is not None:
                return find(link, self.game, self.command_id)
            if (last or 0) != self.expected:
                raise self._conflict(link, last or 0)
            events = self._follow(seal.hex() if last else GENESIS)
            try:
                link.execute(_APPEND, keys | _columns(events, self.seed))
            except (psycopg.IntegrityError, DeadlockDetected):
                continue
            return events
        raise DamagedStore(f"the log of {self.game} takes nothing after event {self.expected}")

    def _conflict(self, link: Link, last: int) -> Conflict:
        missed = read(link, self.game, self.expected)
        return Conflict(self.game, self.expected, missed[-1].seq if missed else last, missed)

    def _follow(self, previous: str) -> list[Event]:
        return chain.link(
            self.game, self.commands, last=self.expected, previous=previous,
            command_id=self.command_id, recorded_at=self.clock(),
        )  # fmt: skip


def _columns(events: Sequence[Event], seed: bytes | None) -> dict[str, Any]:
    """The events as columns of new rows."""
    starts = [event for event in events if event.seq == event.cause]
    return {
        "first": events[0].seq,
        "recorded_at": events[0].recorded_at,
        "causes": [event.seq for event in starts],
        "seats": [None if event.seat is None else plain(event.seat) for event in starts],
        "commands": [plain(event.command) for event in starts],
        "types": [plain(event.type) for event in events],
        "versions": [event.version for event in events],
        "data": [plain(event.data) for event in events],
        "audiences": [
            None if event.visible_to is None else msgspec.json.encode(event.visible_to).decode()
            for event in events
        ],
        "seals": [bytes.fromhex(event.seal) for event in events],
        "seed": seed,
        "channel": CHANNEL,
        "payload": payload(events[0].game, events[-1].seq),
    }
