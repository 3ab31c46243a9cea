"""What a viewer may see, and what not."""

from typing import Any

import pytest

from events import village as facts
from events.dice import Draw
from projections.village.state import State
from projections.village.views import CustomerView, view
from tests.projections.village.positions import SEATS, given, round_began, then

SHOWN = ("c01", "c02", "c03", "c04")


def after_a_sale(**options: Any) -> State:
    return given(
        round_began(harvest={"pink": 1}),
        facts.MarketFilled(SHOWN, ("c05",), (Draw("customers", {}, (*SHOWN, "c05")),)),
        facts.MarketOpened("ana", SEATS),
        facts.CustomerServed("ana", 2, "c02", facts.NOTHING),
        **options,
    )


def test_a_customer_served_lies_face_down_for_the_others() -> None:
    state = after_a_sale()

    for viewer in ("bruno", None):
        seen = view(state, viewer)
        assert seen.farms["ana"].customers is None
        assert seen.farms["ana"].customers_served == 1
        assert seen.score["ana"]["customers"] is None
        assert seen.score["ana"]["total"] == 1, "the coin alone"


def test_its_owner_may_look() -> None:
    seen = view(after_a_sale(), "ana")

    assert seen.farms["ana"].customers == [CustomerView("c02", 2, {"grain": 2})]
    assert seen.score["ana"]["customers"] == 2
    assert seen.score["ana"]["total"] == 3


@pytest.mark.parametrize("viewer", ["bruno", None])
def test_everybody_looks_if_that_was_agreed_or_the_game_is_over(viewer: str | None) -> None:
    agreed = after_a_sale(open_customers=True)
    ended = after_a_sale()
    then(ended, facts.GameEnded({seat: {} for seat in SEATS}, dict.fromkeys(SEATS, 1)))

    for state in (agreed, ended):
        seen = view(state, viewer)
        assert seen.farms["ana"].customers == [CustomerView("c02", 2, {"grain": 2})]
        assert seen.score["ana"]["total"] == 3


def test_the_stack_is_a_number() -> None:
    seen = view(after_a_sale(), None)

    assert seen.board.stack == 19
    assert [c and c.id for c in seen.board.blue] == ["c01", None, "c03", "c04"]
    assert [c.id for c in seen.board.queue] == ["c05"]


def test_the_black_bag_shows_whose_members_are_in_it() -> None:
    seen = view(given(facts.ChurchEntered("bruno", "1c", facts.NOTHING)), "ana")

    assert seen.board.black_bag == {"ana": [], "bruno": ["1c"], "clara": []}
    assert seen.board.monks == 4


def test_the_chronicle_shows_its_places_for_this_number_of_players() -> None:
    seen = view(given(), None)

    assert {name: section.places for name, section in seen.chronicle.sections.items()} == {
        "farm": 2, "crafts": 4, "council": 2, "travel": 2, "church": 3,
    }  # fmt: skip
    assert seen.chronicle.graves.places == 7


def test_the_marker_stands_on_the_space_after_the_quill() -> None:
    trained = facts.MemberTrained("ana", "1a", "smithy", facts.Cost(time=13, crossed=1))

    farm = view(given(trained), "ana").farms["ana"]

    assert (farm.time, farm.space, farm.owed) == (13, 3, 1)
