"""Every distinct way to pay a price, coins standing for any influence cube (p. 12)."""

from collections.abc import Iterable, Mapping
from itertools import product

from projections.village.state import COLOURS, Farm
from server.rules.village.commands import Pay

COIN = "coin"


def covers(have: Mapping[str, int], price: Mapping[str, int]) -> bool:
    """Whether all of a price is there."""
    for piece, count in price.items():  # noqa: SIM110 (all() takes twice as long)
        if have[piece] < count:
            return False
    return True


def cube_payments(farm: Farm, price: Mapping[str, int]) -> list[Pay]:
    """All ways to pay a price in cubes from this farm; `()` is the printed cubes themselves."""
    if not farm.coins:
        return [()] if covers(farm.cubes, price) else []
    ranges = [range(min(farm.cubes[c], n), -1, -1) for c, n in price.items()]
    total = sum(price.values())
    ways: list[Pay] = []
    for counts in product(*ranges):
        coins = total - sum(counts)
        if coins == 0:
            ways.append(())
        elif coins <= farm.coins:
            ways.append(_listed(dict(zip(price, counts, strict=True)), coins))
    return ways


def well_payments(farm: Farm, count: int, coins_allowed: bool) -> list[Pay]:
    """All ways to give `count` cubes of one colour at the well."""
    ways: list[Pay] = []
    coins = min(farm.coins, count) if coins_allowed else 0
    for colour in COLOURS:
        have = farm.cubes[colour]
        if have + coins < count:
            continue
        for cubes in range(min(have, count), max(1, count - coins) - 1, -1):
            ways.append(_listed({colour: cubes}, count - cubes))
    if coins == count:
        ways.append((COIN,) * count)
    return ways


def _listed(cubes: Mapping[str, int], coins: int) -> Pay:
    pieces = [colour for colour in COLOURS for _ in range(cubes.get(colour, 0))]
    return (*pieces, *[COIN] * coins)


def in_order(pay: Pay) -> Pay:
    """A payment in cubes and coins as it is written: by colour, coins last."""
    order = (*COLOURS, COIN)
    return tuple(sorted(pay, key=order.index)) if set(pay) <= set(order) else pay


def paid(price: Mapping[str, int], pay: Pay) -> tuple[dict[str, int], int]:
    """The cubes and coins that a payment of this price takes."""
    return (dict(price), 0) if not pay else counted(pay)


def counted(pay: Iterable[str]) -> tuple[dict[str, int], int]:
    """A listed payment as cubes by colour, and coins."""
    cubes: dict[str, int] = {}
    coins = 0
    for piece in pay:
        if piece == COIN:
            coins += 1
        else:
            cubes[piece] = cubes.get(piece, 0) + 1
    return cubes, coins
