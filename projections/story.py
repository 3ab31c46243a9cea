"""Stories: what happened in a game, told in sentences."""

import msgspec


class Line(msgspec.Struct, frozen=True):
    """One sentence, told when event `seq` happened, in `round` (0 before the first one)."""

    seq: int
    round: int
    text: str
