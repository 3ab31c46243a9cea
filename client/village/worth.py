"""What points come for: how many cities, how many entries, how many coins; the ranks alone."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from rich.text import Text

from client.village.blocks import Block, flow, hang
from client.village.pieces import LABEL, QUIET, Scene, points


def rates(table: Scene, width: int) -> Block:
    """One line for each kind, its steps with what each is worth."""
    words, box = table.words, table.view.box
    rows = {
        words.say("cities visited"): _steps(box.travel.points),
        words.say("written down"): _steps(box.chronicle.points),
        words.say("each coin"): [_worth("", box.coin_points)],
    }
    if table.view.carla is not None and box.solo is not None:
        ranks = [(words.term(title.name), title.points) for title in box.solo.titles]
        rows[words.say("your rank")] = [_worth(name, least) for name, least in ranks]
    heads = [Text(label, QUIET) for label in rows]
    return hang(heads, [_flowing(pieces) for pieces in rows.values()], width)


def _steps(worth: Sequence[int]) -> list[Text]:
    """Every number that brings more than the one before."""
    more = [(n, new) for n, (old, new) in enumerate(pairwise(worth), 1) if new > old]
    return [_worth(str(n), new) for n, new in more]


def _worth(what: str, worth: int) -> Text:
    gap = " " if what else ""
    return Text.assemble(what, gap, (points(worth), LABEL))


def _flowing(pieces: list[Text]) -> Callable[[int], Block]:
    return lambda width: flow(pieces, width, "   ")
