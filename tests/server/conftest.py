from collections.abc import Iterator

import pytest

from server.rules import registry
from tests.plays import Caller
from tests.toy import GAME


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is a game like any other; what a test registers besides is forgotten after it."""
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    registry.register(GAME)


@pytest.fixture
def caller() -> Caller:
    return Caller()


@pytest.fixture
def game(caller: Caller) -> str:
    """A toy game of ana and rita; ana begins, and nobody has a secret."""
    return begun_by_ana(caller, "ana", "rita", options={"secrets": False})


def begun_by_ana(caller: Caller, *seats: str, **fields: object) -> str:
    """A toy game in which chance let ana begin."""
    return next(game for game in _games(caller, *seats, **fields) if _begins(caller, game) == "ana")


def _games(caller: Caller, *seats: str, **fields: object) -> Iterator[str]:
    while True:
        yield caller.create("toy", *seats, **fields)


def _begins(caller: Caller, game: str) -> str:
    order: list[str] = caller.get(f"/games/{game}")["view"]["order"]
    return order[0]
