"""Under the terms `consent` a seat goes past the barrier once every other person agrees."""

import pytest

from tests.server.tables import Table


@pytest.fixture
def asked() -> Table:
    """A game in which ana rolled, rita and eva passed, and ana asks to take her roll back."""
    table = Table("consent")
    table.do("roll; pass; pass")
    table.undo("ana")
    return table


def types(events: list[tuple[str, object]]) -> list[str]:
    return [name for name, _ in events]


def test_within_the_barrier_nobody_is_asked() -> None:
    table = Table("consent")
    table.do("pass")

    assert table.undo("ana")["events"][0]["type"] == "HeadMoved"
    assert table.request is None


def test_beyond_it_the_others_are_asked_and_nothing_changes(asked: Table) -> None:
    assert asked.request == {
        "asked": 9, "asker": "ana", "to": 2, "why": "undo", "agreed": [],
        "waiting_for": ["rita", "eva"],
    }  # fmt: skip
    assert asked.head == 8
    assert asked.log(8) == [("UndoAsked", {"seat": "ana", "to": 2})]


def test_the_request_shows_what_would_be_undone_and_by_whom(asked: Table) -> None:
    request = asked.get("/undo", seat="rita")["request"]

    assert [(e["seq"], e["seat"], e["command"]) for e in request["undoes"]] == [
        (3, "ana", "roll"), (4, "ana", "roll"),
        (5, "rita", "pass"), (6, "rita", "pass"),
        (7, "eva", "pass"), (8, "eva", "pass"),
    ]  # fmt: skip
    assert request["restores"] == []
    assert request["yours"] == ["rita"]
    assert asked.get("/undo", seat="ana")["request"]["yours"] == []
    assert asked.get("/undo")["request"]["yours"] == ["rita", "eva"]


def test_one_yes_is_not_enough(asked: Table) -> None:
    said = asked.answer("rita")

    assert [e["type"] for e in said["events"]] == ["UndoAnswered"]
    assert (asked.request["agreed"], asked.request["waiting_for"]) == (["rita"], ["eva"])
    assert asked.head == 8


def test_the_last_yes_moves_the_head(asked: Table) -> None:
    asked.answer("rita")
    said = asked.answer("eva")

    assert [(e["type"], e["data"]) for e in said["events"]] == [
        ("UndoAnswered", {"seat": "eva", "agrees": True}),
        ("HeadMoved", {"to": 2, "why": "undo"}),
    ]
    assert {e["command"] for e in said["events"]} == {"answer yes"}
    assert {e["cause"] for e in said["events"]} == {11}
    assert (asked.head, asked.request) == (2, None)
    assert asked.holds()


def test_one_no_is_enough(asked: Table) -> None:
    asked.answer("rita")
    asked.answer("eva", agrees=False)

    assert asked.request is None
    assert asked.head == 8
    assert asked.log(9)[-1] == ("UndoAnswered", {"seat": "eva", "agrees": False})
    assert asked.refused("answer", seat="rita", agrees=True)["code"] == "nothing_asked"
    assert asked.holds()


def test_who_agreed_may_think_better_of_it(asked: Table) -> None:
    asked.answer("rita")
    asked.answer("rita", agrees=False)

    assert asked.request is None


def test_a_new_move_of_the_asker_takes_the_request_back(asked: Table) -> None:
    played = asked.do("pass")

    assert [e["type"] for e in played["events"]] == ["UndoWithdrawn", "Passed", "TurnEnded"]
    assert played["events"][0]["data"] == {"seat": "ana"}
    assert {e["cause"] for e in played["events"]} == {10}
    assert asked.request is None
    assert asked.holds()


def test_who_plays_on_instead_of_answering_ends_it_too() -> None:
    table = Table("consent")
    table.do("roll; pass")
    table.undo("ana")
    table.do("pass", seat="eva")

    assert table.log(7)[0] == ("UndoWithdrawn", {"seat": "eva"})
    assert table.request is None
    assert table.holds()


def test_the_asker_can_take_it_back_without_a_move(asked: Table) -> None:
    asked.answer("ana", agrees=False)

    assert asked.log(9) == [("UndoWithdrawn", {"seat": "ana"})]
    assert (asked.request, asked.head) == (None, 8)
    assert asked.holds()


