"""Telling others of appends: after them, together, and never at the price of an append."""

import threading
from typing import Any

import pytest

from events.postgres import PostgresStore
from events.postgres_link import Link
from events.postgres_notify import Crier, heard
from events.store import StoreUnavailable
from tests.events.patience import LONG, soon
from tests.events.places import Place
from tests.events.postgres.tables import Tables
from tests.events.samples import command


class Database:
    """Takes what is told, as soon as it is `ready`."""

    def __init__(self) -> None:
        self.told: list[list[tuple[str, int] | None]] = []
        self.asked = threading.Event()
        self.ready = threading.Event()

    def run(self, work: Any) -> None:
        self.asked.set()
        assert self.ready.wait(LONG)
        work(self)

    def execute(self, query: str, parameters: tuple[str, list[str]]) -> None:
        self.told.append([heard(payload) for payload in parameters[1]])


def test_what_happens_while_one_is_told_is_told_together() -> None:
    database = Database()
    crier = Crier(database.run)
    crier.tell("a", 3)
    assert database.asked.wait(LONG)

    for game, seq in (("b c", 1), ("a", 9), ("a", 6)):
        crier.tell(game, seq)
    database.ready.set()
    crier.stop()

    assert database.told == [[("a", 3)], [("b c", 1), ("a", 9)]]


def test_who_cannot_tell_now_goes_on_later(caplog: pytest.LogCaptureFixture) -> None:
    told = threading.Event()
    away = [StoreUnavailable("away")]

    def run(work: Any) -> None:
        if away:
            raise away.pop()
        told.set()

    crier = Crier(run)
    crier.tell("a", 3)
    soon(lambda: "away" in caplog.text)
    crier.tell("a", 4)

    assert told.wait(LONG)
    crier.stop()


def test_what_is_told_need_not_be_durable_and_what_follows_must(postgres_place: Place) -> None:
    postgres_place.open()
    with Link.connect(postgres_place.address, timeout=5) as ears, \
            Link.connect(postgres_place.address, timeout=5) as link:  # fmt: skip
        ears.execute("LISTEN cronica")
        crier = Crier(lambda work: work(link))
        crier.tell("g", 3)
        crier.stop()

        [notice] = ears.notifies(timeout=LONG, stop_after=1)
        assert heard(notice.payload) == ("g", 3)
        assert link.execute("SHOW synchronous_commit").fetchone() == ("on",)


def test_one_hears_oneself_without_the_database(
    store: PostgresStore, postgres_place: Place
) -> None:
    ours = postgres_place.open(poll=3600)
    with ours.watch() as watch:
        watch.follow("g", 3)
        assert watch.wait(0) == {}

        ours.append("g", 3, "c1", [command("ana")])

        assert watch.wait(0) == {"g": 4}


def test_a_seal_that_is_not_the_logs_is_not_followed(
    store: PostgresStore, postgres_place: Place, sql: Tables
) -> None:
    [*_, lost] = store.append("g", 3, "c1", [command("ana")])
    sql(
        "SET session_replication_role = replica; "  # as a failover may lose the newest events
        "DELETE FROM cronica.events WHERE seq = 4; DELETE FROM cronica.commands WHERE seq = 4"
    )
    [other] = postgres_place.open().append("g", 3, "c2", [command("rui")])

    [event] = store.append("g", 4, "c3", [command("ana")])

    assert event.previous == other.seal != lost.seal
    assert store.read("g", 3) == [other, event]
