"""The toy's facts."""

from events.dice import Draw
from events.lifecycle import Fact


class OrderDrawn(Fact, frozen=True, omit_defaults=True):
    """The seat that begins was drawn."""

    draw: Draw


class SecretTaken(Fact, frozen=True, omit_defaults=True):
    """A seat chose its secret number, which counts at the end."""

    seat: str
    number: int

    def audience(self) -> tuple[str, ...] | None:
        """The seat itself, until the game is over."""
        return (self.seat,)


class Rolled(Fact, frozen=True, omit_defaults=True):
    """A seat rolled and moved on."""

    seat: str
    draw: Draw
    steps: int


class Passed(Fact, frozen=True, omit_defaults=True):
    """A seat used up one of its passes."""

    seat: str


class TurnEnded(Fact, frozen=True, omit_defaults=True):
    """The turn went on to `next_seat`."""

    next_seat: str


TYPES: tuple[type[Fact], ...] = (OrderDrawn, SecretTaken, Rolled, Passed, TurnEnded)
