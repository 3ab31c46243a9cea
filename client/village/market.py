"""The market: customers that can be served, and those who wait."""

from itertools import zip_longest

from rich.text import Text

from client.village import prices
from client.village.blocks import Block, Panel, pad, wrap
from client.village.pieces import LABEL, QUIET, Scene, cube_row, points
from projections.village.views import CustomerView

SERVE = "cyan"
"""The blue edge of the spaces whose customers can be served."""


COLUMNS = 40
"""The width from which blue spaces and queue stand side by side."""
GUTTER = "   "
SIGNS = (" + ", "+")
"""What stands between two things that are wanted: the first that fits."""


def panel(table: Scene, width: int) -> Panel:
    """The market as it lies."""
    return Panel(
        title=Text(table.words.term("market"), LABEL),
        aside=cube_row(table.view.board.spaces["market"], width // 4),
        body=_customers(table, width),
        foot=_foot(table),
    )


def _customers(table: Scene, width: int) -> Block:
    """Blue spaces and queue side by side, or one below the other where the width is small."""
    for plus in SIGNS:
        blue, queue = _columns(table, plus)
        half = max(line.cell_len for line in blue)
        room = width - half - len(GUTTER) - max(line.cell_len for line in queue)
        if room >= 0:
            return _paired(blue, queue, half + room // 2, width)
    blue, queue = _columns(table, SIGNS[-1])
    if width < COLUMNS:
        return [*blue, *queue]
    return _paired(blue, queue, (width - len(GUTTER) + 2) // 2, width)


def _columns(table: Scene, plus: str) -> tuple[Block, Block]:
    words, board = table.words, table.view.board
    blue = [Text(words.say("to be served"), QUIET), *_blue(table, plus)]
    queue = [_customer(table, customer, plus) for customer in board.queue]
    return blue, [Text(words.say("waiting"), QUIET), *queue]


def _paired(blue: Block, queue: Block, half: int, width: int) -> Block:
    pairs = zip_longest(blue, queue, fillvalue=Text())
    return [line for left, right in pairs for line in _pair(left, right, half, width)]


def _pair(left: Text, right: Text, half: int, width: int) -> Block:
    """Two tiles side by side, each in as many lines as it needs."""
    lefts, rights = wrap(left, half), wrap(right, width - half - len(GUTTER))
    pairs = zip_longest(lefts, rights, fillvalue=Text())
    return [Text.assemble(pad(a, half), GUTTER, b) for a, b in pairs]


def _blue(table: Scene, plus: str) -> Block:
    """The blue spaces by number, then those that are closed for so few players."""
    words, board, printed = table.words, table.view.board, table.view.box.market
    lines = []
    for number, customer in enumerate(board.blue, 1):
        gap = Text(words.say("empty"), QUIET)
        tile = gap if customer is None else _customer(table, customer, plus)
        lines.append(Text.assemble((f"{number} ", SERVE), tile))
    closed = max(printed.blue.values()) - len(board.blue)
    return lines + [Text.assemble(("– " + words.say("closed"), QUIET))] * closed


def _customer(table: Scene, customer: CustomerView, plus: str) -> Text:
    """A tile: its points and what it wants."""
    wants = prices.wants(table.words, customer.wants, plus)
    return Text.assemble((points(customer.points), "bold"), " ", wants)


def _foot(table: Scene) -> Text:
    words, printed = table.words, table.view.box.market
    more = words.say("stack {n}", n=table.view.board.stack)
    price = prices.time(words, printed.time)
    return Text.assemble(
        (words.say("further sale"), QUIET), " ", prices.cubes_price(printed.cubes),
        (f" + {price} · {more}", QUIET),
    )  # fmt: skip
