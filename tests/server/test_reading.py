import pytest

from tests.plays import Caller


def test_a_position_shows_any_step(caller: Caller, game: str) -> None:
    caller.do(game, "pass; roll")

    now, then = caller.get(f"/games/{game}"), caller.get(f"/games/{game}", at=4)

    assert (now["at"], now["seq"], then["at"], then["seq"]) == (6, 6, 4, 6)
    assert now["view"]["farms"]["rita"]["place"] > 0
    assert then["view"]["farms"]["rita"]["place"] == 0
    assert then["pending"]["seat"] == "rita"
    assert then["game"] == now["game"]


def test_a_step_that_moved_the_head_shows_where_it_led(caller: Caller, game: str) -> None:
    start = caller.position(game)
    caller.do(game, "roll")
    caller.post(f"/games/{game}/undo")

    assert caller.position(game, at=5) == start


def test_parts_of_a_view_have_their_own_paths(caller: Caller, game: str) -> None:
    caller.do(game, "pass")

    farm = caller.get(f"/games/{game}/view/farms/ana")

    assert farm == {"place": 0, "passes": 2, "chosen": False, "secret": None}
    assert caller.get(f"/games/{game}/view/farms/ana/passes", at=2) == 3
    assert caller.get(f"/games/{game}/view/order/0") == "ana"


@pytest.mark.parametrize(
    ("part", "nearest"),
    [
        ("farm", "farms"),
        ("farms/eva", "ana"),
        ("order/2", "0"),
        ("farms/ana/passes/x", None),
    ],
)
def test_parts_that_are_not_there(
    caller: Caller, game: str, part: str, nearest: str | None
) -> None:
    problem = caller.refused("GET", f"/games/{game}/view/{part}")

    assert (problem["status"], problem["code"]) == (404, "unknown_path")
    assert [nearest] == problem.get("nearest", [None])[:1]


def test_legal_commands_come_as_text_and_json(caller: Caller, game: str) -> None:
    legal = caller.get(f"/games/{game}/legal")

    assert legal["seat"] == "ana"
    assert legal["pending"]["prompt"] == "ana, roll or pass"
    assert legal["commands"] == [
        {"text": "roll", "command": {"type": "roll", "twice": False}},
        {"text": "roll twice", "command": {"type": "roll", "twice": True}},
        {"text": "pass", "command": {"type": "pass"}},
    ]


def test_words_narrow_the_legal_commands(caller: Caller, game: str) -> None:
    legal = caller.get(f"/games/{game}/legal", words="ro")

    assert [command["text"] for command in legal["commands"]] == ["roll", "roll twice"]


def test_what_is_legal_says_how_far_the_log_was(caller: Caller, game: str) -> None:
    caller.do(game, "pass")
    caller.post(f"/games/{game}/undo")
    legal = caller.get(f"/games/{game}/legal")

    assert legal["seq"] == caller.get(f"/games/{game}/legal", at=2)["seq"] == 5
    text = legal["commands"][0]["text"]
    assert caller.do(game, text, expected=legal["seq"])["seq"] > 5
    body = {"commands": text, "expected": legal["seq"]}
    assert caller.refused("POST", f"/games/{game}/commands", body)["code"] == "conflict"


def test_a_seat_that_need_not_choose_has_no_legal_command(caller: Caller, game: str) -> None:
    legal = caller.get(f"/games/{game}/legal", seat="rita")

    assert (legal["seat"], legal["commands"]) == ("rita", [])


def test_legal_commands_of_an_earlier_step(caller: Caller, game: str) -> None:
    caller.do(game, "pass")

    assert caller.get(f"/games/{game}/legal", at=2)["seat"] == "ana"


def test_why_a_command_is_not_legal(caller: Caller, game: str) -> None:
    caller.do(game, "pass;pass;pass;pass;pass;pass")

    why = caller.get(f"/games/{game}/why", text="roll twice")

    assert why == {
        "legal": False,
        "text": "roll twice",
        "code": "no_passes",
        "detail": "ana has no pass left.",
        "page": 2,
        "nearest": ["roll"],
    }


def test_why_says_when_a_command_is_legal_after_all(caller: Caller, game: str) -> None:
    why = caller.get(f"/games/{game}/why", text="ro tw")

    assert why["legal"]
    assert why["text"] == "roll twice"


def test_why_another_seat_cannot_play(caller: Caller, game: str) -> None:
    assert caller.get(f"/games/{game}/why", text="pass", seat="rita")["code"] == "not_your_turn"


def test_why_in_a_finished_game(caller: Caller) -> None:
    game = caller.create("toy", "ana:random", "rita:random")

    assert caller.get(f"/games/{game}/why", text="pass")["code"] == "game_over"


def test_events_since_and_until(caller: Caller, game: str) -> None:
    caller.do(game, "pass; pass")

    page = caller.get(f"/games/{game}/events", since=2, until=5)

    assert [event["seq"] for event in page["events"]] == [3, 4, 5]
    assert (page["seq"], page["head"]) == (6, 6)
    assert page["events"][0]["data"] == {"seat": "ana"}


def test_the_story_up_to_a_step_and_since_one(caller: Caller, game: str) -> None:
    caller.do(game, "roll; roll; roll")

    every = caller.get(f"/games/{game}/story")["lines"]

    assert [line["round"] for line in every] == [1, 2, 3]
    assert caller.get(f"/games/{game}/story", at=6)["lines"] == every[:2]
    assert caller.get(f"/games/{game}/story", since=3)["lines"] == every[1:]


@pytest.mark.parametrize("path", ["", "/legal", "/events"])
def test_an_unknown_seat_sees_nothing(caller: Caller, game: str, path: str) -> None:
    problem = caller.refused("GET", f"/games/{game}{path}", seat="eva")

    assert (problem["status"], problem["code"]) == (404, "unknown_seat")


def test_seats_may_be_written_in_any_case(caller: Caller, game: str) -> None:
    assert caller.get(f"/games/{game}/legal", seat="ANA")["seat"] == "ana"
