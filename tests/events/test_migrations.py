"""Files that earlier versions wrote: what was recorded stays as it was, to the last letter."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from events import regrouping
from events.chain import check
from events.envelope import Event
from events.sqlite import SQLiteStore
from events.store import DamagedStore, StoreUnavailable
from server.backup import backup, restore
from tests.events.samples import command

FILES = Path(__file__).parent / "files"
EVENTS = msgspec.json.decode((FILES / "schema-1.json").read_bytes(), type=list[Event])
OLD = "SELECT seq, type, data, seal FROM events ORDER BY game, seq"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file of schema 1."""
    path = tmp_path / "cronica.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((FILES / "schema-1.sql").read_text("utf-8"))
    return path


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(query).fetchall()


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


def test_the_same_events_seals_secrets_and_order_afterwards(old: Path) -> None:
    with closing(SQLiteStore(old)) as store:
        assert list(store.heads()) == ["first", "second"]
        logs = [store.read(game) for game in store.heads()]
        assert [event for log in logs for event in log] == EVENTS
        assert [check(log) for log in logs] == [None, None]
        assert [store.seed(game) for game in store.heads()] == [b"1" * 32, b"3" * 32]
        assert [head.seq for head in store.heads().values()] == [11, 7]
        assert [event.data for event in store.first_events()] == [log[0].data for log in logs]
        assert [event.seq for event in store.find("first", "c3")] == [6, 7, 8, 9, 10, 11]


def test_a_migrated_file_goes_on(old: Path) -> None:
    with closing(SQLiteStore(old)) as store:
        before = store.read("second")
        new = store.append("second", 7, "c9", [command("ana")])

        assert check([*before, *new]) is None
        assert store.append("second", 0, "c2", [command("ana")]) == before[1:6]


def test_a_migrated_file_has_the_tables_and_guards_of_a_new_one(old: Path) -> None:
    shape = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
    new = old.with_name("new.db")
    for path in (old, new):
        SQLiteStore(path).close()

    assert rows(old, shape) == rows(new, shape)
    assert rows(old, "PRAGMA user_version") == rows(new, "PRAGMA user_version")
    assert rows(old, "PRAGMA integrity_check") == [("ok",)]


def test_every_part_of_a_read_is_the_same(old: Path) -> None:
    log = [event for event in EVENTS if event.game == "second"]
    with closing(SQLiteStore(old)) as store:
        for since in range(-1, len(log) + 2):
            for until in (None, *range(-1, len(log) + 2)):
                expected = [e for e in log if since < e.seq and (until is None or e.seq <= until)]
                assert store.read("second", since, until) == expected


def test_a_migration_that_fails_changes_nothing(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows(old, OLD)

    def full(*_: object) -> int:
        if rows(old, OLD) != before:
            raise AssertionError("others see a half of it")
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(regrouping, "keep", full)
    with pytest.raises((StoreUnavailable, sqlite3.OperationalError, DamagedStore), match="full"):
        SQLiteStore(old)
    monkeypatch.undo()

    assert rows(old, OLD) == before
    assert rows(old, "PRAGMA user_version") == [(1,)]
    with closing(SQLiteStore(old)) as store:
        assert len(store.read("first")) == 11


LOSSES = [
    ("events", "DELETE FROM events WHERE game = 2 AND seq = 3"),
    ("events", "DELETE FROM events WHERE game = 2 AND seq = 1"),
    ("events", "DELETE FROM events WHERE game = 2 AND seq = 7"),
    ("commands", "DELETE FROM commands WHERE game = 2 AND seq = 1"),
]


@pytest.mark.parametrize(("table", "statement"), LOSSES)
def test_a_file_with_a_gap_is_refused_and_left_as_it_is(
    old: Path, table: str, statement: str
) -> None:
    change(old, f"DROP TRIGGER {table}_refuse_delete", statement)
    before = rows(old, OLD)

    with pytest.raises(DamagedStore, match="the log of game second is damaged"):
        SQLiteStore(old)

    assert rows(old, OLD) == before
    assert rows(old, "PRAGMA user_version") == [(1,)]


def test_what_was_tampered_with_still_shows_afterwards(old: Path) -> None:
    change(
        old,
        "DROP TRIGGER events_refuse_update",
        "UPDATE events SET data = '{\"card\":1}' WHERE game = 1 AND seq = 4",
    )

    with closing(SQLiteStore(old)) as store:
        broken = check(store.read("first"))

    assert broken is not None
    assert broken.seq == 5


def test_an_old_file_that_cannot_be_written_is_unavailable(old: Path) -> None:
    change(old, "PRAGMA journal_mode = DELETE")
    with closing(sqlite3.connect(old, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="locked"):
            SQLiteStore(old, timeout=0.05)

    assert rows(old, "PRAGMA user_version") == [(1,)]


def test_backups_of_old_files_hold_and_are_restored_as_new_ones(old: Path, tmp_path: Path) -> None:
    backup(tmp_path, tmp_path / "saved")
    assert rows(old, "PRAGMA user_version") == [(1,)]

    restored = restore(tmp_path / "saved", tmp_path / "new")

    assert (restored.games, restored.events) == (2, 18)
    with closing(SQLiteStore(tmp_path / "new" / "cronica.db")) as store:
        assert [event for game in store.heads() for event in store.read(game)] == EVENTS
