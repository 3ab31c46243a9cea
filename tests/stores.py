"""A store in memory: what `events.store.Store` promises, without a database."""

import threading
from collections.abc import Callable, Collection, Iterable, Sequence

from events.chain import link
from events.envelope import Event, NewCommand
from events.seal import GENESIS
from events.store import Conflict, Head, StoreUnavailable
from events.watch import Changes, Watch, Watches


class MemoryStore:
    """All games in a dictionary. `refuse` counts appends to refuse, as a full disk would.

    Without a `clock` a millisecond passes with each append.
    """

    def __init__(self, clock: Callable[[], int] | None = None) -> None:
        self.games: dict[str, list[Event]] = {}
        self.seeds: dict[str, bytes] = {}
        self.refuse = 0
        self._now = 1_700_000_000_000
        self._clock = clock
        self._lock = threading.Lock()
        self._watches = Watches(lambda games: {game: self.last(game) for game in games})

    def append(
        self,
        game: str,
        expected: int,
        command_id: str,
        commands: Sequence[NewCommand],
        *,
        seed: bytes | None = None,
    ) -> list[Event]:
        with self._lock:
            if self.refuse:
                self.refuse -= 1
                raise StoreUnavailable("the store takes nothing now")
            known = self._find(game, command_id)
            if known:
                return known
            log = self.games.get(game, [])
            if len(log) != expected:
                raise Conflict(game, expected, len(log), log[expected:])
            self._now = self._clock() if self._clock else self._now + 1
            previous = log[-1].seal if log else GENESIS
            events = link(
                game, commands, last=len(log), previous=previous,
                command_id=command_id, recorded_at=self._now,
            )  # fmt: skip
            self.games[game] = [*log, *events]
            self._watches.heard(game, len(log) + len(events))
            if seed is not None:
                self.seeds[game] = seed
            return events

    def _find(self, game: str, command_id: str) -> list[Event]:
        return [event for event in self.games.get(game, []) if event.command_id == command_id]

    def read(self, game: str, since: int = 0, until: int | None = None) -> list[Event]:
        return self.games.get(game, [])[since:until]

    def find(self, game: str, command_id: str) -> list[Event]:
        return self._find(game, command_id)

    def last(self, game: str) -> int:
        return len(self.games.get(game, []))

    def heads(self, games: Collection[str] | None = None) -> dict[str, Head]:
        return {
            game: Head(len(log), log[-1].recorded_at)
            for game, log in self.games.items()
            if games is None or game in games
        }

    def first_events(self) -> Iterable[Event]:
        return [log[0] for log in self.games.values()]

    def seed(self, game: str) -> bytes:
        return self.seeds[game]

    def watch(self) -> Watch:
        return self._watches.open(1.0, Changes())

    def close(self) -> None:
        self._watches.close()
