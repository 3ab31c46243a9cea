"""Connections: the one used last is used next, and nobody waits while one is idle."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from events.postgres_link import Link
from events.postgres_pool import Database
from tests.events.patience import LONG, soon
from tests.events.postgres.tables import Tables
from tests.events.postgres_server import PostgresServer


@pytest.fixture
def pooled(server: PostgresServer, database: str) -> Iterator[Database]:
    pooled = Database(server.url(database), timeout=5.0, size=3)
    yield pooled
    pooled.close()


def backend(link: Link) -> int:
    """The process of the server that a connection leads to, which says so itself."""
    [pid] = link.execute("SELECT pg_backend_pid()").fetchone() or (0,)
    return int(pid)


def all_at_once(pooled: Database, count: int) -> set[int]:
    """The backends of so many pieces of work that go on at the same time."""
    meeting = threading.Barrier(count)

    def meet(link: Link) -> int:
        meeting.wait(LONG)
        return backend(link)

    with ThreadPoolExecutor(count) as threads:
        return set(threads.map(lambda _: pooled.run(meet), range(count)))


def test_who_comes_alone_always_gets_the_same_connection(pooled: Database) -> None:
    among = all_at_once(pooled, 3)

    alone = {pooled.run(backend) for _ in range(9)}
    with pooled.transaction() as link:
        alone.add(backend(link))

    assert len(among) == 3
    assert len(alone) == 1
    assert alone <= among


def test_who_waits_gets_what_is_given_back(pooled: Database) -> None:
    among = all_at_once(pooled, 3)
    with ThreadPoolExecutor(40) as threads:
        used = set(threads.map(lambda _: pooled.run(backend), range(200)))

    assert used <= among


def test_a_connection_that_was_lost_is_not_given_out_again(pooled: Database, sql: Tables) -> None:
    among = all_at_once(pooled, 3)
    for pid in among:
        sql(f"SELECT pg_terminate_backend({pid})")

    assert pooled.run(backend) not in among


def test_work_that_fails_leaves_a_connection_that_works(pooled: Database) -> None:
    def fail(link: Link) -> None:
        link.execute("BEGIN")
        raise RuntimeError("in a transaction")

    with pytest.raises(RuntimeError):
        pooled.run(fail)

    assert pooled.run(lambda link: link.execute("SELECT 1").fetchone()) == (1,)


def test_a_connection_that_breaks_in_a_transaction_makes_room_for_another(
    pooled: Database, sql: Tables
) -> None:
    def fail() -> None:
        with pooled.transaction() as link:
            sql(f"SELECT pg_terminate_backend({backend(link)})")
            raise KeyError("what the block has found out")

    for _ in range(5):  # there are three connections
        with pytest.raises(KeyError):
            fail()

    assert pooled.run(lambda link: link.execute("SELECT 1").fetchone()) == (1,)


def test_closing_closes_idle_connections_and_those_in_use(pooled: Database, sql: Tables) -> None:
    among = all_at_once(pooled, 2)
    count = f"SELECT count(*) FROM pg_stat_activity WHERE pid IN {tuple(among)}"

    def close_within(link: Link) -> None:
        pooled.close()
        assert not link.closed

    pooled.run(close_within)

    assert soon(lambda: sql(count) == [(0,)])
