"""Time, and who dies (p. 12 and 13)."""

import pytest

from events import village as facts
from tests.server.rules.village.table import farm, given

ONLY_CRAFTS = {"farm": 0, "crafts": 1, "council": 0, "travel": 0, "church": 0}
PLAGUE = {"harvest": "black green", "church": "black green pink", "crafts": "black green"}


@pytest.mark.parametrize(
    ("time", "dies"), [(0, False), (7, False), (8, True), (9, True), (17, False), (18, True)]
)
def test_somebody_dies_every_10_time(time: int, dies: bool):
    game = given(chris=farm(time=time), julie=farm(), spaces=PLAGUE)

    game.do("chris", "take harvest black; pass")

    assert bool(game.all(facts.MemberDied)) == dies
    assert game.view(None).farms["chris"].space == (time + 2) % 10


def test_the_lowest_number_dies_even_if_just_placed():
    game = given(
        chris=farm(time=9, members="smithy 2, farm 2, bag 1 1", dead="grave 1 1"), julie=farm(),
        spaces=PLAGUE,
    )  # fmt: skip

    game.do("chris", "take crafts green; train stables 2; pass")
    assert game.offers == ["die smithy 2", "die stables 2"]
    game.do("chris", "die stables 2")

    assert game.one(facts.MemberDied) == facts.MemberDied("chris", "2b", "stables", "crafts")


def test_the_owner_chooses_among_the_lowest():
    game = given(
        chris=farm(time=8, members="smithy 1, council-2 1, church-1 1, N1 2"), julie=farm(),
        spaces=PLAGUE,
    )  # fmt: skip

    game.do("chris", "take harvest black; pass")

    assert game.due == ("chris", "death")
    assert game.offers == ["die church-1 1", "die council-2 1", "die farm 1", "die smithy 1"]


def test_those_in_the_bag_and_the_unborn_cannot_die():
    game = given(chris=farm(time=8, members="bag 1 1 1 1, smithy 3"), julie=farm(), spaces=PLAGUE)

    game.do("chris", "take harvest black")

    assert game.one(facts.MemberDied).member == "3a"


def test_who_went_into_the_bag_in_the_same_action_is_safe():
    game = given(chris=farm(time=7, members="bag 1 1 1, smithy 3"), julie=farm(), spaces=PLAGUE)

    game.do("chris", "take church green; church 1 with time")

    assert game.one(facts.MemberDied).member == "3a"


def test_nobody_visible_nobody_dies():
    game = given(chris=farm(time=8, members="bag 1 1 1 1"), julie=farm(), spaces=PLAGUE)

    game.do("chris", "take harvest black")

    assert game.one(facts.DeathSpared).seat == "chris"
    assert game.farm("chris").owed == 0
    assert game.due == ("julie", "turn")


def test_spared_once_is_spared_for_good():
    """The death that nobody died is not made up for later."""
    game = given(
        chris=farm(time=8, members="bag 1 1 1 1"), julie=farm(), spaces=PLAGUE | {"family": "pink"}
    )

    game.do("chris", "take harvest black").do("julie", "take harvest green; pass")
    game.do("chris", "take family pink; birth")

    assert not game.all(facts.MemberDied)
    assert game.at("chris", "farm") == [2]


SECTIONS = {
    "farm": "farm",
    "wainwright": "crafts",
    "stables": "crafts",
    "scriptorium": "crafts",
    "smithy": "crafts",
    "council-1": "council",
    "council-4": "council",
    "N1": "travel",
    "S3": "travel",
    "church-1": "church",
    "church-4": "church",
}


@pytest.mark.parametrize(("place", "section"), list(SECTIONS.items()), ids=list(SECTIONS))
def test_the_dead_rest_where_they_worked(place: str, section: str):
    members = "" if place == "farm" else f", {place} 1"
    game = given(chris=farm(time=8, members=f"bag 1 1 1{members}"), julie=farm(), spaces=PLAGUE)

    game.do("chris", "take harvest black; pass" if place == "farm" else "take harvest black")

    assert game.one(facts.MemberDied) == facts.MemberDied("chris", "1d", place, section)
    assert len(game.state.chronicle.sections[section]) == 1


