"""Crafts, harvest, family, and the supply: what the action spaces without a track offer."""

from collections.abc import Callable

from rich.text import Text

from client.village import prices
from client.village.blocks import Block, Panel, flow, hang, wrap
from client.village.pieces import (
    LABEL,
    QUIET,
    Scene,
    crowd,
    cube,
    cube_counts,
    cube_row,
)
from projections.village.box import Guild
from projections.village.state import COLOURS, PLAGUE


def crafts(table: Scene, width: int) -> Panel:
    """The guilds: who works there, what they make and for how much; and the mill."""
    lines = []
    for name, guild in table.view.box.crafts.items():
        lines += hang([Text(table.words.term(name))], [_workers(table, name)], width)
        lines.append(_offer(table, guild))
    return Panel(
        title=_title(table, "crafts"),
        aside=cube_row(table.view.board.spaces["crafts"], width // 3),
        body=[*lines, *_mill(table, width)],
        foot=Text(table.words.say("time: train + make"), QUIET),
    )


def _workers(table: Scene, guild: str) -> Callable[[int], Block]:
    return lambda width: crowd(table, table.at(guild), width)


def _offer(table: Scene, guild: Guild) -> Text:
    """Goods, time to train a member and to make one, or the price instead."""
    words = table.words
    goods = "/".join(words.term(good) for good in guild.goods)
    grain = prices.grain(words, guild.grain) if guild.grain else ""
    gap = " " if guild.cubes and grain else ""
    work = f"{guild.train}+{guild.produce} {words.say('or')} "
    price = prices.cubes_price(guild.cubes)
    return Text.assemble(f"  {goods} ", (work, QUIET), price, (gap + grain, QUIET))


def _mill(table: Scene, width: int) -> Block:
    words, mill = table.words, table.view.box.mill
    paid = f"{prices.time(words, mill.time)}, {prices.grain(words, mill.grain)}"
    made = prices.coins(words, mill.coins)
    return hang([Text(words.term("mill"))], [_wrapping(f"{paid} → {made}")], width)


def _wrapping(text: str) -> Callable[[int], Block]:
    return lambda width: wrap(Text(text, QUIET), width)


def harvest(table: Scene, width: int) -> Panel:
    """The grain harvest."""
    words = table.words
    lines = []
    for yields in table.view.box.harvest:
        goods = ", ".join(words.term(good) for good in yields.goods)
        better = words.say("{n} with {text}", n=yields.grain, text=goods)
        lines.append(Text(better if goods else prices.grain(words, yields.grain)))
    aside = cube_row(table.view.board.spaces["harvest"], width // 3)
    return Panel(_title(table, "harvest"), lines, aside)


def family(table: Scene, width: int) -> Panel:
    """The family space."""
    aside = cube_row(table.view.board.spaces["family"], width // 3)
    text = Text(table.words.say("a birth, or back home"), QUIET)
    return Panel(_title(table, "family"), [text], aside)


def supply(table: Scene, width: int) -> Panel:
    """What lies beside the board, what is left in the green bag, and the well."""
    words, board = table.words, table.view.board
    goods = [Text(amount) for amount in _goods(table)]
    stock = f"{prices.grain(words, board.grain)} · {prices.coins(words, board.coins)}"
    bag = Text.assemble(
        (words.say("green bag") + "  ", QUIET), cube_row(board.green_bag, width // 4)
    )
    return Panel(
        title=Text(words.say("supply"), LABEL),
        body=[Text(stock), cube_counts(board.cubes), *flow(goods, width, "  "), bag],
        foot=Text(words.say("well: {n} of one colour", n=table.view.box.well), QUIET),
    )


def _goods(table: Scene) -> list[str]:
    return [f"{table.words.term(good)} {n}" for good, n in table.view.board.goods.items()]


def legend(table: Scene, width: int) -> Block:
    """What the signs mean."""
    words = table.words
    signs = [
        *(Text.assemble(cube(c), (f" {words.term(c)}", QUIET)) for c in COLOURS),
        Text.assemble(cube(PLAGUE), (f" {words.term(PLAGUE)} ({words.say('plague')})", QUIET)),
        Text(f"● {words.say('disc')}", QUIET),
        Text(f"★ {words.say('prestige')}", QUIET),
        *(Text.assemble(table.mark(s), ("1 " + words.say("member of {seat}", seat=s), QUIET))
          for s in table.view.seats[:1]),
    ]  # fmt: skip
    return flow(signs, width, "   ")


def _title(table: Scene, space: str) -> Text:
    return Text(table.words.term(space), LABEL)
