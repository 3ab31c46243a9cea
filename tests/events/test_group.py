"""Threads that append at the same time share a commit, and nothing else, in any store."""

import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from events.chain import check
from events.envelope import Event
from events.group import Group
from events.store import Conflict, Store, StoreUnavailable
from tests.events.gathering import Held, holding
from tests.events.patience import LONG, soon
from tests.events.samples import batch, command


@pytest.fixture
def held(store: Store) -> Iterator[Held]:
    with holding(store) as held:
        yield held


def test_many_games_share_one_commit(held: Held) -> None:
    games = [f"g{n:02}" for n in range(12)]
    appends = held.gather(*((game, 0, "c", batch(2)) for game in games))

    held.go()

    for game, append in zip(games, appends, strict=True):
        assert append.result(LONG) == held.store.read(game)
        assert check(append.result()) is None
    assert held.sizes == [1, 12]
    assert list(held.store.heads()) == ["held", *games]


class Slow:
    """A group whose first work goes on until it may end; `groups` are those begun."""

    def __init__(self) -> None:
        self.groups: list[Sequence[str]] = []
        self.group = Group(self._together)
        self.threads: list[threading.Thread] = []
        self.may_end = threading.Event()

    def start(self, work: str) -> None:
        """Let a thread ask for a piece of work, and wait until it waits or does it."""
        self.threads.append(threading.Thread(target=self.group.do, args=(work,)))
        self.threads[-1].start()
        soon(lambda: self._known() == len(self.threads))

    def end(self) -> None:
        """Let all come to their end."""
        self.may_end.set()
        for thread in self.threads:
            thread.join(LONG)

    def _known(self) -> int:
        return len(self.group._waiting) + sum(map(len, self.groups))

    def _together(self, works: Sequence[str]) -> Sequence[str]:
        self.groups.append([*works])
        assert self.may_end.wait(LONG)
        return works


def test_who_is_about_to_append_is_let_in_first(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, coming = Slow(), ["4th", "5th"]

    def let_one_in(seconds: float) -> None:
        assert seconds == 0
        if coming:
            slow.start(coming.pop(0))

    monkeypatch.setattr("events.group.sleep", let_one_in)
    for work in ("1st", "2nd", "3rd"):
        slow.start(work)
    slow.end()

    assert slow.groups == [["1st"], ["2nd", "3rd", "4th", "5th"]]


def test_who_was_alone_of_late_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("events.group.sleep", waited.append)
    group: Group[str, str] = Group(lambda works: works)

    assert [group.do(work) for work in ("1st", "2nd")] == ["1st", "2nd"]
    assert not waited


def test_of_those_who_race_for_one_game_one_wins(held: Held) -> None:
    appends = held.gather(*(("g", 0, f"c{n}", batch(2)) for n in range(4)), ("h", 0, "c", batch(1)))

    held.go()

    *racing, other = appends
    lost = [error for append in racing if (error := append.exception(LONG))]
    [won] = [append.result() for append in racing if not append.exception()]
    assert held.store.read("g") == won
    assert [error.missed for error in lost if isinstance(error, Conflict)] == [tuple(won)] * 3
    assert other.result(LONG) == held.store.read("h")


def test_one_command_id_twice_at_a_time_is_recorded_once(held: Held) -> None:
    one, other = held.gather(("g", 0, "same", batch(3)), ("g", 0, "same", batch(3)))

    held.go()

    assert one.result(LONG) == other.result(LONG) == held.store.read("g")
    assert held.store.last("g") == 6


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("held", 0, "late", batch(1)), Conflict),
        (("bad", 0, "c", []), ValueError),
        (("bad", 0, "c", [command("ana"), command("ana", text="\ud800")]), UnicodeEncodeError),
    ],
)
def test_one_that_fails_fails_alone(
    held: Held, arguments: tuple[Any, ...], error: type[Exception]
) -> None:
    before, failed, after = held.gather(
        ("g1", 0, "c", batch(2)), arguments, ("g2", 0, "c", batch(2))
    )

    held.go()

    assert isinstance(failed.exception(LONG), error)
    assert before.result(LONG) == held.store.read("g1")
    assert after.result(LONG) == held.store.read("g2")
    assert set(held.store.heads()) == {"held", "g1", "g2"}


