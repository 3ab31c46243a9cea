"""The simulation behind docs/scale.md."""

import pytest

from benchmarks.scale import Costs, unevenness, waiting


def test_who_comes_alone_waits_for_its_own_work_only():
    waits, commits = waiting([0.0, 1000.0], Costs(cpu=0.0001, sync=2, row=0.5), shared=True)

    assert waits == pytest.approx([2.5, 2.5], abs=0.01)
    assert commits == 2


def test_who_comes_during_a_commit_shares_the_next_one():
    arrivals = [0.0, 1.0, 1.1, 1.2]

    waits, commits = waiting(arrivals, Costs(cpu=0.0001, sync=10, row=0), shared=True)
    each, own = waiting(arrivals, Costs(cpu=0.0001, sync=10, row=0), shared=False)

    assert waits == pytest.approx([10, 19, 18.9, 18.8], abs=0.01)
    assert commits == 2
    assert each == pytest.approx([10, 19, 28.9, 38.8], abs=0.01)
    assert own == 4


def test_a_core_that_is_asked_for_too_much_makes_everybody_wait_longer():
    arrivals = [float(n) for n in range(200)]

    waits, _ = waiting(arrivals, Costs(cpu=5, sync=0, row=0), shared=True)

    assert waits[-1] > waits[100] > waits[10]


def test_more_shards_are_less_even():
    assert 1 <= unevenness(2) < unevenness(128) < 2
