"""What the SQLite store promises about its file, beyond the contract of every store."""

import os
import re
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest

from events import facts, migrations, sqlite_append, sqlite_file, sqlite_rows
from events.chain import check
from events.envelope import Event, NewCommand, NewEvent
from events.sqlite import SQLiteStore
from events.store import DamagedStore, StoreUnavailable
from tests.events.places import Place
from tests.events.samples import batch, command

NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.sqlite"


@pytest.fixture
def written(path: Path) -> Path:
    """A file with one game of six events in three commands."""
    with closing(SQLiteStore(path)) as store:
        store.append("g", 0, "c", batch(3), seed=b"1" * 32)
    return path


def raw(path: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(path, isolation_level=None))


def drop_guards(db: sqlite3.Connection) -> None:
    """Let the tables be changed as no program of ours would."""
    guards = db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for [name] in guards:
        db.execute(f"DROP TRIGGER {name}")


def refuse(path: Path, error: type[Exception], match: str) -> None:
    """Opening the file fails, and leaves it as it was."""
    before = path.read_bytes()
    with pytest.raises(error, match=match):
        SQLiteStore(path)
    assert path.read_bytes() == before


# The file


def test_a_missing_file_is_made_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "some" / "folder" / "log.sqlite"

    SQLiteStore(path).close()

    assert path.stat().st_mode & 0o077 == 0 or sys.platform == "win32"


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()

    with closing(SQLiteStore(path)) as store:
        assert store.append("g", 0, "c", [command("ana")]) == store.read("g")


def test_the_log_survives_closing(written: Path) -> None:
    with closing(SQLiteStore(written)) as store:
        log = store.read("g")
        assert check(log) is None
        assert len(log) == 6
        assert store.path == written


def test_commits_are_durable_when_the_power_fails(path: Path) -> None:
    with closing(SQLiteStore(path)) as store, store._file.writing() as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_closed_store_is_unavailable(path: Path) -> None:
    store = SQLiteStore(path)
    store.append("g", 0, "c", [command("ana")])
    store.close()
    store.close()

    with pytest.raises(StoreUnavailable, match="closed"):
        store.read("g")
    with pytest.raises(StoreUnavailable, match="closed"):
        store.append("g", 1, "d", [command("ana")])


def test_an_ordinary_move_does_not_load_sqlite_utils(sqlite_place: Place) -> None:
    sqlite_place.open().append("shared", 0, "c", [command("ana")])

    assert sqlite_place.child("light").communicate() == ("\n", "")


def test_every_migration_counts() -> None:
    assert len(migrations.migrations._migrations) == sqlite_file.SCHEMA


def test_a_command_is_found_by_its_id_however_many_there_are(written: Path) -> None:
    row = (1, 9, "c", "ana", "pass", 0, "[1]", b"", b"")
    with raw(written) as db:
        for statement, values in (
            (sqlite_append._SPAN, (1, "c")),
            (sqlite_append._STANDING, (1, "c")),
            (sqlite_rows._FOLLOWING, row),
        ):
            plan = db.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
            steps = [step for *_, step in plan if "commands" in step]

            assert any("commands_by_id (game=? AND id_end=?)" in step for step in steps)
            assert not any(step.startswith("SCAN") for step in steps)


def test_the_log_reads_as_one_table(written: Path) -> None:
    with raw(written) as db:
        db.row_factory = sqlite3.Row
        rows = db.execute("SELECT * FROM log WHERE game = 'g' ORDER BY seq").fetchall()

    with closing(SQLiteStore(written)) as store:
        for row, event in zip(rows, store.read("g"), strict=True):
            for column in ("seq", "cause", "seat", "command", "type", "data", "command_id"):
                assert row[column] == getattr(event, column)
            assert row["seal"] == (event.seal if event.seq % 2 == 0 else None)


