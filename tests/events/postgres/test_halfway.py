"""Death in the middle of an append: all of it is recorded, once, or nothing."""

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
import pytest

from events.chain import check
from events.envelope import Event
from events.postgres import PostgresStore
from events.postgres_link import Link
from events.store import StoreUnavailable
from tests.events.patience import patiently, soon
from tests.events.places import Place
from tests.events.postgres_server import PostgresServer
from tests.events.samples import command


@contextmanager
def halfway(
    store: PostgresStore, server: PostgresServer, database: str
) -> Iterator[tuple[int, Future[list[Event]]]]:
    """An append that hangs after its events were written: its process in the server, its answer."""
    with ThreadPoolExecutor(1) as pool, server.locked(database, "secrets"):
        answer = pool.submit(store.append, "g", 3, "the one", [command("ana", 2)], seed=b"1" * 32)
        [pid] = soon(lambda: server.serving(database, waiting_for="Lock"))
        yield pid, answer


def test_a_connection_that_breaks_within_an_append_does_no_harm(
    store: PostgresStore, server: PostgresServer, database: str
) -> None:
    with halfway(store, server, database) as (pid, answer):
        server.execute("SELECT pg_terminate_backend(%s)", pid)
        soon(
            lambda: [
                other for other in server.serving(database, waiting_for="Lock") if other != pid
            ]
        )

    assert answer.result() == store.find("g", "the one")
    assert [event.seq for event in store.read("g")] == [1, 2, 3, 4, 5]
    assert store.seed("g") == b"1" * 32


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_server_that_crashes_within_an_append_does_no_harm(
    store: PostgresStore, running: PostgresServer, database: str
) -> None:
    with suppress(psycopg.OperationalError), halfway(store, running, database) as (pid, answer):
        os.kill(pid, signal.SIGKILL)
        assert isinstance(answer.exception(), StoreUnavailable)

    assert patiently(lambda: store.read("g", 3)) == []
    again = store.append("g", 3, "the one", [command("ana", 2)])
    assert again == store.find("g", "the one") == store.read("g", 3)
    assert check(store.read("g")) is None


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_writer_killed_within_an_append_leaves_all_of_it_or_nothing(
    store: PostgresStore, postgres_place: Place, server: PostgresServer, database: str
) -> None:
    store.append("shared", 0, "c", [command("ana", 4)])
    with server.locked(database, "secrets"):
        child = postgres_place.child("seeded", 3)
        soon(lambda: server.serving(database, waiting_for="Lock"))
        child.kill()
        child.communicate()

    again = store.append("shared", 4, "deadly", [command("ana", 3)])
    assert again == store.find("shared", "deadly") == store.read("shared", 4)
    assert len(again) == 3
    assert check(store.read("shared")) is None


def test_an_answer_that_got_lost_is_asked_for_again(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = Link.execute
    lost: list[int] = []

    def once_lost(self: Link, query: Any, *parameters: Any, **options: Any) -> Any:
        answer = execute(self, query, *parameters, **options)
        if "INSERT" in query and not lost:
            lost.append(1)
            self.pgconn.finish()
            raise psycopg.OperationalError("the connection is lost")
        return answer

    monkeypatch.setattr(Link, "execute", once_lost)
    events = store.append("g", 3, "the one", [command("ana", 2)])

    assert lost
    assert events == store.read("g", 3)
