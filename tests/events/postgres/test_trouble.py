"""The database goes away, hangs, restarts: the store says so, loses nothing, and recovers."""

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from events.chain import check
from events.postgres import PostgresStore
from events.store import StoreUnavailable
from tests.events.patience import LONG, patiently
from tests.events.places import Place
from tests.events.postgres_server import PostgresServer
from tests.events.samples import command

# Gone and back


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_stopped_server_is_unavailable_and_comes_back(
    store: PostgresStore, running: PostgresServer, mode: str
) -> None:
    before = store.read("g")
    running.stop(mode)

    deeds: list[Callable[[], object]] = [
        lambda: store.read("g"),
        lambda: store.append("g", 3, "c1", [command("ana")]),
        lambda: store.find("g", "c0"),
        store.heads,
        lambda: list(store.first_events()),
    ]
    for deed in deeds:
        with pytest.raises(StoreUnavailable, match="postgresql://"):
            deed()

    running.start()
    assert patiently(lambda: store.read("g")) == before
    assert len(store.append("g", 3, "c1", [command("ana")])) == 1


def test_a_restart_between_two_moves_goes_unnoticed(
    store: PostgresStore, running: PostgresServer
) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: store.read("g"), range(20)))
    running.stop()
    running.start()

    assert len(store.append("g", 3, "c1", [command("ana")])) == 1
    assert len(store.read("g")) == 4


def test_a_writer_insists_through_restarts_and_crashes(
    store: PostgresStore, postgres_place: Place, running: PostgresServer
) -> None:
    child = postgres_place.child("insist", 300)
    assert child.stdout
    for mode in ("fast", "immediate", "immediate"):
        child.stdout.readline()
        running.stop(mode)
        running.start()
    said, complaints = child.communicate()

    assert "Traceback" not in complaints
    log = patiently(lambda: store.read("shared"))
    assert len(log) == 600 == int(said.split()[-1])
    assert len({event.command_id for event in log}) == 300
    assert check(log) is None


def test_nobody_at_the_address_is_said_at_once() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        url = f"postgresql://postgres:secret@127.0.0.1:{port}/games"

        with pytest.raises(StoreUnavailable, match=f"postgresql://127.0.0.1:{port}/games: ") as no:
            PostgresStore(url, timeout=LONG)
    assert "secret" not in str(no.value)


def test_a_closed_store_is_unavailable(store: PostgresStore) -> None:
    store.close()
    store.close()

    with pytest.raises(StoreUnavailable, match="closed"):
        store.read("g")


def test_a_database_that_turns_read_only_is_read_and_recovers(
    store: PostgresStore, server: PostgresServer, database: str
) -> None:
    server.execute(f"ALTER DATABASE {database} SET default_transaction_read_only = on")
    server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                   database)  # fmt: skip

    assert len(store.read("g")) == 3
    with pytest.raises(StoreUnavailable, match="read-only"):
        store.append("g", 3, "c1", [command("ana")])

    server.execute(f"ALTER DATABASE {database} RESET default_transaction_read_only")
    assert len(patiently(lambda: store.append("g", 3, "c1", [command("ana")]))) == 1


# Hanging


def test_a_lock_held_for_long_is_not_waited_for(
    store: PostgresStore, postgres_place: Place, server: PostgresServer, database: str
) -> None:
    hasty = postgres_place.open(timeout=0.1)
    with server.locked(database, "events"):
        with pytest.raises(StoreUnavailable, match="lock timeout"):
            hasty.append("g", 3, "c1", [command("ana")])
        assert len(hasty.read("g")) == 3

    assert len(hasty.append("g", 3, "c1", [command("ana")])) == 1


def test_a_statement_that_takes_for_ever_is_ended(
    store: PostgresStore, postgres_place: Place
) -> None:
    hasty = postgres_place.open(timeout=0.1)
    assert isinstance(hasty, PostgresStore)

    with pytest.raises(StoreUnavailable, match="statement timeout"):
        hasty._database.run(lambda link: link.execute("SELECT pg_sleep(60)"))


def test_connections_all_in_use_are_not_waited_for_for_ever(postgres_place: Place) -> None:
    store = postgres_place.open(timeout=0.3, size=1)
    assert isinstance(store, PostgresStore)
    done = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(store._database.run, lambda _: done.wait(LONG))

        with pytest.raises(StoreUnavailable, match="no connection is free"):
            store.read("g")

        done.set()
        held.result()
    assert store.read("g") == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGSTOP")
def test_a_frozen_server_is_not_waited_for(
    store: PostgresStore, postgres_place: Place, server: PostgresServer, database: str
) -> None:
    store.close()
    hasty = postgres_place.open(timeout=0.2)
    frozen = server.serving(database)
    for pid in frozen:
        os.kill(pid, signal.SIGSTOP)
    try:
        with pytest.raises(StoreUnavailable, match="no answer within"):
            hasty.append("g", 3, "c1", [command("ana")])
        assert len(patiently(lambda: hasty.append("g", 3, "c1", [command("ana")]))) == 1
    finally:
        for pid in frozen:
            os.kill(pid, signal.SIGCONT)

    assert len(hasty.read("g")) == 4