def test_what_happens_again_takes_no_room(path: Path) -> None:
    box = ",".join(f'"card {n}":{n}' for n in range(200))
    with closing(SQLiteStore(path)) as store:
        for game in ("g", "h"):
            data = f'{{"name":"{game}","box":{{{box}}},"parent":null}}'
            started = NewCommand(None, "new", (NewEvent("GameStarted", 1, data),))
            [first] = store.append(game, 0, "c0", [started], seed=b"1" * 32)
            store.append(game, 1, "c1", [command("ana")])
            assert first.data == store.read(game)[0].data == data

    with raw(path) as db:
        assert db.execute("SELECT count(*) FROM parts").fetchone() == (1,)
        assert db.execute("SELECT count(*), max(length(data)) FROM facts").fetchone() < (4, 100)
        assert {data for (data,) in db.execute("SELECT data FROM log WHERE seq = 1")} == {
            f'{{"name":"{game}","box":{{{box}}},"parent":null}}' for game in ("g", "h")
        }


@pytest.mark.parametrize(
    "data",
    [
        "[]",
        f'"{"x" * 2000}"',
        f'{{"a":"{"x" * 2000}"}}',
        f'{{"a" : "{"x" * 2000}" }}',
        f'{{"a":1,"a":"{"x" * 2000}"}}',
        f'{{"a":"{"x" * 2000}","b":{{"a":null}}}}',
        f'{{"b":{{"a":"{"x" * 2000}"}},"a":"{"x" * 2000}"}}',
        f'{{"é \\" ":"{"x" * 2000}"}}',
        f'{{"a":{"x" * 2000}}}',
        f'{{"a":"{"x" * 600}","b":"{"x" * 600}"}}',
    ],
)
def test_any_text_is_read_back_to_the_letter(path: Path, data: str) -> None:
    with closing(SQLiteStore(path)) as store:
        store.append("g", 0, "c", [NewCommand(None, "say", (NewEvent("Said", 1, data),))])

        assert [event.data for event in store.read("g")] == [data]
    with raw(path) as db:
        assert db.execute("SELECT data FROM log").fetchall() == [(data,)]


def test_equal_marks_do_not_make_facts_equal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "_mark", lambda _: 7)
    with closing(SQLiteStore(path)) as store:
        written = store.append("g", 0, "c", batch(5))

        assert store.read("g") == written
        assert len({event.data for event in written}) == 10


def test_ids_with_the_same_end_are_told_apart(path: Path) -> None:
    with closing(SQLiteStore(path)) as store:
        for number, name in enumerate(("a-same", "b-same", "same", "", "é")):
            [event] = store.append("g", number, name, [command("ana")])
            assert store.find("g", name) == [event]


# Rows only get added


@pytest.mark.parametrize("table", ["games", "parts", "facts", "commands", "secrets"])
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM {}",
        "UPDATE {0} SET {1} = {1}",
        "INSERT OR REPLACE INTO {0} SELECT {2} FROM {0} LIMIT 1",
        "REPLACE INTO {0} SELECT {2} FROM {0} ORDER BY 1 DESC LIMIT 1",
    ],
)
def test_no_row_can_be_changed_or_removed(written: Path, table: str, statement: str) -> None:
    column = "seq" if table in ("commands", "secrets") else "key"
    long = NewEvent("Said", 1, f'{{"text":"{"x" * 2000}"}}')
    with closing(SQLiteStore(written)) as store:
        store.append("h", 0, "c", [NewCommand(None, "say", (long,))], seed=b"2" * 32)

    with raw(written) as db:
        before = list(db.iterdump())
        stored = ", ".join(row[1] for row in db.execute(f"PRAGMA table_info({table})"))
        with pytest.raises(sqlite3.IntegrityError, match="only grows at its end"):
            db.execute(statement.format(table, column, stored))
        assert list(db.iterdump()) == before


