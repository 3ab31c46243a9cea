"""Tips: the last events of games, as far as whoever wrote them remembers.

The log may have gone on since: whether a seal from here is still the last one is asked in the
statement that writes after it.
"""

from events.envelope import Event
from events.seal import GENESIS

MOST = 4096


class Tips:
    """The seals of events that were the last of their games."""

    def __init__(self) -> None:
        self._seals: dict[tuple[str, int], str] = {}

    def remember(self, event: Event) -> None:
        """Remember an event in place of all that were remembered, if those are too many."""
        if len(self._seals) >= MOST:
            self._seals = {}
        self._seals[event.game, event.seq] = event.seal

    def seal(self, game: str, seq: int) -> str | None:
        """The seal of an event that is about to be followed by another."""
        return self._seals.pop((game, seq), None) if seq else GENESIS
