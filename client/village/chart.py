"""Where cities and roads lie on a drawn map: in columns by their distance from the village."""

from collections.abc import Sequence
from dataclasses import dataclass

from projections.village.box import Road, Travel

VILLAGE = "village"
Site = tuple[int, int]
"""Column and row of a city, both from 0."""


@dataclass(frozen=True)
class Chart:
    """Cities by site; roads that can be drawn as a straight line, and all the others."""

    sites: dict[str, Site]
    drawn: dict[frozenset[str], Road]
    others: tuple[Road, ...]

    def at(self, site: Site) -> str | None:
        """The city at a site."""
        return next((city for city, s in self.sites.items() if s == site), None)

    def road(self, city: str, other: str | None) -> Road | None:
        """The drawn road between two cities, or the village and a city."""
        return self.drawn.get(frozenset((city, other or "")))

    @property
    def columns(self) -> int:
        """How many columns of cities there are."""
        return max((1 + column for column, _ in self.sites.values()), default=0)


def chart(travel: Travel) -> Chart:
    """Lay out the cities that can be reached from the village."""
    sites = _sites(travel.roads)
    drawn = {frozenset(road.ends): road for road in travel.roads if _straight(road, sites)}
    others = tuple(road for road in travel.roads if frozenset(road.ends) not in drawn)
    return Chart(sites, drawn, others)


def _sites(roads: Sequence[Road]) -> dict[str, Site]:
    sites: dict[str, Site] = {}
    layer, column, seen = [VILLAGE], 0, {VILLAGE}
    while layer:
        layer = list(
            dict.fromkeys(c for near in layer for c in _near(near, roads) if c not in seen)
        )
        seen.update(layer)
        sites |= {city: (column, row) for row, city in enumerate(layer)}
        column += 1
    return sites


def _near(city: str, roads: Sequence[Road]) -> list[str]:
    return [other for road in roads if city in road.ends for other in road.ends if other != city]


def _straight(road: Road, sites: dict[str, Site]) -> bool:
    if VILLAGE in road.ends:
        return True
    if not set(road.ends) <= sites.keys():
        return False
    (column, row), (other_column, other_row) = (sites[end] for end in road.ends)
    return abs(column - other_column) + abs(row - other_row) == 1