@pytest.mark.parametrize("seq", [0, 2, 3, 8])
def test_no_command_can_be_put_anywhere_but_at_the_end(written: Path, seq: int) -> None:
    with raw(written) as db, pytest.raises(sqlite3.IntegrityError, match="only grows at its end"):
        db.execute(
            "INSERT INTO commands VALUES (1, ?, 'd', NULL, '', 0, '[1]', zeroblob(32))", [seq]
        )


TAMPERING = [
    ("UPDATE facts SET data = '{}' WHERE key = 4", 4),
    ("UPDATE facts SET data = '{}' WHERE key = 3", 4),
    ("UPDATE facts SET type = 'Sung' WHERE key = 1", 2),
    ("UPDATE facts SET visible_to = '[\"ana\"]' WHERE key = 5", 6),
    ("UPDATE commands SET facts = '[3]' WHERE seq = 3", 3),
    ("UPDATE commands SET facts = '[3,4,5]' WHERE seq = 5", 7),
    ("UPDATE commands SET facts = '[4,3]' WHERE seq = 3", 4),
    ("UPDATE commands SET seal = zeroblob(32) WHERE seq = 1", 2),
    ("UPDATE commands SET seat = 'rui' WHERE seq = 3", 4),
    ("UPDATE commands SET recorded_at = 0 WHERE seq = 5", 6),
    ("DELETE FROM commands WHERE seq = 3", 3),
    ("UPDATE commands SET seq = seq - 1 WHERE seq > 1", 3),
]


@pytest.mark.parametrize(("statement", "first_bad"), TAMPERING)
def test_whoever_gets_around_the_guards_is_found_out(
    written: Path, statement: str, first_bad: int
) -> None:
    with raw(written) as db:
        for action in ("update", "delete"):
            for table in ("commands", "facts"):
                db.execute(f"DROP TRIGGER {table}_refuse_{action}")
        db.execute(statement)

    with closing(SQLiteStore(written)) as store:
        broken = check(store.read("g"))
    assert broken is not None
    assert broken.seq == first_bad


# Files that are not ours to touch


def test_a_file_of_text_is_refused(path: Path) -> None:
    path.write_text("dear diary, " * 500)
    refuse(path, DamagedStore, "file is not a database")


def test_another_programs_database_is_refused(path: Path) -> None:
    with raw(path) as db:
        db.execute("CREATE TABLE events (game, seq)")
    refuse(path, DamagedStore, "belongs to another program")


def test_another_programs_mark_is_refused(path: Path) -> None:
    with raw(path) as db:
        db.execute("PRAGMA application_id = 7")
    refuse(path, DamagedStore, "belongs to another program")


def test_a_newer_file_is_refused(written: Path) -> None:
    with raw(written) as db:
        db.execute("PRAGMA user_version = 99")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    refuse(written, DamagedStore, "newer version")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="is a folder"):
        SQLiteStore(tmp_path)


def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable, match="cannot be made"):
        SQLiteStore(tmp_path / "file" / "log.sqlite")


@pytest.mark.parametrize("kept", [50, 4096, 3 * 4096 + 17])
def test_a_truncated_file_is_damaged(written: Path, kept: int) -> None:
    os.truncate(written, kept)

    with pytest.raises(DamagedStore), closing(SQLiteStore(written)) as store:
        store.read("g")


def test_overwritten_pages_are_damage(written: Path) -> None:
    with raw(written) as db:
        root = "SELECT rootpage FROM sqlite_master WHERE name = 'commands'"
        page = db.execute(root).fetchone()[0]
    with written.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)

    with closing(SQLiteStore(written)) as store:
        with pytest.raises(DamagedStore, match="damaged"):
            store.read("g")
        with pytest.raises(DamagedStore, match="damaged"):
            store.append("g", 6, "d", [command("ana")])


def test_a_lost_table_is_damage(written: Path) -> None:
    with raw(written) as db:
        db.execute("DROP VIEW log")
        db.execute("DROP TABLE commands")

    with closing(SQLiteStore(written)) as store, pytest.raises(DamagedStore, match="no such table"):
        store.read("g")


