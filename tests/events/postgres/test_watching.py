"""Watching games in PostgreSQL: notifications, and what happens without them."""

import pytest

from events.postgres import PostgresStore
from events.store import StoreUnavailable
from tests.events.patience import LONG, patiently, soon
from tests.events.places import Place
from tests.events.postgres_server import PostgresServer
from tests.events.samples import command


def test_what_nobody_told_of_is_found_by_looking(
    store: PostgresStore, postgres_place: Place, server: PostgresServer, database: str
) -> None:
    with postgres_place.open(poll=0.1).watch() as watch:
        watch.follow("g", 3)
        assert watch.wait(0) == {}

        for statement in (
            "INSERT INTO cronica.commands VALUES ('g', 4, 'x', 1, NULL, 'x', 0)",
            "INSERT INTO cronica.events VALUES "
            "('g', 4, 1, 'Said', '{}', NULL, decode(repeat('00', 32), 'hex'))",
        ):
            server.execute(statement, database=database)

        assert watch.wait(LONG) == {"g": 4}


def test_a_notification_wakes_without_any_looking(
    store: PostgresStore, postgres_place: Place, server: PostgresServer, database: str
) -> None:
    with postgres_place.open(poll=3600).watch() as watch:
        soon(lambda: server.serving(database, after="LISTEN"))
        watch.follow("g", 3)
        assert watch.wait(0) == {}
        child = postgres_place.child("once", "g")
        assert child.stdout
        child.stdout.readline()
        assert watch.wait(0) == {}

        child.communicate("go\n")

        assert watch.wait(LONG) == {"g": 4}


def test_a_listener_cut_off_comes_back_and_has_missed_nothing(
    store: PostgresStore, postgres_place: Place, server: PostgresServer, database: str
) -> None:
    with postgres_place.open(poll=3600).watch() as watch:
        [ear] = soon(lambda: server.serving(database, after="LISTEN"))
        watch.follow("g", 3)
        assert watch.wait(0) == {}

        server.execute("SELECT pg_terminate_backend(%s)", ear)
        store.append("g", 3, "c1", [command("ana")])

        assert watch.wait(LONG) == {"g": 4}
        assert soon(lambda: server.serving(database, after="LISTEN")) != [ear]


def test_a_watch_outlives_a_restart(
    store: PostgresStore, postgres_place: Place, running: PostgresServer
) -> None:
    with postgres_place.open(poll=0.1).watch() as watch:
        watch.follow("g", 3)
        assert watch.wait(0) == {}
        running.stop()

        with pytest.raises(StoreUnavailable):
            watch.wait(LONG)

        running.start()
        patiently(lambda: store.append("g", 3, "c1", [command("ana")]))
        assert patiently(lambda: watch.wait(LONG)) == {"g": 4}
