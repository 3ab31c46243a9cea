"""The table on which a command is played out: a state of its own, the dice, the facts so far."""

from collections.abc import Mapping
from typing import Any

from events.dice import Dice
from events.lifecycle import Fact
from events.village import Cost
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

    def cost(
        self, seat: str, *, time: int = 0, grain: int = 0, coins: int = 0,
        cubes: Mapping[str, int] | None = None, goods: Mapping[str, int] | None = None,
    ) -> Cost:  # fmt: skip
        """A cost for this seat, with how often its marker crosses the quill by it (p. 12)."""
        spent, life = self.farm(seat).time, self.state.box.life_time
        crossed = (spent + time) // life - spent // life
        return Cost(time, crossed, grain, coins, _pieces(cubes), _pieces(goods))


def _pieces(pieces: Mapping[str, int] | None) -> dict[str, Any]:
    return {piece: count for piece, count in (pieces or {}).items() if count}
