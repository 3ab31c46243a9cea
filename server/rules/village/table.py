"""The table on which a command is played out: a state of its own, the dice, the facts so far."""

from events.dice import Dice
from events.lifecycle import Fact
from projections.village.fold import evolve
from projections.village.state import Choice, Farm, State


class Table:
    """`emit` records a fact and lets the state take it in at once."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.facts: list[Fact] = []

    def emit(self, fact: Fact) -> None:
        """Record a fact."""
        evolve(self.state, fact)
        self.facts.append(fact)

    def farm(self, seat: str) -> Farm:
        """The farm of a seat."""
        return self.state.farms[seat]

    @property
    def pending(self) -> Choice | None:
        """What must be chosen now."""
        return self.state.turn.pending
