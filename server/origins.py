"""Origins: whether what a fork says of its parent is true, as far as that can be read."""

from collections.abc import Callable

from events.envelope import Event
from events.lifecycle import GameForked, GameStarted
from server.rules.registry import started_of

Logs = Callable[[str], list[Event]]
"""The log of a game that the reader may see; any other is empty."""


def is_true(fork: GameForked, first: GameStarted, logs: Logs) -> bool:
    """Whether the parent's event `at` has that seal, and the parent began as this game did.

    True where nobody can tell.
    """
    parent = logs(fork.parent) if fork.parent else []
    if not parent:
        return True
    there = parent[fork.at - 1].seal if 0 < fork.at <= len(parent) else ""
    return there == fork.seal and started_of(parent[0]).commitment == first.commitment
