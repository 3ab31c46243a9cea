"""Taking a cube, grain harvest and family (p. 5 and 6)."""

import pytest

from events import village as facts
from tests.server.rules.village.table import EVERY_SPACE, farm, given


def test_an_influence_cube_goes_to_the_farm_and_the_action_may_be_declined():
    game = given(chris=farm(), julie=farm())

    game.do("chris", "take harvest pink; pass")

    assert game.farm("chris").cubes["pink"] == 1
    assert game.farm("chris").grain == 0
    assert game.one(facts.ActionDeclined).space == "harvest"
    assert game.due == ("julie", "turn")


def test_only_cubes_that_lie_there_can_be_taken():
    game = given(
        chris=farm(), julie=farm(), spaces={"harvest": "pink pink black", "church": "green"}
    )

    assert game.offers == ["take harvest pink", "take harvest black", "take church green"]
    game.do("chris", "take harvest pink; pass").do("julie", "take harvest pink; pass")
    assert game.offers_of("take") == ["take harvest black", "take church green"]


def test_turns_go_clockwise_from_the_starter():
    game = given(chris=farm(), julie=farm(), oliver=farm(), starter="julie")

    for seat, colour in zip(
        ("julie", "oliver", "chris", "julie"), EVERY_SPACE.split(), strict=True
    ):
        assert game.due == (seat, "turn")
        game.do(seat, f"take family {colour}; pass")


@pytest.mark.parametrize(
    ("goods", "grain"),
    [
        ("", 2), ("horse", 2), ("ox", 2), ("plow", 2), ("horse ox", 2),
        ("horse plow", 3), ("ox plow", 4), ("horse ox plow", 4), ("ox ox plow plow horse", 4),
    ],
)  # fmt: skip
def test_a_harvest_brings_2_3_or_4_and_spends_nothing(goods: str, grain: int):
    game = given(chris=farm(goods=goods), julie=farm())
    before = dict(game.farm("chris").goods)

    game.do("chris", "take harvest pink; harvest")

    assert game.one(facts.GrainHarvested).grain == grain
    assert game.farm("chris").grain == grain
    assert game.farm("chris").goods == before
    assert game.at("chris", "farm") == [1, 1, 1, 1]


@pytest.mark.parametrize(("grain", "harvested"), [(0, 4), (1, 4), (2, 3), (4, 1)])
def test_a_farm_keeps_5_grain_at_most(grain: int, harvested: int):
    game = given(chris=farm(grain=grain, goods="ox plow"), julie=farm())

    game.do("chris", "take harvest pink; harvest")

    assert game.one(facts.GrainHarvested).grain == harvested
    assert game.state.board.grain == 25 - grain - harvested


def test_a_full_farm_is_not_harvested():
    game = given(chris=farm(grain=5), julie=farm(), spaces={"harvest": "pink", "church": "pink"})

    game.do("chris", "take harvest pink")

    assert game.all(facts.ActionDeclined)
    assert game.due == ("julie", "turn")


def test_nobody_at_home_nobody_harvests():
    game = given(chris=farm(members="smithy 1 1 1 1"), julie=farm())

    game.do("chris", "take harvest pink")

    assert game.all(facts.ActionDeclined)
    assert game.farm("chris").grain == 0


def test_the_harvest_takes_what_is_left_in_the_supply():
    game = given(chris=farm(), julie=farm(grain=1), box={"supply.grain": 2})

    game.do("chris", "take harvest pink; harvest")

    assert game.one(facts.GrainHarvested).grain == 1


@pytest.mark.parametrize(
    ("members", "born"),
    [("", 2), ("farm 2 2 2", 3), ("farm 2 2 2 3 3", 4), ("bag 2, smithy 2 2, N1 3", 3)],
)
def test_the_lowest_number_is_born(members: str, born: int):
    game = given(chris=farm(members=members), julie=farm())

    game.do("chris", "take family pink; birth")

    assert game.one(facts.MemberBorn).member[0] == str(born)
    assert born in game.at("chris", "farm")
    assert game.farm("chris").time == 0


def test_when_all_are_born_nobody_is():
    game = given(chris=farm(members="farm 2 2 2 3 3 4, bag 4"), julie=farm())

    game.do("chris", "take family pink")

    assert game.all(facts.ActionDeclined)


@pytest.mark.parametrize("place", ["smithy", "N2", "council-3", "church-4"])
def test_instead_somebody_comes_home_from_the_board(place: str):
    game = given(chris=farm(members=f"{place} 1 2"), julie=farm())

    game.do("chris", "take family pink")
    assert game.offers == ["birth", f"recall {place} 1", f"recall {place} 2", "pass"]
    game.do("chris", f"recall {place} 2")

    assert game.at("chris", "farm") == [1, 1, 1, 2]
    assert game.at("chris", place) == [1]


def test_a_recalled_traveller_leaves_the_disc_behind():
    game = given(chris=farm(members="N1 1"), julie=farm())

    game.do("chris", "take family pink; recall N1 1")

    assert game.farm("chris").cities == ["N1"]


def test_nobody_comes_home_from_the_bag_or_the_dead():
    game = given(chris=farm(members="bag 1", dead="farm 1, grave 1"), julie=farm())

    game.do("chris", "take family pink")

    assert game.offers == ["birth", "pass"]


def test_members_of_one_number_at_one_place_are_alike():
    game = given(chris=farm(members="smithy 1 1 1"), julie=farm())

    game.do("chris", "take family pink")

    assert game.offers_of("recall") == ["recall smithy 1"]
