import dataclasses
import json
import re
from collections.abc import Callable

import pytest

from server.rules import registry
from tests.plays import Caller
from tests.server.conftest import begun_by_ana
from tests.toy import GAME

OPENLY = {"target": 8, "secrets": False}


def finished(caller: Caller) -> tuple[str, str]:
    """A finished game, and its record."""
    game = begun_by_ana(caller, "ana", "rita", options=OPENLY)
    caller.do(game, "pass; roll")
    caller.play(game, 1)
    return game, caller.text(f"/games/{game}/export")


def headers(record: str) -> dict[str, object]:
    lines = [line[1:-1].split(" ", 1) for line in record.splitlines() if line.startswith("[")]
    return {name: json.loads(value) for name, value in lines}


def test_a_record_has_headers_and_a_line_for_each_turn(caller: Caller) -> None:
    game, record = finished(caller)

    told = headers(record)
    assert told["Game"] == "toy"
    assert told["Rules"] == 1
    assert told["Seats"] == "ana rita"
    assert told["Options"] == OPENLY
    assert told["Date"] == "2023-11-14"
    assert str(told["Box"]).startswith("sha256:")
    assert told["Seed"] == caller.service.store.seed(game).hex()
    assert "(1)" in str(told["Result"])
    assert "BoxData" not in told
    body = record.splitlines()[len(told) + 1 :]
    assert body[:4] == ["= order: ana", "ana: pass", "rita: roll", body[3]]
    assert body[3].startswith("= roll rita 1: ")


def test_commands_of_one_seat_in_a_row_share_a_line(caller: Caller) -> None:
    game = caller.create("toy", "ana", "rita", options={"secrets": True, "target": 1})
    caller.do(game, "secret 1; secret 2; roll")

    record = caller.text(f"/games/{game}/export").splitlines()

    first = next(line for line in record if "secret 1" in line)
    assert first.endswith(": secret 1")


def test_a_record_of_a_running_game_tells_no_seed(caller: Caller, game: str) -> None:
    caller.do(game, "roll")

    told = headers(caller.text(f"/games/{game}/export"))

    assert told["Result"] == "*"
    assert "Seed" not in told
    assert str(told["Source"]).startswith(f"{game} 4 ")


def test_an_imported_game_is_the_same(caller: Caller) -> None:
    game, record = finished(caller)

    copy = caller.post("/import", text=record)

    assert copy["over"]
    assert caller.facts(copy["id"]) == caller.facts(game)
    assert caller.position(copy["id"]) == caller.position(game)


def test_an_imported_game_may_have_another_name(caller: Caller) -> None:
    _, record = finished(caller)

    assert caller.post("/import", text=record, name="copy")["name"] == "copy"
    assert caller.post("/import", text=record)["name"] != "copy"


def test_options_left_out_are_the_usual_ones(caller: Caller, game: str) -> None:
    record = header("Options", {"secrets": False})(caller.text(f"/games/{game}/export"))

    copy = caller.post("/import", text=record)

    assert copy["options"] == {"secrets": False, "target": 20}


@pytest.mark.parametrize("kind", ["notation", "events"])
def test_a_name_that_cannot_be_shown_is_not_imported(caller: Caller, kind: str) -> None:
    game, _ = finished(caller)
    text = caller.text(f"/games/{game}/export", format=kind)

    problem = caller.refused("POST", "/import", {"text": text, "name": "\x1b[2J"})

    assert (problem["status"], problem["code"]) == (422, "game_name")


def test_a_box_of_ones_own_travels_with_the_record(caller: Caller) -> None:
    game = caller.create(box="passes = 1\n[die]\n6 = 1", options=OPENLY)
    caller.play(game, 1)
    record = caller.text(f"/games/{game}/export")

    assert headers(record)["BoxData"] == {"die": {"6": 1}, "passes": 1}
    assert caller.facts(caller.post("/import", text=record)["id"]) == caller.facts(game)


def test_a_running_game_goes_on_with_a_new_seed(caller: Caller, game: str) -> None:
    caller.do(game, "pass; roll")
    record = caller.text(f"/games/{game}/export")

    copy = caller.post("/import", text=record)

    assert copy["forked_from"] == {"game": game, "at": 6}
    assert caller.position(copy["id"]) == caller.position(game)
    store = caller.service.store
    assert store.seed(copy["id"]) != store.seed(game)


