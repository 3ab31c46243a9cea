import threading

import pytest

from server.errors import NotFound
from server.rooms import Rooms
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
