"""The file of read-model tables, with tables made up for the test."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from projections.schema import GAME, SEAT, SHARED, TO_SEAT, Column, Rows, Table, number
from projections.tables import NOTHING, Stale, Tables, Tip, discard

ROOT = Path(__file__).resolve().parents[2]
PURSES = Table(
    "purses",
    "What everybody has.",
    (GAME, SEAT, number("gold", "Pieces of gold."), Column("motto", "Words.", optional=True)),
    ("game", "seat"),
    (TO_SEAT,),
    (("gold",),),
)
KINDS = {"purse": (PURSES,)}


def rows(seq: int, gold: int = 0, moves: int = 1) -> Rows:
    """The rows of a game with one seat, after `seq` events."""
    game = {
        "kind": "purse", "rules": 1, "name": "a game", "options": "{}", "created_at": "then",
        "updated_at": "now", "seq": seq, "seal": f"seal {seq}", "head": seq, "turn": "ana",
        "choice": "spend", "over": 0, "forked_from": None, "forked_at": None,
    }  # fmt: skip
    seat = {"seat": "ana", "position": 1, "bot": None, "points": None, "place": None}
    played = [
        {"seq": n, "last": n, "seat": "ana", "text": "spend", "recorded_at": "now", "undone": 0}
        for n in range(1, moves + 1)
    ]
    purse = {"seat": "ana", "gold": gold, "motto": None}
    return {"games": [game], "seats": [seat], "moves": played, "purses": [purse]}


def take_in(
    tables: Tables, game: str, new: Rows, known: Tip | None = None, *, whole: bool = False
) -> bool:
    """Update one game's rows, made from those that are there if nothing else is said."""
    known = tables.tip(game) if known is None else known
    return tables.update("purse", (PURSES,), game, new, known=known, whole=whole)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "tables.db"


@pytest.fixture
def tables(path: Path) -> Iterator[Tables]:
    opened = Tables(path)
    opened.rebuild(KINDS, [])
    yield opened
    opened.close()


def ask(path: Path, question: str) -> list[Any]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(question).fetchall()
    finally:
        connection.close()


def test_a_game_is_added_and_replaced(tables: Tables, path: Path) -> None:
    take_in(tables, "g1", rows(3, gold=1))
    take_in(tables, "g2", rows(3, gold=7))

    take_in(tables, "g1", rows(4, gold=2))

    assert ask(path, "SELECT game, gold FROM purses ORDER BY game") == [("g1", 2), ("g2", 7)]
    assert ask(path, "SELECT game, seq FROM games ORDER BY game") == [("g1", 4), ("g2", 3)]
    assert [tables.tip(game) for game in ("g1", "g2", "g3")] == [
        (4, "seal 4"),
        (3, "seal 3"),
        NOTHING,
    ]


def test_moves_are_added_to_those_there_are(tables: Tables, path: Path) -> None:
    take_in(tables, "g1", rows(3, moves=3))
    later = rows(5, moves=5)

    take_in(tables, "g1", {**later, "moves": later["moves"][2:]})
    take_in(tables, "g1", {**later, "moves": []})

    assert ask(path, "SELECT seq FROM moves") == [(1,), (2,), (3,), (4,), (5,)]


def test_a_move_that_differs_takes_the_place_of_what_it_was(tables: Tables, path: Path) -> None:
    take_in(tables, "g1", rows(3, moves=3))
    undone = [{**rows(4, moves=3)["moves"][1], "undone": 1}]

    take_in(tables, "g1", {**rows(4), "moves": undone})

    assert ask(path, "SELECT seq, undone FROM moves ORDER BY seq") == [(1, 0), (2, 1), (3, 0)]


@pytest.mark.parametrize("known", [NOTHING, Tip(4, "seal 4"), Tip(9, "another seal")])
def test_what_does_not_follow_from_the_rows_there_is_not_written(
    tables: Tables, path: Path, known: Tip
) -> None:
    assert take_in(tables, "g1", rows(9, gold=9))

    assert not take_in(tables, "g1", rows(10, gold=10), known)

    assert ask(path, "SELECT gold FROM purses") == [(9,)]


def test_of_another_log_nothing_stays(tables: Tables, path: Path) -> None:
    take_in(tables, "g1", rows(9, gold=9, moves=9))

    take_in(tables, "g1", rows(4, gold=4, moves=4), whole=True)

    assert ask(path, "SELECT seq FROM moves") == [(1,), (2,), (3,), (4,)]
    assert tables.tip("g1").seq == 4


@pytest.mark.skipif(os.name == "nt", reason="open files cannot be deleted there")
def test_a_file_made_anew_by_others_is_opened_again(tables: Tables, path: Path) -> None:
    take_in(tables, "g1", rows(3))
    discard(path)
    other = Tables(path)
    other.rebuild(KINDS, [("purse", "g2", rows(2))])
    other.close()

    take_in(tables, "g1", rows(4))

    assert ask(path, "SELECT game, seq FROM games ORDER BY game") == [("g1", 4), ("g2", 2)]