@pytest.mark.parametrize("name", ["Source", "Commitment"])
def test_a_record_must_be_true_of_a_game_that_is_here(caller: Caller, game: str, name: str) -> None:
    record = caller.text(f"/games/{game}/export")
    told = str(headers(record)[name])
    wrong = record.replace(told, told[:-4] + ("0000" if told[-4:] != "0000" else "1111"))

    problem = caller.refused("POST", "/import", {"text": wrong})

    assert problem["code"] == "record_origin"
    assert game in problem["detail"]
    elsewhere = Caller()
    copy = elsewhere.post("/import", text=wrong)["id"]
    assert elsewhere.get(f"/games/{copy}/verify")["ok"]


def test_bots_of_an_imported_game_play_on(caller: Caller) -> None:
    game = begun_by_ana(caller, "ana", "rita:careful", options={"secrets": False})
    record = caller.text(f"/games/{game}/export") + "ana: pass\n"

    copy = caller.post("/import", text=record)

    assert copy["pending"]["seat"] == "ana"
    assert copy["seq"] > 5


def test_a_record_written_by_hand_may_be_forgiving(caller: Caller, game: str) -> None:
    record = caller.text(f"/games/{game}/export") + "# by hand\nana: P; \nRITA: pass; \n"

    copy = caller.post("/import", text=record)["id"]

    events = caller.get(f"/games/{copy}/events")["events"]
    assert [(e["seat"], e["command"]) for e in events if e["type"] == "Passed"] == [
        ("ana", "pass"),
        ("rita", "pass"),
    ]


Edit = Callable[[str], str]


def without(start: str) -> Edit:
    """The record without its first line that begins so."""

    def edit(record: str) -> str:
        lines = record.splitlines()
        lines.remove(next(line for line in lines if line.startswith(start)))
        return "\n".join(lines)

    return edit


def header(name: str, value: object) -> Edit:
    """The record with another value in a header."""

    def edit(record: str) -> str:
        return f"[{name} {json.dumps(value)}]\n" + without(f"[{name} ")(record)

    return edit


def swapped(old: str, new: str) -> Edit:
    return lambda record: record.replace(old, new, 1)


@pytest.mark.parametrize(
    ("edit", "code", "says"),
    [
        (header("Game", "tyo"), "unknown_kind", "toy"),
        (header("Rules", 7), "record_rules", "events instead"),
        (header("Seats", "ana"), "seat_count", "2 to 2"),
        (header("Seats", "ana bot:x=rita"), "unknown_bot", "random"),
        (header("Options", []), "record_header", "$.Options"),
        (header("Options", {"target": 0}), "option_target", "1 to 500"),
        (header("Box", "sha256:0"), "record_box", "BoxData"),
        (header("Result", "ana 1 (1), rita 2 (2)"), "record_result", "“ana 1 (1), rita 2 (2)”"),
        (header("Commitment", "00"), "record_seed", "Commitment"),
        (header("Seed", "zz"), "record_seed", "hexadecimal"),
        (header("Seed", "00"), "record_line", "draw “order”"),
        (without("[Seed "), "record_seed", "no header Seed"),
        (without("[Commitment "), "record_header", "Commitment"),
        (without("= order"), "record_line", "no such draw"),
        (without("= roll rita 1"), "record_line", "“roll rita 1”"),
        (swapped("= order: ana", "= order: eva"), "record_line", "“order”"),
        (swapped("= order: ana", "= order: ana\n= more: 6"), "record_line", "“more”"),
        (swapped("ana: pass", "ana: jump"), "record_line", "“jump” is no command"),
        (swapped("ana: pass", "ana: secret 1"), "record_line", "has all the secrets"),
        (swapped("ana: pass", "rita: pass"), "record_line", "ana's turn"),
        (swapped("ana: pass", "ana pass"), "record_line", "seat: command"),
        (lambda record: record + "ana: roll\n", "record_line", "game is over"),
    ],
)
def test_a_record_that_is_wrong_is_refused_and_nothing_is_stored(
    caller: Caller, edit: Edit, code: str, says: str
) -> None:
    _, record = finished(caller)
    before = caller.get("/games")

    problem = caller.refused("POST", "/import", {"text": edit(record)})

    assert (problem["status"], problem["code"]) == (422, code)
    assert says in problem["detail"]
    assert caller.get("/games") == before


def test_the_line_that_is_wrong_is_named(caller: Caller) -> None:
    _, record = finished(caller)
    number = record.splitlines().index("rita: roll") + 1

    problem = caller.refused("POST", "/import", {"text": record.replace("rita: roll", "rita: x")})

    assert problem["detail"].startswith(f"Line {number}:")
    assert problem["command"] == "x"
    assert "roll" in problem["nearest"]


