"""Watching games: nothing that is appended anywhere goes unreported, and nothing is twice."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from events.store import Store, StoreUnavailable
from events.watch import Changes, Watch, Watches
from tests.events.patience import LONG
from tests.events.places import Place
from tests.events.samples import batch, command


@pytest.fixture
def watch(store: Store) -> Iterator[Watch]:
    with store.watch() as watch:
        yield watch


def test_a_game_that_grew_is_reported_with_its_last_event(store: Store, watch: Watch) -> None:
    store.append("g", 0, "c1", [command("ana", 2)])
    watch.follow("g", 2)
    assert watch.wait(0) == {}

    store.append("g", 2, "c2", batch(2, 3))

    assert watch.wait(LONG) == {"g": 8}


def test_what_was_appended_before_is_found_at_once(store: Store, watch: Watch) -> None:
    store.append("g", 0, "c1", batch(3))

    watch.follow("g", 4)

    assert watch.wait(0) == {"g": 6}


def test_a_game_may_be_followed_before_it_begins(store: Store, watch: Watch) -> None:
    watch.follow("g", 0)
    assert watch.wait(0) == {}

    store.append("g", 0, "c1", [command("ana")])

    assert watch.wait(LONG) == {"g": 1}


def test_nothing_is_reported_twice(store: Store, watch: Watch) -> None:
    watch.follow("g", 0)
    for turn in range(3):
        store.append("g", turn, f"c{turn}", [command("ana")])
        assert watch.wait(LONG) == {"g": turn + 1}

    assert watch.wait(0.1) == {}


def test_only_games_that_are_followed_are_reported(store: Store, watch: Watch) -> None:
    watch.follow("followed", 0)
    watch.follow("forgotten", 0)
    watch.forget("forgotten")
    watch.forget("never followed")
    for game in ("unknown", "forgotten", "followed"):
        store.append(game, 0, "c", [command("ana")])

    assert watch.wait(LONG) == {"followed": 1}
    assert watch.wait(0.1) == {}


def test_following_again_starts_from_there(store: Store, watch: Watch) -> None:
    store.append("g", 0, "c", batch(3))
    watch.follow("g", 0)
    watch.follow("g", 6)
    assert watch.wait(0) == {}

    watch.follow("g", 2)
    assert watch.wait(0) == {"g": 6}


@pytest.mark.parametrize("game", ["São João", "x\0y \x1a0 3", "", "two words 7"])
def test_any_name_can_be_followed(place: Place, game: str) -> None:
    with place.open().watch() as watch:
        watch.follow(game, 0)
        assert watch.wait(0) == {}

        place.open().append(game, 0, "c", [command("ana")])

        assert watch.wait(LONG) == {game: 1}


def test_watches_do_not_take_news_from_each_other(place: Place) -> None:
    store = place.open()
    with store.watch() as one, store.watch() as other, place.open().watch() as third:
        for watch in (one, other, third):
            watch.follow("g", 0)
        store.append("g", 0, "c", [command("ana")])

        assert [watch.wait(LONG) for watch in (one, other, third)] == [{"g": 1}] * 3


def test_another_process_wakes_who_waits(place: Place) -> None:
    with place.open().watch() as watch:
        watch.follow("g", 0)
        child = place.child("once", "g")
        assert child.stdout
        child.stdout.readline()
        assert watch.wait(0) == {}

        told = threading.Timer(0.2, child.communicate, ["go\n"])
        told.start()

        assert watch.wait(LONG) == {"g": 1}
        told.join()


def meanwhile(deed: Callable[[], object]) -> threading.Timer:
    """Do it in another thread in a moment, when the test waits."""
    timer = threading.Timer(0.2, deed)
    timer.start()
    return timer


def test_a_game_followed_meanwhile_is_looked_at(store: Store, watch: Watch) -> None:
    store.append("g", 0, "c", [command("ana")])

    thread = meanwhile(lambda: watch.follow("g", 0))

    assert watch.wait(LONG) == {"g": 1}
    thread.join()


def test_who_waits_is_told_when_the_store_closes(store: Store, watch: Watch) -> None:
    watch.follow("g", 0)

    thread = meanwhile(store.close)

    with pytest.raises(StoreUnavailable, match="closed"):
        watch.wait(LONG)
    thread.join()


def test_a_closed_watch_tells_nothing(store: Store) -> None:
    watch = store.watch()
    watch.close()
    watch.close()

    store.append("g", 0, "c", [command("ana")])
    with pytest.raises(StoreUnavailable, match="closed"):
        watch.wait(0)


def test_a_look_that_fails_is_made_again() -> None:
    away = [StoreUnavailable("away")]

    def lasts(_: object) -> dict[str, int]:
        if away:
            raise away.pop()
        return {"g": 3}

    watch = Watches(lasts).open(LONG, Changes())
    watch.follow("g", 1)

    with pytest.raises(StoreUnavailable, match="away"):
        watch.wait(0)
    assert watch.wait(0) == {"g": 3}


def test_polls_come_at_their_time_even_if_news_of_others_come_all_the_time() -> None:
    last = 0
    watches = Watches(lambda games: dict.fromkeys(games, last))
    watch = watches.open(0.05, Changes())
    watch.follow("quiet", 0)
    watch.follow("busy", 0)
    assert watch.wait(0) == {}

    last = 1
    end = time.monotonic() + LONG
    news: dict[str, int] = {}
    busy = 1
    while "quiet" not in news and time.monotonic() < end:
        busy += 1
        watches.heard("busy", busy)
        news = watch.wait(0)

    assert news["quiet"] == 1
