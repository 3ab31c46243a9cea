"""What must hold in a box so that any game with it can be played: numbers, names and prices."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from projections.village.box import Box
from projections.village.state import COLOURS, DEAD, GOODS, HIDDEN, PLAGUE

WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")
TAKEN = {*HIDDEN, *DEAD, "farm", "village", "mill", "council", "church", "home", "waiting", "from"}
"""Words that name other places, or stand between places in a command."""
MOST_CHOSEN = 5
"""Pieces chosen at once: beyond that the choices are too many to list."""
MOST_ALIKE = 11
"""Members of one number: each has a letter."""
MOST = 999
"""The largest number in a box: none is printed that large, and work must end."""


def unsound(box: Box) -> Iterator[str]:
    """What is wrong, the field first."""
    yield from _out_of_range("", msgspec.to_builtins(box))
    yield from _too_small(box)
    yield from _names(box)
    yield from _prices(box)
    yield from _chosen(box)
    yield from _start(box)
    yield from _twice(box)


def _out_of_range(path: str, value: Any) -> Iterator[str]:
    if isinstance(value, int) and value < 0:
        yield f"{path}: cannot be less than 0"
    if isinstance(value, int) and value > MOST:
        yield f"{path}: cannot be more than {MOST}"
    parts = enumerate(value) if isinstance(value, list | tuple) else ()
    for key, each in value.items() if isinstance(value, dict) else parts:
        yield from _out_of_range(f"{path}.{key}".lstrip("."), each)


def _too_small(box: Box) -> Iterator[str]:
    least_one = {
        "life_time": box.life_time,
        "well": box.well,
        "travel.points": len(box.travel.points),
        "chronicle.points": len(box.chronicle.points),
        "church.points": len(box.church.points),
        "council.goods": min(box.council.goods.values(), default=0),
        # They always come back: no round is ever without a cube.
        f"supply.cubes.{PLAGUE}": box.supply.cubes.get(PLAGUE, 0),
        "members": min(box.members.values(), default=0),
    }
    yield from (f"{field}: needs at least one" for field, n in least_one.items() if n < 1)
    if len(box.church.points) > 9:
        yield "church.points: at most nine stages"
    if max(box.members.values()) > MOST_ALIKE:
        yield f"members: at most {MOST_ALIKE} of one number"


def _names(box: Box) -> Iterator[str]:
    named: dict[str, Mapping[str, Any]] = {
        "customers": box.customers,
        "crafts": box.crafts,
        "travel.cities": box.travel.cities,
    }
    for field, names in named.items():
        for name in names:
            if not WORD.fullmatch(name):
                yield f"{field}.{name}: a name has letters and digits only, a letter first"
            elif field != "customers" and name in TAKEN:
                yield f"{field}.{name}: this word has another meaning"
    for name in set(box.crafts) & set(box.travel.cities):
        yield f"travel.cities.{name}: a guild has this name"


def _prices(box: Box) -> Iterator[str]:
    cubes = {"market": box.market.cubes, "council": box.council.cubes, "church": box.church.cubes}
    cubes |= {f"crafts.{name}": guild.cubes for name, guild in box.crafts.items()}
    for field, price in cubes.items():
        if not set(price) <= set(COLOURS):
            yield f"{field}.cubes: may hold {', '.join(COLOURS)}"
    goods: dict[str, Any] = {"travel": box.travel.goods, "council": box.council.goods}
    goods |= {f"harvest.{i}": harvest.goods for i, harvest in enumerate(box.harvest)}
    for field, price in goods.items():
        if not set(price) <= set(GOODS):
            yield f"{field}.goods: may hold {', '.join(GOODS)}"


def _chosen(box: Box) -> Iterator[str]:
    chosen = {
        "council.chosen_cubes": box.council.chosen_cubes,
        "council.chosen_goods": box.council.chosen_goods,
    }
    chosen |= {
        f"travel.cities.{name}.cubes": city.cubes for name, city in box.travel.cities.items()
    }
    for place, made_up in enumerate(box.compensation):
        chosen[f"compensation.{place}"] = made_up.chosen_cubes + made_up.random_cubes
    for field, count in chosen.items():
        if count > MOST_CHOSEN:
            yield f"{field}: at most {MOST_CHOSEN} at once"


def _start(box: Box) -> Iterator[str]:
    """Whether the supply has what everybody gets at the start."""
    players = box.players[1]
    coins = box.coins * players + sum(made_up.coins for made_up in box.compensation)
    if coins > box.supply.coins:
        yield f"supply.coins: {coins} are needed at the start"
    grain = [made_up.grain for made_up in box.compensation]
    if sum(grain) > box.supply.grain or max(grain, default=0) > box.grain_limit:
        yield "compensation: more grain than the supply or a farm holds"
    cubes = sum(made_up.random_cubes + made_up.chosen_cubes for made_up in box.compensation)
    if cubes > min(box.supply.cubes.get(colour, 0) for colour in COLOURS):
        yield "compensation: more cubes than the supply may have of one colour"


def _twice(box: Box) -> Iterator[str]:
    roads = [frozenset(road.ends) for road in box.travel.roads]
    for index, road in enumerate(roads):
        if len(road) < 2:
            yield f"travel.roads.{index}.ends: a road leads from one place to another"
        if road in roads[:index]:
            yield f"travel.roads.{index}.ends: there is a road between them already"
