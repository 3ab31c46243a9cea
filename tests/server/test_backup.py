"""Backups: one file that is whole, restored only where nothing is lost and nothing is wrong."""

import os
import sqlite3
import stat
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from events.sqlite import SQLiteStore
from events.store import DamagedStore, StoreUnavailable
from server.access import Access
from server.backup import Copied, backup, restore
from server.side import SQLiteSide
from tests.events.samples import command

SECRET = 32


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    (tmp_path / "data").mkdir()
    store = SQLiteStore(tmp_path / "data" / "cronica.db")
    store.append("g", 0, "c1", [command("ana", 3)], seed=b"s" * SECRET)
    store.append("h", 0, "c1", [command("rui", 2)])
    yield store
    store.close()


@pytest.fixture
def data(tmp_path: Path, store: SQLiteStore) -> Path:
    """A folder with two games and the records of seats, still open elsewhere."""
    side = SQLiteSide(tmp_path / "data" / "seats.db")
    Access(side).open("g", ["red"], "owner", is_open=False, absence=1)
    side.close()
    return tmp_path / "data"


@pytest.fixture
def saved(data: Path, tmp_path: Path) -> Path:
    assert backup(data, tmp_path / "saved.zip") == Copied(games=2, events=5, seats=True)
    return tmp_path / "saved.zip"


def test_what_was_saved_is_restored(saved: Path, store: SQLiteStore, tmp_path: Path) -> None:
    store.append("g", 3, "later", [command("ana")])
    assert restore(saved, tmp_path / "new") == Copied(games=2, events=5, seats=True)
    again = SQLiteStore(tmp_path / "new" / "cronica.db")
    assert again.read("g") == store.read("g", 0, 3)
    assert again.seed("g") == b"s" * SECRET
    assert again.append("g", 3, "goes on", [command("ana")])[0].seq == 4
    again.close()
    side = SQLiteSide(tmp_path / "new" / "seats.db")
    assert Access(side).owns("g", "owner")
    side.close()
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == ["cronica.db", "seats.db"]


def test_only_its_owner_reads_it(saved: Path, tmp_path: Path) -> None:
    restore(saved, tmp_path / "new")
    if os.name == "posix":
        for file in (saved, *(tmp_path / "new").iterdir()):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_it_is_consistent_while_others_write(data: Path, tmp_path: Path) -> None:
    going = threading.Event()

    def write() -> None:
        store = SQLiteStore(data / "cronica.db")
        turn = 0
        while not going.is_set():
            store.append("busy", store.last("busy"), f"c{turn}", [command("ana", 3)])
            turn += 1
        store.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        copies = [backup(data, tmp_path / f"{n}.zip") for n in range(3)]
    finally:
        going.set()
        writer.join()
    assert [copy.events % 3 for copy in copies] == [2, 2, 2]


def test_nothing_is_overwritten(saved: Path, data: Path) -> None:
    before = saved.read_bytes()
    with pytest.raises(FileExistsError):
        backup(data, saved)
    assert saved.read_bytes() == before
    with pytest.raises(FileExistsError):
        restore(saved, data)


@pytest.mark.parametrize("left", ["cronica.db", "seats.db", "cronica.db-wal"])
def test_a_folder_that_has_anything_of_a_store_is_left_alone(
    saved: Path, tmp_path: Path, left: str
) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / left).write_bytes(b"x")
    with pytest.raises(FileExistsError, match=left):
        restore(saved, tmp_path / "new")
    assert [p.name for p in (tmp_path / "new").iterdir()] == [left]


