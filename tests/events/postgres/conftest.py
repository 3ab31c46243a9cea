import pytest

from events.postgres import PostgresStore
from tests.events.places import Place
from tests.events.samples import command


@pytest.fixture
def store(postgres_place: Place) -> PostgresStore:
    """A store with one game of three events."""
    store = postgres_place.open()
    assert isinstance(store, PostgresStore)
    store.append("g", 0, "c0", [command("ana", 3)])
    return store
