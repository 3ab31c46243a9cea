"""One append to the PostgreSQL store, by itself.

One statement asks where the game stands, and another inserts. That is how it is done where the seal
of the last event is not known, or where an append that knew it has been refused; it tells why.
"""

from typing import Any

from events.append import Append
from events.envelope import Event
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


class PostgresAppend(Append):
    """An append that is tried on a connection."""

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