def test_nothing_of_a_failed_update_stays(tables: Tables, path: Path) -> None:
    take_in(tables, "g1", rows(3, gold=1))
    broken = {**rows(4, gold=2), "purses": [{"seat": "ana", "gold": None, "motto": None}]}

    with pytest.raises(sqlite3.IntegrityError):
        take_in(tables, "g1", broken)

    assert ask(path, "SELECT seq, gold FROM games JOIN purses USING (game)") == [(3, 1)]


def test_a_rebuild_forgets_what_it_is_not_given(tables: Tables, path: Path) -> None:
    take_in(tables, "g1", rows(3))

    assert tables.rebuild(KINDS, [("purse", "g2", rows(2, moves=2))]) == (1, 5)

    assert ask(path, "SELECT game FROM games") == [("g2",)]


def test_nothing_of_a_failed_rebuild_stays(tables: Tables, path: Path) -> None:
    take_in(tables, "g1", rows(3))

    def games() -> Iterator[tuple[str, str, Rows]]:
        yield "purse", "g2", rows(2)
        raise RuntimeError("the log cannot be read")

    with pytest.raises(RuntimeError):
        tables.rebuild(KINDS, games())

    assert ask(path, "SELECT game FROM games") == [("g1",)]


def test_a_missing_file_is_stale_even_when_it_was_open(tables: Tables, path: Path) -> None:
    take_in(tables, "g1", rows(3))
    for file in path.parent.iterdir():
        file.unlink()

    with pytest.raises(Stale, match="does not exist"):
        take_in(tables, "g1", rows(4))
    with pytest.raises(Stale, match="does not exist"):
        tables.tip("g1")


@pytest.mark.parametrize("content", [b"", b"no database at all, but long enough to look" * 200])
def test_a_damaged_file_is_stale_and_made_anew(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    tables = Tables(path)

    with pytest.raises(Stale):
        take_in(tables, "g1", rows(3))
    tables.rebuild(KINDS, [("purse", "g1", rows(3, gold=5))])
    tables.close()

    assert ask(path, "SELECT gold FROM purses") == [(5,)]


def test_a_file_with_a_broken_page_is_made_anew(tables: Tables, path: Path) -> None:
    tables.rebuild(KINDS, [("purse", f"g{n}", rows(200, moves=200)) for n in range(20)])
    tables.close()
    pages = bytearray(path.read_bytes())
    pages[4096:-4096] = b"\xff" * (len(pages) - 8192)
    path.write_bytes(pages)

    assert tables.rebuild(KINDS, [("purse", "g1", rows(3))]) == (1, 4)

    assert ask(path, "PRAGMA integrity_check") == [("ok",)]


def test_tables_of_another_shape_are_stale(tables: Tables) -> None:
    wider = Table(PURSES.name, PURSES.about, (*PURSES.columns, number("debts", "Owed.")), ("game",))

    with pytest.raises(Stale, match="purse"):
        tables.update("purse", (wider,), "g1", rows(3), known=NOTHING, whole=False)
    with pytest.raises(Stale, match="unheard"):
        tables.update("unheard of", (), "g1", rows(3), known=NOTHING, whole=False)

    tables.rebuild({"purse": (wider,)}, [])
    with pytest.raises(Stale):
        take_in(tables, "g1", rows(3))


def test_a_locked_file_is_not_stale(tables: Tables, path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    impatient = Tables(path, timeout=0)
    try:
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            take_in(impatient, "g1", rows(3))
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            impatient.rebuild(KINDS, [])
    finally:
        other.close()
        impatient.close()


def test_keys_references_and_indexes_are_there(tables: Tables, path: Path) -> None:
    assert ask(path, "SELECT name FROM pragma_table_info('purses') WHERE pk ORDER BY pk") == [
        ("game",),
        ("seat",),
    ]
    keys = ask(path, 'SELECT "table", "from", "to" FROM pragma_foreign_key_list(\'purses\')')
    assert keys == [("seats", "game", "game"), ("seats", "seat", "seat")]
    assert ("idx_purses_gold",) in ask(path, "SELECT name FROM pragma_index_list('purses')")


def test_every_column_is_described_in_the_file_and_beside_it(tables: Tables, path: Path) -> None:
    described = ask(path, "SELECT about FROM columns WHERE \"table\" = 'purses'")
    assert described == [("Id of the game.",), (SEAT.about,), ("Pieces of gold.",), ("Words.",)]

    metadata = json.loads(path.with_suffix(".metadata.json").read_text("utf-8"))
    described = metadata["databases"]["tables"]["tables"]
    assert described["purses"]["columns"]["gold"] == "Pieces of gold."
    assert set(described) == {table.name for table in (*SHARED, PURSES)}


def test_keeping_up_needs_no_sqlite_utils(tables: Tables, path: Path) -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from projections.tables import Tables\n"
        "from tests.projections.test_tables import rows, take_in\n"
        f"tables = Tables(Path({str(path)!r}))\n"
        "sys.modules.pop('sqlite_utils', None)\n"
        "take_in(tables, 'g1', rows(3))\n"
        "assert 'sqlite_utils' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
    assert tables.tip("g1").seq == 3


@pytest.mark.skipif(os.name == "nt", reason="permissions are another matter there")
def test_the_file_is_for_its_owner_only(tables: Tables, path: Path) -> None:
    assert path.stat().st_mode & 0o777 == 0o600
