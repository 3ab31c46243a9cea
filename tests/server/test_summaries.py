"""What the tables tell of games spares reading their logs, and is never believed too far."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from events.envelope import Event
from server import catalogue, creating, listing
from server.errors import NotFound
from server.requests import GamesQuery, NewGame, NewSeat
from server.rules import registry
from tests.server.world import EN, World
from tests.toy import GAME as TOY


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    registry.register(TOY)
    made = World(tmp_path)
    yield made
    made.service.close()
    made.tables.close()


def spied(world: World, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose events are read from the store from now on."""
    read: list[str] = []
    reading = world.store.read

    def spy(game: str, since: int = 0, until: int | None = None) -> list[Event]:
        read.append(game)
        return reading(game, since, until)

    monkeypatch.setattr(world.store, "read", spy)
    return read


def test_names_that_the_tables_tell_are_not_read_from_the_logs(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [world.make("toy", ("ana", "bia")) for _ in range(3)]
    world.tables.catch_up()
    world.service.tables = None
    late = world.make("toy", ("ana", "bia"))
    world.service.tables = world.tables
    read = spied(world, monkeypatch)

    assert world.service.catalogue.find(f"toy-{games[1][:4]}") == games[1]
    assert read == [late]
    assert world.service.catalogue.find(late[:8]) == late
    assert read == [late]


def test_a_list_asks_the_tables_which_games_are_over_as_far_as_they_know(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = world.make("toy", ("ana", "bia"))
    ends_late, over = world.make("toy", ("ana", "bia")), world.make("toy", ("ana", "bia"))
    while world.play(over):
        pass
    world.tables.catch_up()
    world.service.after.clear()
    while world.play(ends_late):
        pass
    read = spied(world, monkeypatch)

    listed = listing.games(world.service, GamesQuery(over=True), EN).games

    assert [game.id for game in listed] == [ends_late, over]
    assert running not in read
    assert listing.games(world.service, GamesQuery(kind="village"), EN).games == []


def test_what_the_tables_tell_of_another_log_of_the_same_length_is_not_believed(
    world: World,
) -> None:
    game = world.make("toy", ("ana", "bia"))
    world.tables.catch_up()
    with closing(sqlite3.connect(world.path)) as db:
        db.execute("UPDATE games SET over = 1, updated_at = '2026-01-01 00:00:00.000'")
        db.commit()

    assert [g.id for g in listing.games(world.service, GamesQuery(over=False), EN).games] == [game]


def test_games_are_found_and_listed_while_the_tables_are_of_no_use(world: World) -> None:
    game = world.make("toy", ("ana", "bia"))
    world.tables.catch_up()
    world.path.write_bytes(b"rubbish" * 1000)

    assert world.service.catalogue.find(f"toy-{game[:4]}") == game
    assert [g.id for g in listing.games(world.service, GamesQuery(over=False), EN).games] == [game]


def test_nobody_waits_for_tables_that_are_being_written(world: World) -> None:
    game = world.make("toy", ("ana", "bia"))
    world.tables.catch_up()
    connection = sqlite3.connect(world.path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("DELETE FROM games")

    assert list(world.service.summaries()) == [game]

    connection.close()


def test_what_is_near_to_a_wrong_name_is_looked_for_among_the_newest(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "NEWEST", 1)
    for name in ("Evening", "Breakfast"):
        seats = [NewSeat(id="ana"), NewSeat(id="bia")]
        creating.create(world.service, NewGame(kind="toy", name=name, seats=seats), EN)

    for text, near in (("Evenning", ()), ("Breakfest", ("Breakfast",))):
        with pytest.raises(NotFound) as refused:
            world.service.catalogue.find(text)
        assert refused.value.nearest == near
