"""The table of scores: categories by row, seats by column; or seat by seat where that is wide."""

from rich.text import Text

from client.village.blocks import EDGE, MARGIN, Block, Panel, Part, flow, tabulate, tile
from client.village.pieces import LABEL, QUIET, Scene, points
from client.village.turn import total
from client.village.worth import rates
from projections.village.score import CATEGORIES

HIDDEN = "?"


def score(table: Scene, width: int) -> Block:
    """Points by category and seat, and what points come for."""
    body = _columns(table)
    if body[0].cell_len + MARGIN > width:
        body = _told(table, width - MARGIN)
    widest = max(line.cell_len for line in body) + MARGIN
    panel = Panel(Text(table.words.say("score"), LABEL), body)
    frame = tile([[Part(lambda _: [panel], least=1)]], min(width, max(widest, 20)))
    return [*frame, *rates(table, width)]


def _columns(table: Scene) -> Block:
    words, seats = table.words, table.view.seats
    rows = [[Text(), *map(table.named, seats)]]
    for category in CATEGORIES:
        cells = [_points(table, category, seat) for seat in seats]
        rows.append([Text(words.term(category)), *cells])
    rows.append([Text(words.say("total"), LABEL), *(_total(table, seat) for seat in seats)])
    lines = tabulate(rows, right=range(1, len(seats) + 1))
    return [*lines[:-1], Text("─" * lines[0].cell_len, EDGE), lines[-1]]


def _points(table: Scene, category: str, seat: str) -> Text:
    known, served = table.view.score[seat][category], table.view.farms[seat].customers_served
    if known is None and served:
        return Text(HIDDEN)
    return Text(str(known or 0), "" if known else QUIET)


def _total(table: Scene, seat: str) -> Text:
    return Text(total(table, seat), LABEL)


def _told(table: Scene, width: int) -> Block:
    """Every seat with its total, then its categories in as many lines as it takes."""
    lines = []
    for seat in table.view.seats:
        lines += flow([table.named(seat), Text(points(total(table, seat)), LABEL)], width)
        pieces = [
            Text.assemble((table.words.term(c) + " ", QUIET), _points(table, c, seat))
            for c in CATEGORIES
        ]
        lines += [Text.assemble("  ", line) for line in flow(pieces, width - 2, "   ")]
    return lines
