"""Bots: players without a person. Each is a function from what is legal to one command."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from events.dice import Dice, Draw
from server.bots.random import choose as choose_randomly
from server.rules.game import Game


class Bot(Protocol):
    """One kind of bot. It must be a pure function: the same arguments, the same command."""

    def __call__(
        self, game: Game[Any, Any], state: Any, seat: str, legal: Sequence[Any], dice: Dice
    ) -> Any:
        """One of `legal`; the state must not be changed."""
        ...


class BotDice:
    """The game's dice as one bot's one choice may use them: labels no rule ever uses.

    `depth` is the number of events that led to the choice; undoing and playing the same again
    leads to the same choice.
    """

    def __init__(self, dice: Dice, seat: str, depth: int) -> None:
        self._dice = dice
        self._label = f"bot {seat} {depth}"

    def draw(self, label: str, pool: Mapping[str, int], count: int) -> Draw:
        """Draw from the game's dice; see `events.dice.Dice`."""
        return self._dice.draw(f"{self._label} {label}".rstrip(), pool, count)


def bots_of(game: Game[Any, Any]) -> dict[str, Bot]:
    """All kinds of bots that can play a game, by name."""
    return {"random": choose_randomly, **game.bots}
