"""The store in PostgreSQL: for any number of processes on any number of machines."""

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from events.envelope import Event, NewCommand
from events.group import Group
from events.postgres_append import PostgresAppend
from events.postgres_link import Row
from events.postgres_listen import Listener
from events.postgres_notify import Crier
from events.postgres_pool import Database
from events.postgres_reading import events, find, read
from events.postgres_rows import Rows, insert_together, rows
from events.postgres_schema import prepare
from events.postgres_text import original, plain
from events.store import DamagedStore, Head, now
from events.tips import Tips
from events.watch import Changes, Watch, Watches

log = logging.getLogger(__name__)

_LAST = "SELECT seq FROM cronica.events WHERE game = %s ORDER BY seq DESC LIMIT 1"
_SEED = "SELECT seed FROM cronica.secrets WHERE game = %s ORDER BY seq DESC LIMIT 1"
_LASTS = """
    SELECT game, tip.seq FROM unnest(%s::text[]) AS game, LATERAL (
        SELECT seq FROM cronica.events AS e WHERE e.game = game.game ORDER BY seq DESC LIMIT 1
    ) AS tip
"""
_HEADS = """
    SELECT game, tip.seq, latest.recorded_at FROM cronica.games AS g, LATERAL (
        SELECT seq FROM cronica.events AS e WHERE e.game = g.game ORDER BY seq DESC LIMIT 1
    ) AS tip, LATERAL (
        SELECT recorded_at FROM cronica.commands AS c
        WHERE c.game = g.game ORDER BY seq DESC LIMIT 1
    ) AS latest
"""
_ALL = "ORDER BY g.number"
_SOME = "WHERE g.game = ANY(%s) ORDER BY g.number"
_FIRSTS = """
    SELECT g.number, g.game, e.seq, e.type, e.version, e.data, e.visible_to, e.seal,
           c.command_id, c.seat, c.text, c.recorded_at
    FROM (SELECT * FROM cronica.games WHERE number > %s ORDER BY number LIMIT 256) AS g
    LEFT JOIN LATERAL (
        SELECT * FROM cronica.events WHERE game = g.game AND seq = 1 LIMIT 1
    ) AS e ON true
    LEFT JOIN cronica.commands AS c ON c.game = g.game AND c.seq = 1
    ORDER BY g.number
"""

LONGEST_ID = 1_000
"""Bytes that the id of a game or command may have: they stand in indexes."""


class PostgresStore:
    """A `Store` in the database at `url`, in the schema `cronica`, made if there is none.

    `clock` gives the milliseconds recorded with each command. `timeout` is how many seconds to
    wait for the database before it counts as unavailable, `size` how many connections to use at
    most, `poll` after how many seconds a watch looks for itself, should it hear nothing.

    Raises:
        DamagedStore: if the schema is another program's, or newer; it is left as it was.
        StoreUnavailable: if the database cannot be reached, or the schema not be made.
    """

    def __init__(
        self,
        url: str,
        *,
        clock: Callable[[], int] = now,
        timeout: float = 5.0,
        size: int = 8,
        poll: float = 2.0,
    ) -> None:
        self._clock = clock
        self._poll = poll
        self._watches = Watches(self._lasts)
        self._database = Database(url, timeout=timeout, size=size)
        self._listener = Listener(self._database.connect, self._watches)
        self._crier = Crier(self._database.run)
        self._tips = Tips()
        self._group = Group(self._together)
        try:
            self._database.run(lambda link: prepare(link, self._database.where))
        except BaseException:
            self._database.close()
            raise

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

        Threads that append at the same time share a statement and its commit.

        Raises:
            ValueError: also if the id of the game or of the command is longer than 1000 bytes.
        """
        if max(len(game.encode()), len(command_id.encode())) > LONGEST_ID:
            raise ValueError(f"ids have at most {LONGEST_ID} bytes")
        append = PostgresAppend(game, expected, command_id, commands, seed, self._clock)
        events = self._join(append) or self._database.run(append.run)
        self._tips.remember(events[-1])
        self._watches.heard(game, events[-1].seq)
        self._crier.tell(game, events[-1].seq)
        return events

    def read(self, game: str, since: int = 0, until: int | None = None) -> list[Event]:
        """The events with since < seq <= until, in order; empty for an unknown game."""
        return self._database.run(lambda link: read(link, game, since, until))

    def find(self, game: str, command_id: str) -> list[Event]:
        """The events recorded under this command id, in order; empty if there are none."""
        return self._database.run(lambda link: find(link, game, command_id))

    def last(self, game: str) -> int:
        """The number of the game's last event, 0 for an unknown game."""
        row = self._one(_LAST, game)
        return row[0] if row else 0

    def heads(self, games: Collection[str] | None = None) -> dict[str, Head]:
        """How far each game is, in order of creation; only some of them, if they are named."""
        if games is None:
            rows = self._all(_HEADS + _ALL, ())
        else:
            rows = self._all(_HEADS + _SOME, ([plain(game) for game in games],))
        return {original(game): Head(seq, recorded_at) for game, seq, recorded_at in rows}

    def first_events(self) -> Iterator[Event]:
        """The first event of every game, in order of creation; see `Store.first_events`."""
        number = 0
        while rows := self._all(_FIRSTS, (number,)):
            for _, game, *row in rows:
                yield from _first(original(game), tuple(row))
            number = rows[-1][0]

    def seed(self, game: str) -> bytes:
        """The game's secret seed (the newest one, after a fork).

        Raises:
            KeyError: if there is no such game.
        """
        row = self._one(_SEED, game)
        if row is None:
            raise KeyError(game)
        return bytes(row[0])

    def watch(self) -> Watch:
        """A watch over games: told by the database, and looking by itself should that fail."""
        self._listener.begin()
        return self._watches.open(self._poll, Changes())

    def close(self) -> None:
        """Release the connections; the store is of no use afterwards."""
        self._watches.close()
        self._listener.stop()
        self._crier.stop()
        self._database.close()

    def _join(self, append: PostgresAppend) -> list[Event]:
        """Record an append together with others; no events if it has to be done by itself."""
        previous = self._tips.seal(append.game, append.expected)
        if previous is None:
            return []
        events = append.after(previous)
        return events if self._group.do(rows(events, append.seed)) else []

    def _together(self, appends: Sequence[Rows]) -> list[bool]:
        """For each append whether it is recorded, which all are or none."""
        done = self._database.run(lambda link: insert_together(link, appends))
        return [done] * len(appends)

    def _lasts(self, games: Collection[str]) -> dict[str, int]:
        rows = self._all(_LASTS, ([plain(game) for game in games],))
        return {original(game): seq for game, seq in rows}

    def _one(self, query: str, game: str) -> Row | None:
        return self._database.run(lambda link: link.execute(query, (plain(game),)).fetchone())

    def _all(self, query: str, parameters: Sequence[Any]) -> list[Row]:
        return self._database.run(lambda link: link.execute(query, parameters).fetchall())


def _first(game: str, row: Row) -> list[Event]:
    """A game's first event; none, and a warning, if it cannot be read."""
    try:
        if row[0] is None:
            raise DamagedStore(f"the log of game {game} has lost what event 1 says")
        return list(events(game, 0, [row]))
    except DamagedStore as error:
        log.warning("a game is left out: %s", error)
        return []
