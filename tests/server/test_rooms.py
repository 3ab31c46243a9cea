import threading
from typing import Any

import pytest
from msgspec import structs

from events.envelope import Event
from events.lifecycle import TimeRanOut
from events.store import Store, StoreUnavailable
from server.errors import NotFound
from server.rooms import Rooms
from server.service import Service
from tests.plays import Caller


def test_a_room_is_kept_between_visits(caller: Caller, game: str) -> None:
    rooms = caller.service.rooms
    with rooms.enter(game) as first, rooms.enter(game) as again:
        assert first is again
    with rooms.enter(game) as later:
        assert later is first


def test_rooms_used_longest_ago_are_given_up_unless_somebody_is_in(caller: Caller) -> None:
    rooms = Rooms(caller.service.store, lambda game_id: None, size=2)
    games = [caller.create() for _ in range(4)]
    with rooms.enter(games[0]) as held:
        for game in games[1:]:
            with rooms.enter(game):
                pass
        with rooms.enter(games[0]) as same:
            assert same is held
        with rooms.enter(games[3]) as kept:
            pass
    with rooms.enter(games[3]) as again:
        assert again is kept


def test_a_log_that_became_shorter_is_read_anew(caller: Caller, game: str) -> None:
    caller.do(game, "pass; pass")
    store = caller.service.store
    store.games[game] = store.games[game][:4]  # type: ignore[attr-defined]

    assert caller.get(f"/games/{game}")["pending"]["seat"] == "rita"


@pytest.mark.parametrize("lost", [0, 2])
def test_a_log_with_a_gap_is_told_to_have_one(caller: Caller, game: str, lost: int) -> None:
    other = caller.create(name="good")
    caller.do(game, "pass")
    del caller.service.store.games[game][lost]  # type: ignore[attr-defined]
    caller.service.rooms.drop()

    problem = caller.refused("GET", f"/games/{game}")

    assert (problem["status"], problem["code"]) == (500, "unreadable_log")
    bad, good, *_ = caller.get("/games")["games"]
    assert (bad["id"], good["id"]) == (game, other)
    assert "event" in bad["problem"]


class Stumbling:
    """A store that cannot be read once it has said how far a game is."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.broken = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def read(self, game: str, *window: Any) -> list[Event]:
        if self.broken:
            raise StoreUnavailable("gone for a moment")
        return self._store.read(game, *window)


def test_a_game_that_could_not_be_loaded_is_loaded_by_the_next_command(
    caller: Caller, game: str
) -> None:
    store = Stumbling(caller.service.store)
    other, path = Caller(Service(store)), f"/games/{game}/commands"
    for _ in range(2):
        assert other.refused("POST", path, {"commands": "pass"})["code"] == "store_unavailable"

    store.broken = False

    assert other.do(game, "pass")["seq"] == 4


@pytest.mark.parametrize("first", ["GET", "POST"])
def test_an_event_that_cannot_be_read_is_told_every_time(
    caller: Caller, game: str, first: str
) -> None:
    caller.service.later = lambda game: None
    caller.do(game, "pass")
    log = caller.service.store.games[game]  # type: ignore[attr-defined]
    last = log[-1]
    newer = structs.replace(last, seq=5, cause=5, type=TimeRanOut.__name__, version=99)
    log.append(structs.replace(newer, previous=last.seal))
    path = f"/games/{game}"
    looks = [("GET", path, None), ("POST", f"{path}/commands", {"commands": "pass"})] * 3

    problems = [caller.refused(*look) for look in (looks if first == "GET" else looks[1:])]

    assert {(problem["status"], problem["code"]) for problem in problems} == {
        (500, "unreadable_log")
    }


@pytest.mark.parametrize("seed", [b"another", None])
def test_no_dice_are_thrown_with_another_secret(
    caller: Caller, game: str, seed: bytes | None
) -> None:
    seeds = caller.service.store.seeds  # type: ignore[attr-defined]
    del seeds[game]
    if seed:
        seeds[game] = seed
    caller.service.rooms.drop()

    problem = caller.refused("POST", f"/games/{game}/commands", {"commands": "pass"})

    assert (problem["status"], problem["code"]) == (500, "damaged_store")


def test_an_unknown_game_has_no_room(caller: Caller) -> None:
    with pytest.raises(NotFound), caller.service.rooms.enter("nothing"):
        pass


def test_one_thread_at_a_time(caller: Caller, game: str) -> None:
    inside: list[int] = []
    most: list[int] = []

    def visit() -> None:
        for _ in range(50):
            with caller.service.rooms.enter(game):
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=visit) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert max(most) == 1


def test_a_game_that_nobody_has_is_not_known_for_having_been_asked_for(
    caller: Caller, game: str
) -> None:
    rooms = Rooms(caller.service.store, lambda game_id: None)
    with pytest.raises(NotFound), rooms.enter("nothing"):
        pass
    assert not rooms.knows("nothing")
    assert not rooms.knows(game)

    with rooms.enter(game) as room:
        assert rooms.knows(game)
        assert room.recorded(None) == room.recorded("never") == []
        first = room.timeline.events[0]
        assert room.recorded(first.command_id)[0] == first
