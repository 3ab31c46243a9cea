from typing import Any

import pytest

from tests.plays import Caller

SEATS = [{"id": "ana"}, {"id": "rita"}]


def test_a_new_game_waits_for_its_first_choice(caller: Caller) -> None:
    game = caller.post("/games", kind="toy", seats=SEATS, name="evening", options={"target": 9})

    assert game["kind"] == "toy"
    assert game["rules"] == 1
    assert game["name"] == "evening"
    assert game["seats"] == SEATS
    assert game["options"] == {"target": 9, "secrets": True}
    assert game["seq"] == 2
    assert game["pending"]["kind"] == "secret"
    assert game["pending"]["prompt"].endswith("choose your secret number")
    assert not game["over"]
    assert game["forked_from"] is None


def test_a_game_without_a_name_is_called_after_its_kind_and_id(caller: Caller) -> None:
    game = caller.post("/games", kind="toy", seats=SEATS)

    assert game["name"] == f"toy-{game['id'][:4]}"


def test_the_seed_is_in_no_answer_before_the_end(caller: Caller) -> None:
    game = caller.create()

    secret = caller.service.store.seed(game).hex()
    assert secret not in caller.text(f"/games/{game}/events", all=1)
    assert secret not in caller.text(f"/games/{game}")


def test_the_same_command_id_creates_one_game(caller: Caller) -> None:
    body = {"kind": "toy", "seats": SEATS, "command_id": "once"}
    first = caller.post("/games", **body)

    assert caller.post("/games", **body) == first
    assert len(caller.get("/games")["games"]) == 1


def test_the_same_command_id_for_another_game_is_refused(caller: Caller) -> None:
    caller.post("/games", kind="toy", seats=SEATS, command_id="once")

    body = {"kind": "toy", "seats": SEATS, "name": "other", "command_id": "once"}
    problem = caller.refused("POST", "/games", body)

    assert (problem["status"], problem["code"]) == (409, "command_id_reused")


@pytest.mark.parametrize(
    ("change", "status", "code", "detail"),
    [
        ({"kind": "tyo"}, 404, "unknown_kind", "the games are: "),
        ({"seats": SEATS[:1]}, 422, "seat_count", "2 to 2 seats, not for 1"),
        ({"seats": [{"id": "ana"}, {"id": "Ana"}]}, 422, "seat_twice", "“Ana”"),
        ({"seats": [{"id": "ana"}, {"id": "a: b"}]}, 422, "seat_name", "letters, digits"),
        ({"seats": [{"id": "ana"}, {"id": ""}]}, 422, "seat_name", "1 to 20"),
        ({"seats": [{"id": "ana"}, {"id": "r", "bot": "rand"}]}, 422, "unknown_bot", "random"),
        ({"options": {"traget": 3}}, 422, "unknown_option", "“traget”"),
        ({"options": {"target": 0}}, 422, "option_target", "1 to 500, not 0"),
        ({"options": {"undo": "never"}}, 422, "option_undo", "open"),
        ({"name": "two\nlines"}, 422, "game_name", "printable"),
        ({"box": "passes = "}, 422, "box_toml", "no TOML"),
        ({"box": "passes = " + "[" * 5000 + "]" * 5000}, 422, "box_toml", "nested too deeply"),
        ({"box": "passes = " + "1" * 5000}, 422, "box_toml", "no TOML"),
        ({"options": {"undo": [[1]]}}, 422, "invalid_option", "“undo” must be a text or"),
        ({"box": "passed = 1"}, 422, "box_field", "“die” and “passes”"),
        ({"sates": []}, 400, "unreadable", "sates"),
        ({"seats": "ana"}, 400, "unreadable", "“seats” must be a list"),
        ({"command_id": "bot:3"}, 400, "unreadable", "“command_id” must match"),
    ],
)
def test_what_cannot_be_created_is_refused_with_what_could(
    caller: Caller, change: dict[str, Any], status: int, code: str, detail: str
) -> None:
    problem = caller.refused("POST", "/games", {"kind": "toy", "seats": SEATS, **change})

    assert (problem["status"], problem["code"]) == (status, code)
    assert detail in problem["detail"]
    assert caller.get("/games")["games"] == []


def test_a_box_file_is_in_the_first_event(caller: Caller) -> None:
    game = caller.create(box="passes = 1\n[die]\n6 = 1")

    [(_, started), *_] = caller.facts(game)
    assert started["box"] == {"die": {"6": 1}, "passes": 1}


def test_the_undo_policy_is_an_option(caller: Caller) -> None:
    game = caller.create(options={"undo": "turn"})

    assert caller.get(f"/games/{game}")["game"]["terms"] == {"undo": "turn"}


def test_what_can_follow_when_time_runs_out_is_named_once_each(caller: Caller) -> None:
    body = {"kind": "toy", "seats": SEATS, "options": {"decision": "60s", "overrun": "nothing"}}

    detail = caller.refused("POST", "/games", body)["detail"]

    assert "can be random, out, careful, not “nothing”" in detail
