"""A group of appends is one transaction of the SQLite file."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from events.chain import check
from events.sqlite import SQLiteStore
from events.store import StoreUnavailable
from tests.events.gathering import Held, holding
from tests.events.patience import LONG
from tests.events.samples import batch, command


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    with closing(SQLiteStore(tmp_path / "log.sqlite")) as store:
        yield store


@pytest.fixture
def held(store: SQLiteStore) -> Iterator[Held]:
    with holding(store) as held:
        yield held


def test_one_after_another_in_one_game_is_one_chain(held: Held) -> None:
    appends = held.gather(*(("g", n, f"c{n}", [command("ana")]) for n in range(5)))

    held.go()

    log = [append.result(LONG)[0] for append in appends]
    assert held.store.read("g") == log
    assert check(log) is None
    assert held.sizes == [1, 5]


def test_one_that_the_file_has_no_room_for_fails_alone(store: SQLiteStore, held: Held) -> None:
    small, large = held.gather(("g1", 0, "c", batch(1)), ("g2", 0, "c", batch(300, 5)))
    with store._transaction() as db:
        [pages] = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages + 10}")

    held.go()

    assert small.result(LONG) == store.read("g1")
    assert isinstance(large.exception(LONG), StoreUnavailable)
    assert store.last("g2") == 0


def test_an_error_at_the_commit_reaches_the_whole_group(store: SQLiteStore, held: Held) -> None:
    appends = held.gather(
        *((f"g{n}", 0, "c", batch(1)) for n in range(3)), ("g2", 2, "d", batch(1))
    )
    with commits_failing(store, after=1):
        held.go()

        errors = [append.exception(LONG) for append in appends]
    assert all(isinstance(error, sqlite3.DatabaseError) for error in errors)
    assert len({id(error) for error in errors}) == len(errors)
    assert list(store.heads()) == ["held"]

    # What was undone has left nothing behind: the next game takes the key that one of them had, and
    # its facts are stored, although they were already numbered.
    other = store.append("other", 0, "c", batch(1))
    assert [store.read(f"g{n}") for n in range(3)] == [[], [], []]
    assert store.read("other") == other


@contextmanager
def commits_failing(store: Any, *, after: int) -> Iterator[None]:
    """No commit succeeds within the block, but for so many."""
    writing, begun = store._transaction, iter(range(1_000))

    def judge(action: int, what: str | None, *_: str | None) -> int:
        commits = action == sqlite3.SQLITE_TRANSACTION and what == "COMMIT"
        return sqlite3.SQLITE_DENY if commits else sqlite3.SQLITE_OK

    @contextmanager
    def transaction() -> Iterator[sqlite3.Connection]:
        with writing() as db:
            if next(begun) >= after:
                db.set_authorizer(judge)
            yield db

    store._transaction = transaction
    yield
    store._transaction = writing
    if store._file._writer is not None:
        store._file._writer.set_authorizer(None)
