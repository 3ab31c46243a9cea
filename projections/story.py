"""Stories: what happened in a game, told in sentences."""

from collections.abc import Sequence

import msgspec

from events.lifecycle import Fact, GameStarted


class Line(msgspec.Struct, frozen=True):
    """One sentence, told when event `seq` happened, in `round` (0 before the first one)."""

    seq: int
    round: int
    text: str


def untold(
    history: Sequence[tuple[int, Fact]],
    started: GameStarted,
    language: str,
) -> list[Line]:
    """The story of a game that has none."""
    return []
