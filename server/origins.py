"""Origins: whether what a fork says of its parent is true, as far as that can be read."""

from collections.abc import Callable

from events.envelope import Event
from events.lifecycle import GameForked

Logs = Callable[[str], list[Event]]
"""The log of a game that the reader may see; any other is empty."""


def is_true(fork: GameForked, logs: Logs) -> bool:
    """Whether the parent's event `at` has that seal; true where nobody can tell."""
    parent = logs(fork.parent) if fork.parent else []
    if not parent or not fork.at:
        return True
    return fork.at <= len(parent) and parent[fork.at - 1].seal == fork.seal
