"""The map's panel: drawn where it fits, else cities and roads in lists."""

from collections.abc import Callable, Iterable

from rich.text import Text

from client.village import cities, prices
from client.village.atlas import Atlas
from client.village.blocks import MARGIN, Block, Panel, flow, hang
from client.village.chart import chart
from client.village.pieces import LABEL, QUIET, Scene, crowd, cube_row
from projections.village.box import Road


def panel(table: Scene, width: int) -> Panel:
    """Cities with discs and travellers, roads with their prices."""
    laid = chart(table.view.box.travel)
    atlas = Atlas(table, laid, width)
    body = atlas.draw() if atlas.fits else _listed(table, width)
    roads = laid.others if atlas.fits else table.view.box.travel.roads
    return Panel(
        title=Text(table.words.term("travel"), LABEL),
        aside=cube_row(table.view.board.spaces["travel"], width // 4),
        body=[*body, *flow(_roads(table, roads), width, "   ")],
        foot=_trip(table),
    )


def least(table: Scene) -> int:
    """The width of a panel in which the map can be drawn."""
    return Atlas(table, chart(table.view.box.travel), 0).least + MARGIN


def _trip(table: Scene) -> Text:
    words, travel = table.words, table.view.box.travel
    price = [prices.time(words, travel.time), *prices.amounts(words, travel.goods)]
    return Text(words.say("every trip") + ": " + " + ".join(price), QUIET)


def _roads(table: Scene, roads: Iterable[Road]) -> Block:
    """Roads in words, with their prices."""
    return [
        Text.assemble(
            (" – ".join(table.words.term(end) for end in road.ends) + "  ", QUIET),
            prices.cubes_price(road.cubes),
        )
        for road in roads
    ]


def _listed(table: Scene, width: int) -> Block:
    printed = table.view.box.travel.cities
    heads = [
        Text.assemble((table.words.term(name), "bold"), "  ", cities.reward(table, city))
        for name, city in printed.items()
    ]
    return hang(heads, [_city(table, name) for name in printed], width)


def _city(table: Scene, city: str) -> Callable[[int], Block]:
    travellers = table.at(city)
    return lambda width: [
        *flow(cities.discs(table, city), width),
        *crowd(table, travellers, width),
    ]
