"""What things cost and give, in few words."""

from collections.abc import Mapping

from rich.text import Text

from client.village.pieces import cubes
from events.village import Cost
from projections.village.terms import COUNTED
from projections.words import Words


def time(words: Words, n: int) -> str:
    """An amount of time."""
    return words.count("{n} time", "{n} time", n)


def grain(words: Words, n: int) -> str:
    """An amount of grain."""
    return words.count("{n} grain", "{n} grain", n)


def coins(words: Words, n: int) -> str:
    """A number of coins."""
    return words.count("{n} coin", "{n} coins", n)


def amounts(words: Words, things: Mapping[str, int]) -> list[str]:
    """Cubes, goods or grain with their numbers: `2 green`, `1 scroll`."""
    return [words.count(*COUNTED[thing], n) for thing, n in things.items() if n]


def wants(words: Words, things: Mapping[str, int], plus: str = " + ") -> str:
    """What a customer wants: `horse + 2 grain`."""
    named = (
        words.count(*COUNTED[thing], n) if n > 1 else words.term(thing)
        for thing, n in things.items() if n
    )  # fmt: skip
    return plus.join(named)


def cubes_price(counts: Mapping[str, int]) -> Text:
    """A price in cubes, as cubes."""
    return Text(" ").join(cubes(counts))


def cost(words: Words, paid: Cost) -> str:
    """All that was paid, one after the other; "" if nothing was."""
    parts = [time(words, paid.time)] if paid.time else []
    parts += [grain(words, paid.grain)] if paid.grain else []
    parts += [coins(words, paid.coins)] if paid.coins else []
    parts += amounts(words, paid.cubes) + amounts(words, paid.goods)
    return ", ".join(parts)
