"""One append to the PostgreSQL store, by itself.

One statement asks where the game stands, and another inserts. That is how it is done where the seal
of the last event is not known, or where an append that knew it has been refused; it tells why.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from events import chain
from events.envelope import Event, NewCommand
from events.postgres_link import Link
from events.postgres_reading import find, read
from events.postgres_rows import insert, rows
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
    """The commands to record; see `Store.append`. It may be tried on any number of connections."""

    game: str
    expected: int
    command_id: str
    commands: Sequence[NewCommand]
    seed: bytes | None
    clock: Callable[[], int]

    def after(self, previous: str) -> list[Event]:
        """The events as they follow one with that seal.

        Raises:
            ValueError: if there is no command, or one without events.
        """
        return chain.link(
            self.game, self.commands, last=self.expected, previous=previous,
            command_id=self.command_id, recorded_at=self.clock(),
        )  # fmt: skip

    def run(self, link: Link) -> list[Event]:
        """Record them, or return what is recorded under their id already.

        Raises:
            Conflict: if the last event of the game is not number `expected`.
            DamagedStore: if the tables contradict each other.
        """
        for _ in range(_ATTEMPTS):
            last, seal, known = link.execute(_STANDS, self._keys()).fetchone() or (None, None, None)
            if known is not None:
                return find(link, self.game, self.command_id)
            if (last or 0) != self.expected:
                raise self._conflict(link, last or 0)
            events = self.after(seal.hex() if last else GENESIS)
            if insert(link, [rows(events, self.seed)]):
                return events
        raise DamagedStore(f"the log of {self.game} takes nothing after event {self.expected}")

    def _keys(self) -> dict[str, Any]:
        return {"game": plain(self.game), "command_id": plain(self.command_id)}

    def _conflict(self, link: Link, last: int) -> Conflict:
        missed = read(link, self.game, self.expected)
        return Conflict(self.game, self.expected, missed[-1].seq if missed else last, missed)
