import pytest

from server.rules import registry
from tests.plays import Caller


def test_kinds_say_how_they_are_played(caller: Caller) -> None:
    kinds = {kind["kind"]: kind for kind in caller.get("/kinds")["kinds"]}

    assert kinds["toy"] == {
        "kind": "toy",
        "rules": 1,
        "seats": [2, 2],
        "bots": ["random", "careful"],
        "topics": ["rolling", "options"],
        "options": kinds["toy"]["options"],
    }
    names = [option["name"] for option in kinds["toy"]["options"]]
    assert names == ["undo", "decision", "bank", "increment", "overrun"]
    assert kinds["toy"]["options"][-1]["values"] == ["random", "out", "careful"]
    assert sorted(kinds) == registry.names()


def test_a_box_is_shown(caller: Caller) -> None:
    assert caller.get("/kinds/toy/box")["passes"] == 3
    assert caller.get("/kinds/toy/box", target=9, secrets="false", seats=2)["passes"] == 3


def test_options_of_a_box_are_checked(caller: Caller) -> None:
    assert caller.refused("GET", "/kinds/toy/box", target="far")["code"] == "option_target"
    assert caller.refused("GET", "/kinds/toy/box", edition="2")["nearest"] == ["target", "secrets"]


def test_help_on_the_rules(caller: Caller) -> None:
    assert caller.get("/kinds/toy/rules")["topics"] == [
        {"topic": "rolling", "title": "Rolling", "text": "", "pages": [2]},
        {
            "topic": "options",
            "title": "Options of a new game: --option NAME=VALUE",
            "text": "",
            "pages": [],
        },
    ]
    topic = caller.get("/kinds/toy/rules/rolling")
    assert topic["text"] == "Roll the die and move on as many steps."


@pytest.mark.parametrize(
    ("path", "code", "nearest"),
    [
        ("/kinds/tyo/box", "unknown_kind", "toy"),
        ("/kinds/tyo/rules", "unknown_kind", "toy"),
        ("/kinds/toy/rules/roling", "unknown_topic", "rolling"),
    ],
)
def test_what_is_not_on_the_shelf(caller: Caller, path: str, code: str, nearest: str) -> None:
    problem = caller.refused("GET", path)

    assert (problem["status"], problem["code"], problem["nearest"][0]) == (404, code, nearest)


def test_the_options_of_a_game_and_its_terms_are_explained(caller: Caller) -> None:
    text = caller.get("/kinds/village/rules/options")["text"].splitlines()
    assert text[0] == (
        "edition=big-box (if nothing is said), original: "
        "Which box is played with: the Big Box, or that of 2011."
    )
    assert text[-1].startswith("overrun=random (if nothing is said), out, greedy: ")
    assert any(line.startswith("bank=90s, 10m, 48h, 3d and the like (no limit") for line in text)
    assert caller.get("/kinds/toy/rules/options")["text"].startswith("undo=open (if nothing")


def test_a_service_without_tables_says_so(caller: Caller) -> None:
    problem = caller.refused("POST", "/tables/rebuild", {})

    assert (problem["status"], problem["code"]) == (422, "no_tables")


@pytest.mark.parametrize("option", ["edition", "seats"])
@pytest.mark.parametrize("text", ["[" * 5000, "[" * 900 + "]" * 900, '{"a":' * 900, "[]"])
def test_no_option_is_nested(caller: Caller, option: str, text: str) -> None:
    problem = caller.refused("GET", "/kinds/village/box", **{option: text})

    assert (problem["status"], problem["code"]) == (422, "invalid_option")
    assert option in problem["detail"]


def test_a_kind_is_loaded_when_it_is_first_asked_for() -> None:
    assert "village" in registry.names()
    assert registry.get("village").name == "village"


def test_a_box_is_shown_for_the_first_number_of_seats_that_its_options_allow(
    caller: Caller,
) -> None:
    box = caller.get("/kinds/village/box", edition="original")

    assert box["players"] == [2, 4]
