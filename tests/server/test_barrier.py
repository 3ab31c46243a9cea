"""Under the terms `turn` a seat takes back what is its own, up to the first barrier."""

from typing import Any

import pytest

from server.barrier import crossing
from server.service import Service
from tests.plays import Caller
from tests.server.tables import Table
from tests.stores import MemoryStore


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
        "rita has decided since, with event 6. "
        "There is nothing that you could take back by yourself."
    )
    assert problem.get("nearest", []) == []


def test_a_draw_is_a_barrier() -> None:
    table = Table("turn")
    table.do("roll")

    problem = table.refused("undo", seat="ana")

    assert problem["code"] == "drawn_since"
    assert "drawn with event 4" in problem["detail"]


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
    assert "Event 4 is a decision of ana" in problem["detail"]


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
    assert table.refused("undo", seat="ana", to=there)["code"] == "nothing_to_undo"
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

    end = table.caller.get(f"/games/{table.game}")["at"]

    assert table.undo("ana")["at"] == 2
    assert table.post("redo", seat="rita")["at"] == end
    assert table.post("back", to=6, seat="eva")["at"] == 6
    assert table.holds()


class Timed(Table):
    """A table at which somebody holds the hands of the clock."""

    def __init__(self, policy: str, *seats: str, **options: Any) -> None:
        self.now = 1_700_000_000_000
        store = MemoryStore(lambda: self.now)
        caller = Caller(Service(store, clock=lambda: self.now))
        super().__init__(policy, *seats, caller=caller, decision="60s", **options)

    def let_time_run_out(self) -> None:
        self.now += 61_000
        self.refused("commands", commands="nothing")


def test_the_time_that_ran_out_is_not_given_back() -> None:
    table = Timed("turn")
    table.let_time_run_out()

    problem = table.refused("undo", seat="ana")

    assert problem["code"] == "time_ran_out"
    assert f"The time of ana ran out with event {table.head}" in problem["detail"]
    assert table.holds()


def test_who_has_left_the_game_to_a_bot_is_not_asked_any_more() -> None:
    table = Timed("consent", overrun="still")
    table.do("roll")
    table.let_time_run_out()
    table.do("pass")
    table.undo("ana", to=2)

    assert table.request["waiting_for"] == ["eva"]
    assert table.refused("answer", seat="rita", agrees=True)["code"] == "not_asked"
    assert table.refused("undo", seat="rita")["code"] == "bot_seat"
    assert table.answer("eva")["at"] == 2
    assert table.holds()


def test_what_was_agreed_to_before_somebody_left_still_holds() -> None:
    table = Timed("consent", overrun="still")
    table.do("roll; pass")
    table.undo("ana")
    table.answer("rita")
    table.answer("eva")
    table.do("pass")
    table.let_time_run_out()

    assert table.holds()


def test_a_request_is_closed_by_time_that_runs_out() -> None:
    table = Timed("consent")
    table.do("roll; pass")
    table.undo("ana")
    table.let_time_run_out()

    assert [name for name, _ in table.log(7)][:2] == ["UndoWithdrawn", "TimeRanOut"]
    assert table.request is None
    assert table.holds()


def test_in_village_nothing_comes_to_light_before_the_end() -> None:
    table = Table("turn", "ana", "rita", kind="village")
    table.caller.play(table.game, 5)
    with table.caller.service.enter(table.game) as room:
        timeline = room.timeline
        own = [e for e in timeline.events[:-1] if e.cause == e.seq > 1]
        ends = [later.seq - 1 for later in own[1:]]
        found = {
            crossing(timeline, str(e.seat), end, timeline.history.parent(e.seq))
            for e, end in zip(own, ends, strict=False)
        }

    assert {barrier.why for barrier in found if barrier} == {"draw"}
