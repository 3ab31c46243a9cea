"""The read-model tables follow every change of the log, and equal a rebuild at any time."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from events.envelope import Event, NewCommand, NewEvent
from events.store import StoreUnavailable
from projections.tables import Tables, Tip, discard
from server import consent, forking, playing
from server.backup import backup, restore
from server.requests import Answer, Back, Commands, Fork, Move, Undo
from server.rules import registry
from server.tables import LogTables, rows_of
from tests.server.world import EN, World
from tests.toy import GAME as TOY


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    registry.register(TOY)
    made = World(tmp_path)
    yield made
    made.service.close()
    made.tables.close()


def assert_as_rebuilt(world: World) -> None:
    kept = world.dump()
    world.tables.rebuild()
    assert kept == world.dump()
    assert world.ask("PRAGMA foreign_key_check") == []


def test_tables_equal_a_rebuild_at_any_time(world: World) -> None:
    games = [world.make(), world.make("toy", ("ana", "bia")), world.make(seats=("ana", "bia"))]
    assert_as_rebuilt(world)

    for step in range(15):
        game = world.choices.choice(games)
        if world.play(game, world.choices.randrange(1, 8)) and step % 3 == 0:
            consent.undo(world.service, game, Undo(), EN)
            if step % 2:
                consent.redo(world.service, game, Move(), EN)
        assert_as_rebuilt(world)


def test_going_back_and_forth_marks_what_counts(world: World) -> None:
    game = world.make()
    last = "SELECT seq FROM games"
    ends = [int(str(world.ask(last)[0][0]))]
    for _ in range(12):
        world.play(game, 1)
        ends.append(int(str(world.ask(last)[0][0])))
        consent.back(world.service, game, Back(to=world.choices.choice(ends)), EN)
        assert_as_rebuilt(world)


def test_only_moves_that_differ_are_written_again(world: World) -> None:
    game = world.make()
    world.play(game, 20)
    with world.service.enter(game) as room:
        timeline, known = room.timeline, room.seq
    consent.undo(world.service, game, Undo(), EN)

    assert [row["text"] for row in rows_of(timeline, known)["moves"]][1:] == ["undo"]
    assert len(rows_of(timeline)["moves"]) > 20


def test_a_whole_game_is_kept_to_its_end(world: World) -> None:
    game = world.make()
    while world.play(game, 100):
        assert_as_rebuilt(world)

    assert_as_rebuilt(world)
    assert world.ask("SELECT over, turn FROM games") == [(1, None)]
    places = world.ask("SELECT min(place), count(points) FROM seats")
    assert places == [(1, 3)]
    final = world.ask("SELECT seat, sum(points) FROM scores GROUP BY seat ORDER BY seat")
    assert final == world.ask("SELECT seat, points FROM seats ORDER BY seat")


def test_undone_moves_are_marked_and_redone_ones_count_again(world: World) -> None:
    game = world.make()
    world.play(game, 3)
    undone = "SELECT sum(undone) FROM moves"
    assert world.ask(undone) == [(0,)]

    consent.undo(world.service, game, Undo(), EN)
    consent.undo(world.service, game, Undo(), EN)
    assert world.ask(undone) == [(2,)]
    assert_as_rebuilt(world)

    consent.redo(world.service, game, Move(), EN)
    assert world.ask(undone) == [(1,)]
    assert_as_rebuilt(world)

    world.play(game)
    (head,) = world.ask("SELECT head FROM games")[0]
    consent.back(world.service, game, Back(to=int(str(head))), EN)
    assert_as_rebuilt(world)


def test_requests_and_answers_are_moves_that_undo_others(world: World) -> None:
    game = world.make("toy", ("ana", "bia"), undo="consent", secrets=False)
    playing.play(world.service, game, Commands(commands="roll; roll"), EN)
    first = str(world.ask("SELECT min(seat) FROM moves WHERE seq = 3")[0][0])
    second = {"ana": "bia", "bia": "ana"}[first]
    for agrees in (False, True):
        consent.undo(world.service, game, Undo(seat=first), EN)
        assert_as_rebuilt(world)
        consent.answer(world.service, game, Answer(seat=second, agrees=agrees), EN)
        assert_as_rebuilt(world)
    playing.play(world.service, game, Commands(commands="pass"), EN)
    consent.undo(world.service, game, Undo(seat=first), EN)
    assert_as_rebuilt(world)

    assert world.ask("SELECT seat, text, undone FROM moves WHERE seq > 2 ORDER BY seq") == [
        (first, "roll", 1),
        (second, "roll", 1),
        (first, "undo", 0),
        (second, "answer no", 0),
        (first, "undo", 0),
        (second, "answer yes", 0),
        (first, "pass", 1),
        (first, "undo", 0),
    ]


def test_forks_say_where_they_come_from(world: World) -> None:
    game = world.make()
    world.play(game, 4)

    fork = forking.fork(world.service, game, Fork(name="another way"), EN)

    found = world.ask(f"SELECT name, forked_from FROM games WHERE game = '{fork.id}'")
    assert found == [("another way", game)]
    assert_as_rebuilt(world)


@pytest.mark.parametrize("content", [None, b"", b"rubbish" * 1000])
def test_missing_or_damaged_tables_are_rebuilt_by_the_next_command(
    world: World, content: bytes | None
) -> None:
    other, game = world.make(), world.make()
    world.tables.close()
    for file in world.path.parent.glob("tables.db*"):
        file.unlink()
    if content is not None:
        world.path.write_bytes(content)

    world.play(game)

    assert {row[0] for row in world.ask("SELECT game FROM games")} == {other, game}
    assert_as_rebuilt(world)


def test_tables_of_an_older_version_are_rebuilt_by_the_next_command(world: World) -> None:
    game = world.make()
    world.tables.catch_up()
    connection = sqlite3.connect(world.path)
    connection.execute("UPDATE shapes SET digest = 'old' WHERE tables = 'village'")
    connection.execute("ALTER TABLE farms DROP COLUMN prestige")
    connection.commit()
    connection.close()

    world.play(game)

    assert world.ask("SELECT count(prestige) FROM farms") == [(3,)]
    assert_as_rebuilt(world)


def test_what_a_dead_process_did_not_take_in_is_found(world: World) -> None:
    games = [world.make(), world.make()]
    world.tables.catch_up()
    world.service.after.remove(world.tables.note)
    world.play(games[0], 3)
    games.append(world.make())
    assert world.ask("SELECT count(*), sum(seq) FROM games") != [(3, _events(world))]

    world.tables.resume()

    assert world.ask("SELECT count(*), sum(seq) FROM games") == [(3, _events(world))]
    assert_as_rebuilt(world)


def test_tables_that_a_dead_process_did_not_make_are_made(world: World) -> None:
    world.service.after.remove(world.tables.note)
    games = {world.make(), world.make()}

    world.tables.resume()

    assert {row[0] for row in world.ask("SELECT game FROM games")} == games


def _events(world: World) -> int:
    return sum(head.seq for head in world.store.heads().values())


def test_a_game_that_nobody_can_read_is_left_out(world: World) -> None:
    game = world.make()
    world.store.append("strange", 0, "c1", [_of_unknown_kind(world, game)], seed=b"1" * 32)

    assert world.tables.rebuild()[0] == 1

    assert world.ask("SELECT game FROM games") == [(game,)]


def test_tables_that_cannot_be_written_are_no_fault_of_the_service(world: World) -> None:
    world.make()
    world.tables.rebuild()
    connection = world.tables._file._opened()  # to fill its disk, as it were
    [pages] = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    for _ in range(3):
        world.play(world.make(), 20)

    with pytest.raises(StoreUnavailable, match="full"):
        world.tables.rebuild()


@pytest.mark.parametrize("damage", ["", "UPDATE facts SET data = '{' WHERE key = 1"])
def test_a_game_that_has_lost_how_it_began_does_not_stop_a_rebuild(
    world: World, damage: str
) -> None:
    world.make()
    game = world.make()
    _damage(world, damage or "DELETE FROM commands WHERE seq = 1 AND game = 1")
    world.service.rooms.drop()

    assert world.tables.rebuild()[0] == 1

    assert world.ask("SELECT game FROM games") == [(game,)]


def _damage(world: World, statement: str) -> None:
    """Do to the log what its guards forbid."""
    with closing(sqlite3.connect(world.store.path)) as db:
        triggers = db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for [trigger] in triggers:
            db.execute(f"DROP TRIGGER {trigger}")
        db.execute(statement)
        db.commit()


def test_a_log_that_cannot_be_read_is_no_fault_of_the_tables(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, game = world.make(), world.make()
    reading = world.store.read

    def read(of: str, since: int = 0, until: int | None = None) -> list[Event]:
        if of == broken:
            raise sqlite3.OperationalError("could not decode to UTF-8")
        return reading(of, since, until)

    monkeypatch.setattr(world.store, "read", read)
    world.service.rooms.drop()

    assert world.tables.rebuild()[0] == 1
    assert f"game {broken} is left out" in caplog.text
    world.tables.note(broken)
    world.tables.catch_up()
    assert world.tables.lag() == 0
    assert world.ask("SELECT game FROM games") == [(game,)]


def test_a_log_that_cannot_be_read_now_leaves_the_tables_as_they_are(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = world.make()
    world.tables.catch_up()

    def read(_game: str, _since: int = 0, _until: int | None = None) -> list[Event]:
        raise StoreUnavailable("the network is down")

    with monkeypatch.context() as patch:
        patch.setattr(world.store, "read", read)
        with pytest.raises(StoreUnavailable, match="network"):
            world.tables.rebuild()

    assert world.ask("SELECT game FROM games") == [(game,)]


def _gone_back(world: World, saved: Path) -> World:
    """The same tables over the log as it was when it was saved."""
    world.tables.close()
    world.service.close()
    world.store.path.unlink()
    kept = world.path.rename(world.path.with_name("kept.db"))
    restore(saved, world.path.parent)
    kept.rename(world.path)
    again = World(world.path.parent)
    again.choices.seed(8)
    return again


@pytest.mark.parametrize("played_on", [0, 6, 8])
def test_rows_of_a_log_that_is_gone_are_made_anew(
    world: World, tmp_path: Path, played_on: int
) -> None:
    game = world.make("toy", ("ana", "bia"), secrets=False, target=500)
    world.play(game, 3)
    backup(tmp_path, tmp_path / "saved.zip")
    for _ in range(3):
        consent.undo(world.service, game, Undo(), EN)
        consent.redo(world.service, game, Move(), EN)
    length = world.store.last(game)
    world.tables.catch_up()
    again = _gone_back(world, tmp_path / "saved.zip")
    again.service.after.remove(again.tables.note)
    for step in range(played_on):
        if step % 4 < 2:
            consent.undo(again.service, game, Undo(), EN)
        else:
            consent.redo(again.service, game, Move(), EN)
    assert again.store.last(game) == length - 6 + played_on

    again.tables.resume()

    try:
        assert again.ask("SELECT seq FROM games") == [(again.store.last(game),)]
        assert_as_rebuilt(again)
    finally:
        again.tables.close()
        again.service.close()


def test_rows_of_a_game_that_is_gone_go_as_well(world: World, tmp_path: Path) -> None:
    game = world.make()
    backup(tmp_path, tmp_path / "saved.zip")
    world.make()
    world.tables.catch_up()
    again = _gone_back(world, tmp_path / "saved.zip")

    again.tables.resume()

    try:
        assert again.ask("SELECT game FROM games") == [(game,)]
        assert_as_rebuilt(again)
    finally:
        again.tables.close()
        again.service.close()


def _of_unknown_kind(world: World, game: str) -> NewCommand:
    first = world.store.read(game, 0, 1)[0]
    data = first.data.replace('"kind":"village"', '"kind":"chess"')
    return NewCommand(None, "new", (NewEvent(first.type, first.version, data, None),))


def test_two_processes_keep_the_same_tables(world: World) -> None:
    game = world.make()
    other = World(world.path.parent)
    try:
        world.play(game, 2)
        other.play(game, 2)
        world.play(game, 1)
    finally:
        other.service.close()
        other.tables.close()

    assert_as_rebuilt(world)


def test_rows_that_another_process_changes_meanwhile_are_compared_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = world.make()
    world.play(game, 2)
    world.tables.catch_up()
    other = World(world.path.parent)
    knowing = Tables.tip

    def tip(tables: Tables, of: str) -> Tip:
        found = knowing(tables, of)
        if tables is world.tables._file:
            monkeypatch.setattr(Tables, "tip", knowing)
            consent.undo(other.service, game, Undo(), EN)
            other.tables.catch_up()
            consent.redo(other.service, game, Move(), EN)
        return found

    monkeypatch.setattr(Tables, "tip", tip)
    world.tables.note(game)
    world.tables.catch_up()
    try:
        assert world.ask("SELECT sum(undone) FROM moves") == [(0,)]
        assert_as_rebuilt(world)
    finally:
        other.service.close()
        other.tables.close()


@pytest.mark.skipif(os.name == "nt", reason="open files cannot be deleted there")
@pytest.mark.parametrize("content", [None, b"rubbish" * 1000])
def test_two_processes_find_each_other_again_when_the_tables_were_lost(
    world: World, content: bytes | None
) -> None:
    other = World(world.path.parent)
    games = [world.make(), other.make()]
    world.tables.catch_up()
    other.tables.catch_up()
    try:
        if content is None:
            discard(world.path)
        else:
            world.path.write_bytes(content)
        for _ in range(2):
            world.play(games[0])
            world.tables.catch_up()
            other.play(games[1])
            other.tables.catch_up()
        seqs = "SELECT sum(seq) FROM games"
        assert world.ask(seqs) == other.ask(seqs) == [(_events(world),)]
        assert_as_rebuilt(world)
    finally:
        other.service.close()
        other.tables.close()


def test_where_tables_cannot_be_made_a_service_starts_and_says_so_later(
    world: World, tmp_path: Path
) -> None:
    world.make()
    (tmp_path / "no folder").touch()
    nowhere = LogTables(world.service, tmp_path / "no folder" / "tables.db")

    nowhere.resume()

    with pytest.raises(StoreUnavailable, match="the tables cannot be written"):
        nowhere.catch_up()
    with pytest.raises(StoreUnavailable, match="the tables cannot be written"):
        nowhere.rebuild()
    (tmp_path / "no folder").unlink()
    nowhere.catch_up()
    assert (tmp_path / "no folder" / "tables.db").exists()
    nowhere.close()


def test_tables_that_cannot_be_opened_now_are_brought_up_to_date_later(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.make()
    world.tables.catch_up()
    later = LogTables(world.service, tmp_path / "tables.db")

    def refused(_: Tables) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(Tables, "_reader", refused)
    later.resume()
    monkeypatch.undo()

    assert later.lag() > 0
    later.catch_up()
    assert later.lag() == 0
    later.close()