def test_games_without_their_first_command_are_left_out_and_named(
    written: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with raw(written) as db:
        db.execute("DROP TRIGGER commands_refuse_delete")
        db.execute("DELETE FROM commands")

    with closing(SQLiteStore(written)) as store:
        assert list(store.first_events()) == []
    assert "game g has lost its first command" in caplog.text


DAMAGE = [
    ("DELETE FROM facts WHERE key = 4", "game g has lost what event 4 says"),
    ("UPDATE facts SET visible_to = 'nobody' WHERE key = 2", "event 2 of game g does not say who"),
    ("UPDATE commands SET facts = '[\"x\"]' WHERE seq = 3", "command 3 of game g does not say"),
    ("UPDATE facts SET data = CAST(x'ff' AS TEXT) WHERE key = 4", "g has lost what event 4 says"),
    ("UPDATE commands SET text = CAST(x'ff' AS TEXT) WHERE seq = 3", "game g .* after event 2 is"),
    ("UPDATE commands SET seal = hex(zeroblob(16)) WHERE seq = 3", "seal .* of game g is"),
]


@pytest.mark.parametrize(("statement", "said"), DAMAGE)
def test_rows_that_say_nothing_are_named(written: Path, statement: str, said: str) -> None:
    with raw(written) as db:
        for table, action in (("facts", "delete"), ("facts", "update"), ("commands", "update")):
            db.execute(f"DROP TRIGGER {table}_refuse_{action}")
        db.execute(statement)

    with closing(SQLiteStore(written)) as store, pytest.raises(DamagedStore, match=said):
        store.read("g")


def test_a_long_part_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    with closing(SQLiteStore(path)) as store:
        store.append("g", 0, "c", [command("ana", text="x" * 2000)])
    with raw(path) as db:
        db.execute("DROP TRIGGER parts_refuse_update")
        db.execute("UPDATE parts SET value = CAST(x'22ff22' AS TEXT)")

    with (
        closing(SQLiteStore(path)) as store,
        pytest.raises(DamagedStore, match="game g has lost what event 1 says"),
    ):
        store.read("g")


FIRST_DAMAGE = [
    "DELETE FROM facts WHERE key = 1",
    "DELETE FROM commands WHERE game = 1",
    "UPDATE facts SET data = CAST(x'ff' AS TEXT) WHERE key = 1",
    "UPDATE commands SET text = CAST(x'ff' AS TEXT) WHERE game = 1",
    "UPDATE commands SET facts = '[1' WHERE game = 1",
    "UPDATE commands SET seal = hex(zeroblob(16)) WHERE game = 1",
]


@pytest.mark.parametrize("statement", FIRST_DAMAGE)
def test_a_damaged_game_does_not_hide_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, statement: str
) -> None:
    path = tmp_path / "log.sqlite"
    with closing(SQLiteStore(path)) as store:
        for game in ("bad", "fine"):
            store.append(game, 0, "c", [command("ana", text=game)])
    with raw(path) as db:
        drop_guards(db)
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute(statement)

    with closing(SQLiteStore(path)) as store:
        assert list(store.first_events()) == store.read("fine")
        assert list(store.heads()) == ["bad", "fine"]
    assert re.search("a game is left out: .* game bad ", caplog.text)


