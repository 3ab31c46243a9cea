"""The families at a glance: what each seat has, and who is at home."""

from collections.abc import Callable

from rich.cells import cell_len
from rich.text import Text

from client.village.blocks import MARGIN, Block, Panel, flow, hang, tabulate, wrap
from client.village.pieces import LABEL, POINT, QUIET, Scene, crowd, points
from client.village.turn import arrow, total

HOME = 5
"""The least room for the members at home beside the numbers: a whole generation, `A1111`."""
GAPS = (2, 1)
"""Spaces between columns: as many as fit."""


def panel(table: Scene, width: int) -> Panel:
    """Points so far, grain, coins and time of every seat, and its members at home."""
    words, starter = table.words, table.view.board.starter
    return Panel(
        title=Text(words.say("families"), LABEL),
        body=_body(table, width),
        foot=Text.assemble((words.say("starts:") + " ", QUIET), table.named(starter)),
    )


def least(table: Scene) -> int:
    """The width of a panel with a line for each seat."""
    return _width(table, min(GAPS)) + _homes(table) + MARGIN


def _body(table: Scene, width: int) -> Block:
    for gap, room in (*((gap, _homes(table)) for gap in GAPS), (min(GAPS), HOME)):
        if _width(table, gap) + room <= width:
            return hang(_heads(table, gap), _tails(table), width, gap, HOME)
    return _told(table, width)


def _width(table: Scene, gap: int) -> int:
    return _heads(table, gap)[0].cell_len + gap


def _homes(table: Scene) -> int:
    """Room for all members at home, each family in one line."""
    label = cell_len(table.words.say("at home"))
    return max(HOME, label, *(1 + len(table.at("farm", seat)) for seat in table.view.seats))


def _heads(table: Scene, gap: int) -> Block:
    words = table.words
    labels = ("", POINT, words.say("grain"), words.say("coins"), words.say("time"))
    rows = [[Text(label, QUIET) for label in labels]]
    rows += [[_name(table, s), *map(Text, _numbers(table, s))] for s in table.view.seats]
    return tabulate(rows, right=(1, 2, 3, 4), gap=gap)


def _tails(table: Scene) -> list[Callable[[int], Block]]:
    label = Text(table.words.say("at home"), QUIET)
    homes = [_home(table, seat) for seat in table.view.seats]
    return [lambda width: wrap(label, width), *homes]


def _home(table: Scene, seat: str) -> Callable[[int], Block]:
    people = table.at("farm", seat)
    return lambda width: crowd(table, people, width)


def _name(table: Scene, seat: str) -> Text:
    return Text.assemble(arrow(table, seat) or " ", table.named(seat))


def _numbers(table: Scene, seat: str) -> tuple[str, str, str, str]:
    box, farm = table.view.box, table.view.farms[seat]
    grain, time = f"{farm.grain}/{box.grain_limit}", f"{farm.space}/{box.life_time}"
    return total(table, seat), grain, str(farm.coins), time


def _told(table: Scene, width: int) -> Block:
    """The same with a label for every number, in as many lines as it takes."""
    words = table.words
    labels = (words.say("grain"), words.say("coins"), words.say("time"))
    lines = []
    for seat in table.view.seats:
        sofar, *numbers = _numbers(table, seat)
        pieces = [Text(f"{label} {n}") for label, n in zip(labels, numbers, strict=True)]
        lines += flow([_name(table, seat), Text(points(sofar)), *pieces], width)
        lines += hang([Text("  " + words.say("at home"), QUIET)], [_home(table, seat)], width)
    return lines
