"""Each process that serves has a core of its own, as long as there are any."""

import os
import sys
import threading
from contextlib import ExitStack

import pytest

from server.core import _here, one_core

NAME = f"test-{os.getpid()}"
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs its affinities")


@pytest.fixture
def cores(monkeypatch: pytest.MonkeyPatch) -> list[set[int]]:
    """Two cores to choose from; the cores that somebody was confined to, one after another."""
    set_to: list[set[int]] = []
    monkeypatch.setattr("server.core._here", lambda: 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    monkeypatch.setattr(os, "sched_setaffinity", lambda _, cores: set_to.append(set(cores)))
    return set_to


@linux
def test_every_process_takes_another_core_and_the_last_none(cores: list[set[int]]) -> None:
    with ExitStack() as stack:
        taken = [stack.enter_context(one_core(NAME)) for _ in range(3)]
        assert taken == [1, 0, None]
        assert cores == [{1}, {0}]

    with one_core(NAME) as core:
        assert core == 1
    assert cores[-1] == {0, 1}


@linux
def test_who_may_use_one_core_only_stays_where_it_is(
    cores: list[set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1})

    with one_core(NAME) as core:
        assert core is None
    assert cores == []


@linux
def test_threads_stay_with_the_process() -> None:
    seen = []
    with one_core(NAME) as core:
        thread = threading.Thread(target=lambda: seen.append(os.sched_getaffinity(0)))
        thread.start()
        thread.join()
    assert core is None or seen == [{core}]
    assert core is None or os.sched_getaffinity(0) != {core}


@linux
def test_the_core_that_a_process_is_on_is_one_of_its_cores() -> None:
    assert _here() in os.sched_getaffinity(0)
