"""Council chamber and church: members on their stages, with what a step costs and gives."""

from collections.abc import Callable

from rich.text import Text

from client.village import prices
from client.village.blocks import Block, Panel, hang, tabulate
from client.village.pieces import LABEL, QUIET, Scene, crowd, cube_row, points
from projections.words import Words


def council(table: Scene, width: int) -> Panel:
    """The council chamber, stage by stage: time, privilege, points, members."""
    words, printed = table.words, table.view.box.council
    stages = zip(printed.time, printed.points, _privileges(table), strict=True)
    rows = [
        (Text(f"{n}"), Text(prices.time(words, time), QUIET), privilege, Text(points(worth), QUIET))
        for n, (time, worth, privilege) in enumerate(stages, 1)
    ]
    return Panel(
        title=Text(words.term("council"), LABEL),
        aside=cube_row(table.view.board.spaces["council"], width // 4),
        body=_track(table, "council", tabulate(rows), width),
        foot=_either(words.say("step"), prices.cubes_price(printed.cubes),
                     *prices.amounts(words, printed.goods), words=words),
    )  # fmt: skip


def _privileges(table: Scene) -> list[Text]:
    words, printed, ring = table.words, table.view.box.council, table.view.board.ring
    prestige = points(printed.prestige)
    coins = prices.coins(words, printed.coins)
    return [
        Text.assemble((words.say("ring:") + " ", ""), table.mark(ring)) if ring
        else Text(words.say("ring here")),
        Text(words.count("{n} cube", "{n} cubes", printed.chosen_cubes)),
        Text(words.count("{n} good", "{n} goods", printed.chosen_goods)),
        Text(f"{coins} → {prestige}"),
    ]  # fmt: skip


def church(table: Scene, width: int) -> Panel:
    """The church, stage by stage: grain, points, members; and the black bag."""
    words, printed = table.words, table.view.box.church
    grain = ["", *(prices.grain(words, n) for n in printed.grain)]
    rows = [
        (Text(f"{n}"), Text(price, QUIET), Text(points(worth), QUIET))
        for n, (price, worth) in enumerate(zip(grain, printed.points, strict=True), 1)
    ]
    return Panel(
        title=Text(words.term("church"), LABEL),
        aside=cube_row(table.view.board.spaces["church"], width // 4),
        body=_track(table, "church", tabulate(rows), width) + _bag(table, width),
        foot=_either(words.say("enter"), prices.cubes_price(printed.cubes),
                     prices.time(words, printed.time), words=words),
    )  # fmt: skip


def _track(table: Scene, place: str, heads: Block, width: int) -> Block:
    tails = [_members(table, f"{place}-{n}") for n, _ in enumerate(heads, 1)]
    return hang(heads, tails, width)


def _members(table: Scene, place: str) -> Callable[[int], Block]:
    return lambda width: crowd(table, table.at(place), width)


def _bag(table: Scene, width: int) -> Block:
    words, board = table.words, table.view.board
    monks = words.count("{n} monk", "{n} monks", board.monks)
    head = Text.assemble(words.say("black bag"), (f"  {monks}", QUIET))
    return hang([head], [_members(table, "bag")], width)


def _either(label: str, first: Text, *others: str, words: Words) -> Text:
    other = "".join(f" {words.say('or')} {price}" for price in others)
    return Text.assemble((label + " ", QUIET), first, (other, QUIET))
