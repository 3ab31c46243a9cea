"""The toy for more seats, with a bot that draws nothing, and one in which a pass shows a secret."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from events.dice import Dice
from tests.toy import GAME, rules
from tests.toy.state import Toy, ToyView, view


def still(game: Any, state: Toy, seat: str, legal: Sequence[rules.Command], dice: Dice) -> Any:
    """A bot: the last legal command, which is a pass as long as there is one."""
    return legal[-1]


def open_handed(state: Toy, seat: str | None) -> ToyView:
    """What anybody may see: the secrets of those who have passed are known to all."""
    seen = view(state, seat)
    shown = {
        name: msgspec.structs.replace(seen.farms[name], secret=player.secret)
        for name, player in state.players.items()
        if player.passes < state.box["passes"]
    }
    return msgspec.structs.replace(seen, farms={**seen.farms, **shown})


TRIO = replace(GAME, name="trio", seats=(2, 4), bots={**GAME.bots, "still": still})
SHOWING = replace(TRIO, name="showing", view=open_handed)
