"""The side store and who may do what: the same over SQLite and over PostgreSQL."""

import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from events.store import DamagedStore, StoreUnavailable
from server.access import Access, Role
from server.embedded import open_side
from server.side import VERSION, Side, SQLiteSide
from tests.events.conftest import database, running, server  # noqa: F401 (fixtures)
from tests.events.postgres_server import PostgresServer

MINUTE = 60_000


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "cronica.db")
    postgres: PostgresServer = request.getfixturevalue("server")
    return postgres.url(request.getfixturevalue("database"))


@pytest.fixture
def opened(place: str) -> Iterator[Callable[[], Side]]:
    """Opens the side store, as another process would."""
    sides = []

    def another() -> Side:
        side = open_side(place, make=True)
        assert side is not None
        sides.append(side)
        return side

    yield another
    for side in sides:
        side.close()


@pytest.fixture
def access(opened: Callable[[], Side]) -> Access:
    return Access(opened(), clock=lambda: 10 * MINUTE)


def begun(access: Access) -> dict[str, str]:
    return access.open("g", ("red", "blue"), "the owner", is_open=False, absence=MINUTE).invitations


def test_two_processes_share_seats_and_tokens(opened: Callable[[], Side]) -> None:
    one, other = Access(opened()), Access(opened())
    code = begun(one)["red"]
    assert other.invited(code) == ("g", "red")
    assert other.sit(code, "token of ana", "ana", "")
    assert one.role("g", "token of ana") == Role("seat", frozenset({"red"}))
    assert one.role("g", "the owner") == Role("owner")
    assert not one.sit(code, "another token", "beto", "")


def test_of_those_who_take_a_seat_at_once_one_gets_it(opened: Callable[[], Side]) -> None:
    ours = [Access(opened()) for _ in range(3)]
    code = begun(ours[0])["red"]
    won: list[str] = []

    def sit(access: Access, token: str) -> None:
        if access.sit(code, token, "somebody", ""):
            won.append(token)

    threads = [
        threading.Thread(target=sit, args=(access, f"token {n}")) for n, access in enumerate(ours)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert ours[1].role("g", won[0]) == Role("seat", frozenset({"red"}))


def test_asked_again_a_game_opens_the_same(access: Access) -> None:
    assert begun(access) == begun(access)
    assert access.guarded_games() == {"g"}


def test_names_may_hold_anything(access: Access) -> None:
    name = "ana \0 \x1a0 % ? ção 🐑"
    assert access.sit(begun(access)["red"], "t", name, "100% ?")
    [held] = access.holdings("g", "t")
    assert (held.name, held.address) == (name, "100% ?")


def test_what_fails_changes_nothing(access: Access) -> None:
    begun(access)
    with pytest.raises(KeyError):
        _interrupted(access)
    with pytest.raises((StoreUnavailable, DamagedStore)):
        _incomplete(access)
    assert access.owns("g", "the owner")


def test_a_seat_whose_holder_is_away_is_given_to_another(access: Access) -> None:
    assert access.sit(begun(access)["red"], "t", "ana", "")
    assert access.invite("g", "red", "the owner") is None
    assert {chair.seat: chair.wanted_at for chair in access.chairs("g")}["red"] == 10 * MINUTE
    access.clock = lambda: 12 * MINUTE
    code = access.invite("g", "red", "the owner")
    assert code is not None
    assert access.sit(code, "t2", "rui", "")
    assert access.role("g", "t2") == Role("seat", frozenset({"red"}))


def test_who_is_erased_is_nowhere(access: Access) -> None:
    assert access.sit(begun(access)["red"], "t", "ana", "a@b")
    access.erase("g", "t")
    assert access.holdings("g", "t") == []
    with access.side.transaction() as side:
        [rest] = side.rows("SELECT name, address FROM chairs WHERE seat = ?", "red")
    assert tuple(rest) == (None, None)


def test_only_its_owner_reads_the_file(tmp_path: Path) -> None:
    SQLiteSide(tmp_path / "seats.db").close()
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "seats.db").stat().st_mode) == 0o600


def test_a_foreign_damaged_or_newer_file_is_left_alone(tmp_path: Path) -> None:
    foreign, damaged, newer, half = (tmp_path / name for name in ("a.db", "b.db", "c.db", "d.db"))
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE theirs (x)")
    damaged.write_bytes(b"SQLite format 3\0" + b"junk" * 400)
    SQLiteSide(newer).close()
    with sqlite3.connect(newer) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    with sqlite3.connect(half) as db:  # tables without the mark: no version ever leaves that
        db.execute("CREATE TABLE games (game TEXT PRIMARY KEY)")
    for path in (foreign, damaged, newer, half):
        before = path.read_bytes()
        with pytest.raises(DamagedStore):
            SQLiteSide(path)
        assert path.read_bytes() == before


def test_a_foreign_or_newer_schema_is_left_alone(server: PostgresServer, database: str) -> None:  # noqa: F811
    url = server.url(database)
    server.execute("CREATE SCHEMA cronica_seats", database=database)
    server.execute("CREATE TABLE cronica_seats.games (x int)", database=database)
    with pytest.raises(DamagedStore, match="another program"):
        open_side(url, make=True)
    server.execute("DROP SCHEMA cronica_seats CASCADE", database=database)
    side = open_side(url, make=True)
    assert side is not None
    side.close()
    server.execute("INSERT INTO cronica_seats.versions VALUES (%s)", 99, database=database)
    with pytest.raises(DamagedStore, match="newer"):
        open_side(url, make=True)


def test_whoever_serves_needs_not_own_the_tables(server: PostgresServer, database: str) -> None:  # noqa: F811
    Access(made(server.url(database))).side.close()
    server.execute("CREATE ROLE serving LOGIN", database=database)
    try:
        server.execute("GRANT USAGE ON SCHEMA cronica_seats TO serving", database=database)
        server.execute(
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA cronica_seats TO serving",
            database=database,
        )
        access = Access(made(server.url(database, "serving")))
        assert access.sit(begun(access)["red"], "t", "ana", "")
        access.side.close()
    finally:
        server.execute("DROP OWNED BY serving", database=database)
        server.execute("DROP ROLE serving")


def test_seats_survive_that_the_database_is_away(running: PostgresServer, database: str) -> None:  # noqa: F811
    access = Access(made(running.url(database)))
    code = begun(access)["red"]
    running.stop("immediate")
    with pytest.raises(StoreUnavailable):
        access.role("g", "the owner")
    with pytest.raises(StoreUnavailable):
        access.sit(code, "t", "ana", "")
    running.start()
    assert access.sit(code, "t", "ana", "")
    running.stop()
    running.start()
    assert access.role("g", "t") == Role("seat", frozenset({"red"}))
    access.side.close()


def _interrupted(access: Access) -> None:
    with access.side.transaction() as side:
        side.run("UPDATE games SET owner = ?", "nobody")
        raise KeyError


def _incomplete(access: Access) -> None:
    with access.side.transaction() as side:
        side.run("UPDATE games SET owner = ?", "nobody")
        side.run("INSERT INTO games (game) VALUES (?)", "half a game")


def made(url: str) -> Side:
    side = open_side(url, make=True)
    assert side is not None
    return side
