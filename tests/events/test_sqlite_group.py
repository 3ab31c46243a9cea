"""Threads that write at the same time share a commit, and nothing else."""

import signal
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from events.chain import check
from events.envelope import Event
from events.sqlite import SQLiteStore
from events.sqlite_group import Group
from events.store import Conflict, StoreUnavailable
from tests.events.patience import LONG, soon
from tests.events.samples import batch, command


class Held:
    """A store whose next commit waits, so that others gather behind it; it counts commits."""

    def __init__(self, path: Path, pool: ThreadPoolExecutor) -> None:
        self.store = SQLiteStore(path)
        self._pool = pool
        self._writing = self.store._transaction
        self._gathered = threading.Event()
        self._holds = True
        self.commits = 0
        self.broken: Exception | None = None
        self._judge: Callable[..., int] | None = None
        self.store._group = Group(self._transaction)
        self.first = self.start("held", 0, "c", batch(1))
        soon(lambda: not self._holds)

    def start(self, *arguments: Any) -> "Future[list[Event]]":
        """Append in a thread."""
        return self._pool.submit(self.store.append, *arguments)

    def gather(self, *appends: tuple[Any, ...]) -> "list[Future[list[Event]]]":
        """Start appends that wait together, one after another."""
        started = []
        for arguments in appends:
            started.append(self.start(*arguments))
            soon(lambda: len(self.store._group._waiting) == len(started))
        return started

    def go(self) -> None:
        """Let the first one go on; it is alone, the others follow."""
        self._gathered.set()
        self.first.result(LONG)

    def commits_fail(self, fail: bool) -> None:
        """Let all further commits fail, or no more."""

        def judge(action: int, what: str | None, *_: str | None) -> int:
            commits = action == sqlite3.SQLITE_TRANSACTION and what == "COMMIT"
            return sqlite3.SQLITE_DENY if commits else sqlite3.SQLITE_OK

        self._judge = judge if fail else None
        if not fail and self.store._file._writer is not None:
            self.store._file._writer.set_authorizer(None)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        first, self._holds = self._holds, False
        if first:
            assert self._gathered.wait(LONG)
        elif self.broken:
            raise self.broken
        with self._writing() as db:
            if not first and self._judge is not None:
                db.set_authorizer(self._judge)
            yield db
        self.commits += 1


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Held]:
    with ThreadPoolExecutor(32) as pool:
        held = Held(tmp_path / "log.sqlite", pool)
        with closing(held.store):
            yield held
            held.go()


def test_many_games_share_one_commit(held: Held) -> None:
    appends = held.gather(*((f"g{n}", 0, "c", batch(2)) for n in range(12)))

    held.go()

    for number, append in enumerate(appends):
        assert append.result(LONG) == held.store.read(f"g{number}")
        assert check(append.result()) is None
    assert held.commits == 2
    assert list(held.store.heads()) == ["held", *(f"g{n}" for n in range(12))]


def test_of_those_who_race_for_one_game_the_first_wins(held: Held) -> None:
    appends = held.gather(*(("g", 0, f"c{n}", batch(2)) for n in range(4)))

    held.go()

    won = appends[0].result(LONG)
    assert held.store.read("g") == won
    for lost in appends[1:]:
        conflict = lost.exception(LONG)
        assert isinstance(conflict, Conflict)
        assert conflict.missed == tuple(won)


def test_one_after_another_in_one_game_is_one_chain(held: Held) -> None:
    appends = held.gather(*(("g", n, f"c{n}", [command("ana")]) for n in range(5)))

    held.go()

    log = [append.result(LONG)[0] for append in appends]
    assert held.store.read("g") == log
    assert check(log) is None
    assert held.commits == 2


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
    assert list(held.store.heads()) == ["held", "g1", "g2"]


def test_one_that_the_file_has_no_room_for_fails_alone(held: Held) -> None:
    small, large = held.gather(("g1", 0, "c", batch(1)), ("g2", 0, "c", batch(300, 5)))
    with held._writing() as db:
        [pages] = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages + 10}")

    held.go()

    assert small.result(LONG) == held.store.read("g1")
    assert isinstance(large.exception(LONG), StoreUnavailable)
    assert held.store.last("g2") == 0