def test_a_name_that_is_no_text_does_not_hide_the_other_games(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "log.sqlite"
    with closing(SQLiteStore(path)) as store:
        for game in ("torn", "fine"):
            store.append(game, 0, "c", [command("ana", text=game)])
    with raw(path) as db:
        drop_guards(db)
        db.execute("UPDATE games SET game = CAST(x'746fff6e' AS TEXT) WHERE key = 1")

    with closing(SQLiteStore(path)) as store:
        assert list(store.heads()) == list(store.heads()) == ["fine"]
        assert caplog.text.count("a game is left out: its name is no text, “to\ufffdn”") == 1
        assert list(store.first_events()) == store.read("fine")
        assert store.nameless() == ["to\ufffdn"]


# Trouble that passes


def test_a_full_disk_changes_nothing_and_passes(path: Path) -> None:
    with closing(SQLiteStore(path)) as store:
        first = store.append("g", 0, "c1", [command("ana")])
        limit(store, "(SELECT page_count FROM pragma_page_count)")

        with pytest.raises(StoreUnavailable, match="full"):
            store.append("g", 1, "c2", batch(300, 5))
        assert store.read("g") == first
        assert store.find("g", "c2") == []

        limit(store, "4294967294")
        assert len(store.append("g", 1, "c2", batch(300, 5))) == 1500
        assert check(store.read("g")) is None


def limit(store: SQLiteStore, pages: str) -> None:
    """Let the file grow no further than so many pages."""
    with store._file.writing() as db:
        count = db.execute(f"SELECT {pages}").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {count}")


def test_a_file_locked_for_long_is_unavailable(written: Path) -> None:
    with closing(SQLiteStore(written, timeout=0.05)) as store, raw(written) as other:
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(StoreUnavailable, match="locked"):
            store.append("g", 6, "d", [command("ana")])
        assert len(store.read("g")) == 6

        other.execute("ROLLBACK")
        assert len(store.append("g", 6, "d", [command("ana")])) == 1


def test_a_file_locked_for_a_moment_is_waited_for(written: Path) -> None:
    other = sqlite3.connect(written, isolation_level=None, check_same_thread=False)
    with closing(SQLiteStore(written)) as store, closing(other):
        other.execute("BEGIN IMMEDIATE")
        release = Timer(0.2, other.execute, ["ROLLBACK"])
        release.start()

        assert len(store.append("g", 6, "d", [command("ana")])) == 1
        release.join()


@pytest.fixture
def unprivileged(written: Path) -> Iterator[Path]:
    """A copy of the file, where this process is a user that permissions hold for."""
    if sys.platform == "win32":
        pytest.skip("permissions are others there")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = Path(shutil.copy(written, folder))
        root = os.geteuid() == 0
        if root:
            os.chown(folder, NOBODY, NOBODY)
            os.chown(path, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        try:
            yield path
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o700)


def test_a_read_only_file_can_be_read_but_not_appended_to(unprivileged: Path) -> None:
    unprivileged.chmod(0o400)

    with closing(SQLiteStore(unprivileged)) as store:
        assert len(store.read("g")) == 6
        with pytest.raises(StoreUnavailable, match="readonly"):
            store.append("g", 6, "d", [command("ana")])
        assert len(store.read("g")) == 6


def test_an_unreadable_file_is_unavailable(unprivileged: Path) -> None:
    unprivileged.chmod(0o000)

    with pytest.raises(StoreUnavailable, match="unable to open"):
        SQLiteStore(unprivileged)


def test_a_read_only_folder_takes_no_store(unprivileged: Path) -> None:
    unprivileged.parent.chmod(0o500)

    with pytest.raises(StoreUnavailable, match="cannot be made"):
        SQLiteStore(unprivileged.parent / "other.sqlite")


# Sudden death


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize(("events", "size"), [(3, 10), (4000, 2000)])
def test_death_within_an_append_leaves_nothing_of_it(
    sqlite_place: Place, events: int, size: int
) -> None:
    """The larger append has spilled most of its pages to the disk before it dies."""
    place = sqlite_place
    before: list[Event] = place.open().append("shared", 0, "c", batch(2))
    place.close()

    child = place.child("die", events, size)
    child.communicate()

    assert child.returncode == -signal.SIGKILL
    store = place.open()
    assert store.read("shared") == before
    assert store.find("shared", "deadly") == []
    assert len(store.append("shared", 4, "deadly", batch(2))) == 4
    assert check(store.read("shared")) is None
