from collections.abc import Iterator
from pathlib import Path

import pytest

from events.store import Store
from tests.events.places import Place
from tests.events.postgres_server import PostgresServer


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    """A PostgreSQL server for all tests of this process."""
    server = PostgresServer()
    yield server
    server.close()


@pytest.fixture
def running(server: PostgresServer) -> Iterator[PostgresServer]:
    """The server, which runs again when the test is over, whatever that did to it."""
    yield server
    server.start_again()


@pytest.fixture
def database(server: PostgresServer) -> Iterator[str]:
    """The name of an empty database that belongs to one test."""
    name = server.new_database()
    yield name
    server.drop_database(name)


@pytest.fixture
def sqlite_place(tmp_path: Path) -> Iterator[Place]:
    with Place(f"sqlite:{tmp_path / 'log.sqlite'}") as place:
        yield place


@pytest.fixture
def postgres_place(server: PostgresServer, database: str) -> Iterator[Place]:
    with Place(server.url(database)) as place:
        yield place


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> Place:
    """A place for each kind of store: what is tested there holds for all of them."""
    place: Place = request.getfixturevalue(f"{request.param}_place")
    return place


@pytest.fixture
def store(place: Place) -> Store:
    return place.open()
