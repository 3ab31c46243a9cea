from events.dice import commitment
from tests.plays import Caller
from tests.server.conftest import begun_by_ana


def test_a_fork_begins_as_the_game_stood(caller: Caller, game: str) -> None:
    caller.do(game, "pass; roll; pass")

    fork = caller.post(f"/games/{game}/fork", at=6, name="what if")

    assert fork["name"] == "what if"
    assert fork["forked_from"] == {"game": game, "at": 6}
    assert caller.position(fork["id"]) == caller.position(game, at=6)
    assert caller.facts(fork["id"])[1:-1] == caller.facts(game)[1:6]
    assert caller.get(f"/games/{game}")["seq"] == 8


def test_a_fork_without_a_number_begins_where_the_game_is(caller: Caller, game: str) -> None:
    caller.do(game, "pass")

    fork = caller.post(f"/games/{game}/fork")

    assert fork["forked_from"]["at"] == 4
    assert fork["name"].endswith("-4")


def test_a_fork_has_a_seed_of_its_own(caller: Caller, game: str) -> None:
    fork = caller.post(f"/games/{game}/fork")["id"]

    store = caller.service.store
    kind, data = caller.facts(fork)[-1]
    assert kind == "GameForked"
    assert data["commitment"] == commitment(store.seed(fork))
    assert data["seal"] == store.read(game)[1].seal
    assert store.seed(fork) != store.seed(game)


def test_a_branch_that_was_left_can_be_forked(caller: Caller, game: str) -> None:
    caller.do(game, "roll")
    left = caller.position(game)
    caller.post(f"/games/{game}/undo")

    fork = caller.post(f"/games/{game}/fork", at=4)["id"]

    assert caller.position(fork) == left


def test_undo_in_a_fork_goes_past_the_fork(caller: Caller, game: str) -> None:
    start = caller.position(game)
    caller.do(game, "roll")
    fork = caller.post(f"/games/{game}/fork")["id"]

    caller.post(f"/games/{fork}/undo")

    assert caller.position(fork) == start
    caller.play(fork, 1)
    report = caller.get(f"/games/{fork}/verify")
    assert report["ok"], report
    # What was drawn before the fork was undone: every draw that counts follows from its own seed.
    record = caller.text(f"/games/{fork}/export")
    assert "! fork" in record
    copy = caller.post("/import", text=record)["id"]
    assert caller.position(copy) == caller.position(fork)


def test_a_finished_game_is_forked_before_its_end(caller: Caller) -> None:
    game = begun_by_ana(caller, "ana", "rita", options={"target": 1, "secrets": False})
    caller.do(game, "roll")

    problem = caller.refused("POST", f"/games/{game}/fork", {})

    assert (problem["status"], problem["code"]) == (422, "game_over")
    assert problem["nearest"] == ["2"]
    fork = caller.post(f"/games/{game}/fork", at=2)
    assert not fork["over"]


def test_a_game_is_not_forked_inside_a_command(caller: Caller, game: str) -> None:
    caller.do(game, "pass")

    problem = caller.refused("POST", f"/games/{game}/fork", {"at": 3})

    assert problem["code"] == "unsettled"
    assert problem["nearest"] == ["2", "4"]


def test_a_fork_sent_again_is_one_game(caller: Caller, game: str) -> None:
    body = {"command_id": "f"}
    first = caller.post(f"/games/{game}/fork", **body)
    caller.do(game, "pass")

    assert caller.post(f"/games/{game}/fork", **body) == first
    forks = [g for g in caller.get("/games")["games"] if g["forked_from"]]
    assert forks == [first]


def test_an_id_of_a_fork_forks_nothing_else(caller: Caller, game: str) -> None:
    caller.post(f"/games/{game}/fork", command_id="f")
    caller.do(game, "pass")

    for other in ({"at": 4}, {"name": "other"}):
        body = {**other, "command_id": "f"}
        problem = caller.refused("POST", f"/games/{game}/fork", body)
        assert problem["code"] == "command_id_reused"


def test_a_fork_of_a_fork_is_proved_once_all_seeds_are_known(caller: Caller, game: str) -> None:
    caller.do(game, "roll")
    middle = caller.post(f"/games/{game}/fork")["id"]
    caller.do(middle, "roll")
    last = caller.post(f"/games/{middle}/fork")["id"]
    caller.play(last, 1)

    partly = caller.get(f"/games/{last}/verify")
    caller.play(game, 2)
    caller.play(middle, 3)
    wholly = caller.get(f"/games/{last}/verify")

    assert partly["ok"]
    assert partly["proved"] == partly["draws"] - 3
    assert wholly["proved"] == wholly["draws"]
