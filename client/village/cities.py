"""A city on the map, in a box: name, discs and travellers, the reward of a first visit."""

from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from client.village import prices
from client.village.blocks import EDGE, Block, flow, pad
from client.village.pieces import Scene, crowd, disc, points
from projections.village.box import City

LEAST = 13
"""The least width of a city's box."""
JOINT = 3
"""How far from its right edge a road leaves a city's box upwards or downwards."""


@dataclass(frozen=True)
class Exits:
    """On which sides of a city's box roads begin."""

    left: bool
    right: bool
    up: bool
    down: bool


def discs(table: Scene, city: str) -> list[Text]:
    """The discs of the families that have visited a city."""
    return [disc(table, s) for s in table.view.seats if city in table.view.farms[s].cities]


def reward(table: Scene, city: City) -> str:
    """What a family's first visit gives."""
    words = table.words
    parts = [points(city.prestige)] if city.prestige else []
    parts += [prices.coins(words, city.coins)] if city.coins else []
    parts += [words.count("{n} cube", "{n} cubes", city.cubes)] if city.cubes else []
    return " + ".join(parts)


def least(table: Scene) -> int:
    """The width that the longest name or reward needs."""
    cities = table.view.box.travel.cities
    labels = [*map(table.words.term, cities), *(reward(table, c) for c in cities.values())]
    return max([LEAST, *(cell_len(label) + JOINT + 4 for label in labels)])


def inside(table: Scene, city: str, width: int) -> tuple[Block, Block]:
    """Discs, and travellers, for the inside of a box."""
    visits = discs(table, city)
    gap = "" if sum(d.cell_len + 1 for d in visits) > width else " "
    return flow(visits, width, gap), crowd(table, table.at(city), width)


def boxed(table: Scene, city: str, body: Block, width: int, exits: Exits) -> Block:
    """The whole box, `width` wide, its edges open where roads begin."""
    name = Text(table.words.term(city), "bold")
    gain = Text(reward(table, table.view.box.travel.cities[city]))
    lines = [_edge("╭╮", name, "┴" if exits.up else "─", width)]
    for number, line in enumerate(body):
        left = "┤" if exits.left and not number else "│"
        right = "├" if exits.right and not number else "│"
        lines.append(Text.assemble((left, EDGE), " ", pad(line, width - 3), (right, EDGE)))
    return [*lines, _edge("╰╯", gain, "┬" if exits.down else "─", width)]


def _edge(corners: str, label: Text, joint: str, width: int) -> Text:
    line = Text.assemble((corners[0], EDGE))
    if label.plain:
        line.append_text(Text.assemble(" ", label, " "))
    line.append("─" * (width - JOINT - line.cell_len), EDGE)
    return line.append(joint + "─" * (JOINT - 2) + corners[1], EDGE)
