"""What a store of events promises, whichever database holds it."""

import time
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from events.envelope import Event, NewCommand

if TYPE_CHECKING:
    from events.watch import Watch


def now() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


END = 1 << 62
"""A number after any event's, that every database can hold."""


def window(since: int, until: int | None) -> tuple[int, int]:
    """The same part of any log, in numbers that every database can hold."""
    return min(max(since, -1), END), END if until is None else min(max(until, -1), END)


class StoreError(Exception):
    """The store cannot do what was asked; nothing was changed."""


class StoreUnavailable(StoreError):
    """The store cannot be reached or written now (full, read-only, locked): try again later.

    If the way to a database breaks in the middle of an append, nobody can say whether it was
    recorded. Sent again under the same command id it is recorded once.
    """


class DamagedStore(StoreError):
    """The file is not a store of this program, is damaged, or is newer than this program."""


class Conflict(StoreError):
    """Somebody else appended first. `missed` are the events since the expected number."""

    def __init__(self, game: str, expected: int, actual: int, missed: Sequence[Event]) -> None:
        super().__init__(f"game {game} is at event {actual}, not {expected}")
        self.game = game
        self.expected = expected
        self.actual = actual
        self.missed = tuple(missed)


class Head(NamedTuple):
    """How far a game is: its last event, and when that was recorded (ms since the epoch)."""

    seq: int
    recorded_at: int


class Store(Protocol):
    """An append-only log of events, one stream per game."""

    def append(
        self,
        game: str,
        expected: int,
        command_id: str,
        commands: Sequence[NewCommand],
        *,
        seed: bytes | None = None,
    ) -> list[Event]:
        """Record the commands' events after event `expected` (0: a new game), all or nothing.

        Durable on return. A `command_id` that the game already has returns the events recorded
        under it, whatever `expected` says. `seed`, given with a game's first event or a fork, is
        kept apart from the log.

        Raises:
            Conflict: if the last event of the game is not number `expected`.
            ValueError: if there is no command, or one without events.
            StoreUnavailable: if the database refuses for now.
        """
        ...

    def read(self, game: str, since: int = 0, until: int | None = None) -> list[Event]:
        """The events with since < seq <= until, in order; empty for an unknown game."""
        ...

    def find(self, game: str, command_id: str) -> list[Event]:
        """The events recorded under this command id, in order; empty if there are none."""
        ...

    def last(self, game: str) -> int:
        """The number of the game's last event, 0 for an unknown game."""
        ...

    def heads(self, games: Collection[str] | None = None) -> dict[str, Head]:
        """How far each game is, in order of creation; only some of them, if they are named.

        A game whose name is damaged is left out; a warning in the process's log tells of it.
        """
        ...

    def first_events(self) -> Iterable[Event]:
        """The first event of every game, in order of creation.

        A game whose first event is lost or damaged is left out, so that it does not hide the
        others; a warning in the process's log names it.
        """
        ...

    def seed(self, game: str) -> bytes:
        """The game's secret seed (the newest one, after a fork).

        Raises:
            KeyError: if there is no such game.
        """
        ...

    def watch(self) -> "Watch":
        """A watch over games, to learn of new events from any thread, process or machine.

        To be closed by whoever opened it, or with the store.
        """
        ...

    def close(self) -> None:
        """Release the database; the store is of no use afterwards."""
        ...
