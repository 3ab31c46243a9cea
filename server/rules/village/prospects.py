"""What an action would be good for, before its cube is taken."""

import msgspec

from projections.village.state import PLAGUE, Farm, State
from server.rules.village.legal import possible
from server.rules.village.payments import covers


def with_cube(farm: Farm, colour: str) -> Farm:
    """The farm as it would be with one more cube; a plague cube pays for nothing."""
    if colour == PLAGUE:
        return farm
    return msgspec.structs.replace(farm, cubes={**farm.cubes, colour: farm.cubes[colour] + 1})


def is_of_use(state: State, farm: Farm, space: str) -> bool:
    """Whether a family with this farm could do anything there but pass.

    On a market day of its own it could sell something; its first sale has no price but the goods.
    """
    if space != "market":
        return any(True for _ in possible(state, farm, space))
    have = {**farm.goods, "grain": farm.grain}
    customers = filter(None, state.board.blue)
    return any(covers(have, state.box.customers[customer].wants) for customer in customers)
