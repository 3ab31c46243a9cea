"""What is to be appended to a game, whichever store takes it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from events.chain import link
from events.envelope import Event, NewCommand


class Append(NamedTuple):
    """The commands to record; see `Store.append`. It may be tried any number of times."""

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
        return link(
            self.game, self.commands, last=self.expected, previous=previous,
            command_id=self.command_id, recorded_at=self.clock(),
        )  # fmt: skip
