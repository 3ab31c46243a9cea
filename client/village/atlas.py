"""The drawn map: boxes for cities, lines for roads, their prices on them."""

from itertools import accumulate

from rich.text import Text

from client.village import cities
from client.village.blocks import EDGE, Block, flow
from client.village.chart import VILLAGE, Chart
from client.village.cities import JOINT, Exits
from client.village.pieces import Scene
from client.village.prices import cubes_price
from projections.village.box import Road

WIDEST = 20
"""City boxes grow up to this width."""
INSIDE = 3
"""Lines inside a city's box; where more are needed its travellers move below the map."""


class Atlas:
    """A map of a given width. `fits` tells whether it can be drawn, `least` how wide it must be."""

    def __init__(self, table: Scene, laid: Chart, width: int) -> None:
        self._table, self._laid, self._width = table, laid, width
        self._village = Text(table.words.term(VILLAGE), "bold")
        prices = [_price(road).cell_len for road in table.view.box.travel.roads]
        self._gap = 2 + max(prices, default=0)
        trunk = self._village.cell_len // 2
        self._start = max(self._village.cell_len + 2, trunk + 1 + self._gap)
        self._fixed = self._start + max(0, laid.columns - 1) * self._gap
        self.least = self._fixed + laid.columns * cities.least(table)
        complete = len(laid.sites) == len(table.view.box.travel.cities)
        self.fits = complete and width >= self.least
        self._size = min(WIDEST, (width - self._fixed) // max(1, laid.columns))
        self._placed: list[tuple[int, int, Text]] = []

    def draw(self) -> Block:
        """The map, and below it the travellers for whom a city's box is too small."""
        bodies, below = self._bodies()
        tops = self._tops(bodies)
        for city in self._laid.sites:
            self._city(city, bodies[city], tops)
        self._from_village(tops)
        return [*self._lines(), *below]

    def _bodies(self) -> tuple[dict[str, Block], Block]:
        """What stands inside each city's box, rows filled to one height; and what does not fit."""
        bodies, below = {}, []
        for city in self._laid.sites:
            discs, people = cities.inside(self._table, city, self._size - 3)
            if len(discs) + len(people) > INSIDE:
                below += self._apart(city)
                people = [Text(self._table.words.say("below"), "dim")]
            bodies[city] = [*(discs or [Text()]), *(people or [Text()])]
        return {city: self._filled(city, bodies) for city in bodies}, below

    def _apart(self, city: str) -> Block:
        _, people = cities.inside(self._table, city, self._width)
        name = Text.assemble((self._table.words.term(city), "bold"), ":")
        return flow([name, *(word for line in people for word in line.split(" "))], self._width)

    def _filled(self, city: str, bodies: dict[str, Block]) -> Block:
        row = self._laid.sites[city][1]
        height = max(len(b) for c, b in bodies.items() if self._laid.sites[c][1] == row)
        return bodies[city] + [Text()] * (height - len(bodies[city]))

    def _tops(self, bodies: dict[str, Block]) -> list[int]:
        """The first line of each row of cities: a box has two edges, and a line lies between."""
        rows = {self._laid.sites[city][1]: len(body) + 3 for city, body in bodies.items()}
        return [0, *accumulate(rows[row] for row in sorted(rows))]

    def _city(self, city: str, body: Block, tops: list[int]) -> None:
        """A city's box, and the roads from it to the right and downwards."""
        column, row = self._laid.sites[city]
        x, y = self._start + column * (self._size + self._gap), tops[row]
        box = cities.boxed(self._table, city, body, self._size, self._exits(city))
        for line, text in enumerate(box):
            self._put(x, y + line, text)
        right = self._road(city, column + 1, row)
        if right is not None:
            self._put(x + self._size, y + 1, _along(right, self._gap))
        down = self._road(city, column, row + 1)
        if down is not None:
            price = Text.assemble(_price(down), " ", ("│", EDGE))
            self._put(x + self._size - JOINT + 1 - price.cell_len, tops[row + 1] - 1, price)

    def _exits(self, city: str) -> Exits:
        column, row = self._laid.sites[city]
        from_village = column == 0 and self._laid.road(city, VILLAGE) is not None
        return Exits(
            left=from_village or self._road(city, column - 1, row) is not None,
            right=self._road(city, column + 1, row) is not None,
            up=self._road(city, column, row - 1) is not None,
            down=self._road(city, column, row + 1) is not None,
        )

    def _road(self, city: str, column: int, row: int) -> Road | None:
        return self._laid.road(city, self._laid.at((column, row)))

    def _from_village(self, tops: list[int]) -> None:
        """The village, left between its roads to the first column of cities."""
        first = [city for city, site in self._laid.sites.items() if site[0] == 0]
        ends = {tops[self._laid.sites[city][1]] + 1: city for city in first}
        top, bottom = min(ends), max(ends)
        free = [y for y in range(top, bottom + 2) if y not in ends]
        middle = min(free, key=lambda y: abs(2 * y - top - bottom))
        self._put(0, middle, self._village)
        trunk = self._village.cell_len // 2
        for y in range(top, max(bottom, middle) + 1):
            if y in ends:
                corner = "╭" if y == top else "╰" if y == bottom else "├"
                self._put(trunk, y, Text(corner, EDGE))
                road = self._laid.road(ends[y], VILLAGE)
                self._put(trunk + 1, y, _along(road, self._start - trunk - 1))
            elif y != middle:
                self._put(trunk, y, Text("│", EDGE))

    def _put(self, x: int, y: int, text: Text) -> None:
        self._placed.append((y, x, text))

    def _lines(self) -> Block:
        lines = [Text() for _ in range(1 + max(y for y, _, _ in self._placed))]
        for y, x, text in sorted(self._placed, key=lambda placed: placed[:2]):
            lines[y].append(" " * (x - lines[y].cell_len)).append_text(text)
        return lines


def _price(road: Road) -> Text:
    return cubes_price(road.cubes)


def _along(road: Road | None, length: int) -> Text:
    """A road from left to right with its price in the middle."""
    price = _price(road) if road else Text()
    before = (length - price.cell_len) // 2
    after = length - price.cell_len - before
    return Text.assemble(("─" * before, EDGE), price, ("─" * after, EDGE))
