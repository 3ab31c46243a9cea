"""Asking where members are: alike are those of the same number at the same place."""

from collections.abc import Container, Iterator

from projections.village.farms import UNSEEN, is_visible
from projections.village.state import Farm

NOT_ON_BOARD = UNSEEN | {"farm"}
SECTION_OF = {"farm": "farm", "council": "council", "church": "church"}


def number(member: str) -> int:
    """The number printed on a member."""
    return int(member[0])


def at(farm: Farm, place: str) -> list[int]:
    """The numbers of the members at a place, each once, in order."""
    if place not in farm.members.values():
        return []
    return [int(n) for n in sorted({m[0] for m, where in farm.members.items() if where == place})]


def find(farm: Farm, place: str, wanted: int) -> str:
    """The first member of that number at that place."""
    printed = str(wanted)
    return next(m for m, where in farm.members.items() if where == place and m[0] == printed)


def staged(farm: Farm, prefix: str) -> Iterator[tuple[str, int, int]]:
    """Place, stage and number of the members on a track (`council` or `church`), each kind once."""
    there = [(place, m[0]) for m, place in farm.members.items() if place.startswith(prefix)]
    for place, printed in dict.fromkeys(there):
        yield place, int(place[-1]), int(printed)


def on_board(farm: Farm) -> list[tuple[str, int]]:
    """Place and number of the visible members away from the farm, each kind once."""
    away = [(place, m) for m, place in farm.members.items() if place not in NOT_ON_BOARD]
    return sorted({(place, number(m)) for place, m in away})


def mortal(farm: Farm) -> list[tuple[str, int]]:
    """Place and number of those among whom a death is chosen: the lowest visible number (p. 12)."""
    visible = [(m[0], place) for m, place in farm.members.items() if is_visible(place)]
    lowest = min(visible, default=("0", ""))[0]
    return sorted({(place, int(lowest)) for printed, place in visible if printed == lowest})


def section(place: str, cities: Container[str]) -> str:
    """The section of the chronicle for somebody who dies at that place (p. 12)."""
    track = place.split("-", maxsplit=1)[0]
    if track in SECTION_OF:
        return SECTION_OF[track]
    return "travel" if place in cities else "crafts"
