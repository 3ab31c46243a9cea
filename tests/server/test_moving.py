import pytest

from tests.plays import Caller
from tests.server.conftest import begun_by_ana


def test_undo_takes_back_the_last_command(caller: Caller, game: str) -> None:
    before = caller.position(game)
    caller.do(game, "roll twice")

    undone = caller.post(f"/games/{game}/undo", seat="ana")

    assert undone["events"][0]["data"] == {"to": 2, "why": "undo"}
    assert undone["events"][0]["seat"] == "ana"
    assert undone["events"][0]["command"] == "undo"
    assert (undone["at"], undone["seq"]) == (2, 7)
    assert caller.position(game) == before


def test_undo_takes_one_command_of_a_batch(caller: Caller, game: str) -> None:
    caller.do(game, "pass; roll")

    assert caller.post(f"/games/{game}/undo")["at"] == 4


def test_redo_brings_back_what_undo_took(caller: Caller, game: str) -> None:
    caller.do(game, "roll; roll")
    after = caller.position(game)
    caller.post(f"/games/{game}/undo")
    caller.post(f"/games/{game}/undo")

    caller.post(f"/games/{game}/redo")
    redone = caller.post(f"/games/{game}/redo")

    assert redone["events"][0]["data"]["why"] == "redo"
    assert caller.position(game) == after


def test_undone_stretches_stay_in_the_log(caller: Caller, game: str) -> None:
    caller.do(game, "pass")
    caller.post(f"/games/{game}/undo")
    caller.do(game, "roll")

    every = caller.get(f"/games/{game}/events", all=1)["events"]
    counting = caller.get(f"/games/{game}/events")["events"]

    assert [e["seq"] for e in every if e["undone"]] == [3, 4]
    assert [e["seq"] for e in counting] == [1, 2, 6, 7]


def test_back_goes_to_any_end_of_a_command(caller: Caller, game: str) -> None:
    caller.do(game, "pass; roll; pass")
    there = caller.position(game, at=4)

    gone = caller.post(f"/games/{game}/back", to=4, seat="rita")

    assert gone["at"] == 4
    assert gone["events"][0]["command"] == "back 4"
    assert caller.position(game) == there
    assert caller.post(f"/games/{game}/redo")["at"] == 8


def test_back_reaches_branches_that_were_left(caller: Caller, game: str) -> None:
    caller.do(game, "roll")
    left = caller.position(game)
    caller.post(f"/games/{game}/undo")
    caller.do(game, "pass")

    caller.post(f"/games/{game}/back", to=4)

    assert caller.position(game) == left


@pytest.mark.parametrize(
    ("to", "code", "nearest"),
    [
        (3, "unsettled", ["2", "4"]),
        (1, "unsettled", ["2"]),
        (0, "unknown_event", None),
        (99, "unknown_event", None),
    ],
)
def test_back_leads_nowhere_else(
    caller: Caller, game: str, to: int, code: str, nearest: list[str] | None
) -> None:
    caller.do(game, "pass")

    problem = caller.refused("POST", f"/games/{game}/back", {"to": to})

    assert problem["code"] == code
    assert problem["status"] == (422 if nearest else 404)
    assert problem.get("nearest") == nearest


def test_an_event_that_is_not_there_is_named_with_those_that_are(caller: Caller, game: str) -> None:
    assert "1 to 2" in caller.refused("GET", f"/games/{game}", at=7)["detail"]


@pytest.mark.parametrize("way", ["undo", "redo"])
def test_nothing_to_take_back_or_bring_back(caller: Caller, game: str, way: str) -> None:
    problem = caller.refused("POST", f"/games/{game}/{way}", {})

    assert (problem["status"], problem["code"]) == (422, f"nothing_to_{way}")


def test_a_new_command_leaves_nothing_to_redo(caller: Caller, game: str) -> None:
    caller.do(game, "pass")
    caller.post(f"/games/{game}/undo")
    caller.do(game, "pass")

    assert caller.refused("POST", f"/games/{game}/redo", {})["code"] == "nothing_to_redo"


@pytest.mark.parametrize("way", ["undo", "redo", "back"])
def test_a_finished_game_stays_finished(caller: Caller, way: str) -> None:
    game = begun_by_ana(caller, "ana", "rita", options={"target": 1, "secrets": False})
    caller.do(game, "roll")

    body = {"to": 2} if way == "back" else {}
    problem = caller.refused("POST", f"/games/{game}/{way}", body)

    assert (problem["status"], problem["code"]) == (422, "game_over")
    assert "fork" in problem["detail"]


def test_an_undo_sent_again_undoes_once(caller: Caller, game: str) -> None:
    caller.do(game, "pass; pass")
    first = caller.send("POST", f"/games/{game}/undo", {"command_id": "u"})
    caller.do(game, "roll")

    assert caller.send("POST", f"/games/{game}/undo", {"command_id": "u"}) == first
    assert caller.get(f"/games/{game}")["seq"] == 9


def test_an_id_of_an_undo_does_not_redo(caller: Caller, game: str) -> None:
    caller.do(game, "pass")
    caller.post(f"/games/{game}/undo", command_id="u")

    problem = caller.refused("POST", f"/games/{game}/redo", {"command_id": "u"})

    assert problem["code"] == "command_id_reused"


def test_only_a_seat_can_undo(caller: Caller, game: str) -> None:
    caller.do(game, "pass")

    problem = caller.refused("POST", f"/games/{game}/undo", {"seat": "eva"})

    assert (problem["status"], problem["code"]) == (404, "unknown_seat")
    assert problem["nearest"] == ["ana", "rita"]


def test_in_an_open_game_too_a_seat_takes_back_its_own_last_command(
    caller: Caller, game: str
) -> None:
    before = caller.position(game)
    caller.do(game, "pass; pass")

    assert caller.get(f"/games/{game}/undo", seat="ana")["offer"]["to"] == 2
    assert caller.post(f"/games/{game}/undo", seat="ana")["at"] == 2
    assert caller.position(game) == before


def test_who_names_no_seat_takes_back_the_last_command_of_anybody(
    caller: Caller, game: str
) -> None:
    caller.do(game, "pass; pass")

    assert caller.post(f"/games/{game}/undo")["at"] == 4
