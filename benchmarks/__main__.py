"""Everything that is measured against other software or a bare control, as a table of ratios.

    python -m benchmarks [ROW ...] [--short] [--output FILE]

Ours and the control run in turns, in one run on one machine. A ratio is the median of its rounds,
with the quartiles; "×" reads "times as fast" where the bar is a "≥", and "times the cost" where it
is a "≤". `--short` sees whether each measurement works, and its figures mean nothing. `--output`
keeps every round for `pyperf show` and `pyperf compare_to`.
"""

import argparse
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import pyperf
import pytest

from benchmarks.ratio import FULL, SHORT, Measured, Series, middle
from benchmarks.rows import ROWS, Row

HEAD = (
    "| # | work | control | bar | aim | ratio | quartiles | reached | ours | control |\n"
    + "|---" * 10
    + "|"
)
UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))


def main() -> None:
    """Measure what is asked for, and print a line for each row as soon as it is known."""
    asked = _arguments()
    rows = [row for row in ROWS if not asked.rows or row.key in asked.rows]
    print(f"{_machine()}\n\n{HEAD}", flush=True)
    kept: list[pyperf.Benchmark] = []
    notes: list[str] = []
    for row in rows:
        try:
            measured = row.measure()(SHORT if asked.short else FULL)
        except pytest.skip.Exception as lacking:
            notes.append(f"{row.key}: not measured here, {lacking}")
            continue
        print(line(row, measured), flush=True)
        kept += _benchmarks(row, measured)
        notes += [f"{row.key}: {measured.notes}"] if measured.notes else []
    print("", *notes, sep="\n")
    if asked.output:
        pyperf.BenchmarkSuite(kept).dump(str(asked.output), replace=True)


def line(row: Row, measured: Measured) -> str:
    """One row of the table, in Markdown."""
    ratios = sorted(row.ratio(ratio) for ratio in measured.ratios())
    ratio, low, high = middle(ratios)
    sign = "≥" if row.faster else "≤"
    cells = [
        row.key, row.work, row.control, f"{sign} {row.bar:g}×", f"{sign} {row.aim:g}×",
        f"**{ratio:.2f}×**", f"{low:.2f}–{high:.2f}", row.verdict(ratio),
        shown(measured.ours), shown(measured.control),
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def shown(series: Series) -> str:
    """The median cost of a series, in a unit that suits it."""
    cost = middle(sorted(series.costs))[0]
    if series.unit == "byte":
        return f"{cost:.1f} bytes"
    unit, size = next(((u, s) for u, s in UNITS if cost >= s), UNITS[-1])
    return f"{cost / size:.3g} {unit}"


def _benchmarks(row: Row, measured: Measured) -> Iterator[pyperf.Benchmark]:
    for side, series in (("ours", measured.ours), ("control", measured.control)):
        metadata = {"name": f"{row.key} {side}: {series.what}", "unit": series.unit}
        yield pyperf.Benchmark([pyperf.Run([cost], metadata=metadata) for cost in series.costs])


def _machine() -> str:
    metadata = pyperf.Run([1.0]).get_metadata()
    cores = metadata.get("cpu_count", "?")
    model = metadata.get("cpu_model_name", platform.machine())
    return f"{model}, {cores} cores; {platform.system()}; Python {platform.python_version()}"


def _arguments() -> argparse.Namespace:
    about = __doc__.splitlines()[0] if __doc__ else None
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=about)
    keys = ", ".join(row.key for row in ROWS)
    parser.add_argument("rows", nargs="*", help=f"what to measure, by key: {keys}; else all")
    parser.add_argument("--short", action="store_true", help="only see whether they work")
    parser.add_argument("--output", type=Path, metavar="FILE", help="keep every round as JSON")
    asked = parser.parse_args()
    if unknown := set(asked.rows) - {row.key for row in ROWS}:
        sys.exit(f"no such row: {', '.join(sorted(unknown))}; there are {keys}")
    return asked


if __name__ == "__main__":
    main()