def test_tables_of_a_log_that_is_gone_are_no_longer_there(saved: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    for left in ("tables.db", "tables.db-wal", "tables.db-shm"):
        (tmp_path / "new" / left).write_bytes(b"x")
    restore(saved, tmp_path / "new")
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == ["cronica.db", "seats.db"]


def test_a_folder_without_games_has_no_backup(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable):
        backup(tmp_path, tmp_path / "saved.zip")
    assert list(tmp_path.iterdir()) == []


def _unpacked(saved: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(saved) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _changed(content: bytes, statements: str, folder: Path) -> bytes:
    """A database after some SQL, whatever guards it has."""
    file = folder / "changed.db"
    file.write_bytes(content)
    db = sqlite3.connect(file)
    for [trigger] in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        db.execute(f"DROP TRIGGER {trigger}")
    db.executescript(statements)
    db.close()
    changed = file.read_bytes()
    file.unlink()
    return changed


SPOILT: dict[str, Callable[[dict[str, bytes], Path], dict[str, bytes | None]]] = {
    "no log": lambda db, _: {"cronica.db": None},
    "foreign files": lambda db, _: {"../evil": b"x"},
    "another program's log": lambda db, to: {
        "cronica.db": _changed(db["cronica.db"], "PRAGMA application_id = 1", to)
    },
    "a newer log": lambda db, to: {
        "cronica.db": _changed(db["cronica.db"], "PRAGMA user_version = 99", to)
    },
    "a half-migrated log": lambda db, to: {
        "cronica.db": _changed(db["cronica.db"], "DROP VIEW log; DROP TABLE secrets", to)
    },
    "a log cut off": lambda db, _: {"cronica.db": db["cronica.db"][:6000]},
    "a damaged log": lambda db, _: {
        "cronica.db": db["cronica.db"][:4096] + b"\xff" * 4096 + db["cronica.db"][8192:]
    },
    "an empty log": lambda db, _: {"cronica.db": b"junk" * 2000},
    "an event changed": lambda db, to: {
        "cronica.db": _changed(db["cronica.db"], "UPDATE facts SET data = '{}' WHERE key = 2", to)
    },
    "an event missing": lambda db, to: {
        "cronica.db": _changed(
            db["cronica.db"], "UPDATE commands SET facts = json_remove(facts, '$[1]')", to
        )
    },
    "another program's seats": lambda db, to: {
        "seats.db": _changed(db["seats.db"], "PRAGMA application_id = 1", to)
    },
    "newer seats": lambda db, to: {
        "seats.db": _changed(db["seats.db"], "PRAGMA user_version = 99", to)
    },
    "damaged seats": lambda db, _: {"seats.db": db["seats.db"][:4096] + b"\xff" * 8192},
    "seats that are none": lambda db, _: {"seats.db": b"x" * 100},
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_is_not_whole_is_not_restored(saved: Path, tmp_path: Path, what: str) -> None:
    content = _unpacked(saved)
    spoilt = tmp_path / "spoilt.zip"
    with zipfile.ZipFile(spoilt, "w") as archive:
        for name, data in {**content, **SPOILT[what](content, tmp_path)}.items():
            if data is not None:
                archive.writestr(name, data)
    with pytest.raises(DamagedStore):
        restore(spoilt, tmp_path / "new")
    assert list((tmp_path / "new").iterdir()) == []
    assert not (tmp_path / "evil").exists()


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04" + b"\0" * 90])
def test_what_is_no_backup_is_not_restored(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(DamagedStore):
        restore(tmp_path / "file", tmp_path / "new")


def test_a_backup_that_points_to_before_its_beginning_is_refused(
    saved: Path, tmp_path: Path
) -> None:
    whole = saved.read_bytes()
    saved.write_bytes(whole[:-6] + b"\xff\xff\xff\x7f" + whole[-2:])
    with pytest.raises(DamagedStore):
        restore(saved, tmp_path / "new")


def test_a_backup_with_any_byte_changed_is_refused_or_the_same(saved: Path, tmp_path: Path) -> None:
    whole = saved.read_bytes()
    for place in range(0, len(whole), max(1, len(whole) // 40)):
        spoilt = tmp_path / "spoilt.zip"
        spoilt.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        target = tmp_path / f"new{place}"
        try:
            assert restore(spoilt, target) == Copied(games=2, events=5, seats=True)
        except DamagedStore:
            assert list(target.iterdir()) == []


def test_a_damaged_folder_is_not_saved(data: Path, store: SQLiteStore, tmp_path: Path) -> None:
    (data / "seats.db").write_bytes(b"x" * 5000)
    with pytest.raises(DamagedStore):
        backup(data, tmp_path / "saved.zip")
    assert not (tmp_path / "saved.zip").exists()
