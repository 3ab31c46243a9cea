"""Lines, frames and columns: pictures built of lines of text whose width is known."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from rich.cells import chop_cells
from rich.text import Text

Block = list[Text]
"""Lines, one below the other."""
EDGE = "bright_black"
MARGIN = 4
"""What a frame takes from a line: an edge and a space on either side."""


@dataclass(frozen=True)
class Panel:
    """A framed block: `title` and `aside` stand in the upper edge, `foot` in the lower one."""

    title: Text
    body: Block
    aside: Text = field(default_factory=Text)
    foot: Text = field(default_factory=Text)


@dataclass(frozen=True)
class Part:
    """Panels one below the other, made for an inner width; `least` is their least outer width.

    `share` is how much of the width left over they get.
    """

    build: Callable[[int], list[Panel]]
    least: int
    share: int = 1


def pad(line: Text, width: int) -> Text:
    """The line filled with spaces up to `width` cells."""
    padded = line.copy()
    padded.pad_right(max(0, width - line.cell_len))
    return padded


def chop(piece: Text, width: int) -> Block:
    """A piece in as many lines as it needs."""
    offsets, at = [], 0
    for part in chop_cells(piece.plain, max(1, width)):
        at += len(part)
        offsets.append(at)
    return list(piece.divide(offsets[:-1]))


def flow(pieces: Iterable[Text], width: int, gap: str = " ") -> Block:
    """Pieces side by side in as many lines as they need; none is broken that fits on a line."""
    lines: Block = []
    for piece in pieces:
        if lines and lines[-1].cell_len + len(gap) + piece.cell_len <= width:
            lines[-1] = Text(gap).join((lines[-1], piece))
        else:
            lines += wrap(piece, width)
    return lines


def wrap(line: Text, width: int) -> Block:
    """A line in as many lines as it needs, broken between words where that is possible."""
    if line.cell_len <= width:
        return [line]
    words = [word for word in line.split(" ") if word.plain]
    return flow(words, width) if len(words) > 1 else chop(line, width)


def tabulate(rows: Sequence[Sequence[Text]], right: Sequence[int] = (), gap: int = 2) -> Block:
    """Rows of cells in columns; those numbered in `right` are aligned to the right."""
    widths = [max(cell.cell_len for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [_cell(c, widths[i], i in right) for i, c in enumerate(row)]
        lines.append(Text(" " * gap).join(cells))
    return lines


def _cell(cell: Text, width: int, right: bool) -> Text:
    return Text.assemble(" " * (width - cell.cell_len), cell) if right else pad(cell, width)


def hang(
    heads: Block,
    tails: Sequence[Callable[[int], Block]],
    width: int,
    gap: int = 2,
    least: int = 8,
) -> Block:
    """Each head with its tail beside it, made for what is left of the width.

    Where less than `least` is left, tails come below their heads.
    """
    start = max(head.cell_len for head in heads) + gap
    lines: Block = []
    for head, tail in zip(heads, tails, strict=True):
        if width - start >= least:
            lines += _beside(head, tail(width - start), start)
        else:
            lines += wrap(_stripped(head), width)
            lines += [Text.assemble("  ", line) for line in tail(width - 2)]
    return lines


def _beside(head: Text, tail: Block, start: int) -> Block:
    first = pad(head, start)
    return [
        Text.assemble(first if i == 0 else " " * start, line)
        for i, line in enumerate(tail or [Text()])
    ]


def _stripped(line: Text) -> Text:
    bare = line.copy()
    bare.rstrip()
    return bare


def tile(rows: Sequence[Sequence[Part]], width: int) -> Block:
    """Parts side by side where they fit, one below the other where they do not."""
    return [line for row in rows for some in _fitting(row, width) for line in _row(some, width)]


def _fitting(row: Sequence[Part], width: int) -> list[list[Part]]:
    groups: list[list[Part]] = []
    for part in row:
        if groups and sum(p.least for p in groups[-1]) + part.least <= width:
            groups[-1].append(part)
        else:
            groups.append([part])
    return groups


def _row(parts: Sequence[Part], width: int) -> Block:
    left = width - sum(part.least for part in parts)
    shares = sum(part.share for part in parts) or 1
    widths = [part.least + left * part.share // shares for part in parts]
    widths[-1] += width - sum(widths)
    columns = [
        [_fitted(panel, w) for panel in part.build(w - MARGIN)]
        for part, w in zip(parts, widths, strict=True)
    ]
    height = max(map(_height, columns))
    blocks = [_column(panels, w, height) for panels, w in zip(columns, widths, strict=True)]
    return [Text.assemble(*lines) for lines in zip(*blocks, strict=True)]


def _height(panels: Sequence[Panel]) -> int:
    return sum(len(panel.body) + 2 for panel in panels)


def _column(panels: list[Panel], width: int, height: int) -> Block:
    missing = [Text()] * (height - _height(panels))
    last = replace(panels[-1], body=panels[-1].body + missing)
    return [line for panel in (*panels[:-1], last) for line in _framed(panel, width)]


def _fitted(panel: Panel, width: int) -> Panel:
    """The panel with whatever does not fit into its edges moved inside, and no line too long."""
    title, aside, foot = panel.title, panel.aside, panel.foot
    before: Block = []
    after: Block = []
    if title.cell_len + aside.cell_len + 8 > width:
        before, aside = [aside] if aside.plain else [], Text()
    if title.cell_len + 6 > width:
        before, title = [title, *before], Text()
    if foot.cell_len + 6 > width:
        after, foot = [foot], Text()
    lines = [part for line in (*before, *panel.body, *after) for part in _lines(line, width)]
    return Panel(title, lines, aside, foot)


def _lines(line: Text, width: int) -> Block:
    return wrap(line, width - MARGIN) if line.plain else [line]


def _framed(panel: Panel, width: int) -> Block:
    edge = ("│", EDGE)
    inside = [Text.assemble(edge, " ", pad(line, width - MARGIN), " ", edge) for line in panel.body]
    return [_upper(panel, width), *inside, _lower(panel, width)]


def _upper(panel: Panel, width: int) -> Text:
    line = Text.assemble(("╭─", EDGE))
    if panel.title.plain:
        line.append_text(Text.assemble(" ", panel.title, " "))
    if panel.aside.plain:
        line.append_text(Text.assemble(("─", EDGE), " ", panel.aside, " "))
    return line.append("─" * (width - line.cell_len - 1) + "╮", EDGE)


def _lower(panel: Panel, width: int) -> Text:
    foot = Text.assemble(" ", panel.foot, " ") if panel.foot.plain else Text("──", EDGE)
    line = Text("╰" + "─" * (width - foot.cell_len - 3), EDGE)
    return Text.assemble(line, foot, ("─╯", EDGE))