def test_where_no_transaction_begins_nothing_is_acknowledged(held: Held) -> None:
    appends = held.gather(*((f"g{n}", 0, "c", batch(1)) for n in range(3)))
    held.broken = [StoreUnavailable("nothing begins today")]

    held.go()

    errors = [append.exception(LONG) for append in appends]
    assert [str(error) for error in errors] == ["nothing begins today"] * 3
    assert len({id(error) for error in errors}) == 3
    assert list(held.store.heads()) == ["held"]
    assert held.store.append("g1", 0, "c", batch(1)) == held.store.read("g1")


@pytest.mark.skipif(sys.platform == "win32", reason="no lock can be interrupted there")
def test_who_is_interrupted_while_waiting_is_waited_for_by_nobody(held: Held) -> None:
    waiting, me = held.group._waiting, threading.get_ident()

    def interrupt() -> None:
        soon(lambda: len(waiting) == 1)
        signal.pthread_kill(me, signal.SIGINT)

    held.pool.submit(interrupt)
    with pytest.raises(KeyboardInterrupt):
        held.store.append("g1", 0, "c", batch(1))
    [other] = held.gather(("g2", 0, "c", batch(1)))

    held.go()

    assert other.result(LONG) == held.store.read("g2")
    assert list(held.store.heads()) == ["held", "g2"]


def test_who_is_interrupted_before_it_leads_lets_the_next_lead(held: Held) -> None:
    group, lead = held.group, held.group._lead

    def interrupted(own: Any) -> None:
        group._lead = lead
        raise KeyboardInterrupt

    one, other = held.gather(("g1", 0, "c", batch(1)), ("g2", 0, "c", batch(1)))
    group._lead = interrupted

    held.go()

    assert isinstance(one.exception(LONG), KeyboardInterrupt)
    assert other.result(LONG) == held.store.read("g2")
    assert held.store.append("g3", 0, "c", batch(1)) == held.store.read("g3")


def test_an_interrupt_is_told_to_one_thread_only(held: Held) -> None:
    leader, *others = held.gather(*((f"g{n}", 0, "c", batch(1)) for n in range(4)))
    held.broken = [KeyboardInterrupt()]

    held.go()

    assert isinstance(leader.exception(LONG), KeyboardInterrupt)
    for number, other in enumerate(others, 1):
        assert other.result(LONG) == held.store.read(f"g{number}")


def test_what_an_interrupted_thread_recorded_for_others_is_recorded_once(held: Held) -> None:
    carry_out = held._carry_out

    def interrupted(works: Sequence[Any]) -> Any:
        answers = carry_out(works)
        if len(works) == 4:
            raise KeyboardInterrupt
        return answers

    held._carry_out = interrupted
    leader, *others = held.gather(*((f"g{n}", 0, "c", batch(1)) for n in range(4)))

    held.go()

    assert isinstance(leader.exception(LONG), KeyboardInterrupt)
    for number, other in enumerate(others, 1):
        assert other.result(LONG) == held.store.read(f"g{number}")
        assert held.store.last(f"g{number}") == 2


def test_threads_without_end_lose_nothing(store: Store) -> None:
    threads, turns = 16, 10

    def play(number: int) -> list[Event]:
        """Own games and a shared one, in turns; who comes too late tries again."""
        recorded = []
        for turn in range(turns):
            recorded += store.append(f"g{number}", turn * 2, f"c{turn}", batch(1))
            recorded += insist(store, "shared", f"{number} {turn}")
        return recorded

    with ThreadPoolExecutor(threads) as pool:
        answers = list(pool.map(play, range(threads)))

    for number, answer in enumerate(answers):
        assert store.read(f"g{number}") == [e for e in answer if e.game != "shared"]
    shared = store.read("shared")
    assert check(shared) is None
    assert len(shared) == threads * turns * 2
    said = [e for answer in answers for e in answer if e.game == "shared"]
    assert sorted(said, key=lambda event: event.seq) == shared


def insist(store: Store, game: str, command_id: str) -> list[Event]:
    """Append wherever the game stands by then."""
    while True:
        try:
            return store.append(game, store.last(game), command_id, batch(1))
        except Conflict:
            continue
