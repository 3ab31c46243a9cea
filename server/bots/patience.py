"""Patience: how long a visit to a game waits for the bots in it."""

from collections.abc import Callable

COMMANDS = 3000
"""Commands of bots in one visit: a game of bots may have no end, but its readers' time has."""
SECONDS = 2.0
"""How long bots may think in one visit that plays."""
GLANCE = 0.5
"""How long they may in one that only looks, or that lets nobody play but them."""


class Patience:
    """So many commands and so many seconds; `clock` gives seconds that only go forward.

    It decides how many commands are played now, never which.
    """

    def __init__(
        self,
        clock: Callable[[], float] = lambda: 0.0,
        seconds: float = SECONDS,
        commands: int = COMMANDS,
    ) -> None:
        self._clock = clock
        self._end = clock() + seconds
        self._commands = commands

    @property
    def over(self) -> bool:
        """Whether bots have to stop for now."""
        return self._commands <= 0 or self._clock() >= self._end

    def spend(self) -> None:
        """Count one command."""
        self._commands -= 1
