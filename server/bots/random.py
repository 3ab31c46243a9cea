"""The bot that plays any legal command, each with the same chance."""

from collections.abc import Sequence
from typing import Any

from events.dice import Dice
from server.rules.game import Game


def choose(
    game: Game[Any, Any],  # noqa: ARG001 (the protocol's)
    state: Any,  # noqa: ARG001
    seat: str,  # noqa: ARG001
    legal: Sequence[Any],
    dice: Dice,
) -> Any:
    """Any of the legal commands."""
    drawn = dice.draw("", {str(index): 1 for index in range(len(legal))}, 1).drawn
    return legal[int(drawn[0])]
