"""The life-time track: spaces between one quill and the next, with the marker on one of them."""

from rich.text import Text

from client.village.blocks import EDGE, Block
from client.village.pieces import ALERT, QUIET, Scene
from projections.village.views import FarmView

QUILL = "✎"
MARKER = "●"
ROOMY = 3
"""Cells inside a space, where the width allows; else there is one."""


def track(table: Scene, seat: str, width: int) -> Block:
    """The spaces in a row, the quill at both ends."""
    spaces, marker = table.view.box.life_time, table.view.farms[seat].space
    cells = next((n for n in (ROOMY, 1) if spaces * (n + 1) + 5 <= width), 0)
    if not cells:
        return [Text(f"{QUILL} {marker}/{spaces} {QUILL}")]
    inside = [Text(MARKER if n == marker else " ", table.style(seat)) for n in range(spaces)]
    blank = " " * (cells // 2)
    row = Text.assemble(f"{QUILL} ", ("│", EDGE))
    for space in inside:
        row.append_text(Text.assemble(blank, space, blank, ("│", EDGE)))
    return [_edge("┌┬┐", spaces, cells), row.append(f" {QUILL}"), _edge("└┴┘", spaces, cells)]


def _edge(corners: str, spaces: int, cells: int) -> Text:
    line = corners[1].join(["─" * cells] * spaces)
    return Text.assemble("  ", (corners[0] + line + corners[2], EDGE))


def told(table: Scene, farm: FarmView) -> Text:
    """How far the marker is, how far from the quill, and how many deaths are still to come."""
    words, spaces = table.words, table.view.box.life_time
    left = words.count("{n} more to the quill", "{n} more to the quill", spaces - farm.space)
    lived = words.say("{n} in all", n=farm.time)
    text = f"{farm.space}/{spaces} · {left} · {lived}"
    if not farm.owed:
        return Text(text, QUIET)
    owed = words.count("{n} death due", "{n} deaths due", farm.owed)
    return Text.assemble((owed, ALERT), (f" · {text}", QUIET))
