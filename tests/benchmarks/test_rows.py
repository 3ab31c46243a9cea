"""Every measurement works: the short form of each, whose figures mean nothing."""

import pytest

from benchmarks.__main__ import line, shown
from benchmarks.ratio import SHORT, Measured, Series, in_turns, middle
from benchmarks.rows import CHEAPER, FASTER, ROWS, Row


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_each_row_measures_ours_and_its_control(row: Row):
    measured = row.measure()(SHORT)

    assert len(measured.ours.costs) == len(measured.control.costs) == SHORT.rounds
    assert all(cost > 0 for cost in (*measured.ours.costs, *measured.control.costs))


def test_keys_of_rows_are_their_own():
    assert len({row.key for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize(
    ("faster", "ours", "expected"),
    [
        (FASTER, 1.0, "aim"), (FASTER, 1.6, "bar"), (FASTER, 5.0, "missed"),
        (CHEAPER, 4.0, "aim"), (CHEAPER, 8.0, "bar"), (CHEAPER, 12.1, "missed"),
    ],
)  # fmt: skip
def test_a_line_says_what_is_reached(faster: bool, ours: float, expected: str):
    bar, aim = (2, 4) if faster else (3, 1)
    row = Row("1", "", "work", "control", faster, bar, aim)
    measured = Measured(
        Series("w", "second", (ours, ours, ours)), Series("c", "second", (4.0, 4.0, 4.0))
    )

    cells = [cell.strip() for cell in line(row, measured).split("|")[1:-1]]

    assert cells[7] == expected
    assert cells[5] == f"**{4 / ours if faster else ours / 4:.2f}×**"


def test_who_begins_alternates():
    order: list[str] = []

    def work(name: str, cost: float) -> float:
        order.append(name)
        return cost

    costs = in_turns(lambda: work("ours", 1.0), lambda: work("control", 2.0), 3)

    assert costs == ((1.0, 1.0, 1.0), (2.0, 2.0, 2.0))
    assert order == ["control", "ours", "ours", "control", "control", "ours"]


def test_the_middle_of_ratios_and_what_lies_around_it():
    assert middle([1.0, 2.0, 3.0, 4.0, 5.0]) == (3.0, 2.0, 4.0)
    assert middle([2.0]) == (2.0, 2.0, 2.0)


@pytest.mark.parametrize(
    ("unit", "cost", "text"),
    [("second", 2.0, "2 s"), ("second", 0.0123, "12.3 ms"), ("second", 4.5e-6, "4.5 µs"),
     ("byte", 98.76, "98.8 bytes")],
)  # fmt: skip
def test_costs_are_shown_in_a_unit_that_suits_them(unit: str, cost: float, text: str):
    assert shown(Series("", unit, (cost,))) == text