def test_another_request_replaces_the_first(asked: Table) -> None:
    asked.answer("eva")
    asked.undo("rita")

    assert types(asked.log(10)) == ["UndoWithdrawn", "UndoAsked"]
    assert (asked.request["asker"], asked.request["to"]) == ("rita", 4)
    assert asked.request["waiting_for"] == ["ana", "eva"]
    assert asked.holds()


def test_an_undo_within_the_barrier_ends_a_request() -> None:
    table = Table("consent")
    table.do("roll; pass")
    table.undo("ana")
    table.undo("rita")

    assert types(table.log(7)) == ["UndoWithdrawn", "HeadMoved"]
    assert table.request is None
    assert table.holds()


def test_an_answer_is_to_the_request_that_was_seen(asked: Table) -> None:
    seen = asked.request["asked"]
    asked.undo("ana", to=4)

    problem = asked.refused("answer", seat="rita", agrees=True, asked=seen)

    assert (problem["status"], problem["code"]) == (409, "another_request")
    assert asked.answer("rita", asked=asked.request["asked"])


@pytest.mark.parametrize("seat", ["ana", "rita"])
def test_who_was_not_asked_or_has_agreed_has_nothing_to_say(asked: Table, seat: str) -> None:
    asked.answer("rita")

    problem = asked.refused("answer", seat=seat, agrees=True)

    assert (problem["status"], problem["code"], problem["nearest"]) == (422, "not_asked", ["eva"])


def test_at_one_screen_the_last_one_need_not_be_named(asked: Table) -> None:
    problem = asked.refused("answer", agrees=True)
    assert (problem["code"], problem["nearest"]) == ("which_seat", ["rita", "eva"])

    asked.answer("rita")

    assert asked.post("answer", agrees=True)["at"] == 2


def test_where_nobody_asks_there_is_nothing_to_answer() -> None:
    table = Table("consent")

    assert table.refused("answer", seat="rita", agrees=True)["code"] == "nothing_asked"


def test_bots_agree_to_everything() -> None:
    alone = Table("consent", "ana", "carla:careful")
    alone.do("roll")
    two = Table("consent", "ana", "rita", "carla:careful")
    two.do("roll; pass")
    two.undo("ana")

    assert alone.undo("ana")["events"][0]["type"] == "HeadMoved"
    assert two.request["waiting_for"] == ["rita"]
    assert two.answer("rita")["at"] == 2
    assert alone.holds()
    assert two.holds()


def test_bots_play_on_after_an_agreed_undo_and_play_the_same() -> None:
    table = Table("consent", "ana", "carla:careful", "rita")
    first = table.do("roll")["bots"]
    table.do("pass")
    table.undo("ana", to=4)
    said = table.answer("rita")

    assert said["at"] == said["seq"]
    assert [e["data"] for e in said["bots"]] == [e["data"] for e in first]
    assert table.holds()


def test_an_undo_does_not_roll_again(asked: Table) -> None:
    rolled = asked.log()[2]
    asked.answer("rita")
    asked.answer("eva")
    asked.do("roll")

    assert asked.log(12)[0] == rolled


def test_redo_asks_those_whose_decisions_would_count_again(asked: Table) -> None:
    asked.answer("rita")
    asked.answer("eva")
    asked.post("redo", seat="ana")

    assert asked.log(12) == [("UndoAsked", {"seat": "ana", "to": 8, "why": "redo"})]
    shown = asked.get("/undo", seat="rita")["request"]
    assert (shown["undoes"], [e["seq"] for e in shown["restores"]]) == ([], [3, 4, 5, 6, 7, 8])
    asked.answer("rita")
    asked.answer("eva")
    assert asked.log(13)[-1] == ("HeadMoved", {"to": 8, "why": "redo"})
    assert asked.head == 8
    assert asked.holds()


