"""Crafts (p. 7): train, produce, buy, and the mill."""

import pytest

from events import village as facts
from tests.server.rules.village.table import farm, given

GUILDS = {
    "wainwright": (2, 2, ["wagon"]),
    "stables": (3, 3, ["horse", "ox"]),
    "scriptorium": (2, 2, ["scroll"]),
    "smithy": (3, 3, ["plow"]),
}


@pytest.mark.parametrize("guild", GUILDS)
def test_training_and_producing_cost_the_printed_time(guild: str):
    train, produce, goods = GUILDS[guild]
    for good in goods:
        game = given(chris=farm(), julie=farm())

        game.do("chris", f"take crafts green; train {guild} 1")
        assert game.offers == [*(f"produce {made}" for made in goods), "pass"]
        game.do("chris", f"produce {good}")

        assert game.farm("chris").time == train + produce
        assert game.farm("chris").goods[good] == 1
        assert game.due == ("julie", "turn")


@pytest.mark.parametrize("guild", GUILDS)
def test_training_alone_is_allowed(guild: str):
    game = given(chris=farm(), julie=farm())

    game.do("chris", f"take crafts green; train {guild} 1; pass")

    assert game.farm("chris").time == GUILDS[guild][0]
    assert not any(game.farm("chris").goods.values())
    assert game.due == ("julie", "turn")


@pytest.mark.parametrize("guild", GUILDS)
def test_those_trained_before_only_pay_for_the_good(guild: str):
    _, produce, goods = GUILDS[guild]
    game = given(chris=farm(members=f"{guild} 2"), julie=farm())

    game.do("chris", "take crafts green")
    assert game.offers_of("produce") == [f"produce {good}" for good in goods]
    game.do("chris", f"produce {goods[-1]}")

    assert game.farm("chris").time == produce
    assert game.at("chris", guild) == [2], "the member stays"


def test_after_training_only_that_guild_produces_and_nothing_is_bought():
    game = given(
        chris=farm(members="smithy 1", cubes="orange pink pink", grain=5, coins=5), julie=farm()
    )

    game.do("chris", "take crafts green; train wainwright 1")

    assert game.offers == ["produce wagon", "pass"]


def test_one_good_for_each_action():
    game = given(chris=farm(members="smithy 1 1 2"), julie=farm())

    game.do("chris", "take crafts green; produce plow")

    assert game.farm("chris").goods["plow"] == 1
    assert game.due == ("julie", "turn")


def test_a_second_member_may_be_trained_at_the_same_guild():
    game = given(chris=farm(members="smithy 1"), julie=farm(members="smithy 1 1"))

    game.do("chris", "take crafts green; train smithy 1; produce plow")

    assert game.at("chris", "smithy") == [1, 1]


def test_each_number_at_home_can_be_trained_at_each_guild():
    game = given(chris=farm(members="farm 2 3"), julie=farm())

    game.do("chris", "take crafts green")

    assert game.offers_of("train") == [f"train {g} {n}" for g in GUILDS for n in (1, 2, 3)]


def test_nobody_at_home_nobody_is_trained():
    game = given(chris=farm(members="smithy 1 1 1 1"), julie=farm())

    game.do("chris", "take crafts green")

    assert game.offers_of("train") == []


@pytest.mark.parametrize(
    ("good", "cost"),
    [
        ("wagon", facts.Cost(cubes={"orange": 1, "pink": 1})),
        ("plow", facts.Cost(cubes={"orange": 1, "pink": 1})),
        ("scroll", facts.Cost(cubes={"pink": 1})),
        ("horse", facts.Cost(grain=3)),
        ("ox", facts.Cost(grain=3)),
    ],
)
def test_goods_are_bought_without_a_member_and_without_time(good: str, cost: facts.Cost):
    game = given(chris=farm(cubes="orange pink", grain=3, members="bag 1 1 1 1"), julie=farm())

    game.do("chris", f"take crafts green; buy {good}")

    assert game.one(facts.GoodBought).cost == cost
    assert game.farm("chris").goods[good] == 1
    assert game.farm("chris").time == 0


def test_what_cannot_be_paid_is_not_offered():
    game = given(chris=farm(cubes="orange", grain=2, coins=0), julie=farm())

    game.do("chris", "take crafts green")

    assert game.offers_of("buy") == []


def test_the_cube_just_taken_may_pay():
    game = given(chris=farm(coins=0), julie=farm())

    game.do("chris", "take crafts pink; buy scroll")

    assert game.farm("chris").cubes["pink"] == 0


def test_grain_at_the_stables_is_not_paid_in_coins():
    game = given(chris=farm(grain=2, coins=9), julie=farm())

    game.do("chris", "take crafts green")

    assert not any("horse" in line or "ox" in line for line in game.offers_of("buy"))


def test_the_mill_takes_2_time_and_2_grain_for_2_coins():
    game = given(chris=farm(grain=3), julie=farm())

    game.do("chris", "take crafts green; mill")

    chris = game.farm("chris")
    assert (chris.time, chris.grain, chris.coins) == (2, 1, 3)
    assert game.state.board.grain == 25 - 1
    assert game.state.board.coins == 25 - 4


def test_nobody_is_placed_at_the_mill():
    game = given(chris=farm(grain=3), julie=farm())
    game.do("chris", "take crafts green")

    assert game.refuses("train mill 1") == ("mill_takes_nobody", 7)


def test_the_mill_needs_2_grain():
    game = given(chris=farm(grain=1), julie=farm())

    game.do("chris", "take crafts green")

    assert game.offers_of("mill") == []


def test_the_mill_pays_the_last_coin():
    game = given(chris=farm(grain=3), julie=farm(coins=23))

    game.do("chris", "take crafts green; mill")

    assert game.one(facts.GrainMilled).coins == 1
    assert game.state.board.coins == 0


def test_no_coin_no_mill():
    game = given(chris=farm(grain=3), julie=farm(coins=24))

    game.do("chris", "take crafts green")

    assert game.offers_of("mill") == []
    assert game.refuses("mill") == ("supply_empty", 7)


def test_a_good_that_is_out_is_neither_produced_nor_bought_but_training_goes_on():
    game = given(
        chris=farm(members="smithy 2", cubes="orange pink"), julie=farm(goods="plow " * 12)
    )

    game.do("chris", "take crafts green")
    assert game.offers_of("produce") == []
    assert "buy plow" not in game.offers
    assert "buy wagon" in game.offers
    assert game.refuses("produce plow") == ("supply_empty", 7)

    game.do("chris", "train smithy 1")
    assert game.due == ("julie", "turn"), "nothing is left to choose"
    assert game.farm("chris").time == 3


def test_at_the_stables_the_other_good_remains():
    game = given(chris=farm(members="stables 2", grain=3), julie=farm(goods="ox " * 12))

    game.do("chris", "take crafts green")

    assert game.offers_of("produce") == ["produce horse"]
    assert [line for line in game.offers_of("buy") if "ox" in line] == []
