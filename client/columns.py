"""Text in columns, for lists that need no picture."""

from collections.abc import Sequence


def columns(rows: Sequence[Sequence[object]], gap: str = "  ") -> list[str]:
    """One line per row, every column as wide as its widest cell."""
    cells = [[str(c) for c in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        gap.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
