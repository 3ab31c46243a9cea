from collections.abc import Iterator
from pathlib import Path

import pytest

from events.store import Store
from tests.events.places import Place


@pytest.fixture(params=["sqlite"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    place = Place(f"{request.param}:{tmp_path / 'log.sqlite'}")
    yield place
    place.close()


@pytest.fixture
def store(place: Place) -> Store:
    return place.open()