def test_where_no_transaction_begins_nothing_is_acknowledged(held: Held) -> None:
    appends = held.gather(*((f"g{n}", 0, "c", batch(1)) for n in range(3)))
    held.broken = StoreUnavailable("nothing begins today")

    held.go()

    assert [str(append.exception(LONG)) for append in appends] == ["nothing begins today"] * 3
    assert list(held.store.heads()) == ["held"]
    held.broken = None
    assert held.store.append("g1", 0, "c", batch(1)) == held.store.read("g1")


def test_an_error_at_the_commit_reaches_the_whole_group(held: Held) -> None:
    appends = held.gather(
        *((f"g{n}", 0, "c", batch(1)) for n in range(3)), ("g2", 2, "d", batch(1))
    )
    held.commits_fail(True)

    held.go()

    errors = [append.exception(LONG) for append in appends]
    assert all(isinstance(error, sqlite3.DatabaseError) for error in errors)
    assert len({id(error) for error in errors}) == len(errors)
    assert list(held.store.heads()) == ["held"]

    held.commits_fail(False)
    # What was undone has left nothing behind: the next game takes the key that one of them had, and
    # its facts are stored, although they were already numbered.
    other = held.store.append("other", 0, "c", batch(1))
    assert [held.store.read(f"g{n}") for n in range(3)] == [[], [], []]
    assert held.store.read("other") == other


@pytest.mark.skipif(sys.platform == "win32", reason="no lock can be interrupted there")
def test_who_is_interrupted_while_waiting_is_waited_for_by_nobody(held: Held) -> None:
    waiting, me = held.store._group._waiting, threading.get_ident()

    def interrupt() -> None:
        soon(lambda: len(waiting) == 1)
        signal.pthread_kill(me, signal.SIGINT)

    held._pool.submit(interrupt)
    with pytest.raises(KeyboardInterrupt):
        held.store.append("g1", 0, "c", batch(1))
    [other] = held.gather(("g2", 0, "c", batch(1)))

    held.go()

    assert other.result(LONG) == held.store.read("g2")
    assert list(held.store.heads()) == ["held", "g2"]


def test_who_is_interrupted_before_it_leads_lets_the_next_lead(held: Held) -> None:
    group, lead = held.store._group, held.store._group._lead

    def interrupted(own: Any) -> None:
        group._lead = lead  # type: ignore[method-assign]
        raise KeyboardInterrupt

    one, other = held.gather(("g1", 0, "c", batch(1)), ("g2", 0, "c", batch(1)))
    group._lead = interrupted  # type: ignore[method-assign]

    held.go()

    assert isinstance(one.exception(LONG), KeyboardInterrupt)
    assert other.result(LONG) == held.store.read("g2")
    assert held.store.append("g3", 0, "c", batch(1)) == held.store.read("g3")


def test_an_interrupt_is_told_to_one_thread_only(held: Held) -> None:
    def interrupted(_: sqlite3.Connection) -> None:
        raise KeyboardInterrupt

    leader = held._pool.submit(held.store._group.do, interrupted)
    soon(lambda: len(held.store._group._waiting) == 1)
    others = [held.start(f"g{n}", 0, "c", batch(1)) for n in range(3)]
    soon(lambda: len(held.store._group._waiting) == 4)

    held.go()

    assert isinstance(leader.exception(LONG), KeyboardInterrupt)
    for number, other in enumerate(others):
        assert other.result(LONG) == held.store.read(f"g{number}")


def test_threads_without_end_lose_nothing(tmp_path: Path) -> None:
    threads, turns = 16, 25
    with closing(SQLiteStore(tmp_path / "log.sqlite")) as store:

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


def insist(store: SQLiteStore, game: str, command_id: str) -> list[Event]:
    """Append wherever the game stands by then."""
    while True:
        try:
            return store.append(game, store.last(game), command_id, batch(1))
        except Conflict:
            continue
