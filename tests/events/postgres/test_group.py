"""A group of appends is one statement: all of it is recorded, or each append by itself."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import psycopg
import pytest

from events.chain import check
from events.envelope import NewCommand, NewEvent
from events.postgres import PostgresStore
from events.postgres_link import Link
from events.store import Conflict, StoreUnavailable
from tests.events.gathering import Answer, Held, holding
from tests.events.patience import LONG, patiently, soon
from tests.events.places import Place
from tests.events.postgres.tables import TABLES, Tables
from tests.events.postgres_server import PostgresServer
from tests.events.samples import batch

GAMES = [f"g{n}" for n in range(6)]
BEGINNINGS = [(game, 0, "c", batch(1)) for game in GAMES]
FOLLOWING = [(game, 2, "d", batch(2)) for game in GAMES]


@pytest.fixture
def store(postgres_place: Place) -> PostgresStore:
    """A store with some games of two events."""
    store = postgres_place.open()
    assert isinstance(store, PostgresStore)
    for beginning in BEGINNINGS:
        store.append(*beginning)
    return store


@pytest.fixture
def held(store: PostgresStore) -> Iterator[Held]:
    with holding(store) as held:
        yield held


def test_a_group_is_one_transaction(held: Held, sql: Tables) -> None:
    appends = held.gather(*FOLLOWING)
    for number in range(2):
        appends.append(held.start(f"new {number}", 0, "d", batch(1), seed=bytes([number] * 32)))
        held.wait_for(appends)

    held.go()

    assert_recorded(held, appends)
    assert [held.store.seed(f"new {number}")[0] for number in range(2)] == [0, 1]
    [(transaction,)] = sql(
        "SELECT DISTINCT xmin::text FROM cronica.commands WHERE command_id = 'd'"
    )
    rows = [
        sql(f"SELECT count(*) FROM cronica.{table} WHERE xmin::text = %s", transaction)
        for table in TABLES
    ]
    assert rows == [[(2,)], [(14,)], [(28,)], [(2,)]]


def test_rows_are_inserted_in_the_order_of_games_whoever_came_first(
    held: Held, sql: Tables
) -> None:
    appends = held.gather(*reversed(FOLLOWING))

    held.go()

    assert all(append.result(LONG) for append in appends)
    for table in ("commands", "events"):
        rows = sql(f"SELECT game FROM cronica.{table} WHERE seq > 2 ORDER BY ctid")
        assert rows == sorted(rows)


def test_one_that_others_were_before_is_told_so_alone(held: Held, postgres_place: Place) -> None:
    appends = held.gather(*FOLLOWING)
    missed = postgres_place.open().append("g3", 2, "other", batch(1))

    held.go()

    late = appends.pop(3).exception(LONG)
    assert isinstance(late, Conflict)
    assert late.missed == tuple(missed)
    assert_recorded(held, appends)


def test_one_recorded_before_gets_its_answer_and_the_others_are_recorded(
    held: Held, postgres_place: Place
) -> None:
    appends = held.gather(*FOLLOWING)
    before = postgres_place.open().append(*FOLLOWING[3])

    held.go()

    assert appends[3].result(LONG) == before
    assert_recorded(held, appends)


def test_an_error_that_one_brings_is_told_to_it_alone(held: Held) -> None:
    huge = NewCommand("ana", "huge", (NewEvent("Said", 1 << 40, "{}"),))
    *appends, failed = held.gather(*FOLLOWING, ("huge", 0, "d", [huge]))

    held.go()

    assert isinstance(failed.exception(LONG), psycopg.DataError)
    assert_recorded(held, appends)


def test_of_one_game_twice_in_a_group_one_is_recorded(held: Held) -> None:
    appends = held.gather(*FOLLOWING, ("new", 0, "one", batch(1)), ("new", 0, "other", batch(1)))

    held.go()

    *others, one, other = appends
    assert [isinstance(a.exception(LONG), Conflict) for a in (one, other)].count(True) == 1
    assert held.store.last("new") == 2
    assert all(append.result(LONG) for append in others)


# The connection breaks


def test_a_connection_that_breaks_within_a_group_does_no_harm(
    held: Held, server: PostgresServer, database: str, sql: Tables
) -> None:
    appends = held.gather(*FOLLOWING, ("new", 0, "d", batch(2)))
    with sql.uncommitted("INSERT INTO cronica.games (game) VALUES ('new')"):
        held.go()
        [pid] = soon(lambda: server.serving(database, waiting_for="Lock"))
        server.execute("SELECT pg_terminate_backend(%s)", pid)
        soon(lambda: set(server.serving(database, waiting_for="Lock")) - {pid})

    assert [append.result(LONG)[0].game for append in appends] == [*GAMES, "new"]
    assert_recorded(held, appends)


def test_an_answer_that_got_lost_is_asked_for_again_by_each(
    held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = Link.execute
    lost: list[int] = []

    def once_lost(self: Link, query: Any, *parameters: Any, **options: Any) -> Any:
        answer = execute(self, query, *parameters, **options)
        if "INSERT" in query and "g3" in parameters[0]["commands"] and not lost:
            lost.append(1)
            self.pgconn.finish()
            raise psycopg.OperationalError("the connection is lost")
        return answer

    monkeypatch.setattr(Link, "execute", once_lost)
    appends = held.gather(*FOLLOWING)

    held.go()

    assert_recorded(held, appends)
    assert lost


def test_a_server_that_crashes_is_unavailable_to_the_whole_group(
    held: Held, running: PostgresServer
) -> None:
    appends = held.gather(*FOLLOWING)
    running.stop("immediate")

    held.go()

    assert all(isinstance(append.exception(LONG), StoreUnavailable) for append in appends)
    running.start()
    for arguments in FOLLOWING:
        again = patiently(partial(held.store.append, *arguments))
        assert again == held.store.read(again[0].game, 2)


def assert_recorded(held: Held, appends: list[Answer]) -> None:
    """Each append was answered with what is in the log, once."""
    for append in appends:
        events = append.result(LONG)
        game = events[0].game
        assert events == held.store.find(game, "d")
        assert held.store.last(game) == events[-1].seq
        assert check(held.store.read(game)) is None
