"""What follows from the log is brought up to date soon, once, whatever goes wrong on the way."""

import logging
import threading

import pytest

from events.store import StoreUnavailable
from server.upkeep import Upkeep
from tests.events.patience import LONG, soon


class Updated:
    """What was updated; some games cannot be, for a reason."""

    def __init__(self, **broken: Exception) -> None:
        self.games: list[str] = []
        self.broken = broken
        self.any = threading.Event()

    def __call__(self, game: str) -> None:
        if game in self.broken:
            raise self.broken[game]
        self.games.append(game)
        self.any.set()


def test_what_is_noted_is_updated_without_being_asked_for():
    updated = Updated()
    upkeep = Upkeep(updated)

    upkeep.note("one")

    assert updated.any.wait(LONG)
    upkeep.close()
    assert updated.games == ["one"]


def test_catching_up_takes_each_game_once():
    updated = Updated()
    upkeep = Upkeep(updated)
    for game in ("one", "other", "one"):
        upkeep.note(game)
    assert upkeep.lag() > 0

    upkeep.catch_up()

    assert updated.games == ["one", "other"]
    assert upkeep.lag() == 0
    upkeep.close()
    assert updated.games == ["one", "other"]


def test_a_game_that_grows_while_it_is_updated_is_updated_again():
    seen: list[str] = []

    def update(game: str) -> None:
        seen.append(game)
        if len(seen) == 1:
            upkeep.note(game)

    upkeep = Upkeep(update)
    upkeep.note("one")
    upkeep.catch_up()
    assert upkeep.lag() > 0

    upkeep.close()

    assert seen == ["one", "one"]


def test_what_cannot_be_updated_for_now_stays_noted():
    updated = Updated(one=StoreUnavailable("full"))
    upkeep = Upkeep(updated)
    upkeep.note("one")
    upkeep.note("other")

    with pytest.raises(StoreUnavailable):
        upkeep.catch_up()
    assert upkeep.lag() > 0

    updated.broken.clear()
    upkeep.catch_up()
    assert sorted(updated.games) == ["one", "other"]
    upkeep.close()


def test_a_game_that_cannot_be_read_is_told_of_and_does_not_stop_the_others(
    caplog: pytest.LogCaptureFixture,
):
    updated = Updated(one=ValueError("nonsense"))
    upkeep = Upkeep(updated)
    upkeep.note("one")
    upkeep.note("other")

    with caplog.at_level(logging.ERROR):
        upkeep.catch_up()

    assert updated.games == ["other"]
    assert "game one" in caplog.text
    upkeep.close()


def test_closing_catches_up_and_it_goes_on_after_that():
    updated = Updated()
    upkeep = Upkeep(updated)
    upkeep.note("one")
    upkeep.close()
    assert updated.games == ["one"]

    updated.any.clear()
    upkeep.note("other")

    assert updated.any.wait(LONG)
    upkeep.close()


def test_it_ends_even_if_closed_while_it_wakes_up():
    upkeep = Upkeep(Updated())

    class Stirred(threading.Event):
        """Cleared only when somebody has closed meanwhile."""

        def clear(self) -> None:
            closing.start()
            assert upkeep._closed.wait(LONG)
            assert self.wait(LONG)
            super().clear()

    closing = threading.Thread(target=upkeep.close, daemon=True)
    upkeep._stirred = Stirred()
    upkeep.note("one")

    soon(lambda: closing.ident)
    closing.join(LONG)
    assert not closing.is_alive()
