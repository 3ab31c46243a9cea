"""Travel (p. 10)."""

import pytest

from events import village as facts
from tests.server.rules.village.table import farm, given

TRAVEL = {"travel": "green green", "crafts": "green green"}


@pytest.mark.parametrize(("city", "colour"), [("N1", "brown"), ("S1", "pink")])
def test_two_cities_can_be_reached_from_the_village(city: str, colour: str):
    game = given(
        chris=farm(goods="wagon", cubes="brown brown pink pink orange orange", coins=0),
        julie=farm(), spaces=TRAVEL,
    )  # fmt: skip

    game.do("chris", "take travel green")
    assert game.offers == ["travel N1 1", "travel S1 1", "pass"]
    game.do("chris", f"travel {city} 1")

    cost = game.one(facts.MemberTravelled).cost
    assert cost == facts.Cost(time=2, cubes={colour: 2}, goods={"wagon": 1})
    assert game.one(facts.CityVisited).prestige == 3
    assert game.state.board.goods["wagon"] == 12


def test_no_wagon_no_journey():
    game = given(chris=farm(cubes="brown brown pink pink", coins=9), julie=farm(), spaces=TRAVEL)

    game.do("chris", "take travel green")

    assert game.all(facts.ActionDeclined)


@pytest.mark.parametrize(
    ("start", "city", "price"),
    [
        ("N1", "S1", "orange orange"), ("S1", "N1", "orange orange"), ("N1", "N2", "orange orange"),
        ("N2", "N1", "orange orange"), ("S1", "S2", "orange orange"), ("N2", "N3", "pink pink"),
        ("S2", "S3", "brown brown"), ("N2", "S2", "orange brown"), ("S2", "N2", "orange brown"),
        ("N3", "S3", "orange pink"), ("S3", "N3", "orange pink"),
    ],
)  # fmt: skip
def test_roads_lead_both_ways_between_cities(start: str, city: str, price: str):
    game = given(
        chris=farm(goods="wagon", cubes=price, coins=0, members=f"{start} 2"), julie=farm(),
        spaces=TRAVEL,
    )  # fmt: skip

    game.do("chris", f"take travel green; travel {city} 2 from {start}")

    assert game.at("chris", city) == [2]
    assert game.at("chris", start) == []
    assert sum(game.farm("chris").cubes.values()) == 1, "the cube just taken"
    assert set(game.farm("chris").cities) == {start, city}


def test_no_city_is_jumped_over_and_nobody_travels_home():
    game = given(chris=farm(goods="wagon", coins=9, members="N1 2"), julie=farm(), spaces=TRAVEL)

    game.do("chris", "take travel green")

    reached = {(line.split()[1], "from" in line) for line in game.offers_of("travel")}
    assert reached == {("N1", False), ("S1", False), ("S1", True), ("N2", True)}
    assert game.refuses("travel N3 2 from N1") == ("no_road", 10)
    assert game.refuses("travel N2 1") == ("no_road", 10)


def test_another_member_may_set_out_while_one_is_abroad():
    game = given(
        chris=farm(goods="wagon", cubes="pink pink", members="N1 2"), julie=farm(), spaces=TRAVEL
    )

    game.do("chris", "take travel green; travel S1 1")

    assert (game.at("chris", "N1"), game.at("chris", "S1")) == ([2], [1])
    assert game.farm("chris").cities == ["N1", "S1"]


def test_a_second_visit_is_paid_for_and_brings_nothing():
    game = given(
        chris=farm(goods="wagon", cubes="brown brown", members="N1 2"), julie=farm(), spaces=TRAVEL
    )

    game.do("chris", "take travel green; travel N1 1")

    assert game.farm("chris").prestige == 0
    assert game.farm("chris").cities == ["N1"]
    assert game.farm("chris").time == 2
    assert not game.all(facts.CityVisited)
    assert game.at("chris", "N1") == [1, 2]


def test_others_discs_do_not_matter():
    game = given(
        chris=farm(goods="wagon", cubes="brown brown"), julie=farm(members="N1 1 2"), spaces=TRAVEL
    )

    game.do("chris", "take travel green; travel N1 1")

    assert game.farm("chris").prestige == 3


def test_a_city_rewards_two_cubes_of_choice():
    game = given(
        chris=farm(goods="wagon", cubes="orange orange", members="S1 1"),
        julie=farm(),
        spaces=TRAVEL,
    )

    game.do("chris", "take travel green; travel S2 1 from S1")
    assert game.due == ("chris", "cubes")
    assert len(game.offers) == 10, "all pairs of four colours, in no order"
    game.do("chris", "gain pink pink")

    assert game.farm("chris").cubes["pink"] == 2


def test_a_city_rewards_a_coin():
    game = given(
        chris=farm(goods="wagon", cubes="orange orange", members="N1 1"),
        julie=farm(),
        spaces=TRAVEL,
    )

    game.do("chris", "take travel green; travel N2 1 from N1")

    assert game.farm("chris").coins == 2
    assert game.one(facts.CityVisited).coins == 1
    assert game.state.board.coins == 25 - 3


def test_no_coin_left_no_coin_but_a_disc():
    game = given(
        chris=farm(goods="wagon", cubes="orange orange", members="N1 1", coins=0),
        julie=farm(coins=25), spaces=TRAVEL,
    )  # fmt: skip

    game.do("chris", "take travel green; travel N2 1 from N1")

    assert game.one(facts.CityVisited).coins == 0
    assert "N2" in game.farm("chris").cities


def test_the_reward_takes_what_is_left_and_of_one_kind_without_asking():
    game = given(
        chris=farm(goods="wagon", coins=2, members="S1 1", cubes="pink " * 33), starter="julie",
        turn="chris", julie=farm(cubes="orange " * 33 + "brown " * 33 + "green " * 30),
        spaces={"travel": "green", "church": "green"},
    )  # fmt: skip
    assert sum(game.state.board.cubes[c] for c in ("orange", "green", "brown", "pink")) == 1

    game.do("chris", "take travel green; travel S2 1 from S1 with coin coin")

    assert game.one(facts.RewardChosen).cubes == {"green": 1}


def test_the_reward_cannot_be_what_is_out():
    game = given(
        chris=farm(goods="wagon", coins=2, members="S1 1", cubes="pink " * 33),
        julie=farm(cubes="orange " * 33 + "brown " * 32),
        spaces=TRAVEL,
    )  # fmt: skip

    game.do("chris", "take travel green; travel S2 1 from S1 with coin coin")

    assert game.offers == ["gain green green", "gain green brown"]
    assert game.refuses("gain brown brown") == ("supply_empty", 9)


def test_an_empty_supply_gives_no_reward():
    game = given(
        chris=farm(goods="wagon", coins=2, members="S1 1", cubes="pink " * 33),
        julie=farm(cubes="orange " * 33 + "brown " * 33 + "green " * 31),
        spaces={"travel": "green", "church": "green"},
    )  # fmt: skip

    game.do("chris", "take travel green; travel S2 1 from S1 with coin coin")

    assert game.farm("chris").cities == ["S1", "S2"]
    assert not game.all(facts.RewardChosen)
    assert game.due == ("julie", "turn")


def test_the_reward_cannot_pay_for_the_journey():
    game = given(
        chris=farm(goods="wagon", cubes="orange", coins=0, members="S1 1"), julie=farm(),
        spaces=TRAVEL,
    )  # fmt: skip

    game.do("chris", "take travel green")

    assert game.all(facts.ActionDeclined)
