"""Village's rules reach as many positions as they always did."""

import os

import pytest

from server.rules.village import GAME
from tests.perft import Row, perft, position, rows

MOST = int(os.environ.get("PERFT_MOST", "20000"))
"""Counts up to this are checked; the deeper ones by `just perft`, or with PERFT_MOST."""
ROWS = list(rows("village"))


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_known_counts(row: Row):
    state, dice = position(GAME, row)
    for depth, known in enumerate(row.nodes, 1):
        if known <= MOST or depth == 1:
            assert perft(GAME, state, dice, depth) == known, f"depth {depth}"


def test_all_numbers_of_players_are_known():
    assert {row.players for row in ROWS if not row.commands} == {1, 2, 3, 4, 5}
    assert {row.players for row in ROWS if row.commands} >= {2, 3, 4, 5}
    assert all(len(row.nodes) >= 3 for row in ROWS)


def test_solo_and_the_original_edition_are_known_in_the_middle_too():
    solo = [row for row in ROWS if row.players == 1 and row.commands]
    original = [row for row in ROWS if row.options.get("edition") == "original"]

    assert len(solo) >= 4
    assert {row.players for row in original if not row.commands} == {2, 3, 4}
    assert {row.players for row in original if row.commands} == {2, 3, 4}
