import pytest

from events.postgres import PostgresStore
from tests.events.places import Place
from tests.events.postgres.tables import Tables
from tests.events.postgres_server import PostgresServer
from tests.events.samples import batch, command


@pytest.fixture
def store(postgres_place: Place) -> PostgresStore:
    """A store with one game of three events."""
    store = postgres_place.open()
    assert isinstance(store, PostgresStore)
    store.append("g", 0, "c0", [command("ana", 3)])
    return store


@pytest.fixture
def written(postgres_place: Place) -> PostgresStore:
    """A store with one game of six events in three commands."""
    store = postgres_place.open()
    assert isinstance(store, PostgresStore)
    store.append("g", 0, "c", batch(3), seed=b"1" * 32)
    return store


@pytest.fixture
def sql(server: PostgresServer, database: str) -> Tables:
    return Tables(server, database)
