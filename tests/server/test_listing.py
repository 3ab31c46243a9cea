from events.envelope import NewCommand, NewEvent
from tests.plays import Caller


def names(caller: Caller, **query: object) -> list[str]:
    return [game["name"] for game in caller.get("/games", **query)["games"]]


def test_games_played_last_come_first(caller: Caller) -> None:
    old = caller.create(name="old", options={"secrets": False})
    caller.create(name="new")

    assert names(caller) == ["new", "old"]
    caller.do(old, "pass")
    assert names(caller) == ["old", "new"]


def test_no_games(caller: Caller) -> None:
    assert caller.get("/games") == {"games": []}


def test_lists_can_be_narrowed(caller: Caller) -> None:
    caller.create(name="running")
    caller.create("toy", "ana:random", "rita:random", name="finished")

    assert names(caller, over="true") == ["finished"]
    assert names(caller, over="0") == ["running"]
    assert names(caller, limit=1) == ["finished"]
    assert names(caller, kind="village") == []


def test_a_finished_game_is_listed_as_it_is_shown(caller: Caller) -> None:
    running = caller.create("toy", "ana", "rita", options={"secrets": False})
    caller.do(running, "pass")
    fork = caller.post(f"/games/{running}/fork")["id"]
    caller.play(fork, 1)

    [listed, _] = caller.get("/games")["games"]

    assert listed == caller.get(f"/games/{fork}")["game"]
    assert listed["over"]


def test_a_game_nobody_can_read_does_not_hide_the_others(caller: Caller) -> None:
    caller.create(name="good")
    fact = NewEvent("Nonsense", 1, "{}")
    caller.service.store.append("broken", 0, "c", [NewCommand(None, "new", (fact,))])

    bad, good = caller.get("/games")["games"]

    assert "Nonsense" in bad["problem"]
    assert bad["id"] == "broken"
    assert (good["name"], good["problem"]) == ("good", None)


def test_a_game_is_found_by_id_beginning_or_name(caller: Caller) -> None:
    game = caller.create(name="Evening")

    for key in (game, game[:6], game[:6].upper(), "Evening", "evening"):
        assert caller.get(f"/games/{key}")["game"]["id"] == game


def test_an_unknown_game_is_not_found_and_near_names_are_told(caller: Caller) -> None:
    caller.create(name="evening")

    problem = caller.refused("GET", "/games/evenings")

    assert (problem["status"], problem["code"]) == (404, "unknown_game")
    assert problem["nearest"] == ["evening"]
    assert "evening" in problem["detail"]


def test_a_name_of_two_games_is_ambiguous(caller: Caller) -> None:
    games = [caller.create(name="evening"), caller.create(name="evening")]

    problem = caller.refused("GET", "/games/evening")

    assert (problem["status"], problem["code"]) == (404, "ambiguous_game")
    assert problem["nearest"] == games


def test_a_name_may_hold_anything(caller: Caller) -> None:
    game = caller.create(name="a/b ü?")

    assert caller.get("/games/a%2Fb%20%C3%BC%3F")["game"]["id"] == game