def test_a_draw_that_contradicts_the_seed_is_found(caller: Caller) -> None:
    _, record = finished(caller)
    line = next(text for text in record.splitlines() if text.startswith("= roll rita 1"))
    other = line[:-1] + ("1" if line[-1] != "1" else "2")

    problem = caller.refused("POST", "/import", {"text": record.replace(line, other)})

    assert "not what the seed or the pool gives" in problem["detail"]


def test_a_seed_before_the_end_contradicts(caller: Caller, game: str) -> None:
    record = header("Seed", "00")(caller.text(f"/games/{game}/export") + "[Seed 1]")

    assert caller.refused("POST", "/import", {"text": record})["status"] == 422


def test_a_box_that_no_rules_can_play_with_is_refused(caller: Caller, game: str) -> None:
    record = "[BoxData {}]\n" + caller.text(f"/games/{game}/export")
    wrong = caller.refused("POST", "/import", {"text": record})
    assert wrong["code"] == "record_box"
    digest = re.search("sha256:[0-9a-f]+", wrong["detail"])
    assert digest

    problem = caller.refused("POST", "/import", {"text": header("Box", digest[0])(record)})

    assert problem["code"] == "unplayable"


def test_events_come_back_as_the_same_log(caller: Caller) -> None:
    game, _ = finished(caller)
    text = caller.text(f"/games/{game}/export", format="events")

    copy = caller.post("/import", text=text)

    assert caller.facts(copy["id"], all=1) == caller.facts(game, all=1)
    assert len(text.splitlines()) == copy["seq"]


def test_events_of_older_rules_can_be_imported(
    caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = finished(caller)
    text = caller.text(f"/games/{game}/export", format="events")
    registry.register(dataclasses.replace(GAME, rules=2))

    assert caller.post("/import", text=text)["rules"] == 1


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda text: text.replace('"steps":', '"stops":', 1), "not what its seal was made for"),
        (lambda text: text + "{\n", "no event can be read"),
        (lambda text: "\n".join(text.splitlines()[1:]), "stands where event 1 should"),
        (lambda text: text.replace('"seal":"', '"seal":"00', 1), "not what its seal"),
        (lambda text: text.replace('"data":{', '"data":{ ', 1), "not what its seal"),
    ],
)
def test_events_that_are_wrong_are_refused(caller: Caller, edit: Edit, says: str) -> None:
    game, _ = finished(caller)
    text = caller.text(f"/games/{game}/export", format="events")
    before = caller.get("/games")

    problem = caller.refused("POST", "/import", {"text": edit(text)})

    assert problem["status"] == 422
    assert says in problem["detail"]
    assert caller.get("/games") == before


def test_an_export_with_hidden_events_cannot_be_imported(caller: Caller) -> None:
    game = caller.create()
    caller.do(game, "secret 1")
    text = caller.text(f"/games/{game}/export", format="events")

    problem = caller.refused("POST", "/import", {"text": text})

    assert (problem["code"], problem["status"]) == ("hidden_facts", 422)


def test_a_record_that_would_tell_secrets_is_not_written(caller: Caller) -> None:
    game = begun_by_ana(caller, "ana", "rita")
    caller.do(game, "secret 1")

    assert caller.refused("GET", f"/games/{game}/export")["code"] == "hidden_facts"
    assert caller.refused("GET", f"/games/{game}/export", seat="rita")["status"] == 422
    assert "ana: secret 1" in caller.text(f"/games/{game}/export", seat="ana")


def test_there_are_two_formats(caller: Caller, game: str) -> None:
    problem = caller.refused("GET", f"/games/{game}/export", format="pdf")

    assert (problem["status"], problem["code"]) == (400, "unknown_format")
    assert problem["nearest"] == ["notation", "events"]


@pytest.mark.parametrize("text", ["", "hello", "{}", "null", "[Game"])
def test_what_is_no_game_is_not_imported(caller: Caller, text: str) -> None:
    assert caller.refused("POST", "/import", {"text": text})["status"] == 422


def test_an_import_sent_again_is_one_game(caller: Caller, game: str) -> None:
    caller.do(game, "roll")
    for kind in ("notation", "events"):
        body = {"text": caller.text(f"/games/{game}/export", format=kind), "command_id": kind}
        first = caller.post("/import", **body)
        assert caller.post("/import", **body) == first
        problem = caller.refused("POST", "/import", {**body, "name": "other"})
        assert problem["code"] == "command_id_reused"