def test_back_to_a_branch_that_was_left_is_asked_for(asked: Table) -> None:
    asked.answer("rita")
    asked.answer("eva")
    asked.do("pass; roll")
    asked.post("back", to=6, seat="eva")

    shown = asked.get("/undo")["request"]
    assert [e["seq"] for e in shown["restores"]] == [3, 4, 5, 6]
    assert [e["seat"] for e in shown["undoes"]] == ["ana", "ana", "rita", "rita"]
    asked.answer("ana")
    asked.answer("rita")
    assert asked.head == 6
    assert asked.holds()


def test_a_request_sent_again_asks_once() -> None:
    table = Table("consent")
    table.do("roll; pass")
    first = table.caller.send("POST", f"{table.path}/undo", {"seat": "ana", "command_id": "u"})
    table.answer("rita")

    again = table.caller.send("POST", f"{table.path}/undo", {"seat": "ana", "command_id": "u"})

    assert again == first
    assert table.request["agreed"] == ["rita"]


def test_an_answer_sent_again_answers_once(asked: Table) -> None:
    asked.answer("rita")
    body = {"seat": "eva", "agrees": True, "command_id": "a"}
    first = asked.caller.send("POST", f"{asked.path}/answer", body)
    asked.do("pass")

    assert asked.caller.send("POST", f"{asked.path}/answer", body) == first
    body["agrees"] = False
    assert asked.refused("answer", **body)["code"] == "command_id_reused"


def test_a_command_that_ends_a_request_can_be_sent_again(asked: Table) -> None:
    body = {"commands": "pass; pass", "command_id": "c"}
    first = asked.caller.send("POST", f"{asked.path}/commands", body)

    assert asked.caller.send("POST", f"{asked.path}/commands", body) == first
    assert asked.get()["seq"] == 14


def test_a_dry_run_leaves_a_request_open(asked: Table) -> None:
    asked.do("pass", dry_run=True)

    assert asked.request["asker"] == "ana"


def test_a_game_that_is_over_stays_so() -> None:
    table = Table("consent", target=1)
    table.do("roll")

    assert table.refused("undo", seat="ana")["code"] == "game_over"
    assert table.get("/undo")["offer"] is None


def test_an_offer_says_what_an_undo_would_do() -> None:
    table = Table("consent")
    table.do("roll; pass")

    rita, ana = (table.get("/undo", seat=seat)["offer"] for seat in ("rita", "ana"))

    assert (rita["to"], rita["free"], rita["asks"], rita["barrier"]) == (4, True, [], None)
    assert [e["seq"] for e in rita["undoes"]] == [5, 6]
    assert (ana["to"], ana["free"], ana["asks"], ana["furthest"]) == (2, False, ["rita", "eva"], 6)
    assert ana["barrier"] == {
        "seq": 6, "code": "decided_since", "detail": "rita has decided since, with event 6.",
    }  # fmt: skip
    assert table.get("/undo", seat="eva")["offer"] is None
    assert table.get("/undo")["offer"]["seat"] == "rita"
    assert table.get("/undo", seat="ana", to=4)["offer"]["barrier"]["code"] == "decided_since"


def test_an_offer_of_a_turn_game_asks_nobody() -> None:
    table = Table("turn")
    table.do("roll")

    offer = table.get("/undo", seat="ana")["offer"]

    assert (offer["free"], offer["asks"], offer["barrier"]["code"]) == (False, [], "drawn_since")


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_what_is_told_is_in_the_readers_language(language: str) -> None:
    table = Table("turn")
    table.do("roll")

    status, body = table.caller.send("POST", f"{table.path}/undo", {"seat": "ana"}, language)

    assert status == 422
    assert ("sorteado" in body.decode()) == (language == "pt-BR")


def test_a_request_shows_nobody_what_they_may_not_see() -> None:
    table = Table("consent", secrets=True)
    table.do("secret 4; secret 5; secret 6; roll")
    table.undo("ana", to=2)

    for seat, mine in (("ana", 4), ("rita", 5), ("eva", 6), (None, None)):
        query = {"seat": seat} if seat else {}
        shown = table.get("/undo", **query)["request"]["undoes"]
        numbers = [e["data"].get("number") for e in shown if e["type"] == "SecretTaken"]
        assert set(numbers) == {mine, None}
        assert [e["command"] for e in shown if e["hidden"]] == [""] * numbers.count(None)
