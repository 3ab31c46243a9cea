"""Under the terms `turn` a seat takes back what is its own, up to the first barrier."""

import pytest

from tests.server.tables import Table


def test_what_one_decided_and_nobody_answered_can_be_taken_back() -> None:
    table = Table("turn")
    table.do("pass")

    undone = table.undo("ana")

    assert undone["events"][0]["data"] == {"to": 2, "why": "undo"}
    assert table.head == 2
    assert table.holds()


def test_another_persons_decision_is_a_barrier() -> None:
    table = Table("turn")
    table.do("pass; pass")

    problem = table.refused("undo", seat="ana")

    assert (problem["status"], problem["code"]) == (422, "decided_since")
    assert problem["detail"] == (
        "rita has decided since, with event 5. "
        "There is nothing that you could take back by yourself."
    )
    assert problem.get("nearest", []) == []


def test_a_draw_is_a_barrier() -> None:
    table = Table("turn")
    table.do("roll")

    problem = table.refused("undo", seat="ana")

    assert problem["code"] == "drawn_since"
    assert "drawn with event 3" in problem["detail"]


def test_a_private_draw_or_choice_of_ones_own_shows_nothing_to_others() -> None:
    table = Table("turn", secrets=True)
    table.do("secret 4")

    assert table.undo("ana")["at"] == 2


def test_a_secret_that_comes_to_light_is_a_barrier() -> None:
    table = Table("turn", kind="showing", secrets=True)
    table.do("secret 4; secret 5; secret 6")
    table.do("pass")

    problem = table.refused("undo", seat="ana")

    assert problem["code"] == "shown_since"
    assert "shown with event 7" in problem["detail"]


def test_a_choice_that_is_still_a_secret_is_none() -> None:
    table = Table("turn", kind="showing", secrets=True)
    table.do("secret 4")

    assert table.undo("ana")["at"] == 2


def test_bots_are_no_barrier_but_what_they_draw_is() -> None:
    still = Table("turn", "ana", "carla:still")
    still.do("pass")
    rolling = Table("turn", "ana", "carla:careful")
    rolling.do("pass")

    assert still.undo("ana")["at"] == 2
    assert rolling.refused("undo", seat="ana")["code"] == "drawn_since"


def test_the_refusal_says_how_far_one_can_go() -> None:
    table = Table("turn", "ana", "carla:still")
    table.do("roll")
    here = table.head
    table.do("pass")

    problem = table.refused("undo", seat="ana", to=2)

    assert problem["detail"].endswith(f"By yourself you can go back to event {here}, no further.")
    assert problem["nearest"] == [str(here)]
    assert table.undo("ana", to=here)["at"] == here


def test_undo_takes_back_the_last_command_of_the_asker() -> None:
    table = Table("consent")
    table.do("pass; pass; pass")

    asked = table.undo("rita")

    assert asked["events"][0]["data"] == {"seat": "rita", "to": 4}


def test_at_one_screen_undo_is_of_whoever_decided_last() -> None:
    table = Table("turn")
    table.do("pass; pass")

    assert table.undo()["events"][0]["seat"] == "rita"
    assert table.undo()["events"][0]["seat"] == "ana"
    assert table.refused("undo")["code"] == "nothing_to_undo"


def test_who_has_decided_nothing_has_nothing_to_undo() -> None:
    table = Table("turn")
    table.do("pass")

    assert table.refused("undo", seat="eva")["code"] == "nothing_to_undo"


def test_a_bot_asks_for_nothing() -> None:
    table = Table("turn", "ana", "carla:still")
    table.do("pass")

    assert table.refused("undo", seat="carla")["code"] == "bot_seat"


def test_ones_own_undo_can_be_redone() -> None:
    table = Table("turn")
    after = table.do("pass")["at"]
    table.undo("ana")

    assert table.post("redo", seat="ana")["at"] == after
    assert table.holds()


def test_nobody_redoes_the_decision_of_another() -> None:
    table = Table("turn")
    table.do("pass")
    table.undo("ana")

    problem = table.refused("redo", seat="rita")

    assert problem["code"] == "not_yours"
    assert "Event 3 is a decision of ana" in problem["detail"]


def test_at_one_screen_redo_is_of_whose_decision_it_was() -> None:
    table = Table("turn")
    table.do("pass")
    table.undo()

    assert table.post("redo")["events"][0]["seat"] == "ana"


def test_one_may_go_to_another_branch_of_ones_own() -> None:
    table = Table("turn", secrets=True)
    one = table.do("secret 1")["at"]
    table.undo("ana")
    table.do("secret 2")

    assert table.post("back", to=one, seat="ana")["at"] == one
    assert table.refused("back", to=2, seat="rita")["code"] == "decided_since"
    assert table.holds()


def test_undo_leads_back_only() -> None:
    table = Table("turn")
    there = table.do("pass")["at"]
    table.undo("ana")

    problem = table.refused("undo", seat="ana", to=there)

    assert problem["code"] == "not_behind"
    assert f"back {there}" in problem["detail"]


@pytest.mark.parametrize("policy", ["turn", "consent"])
def test_where_nothing_is_hidden_or_drawn_undo_after_do_changes_nothing(policy: str) -> None:
    table = Table(policy)
    before = table.caller.position(table.game)
    table.do("pass")
    table.undo("ana")

    assert table.caller.position(table.game) == before


def test_in_an_open_game_anybody_may_do_anything() -> None:
    table = Table("open")
    table.do("roll; roll; pass")

    assert table.undo("ana")["at"] == 6
    assert table.post("back", to=2, seat="eva")["at"] == 2
    assert table.post("redo", seat="rita")["at"] == 6
    assert table.holds()


def test_the_time_that_ran_out_is_not_given_back() -> None:
    from events.envelope import NewCommand
    from events.lifecycle import TimeRanOut
    from server.drafts import Draft

    table = Table("turn")
    with table.caller.service.enter(table.game) as room:
        game = room.timeline.game
        draft = Draft(game, game.copy(room.timeline.state()), room.dice(), room.seed().hex())
        draft.play("ana", game.parse("pass"))
        note = game.codec.encode(TimeRanOut("ana", "random"))
        played = draft.commands[0]
        room.append("late", [NewCommand("ana", played.text, (note, *played.events))])

    problem = table.refused("undo", seat="ana")

    assert problem["code"] == "time_ran_out"
    assert "The time of ana ran out with event 3" in problem["detail"]
    assert table.holds()