def test_the_chronicle_is_compulsory_while_its_section_has_room():
    game = given(chris=farm(time=8), julie=farm(dead="farm 1"), spaces=PLAGUE)

    game.do("chris", "take harvest black; pass")

    assert game.one(facts.MemberDied).rest == "farm"


def test_a_full_section_leaves_the_graves():
    game = given(chris=farm(time=8), julie=farm(dead="farm 1 1"), spaces=PLAGUE)

    game.do("chris", "take harvest black; pass")

    assert game.one(facts.MemberDied).rest == "grave"
    assert len(game.state.chronicle.graves) == 1


def test_both_full_leaves_a_place_beside_the_graves():
    """After the end was triggered graves may overflow: no points, no further effect."""
    game = given(
        chris=farm(time=8), julie=farm(time=8, dead="grave 1 1 1"), oliver=farm(dead="grave 1 1 1"),
        spaces=PLAGUE, box={"chronicle.spaces": {"3": ONLY_CRAFTS}, "chronicle.graves": {"3": 7}},
    )  # fmt: skip

    game.do("chris", "take harvest black; pass")
    assert game.one(facts.EndTriggered) == facts.EndTriggered("chris", "graves")
    game.do("julie", "take church black; pass")

    assert game.one(facts.MemberDied).rest == "beside"
    assert not game.all(facts.EndTriggered)
    assert game.at("julie", "beside") == [1]
    assert [rest.seat for rest in game.state.chronicle.beside] == ["julie"]


@pytest.mark.parametrize("time", [0, 5, 9])
def test_two_crossings_in_one_step_are_two_deaths(time: int):
    crossings = (time + 25) // 10
    game = given(
        chris=farm(time=time, members="smithy 1, council-1 1"), julie=farm(), spaces=PLAGUE,
        box={"plague_time": 25},
    )  # fmt: skip

    game.do("chris", "take harvest black; pass")
    assert game.farm("chris").owed == crossings
    for left in range(crossings, 0, -1):
        assert game.due == ("chris", "death")
        assert game.farm("chris").owed == left
        game.do("chris", game.offers[-1])
        if len(game.offers) == 1:
            break

    assert game.due == ("julie", "turn")
    assert len(game.at("chris", "chronicle")) == crossings


def test_two_crossings_but_one_visible_member():
    game = given(
        chris=farm(members="bag 1 1 1"), julie=farm(), spaces=PLAGUE, box={"plague_time": 25}
    )

    game.do("chris", "take harvest black; pass")

    kinds = [
        type(fact) for fact in game.facts if isinstance(fact, facts.MemberDied | facts.DeathSpared)
    ]
    assert kinds == [facts.MemberDied, facts.DeathSpared]


def test_the_second_of_two_deaths_may_reach_the_next_number():
    game = given(
        chris=farm(members="bag 1 1 1, smithy 2, council-1 2"), julie=farm(), spaces=PLAGUE,
        box={"plague_time": 25},
    )  # fmt: skip

    game.do("chris", "take harvest black; pass")

    assert game.one(facts.MemberDied).member == "1d"
    assert game.due == ("chris", "death")
    assert game.offers == ["die council-1 2", "die smithy 2"]


def test_plague_without_time_still_goes_back_to_the_supply():
    game = given(chris=farm(), julie=farm(), spaces=PLAGUE, box={"plague_time": 0})

    game.do("chris", "take harvest black; pass")

    assert game.state.board.cubes["black"] == 6 - 3 + 1
    assert "black" not in game.farm("chris").cubes


def test_a_dead_traveller_leaves_the_disc():
    game = given(chris=farm(time=8, members="bag 1 1 1, N1 1"), julie=farm(), spaces=PLAGUE)

    game.do("chris", "take harvest black")

    assert game.farm("chris").cities == ["N1"]
