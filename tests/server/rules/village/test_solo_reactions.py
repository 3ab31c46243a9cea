"""Solo: Carla's reactions at the market and the church (p. 18)."""

from typing import Any

import pytest

from events import village as facts
from events.village import CARLA
from tests.server.rules.village.solo import rival, solo
from tests.server.rules.village.table import Game, farm

PINKS = "pink pink"


# On a market day of yours


def day(chris: farm, blue: str = "c03 c05 c01", **rest: Any) -> Game:
    """A market day that chris opened by the only green cube."""
    game = solo(
        chris, spaces={"market": "green", "harvest": PINKS}, blue=blue, queue="c06 c07 c08 c09 c10",
        draws={"customer 9": "c12", "customer 10": "c13"}, **rest,
    )  # fmt: skip
    return game.do("chris", "take market green")


def test_after_your_first_sale_she_serves_the_old_second_if_you_served_the_first():
    game = day(farm(goods="scroll wagon", coins=0)).do("chris", "serve 1")

    assert game.one(facts.CarlaServed) == facts.CarlaServed(2, "c05")


@pytest.mark.parametrize("space", [2, 3])
def test_after_your_first_sale_she_serves_the_first_if_you_served_another(space: int):
    game = day(farm(goods="scroll wagon", grain=1)).do("chris", f"serve {space}")

    assert game.one(facts.CarlaServed) == facts.CarlaServed(1, "c03")


def test_she_needs_no_goods_and_pays_nothing():
    game = day(farm(goods="scroll"), blue="c03 c24 c01").do("chris", "serve 1")

    assert game.farm(CARLA).customers == ["c24"]
    assert not any(game.farm(CARLA).goods.values())
    assert game.farm(CARLA).time == 0


def test_she_serves_the_first_if_you_pass():
    game = day(farm(goods="scroll"))

    game.do("chris", "pass")

    assert game.one(facts.CarlaServed) == facts.CarlaServed(1, "c03")
    assert game.one(facts.MarketClosed).sales == 1


def test_she_serves_the_first_if_you_cannot_serve_anybody():
    game = day(farm(), blue="c24 c23")

    assert [type(fact) for fact in game.facts[2:4]] == [facts.MarketPassed, facts.CarlaServed]
    assert game.farm(CARLA).customers == ["c24"]


def test_she_serves_once_however_long_you_go_on():
    game = day(farm(goods="scroll wagon scroll", cubes="green", coins=2), blue="c03 c24 c05")

    game.do("chris", "serve 1; serve 3")

    assert len(game.all(facts.CarlaServed)) == 1
    assert game.one(facts.MarketClosed).sales == 3


def test_your_second_sale_on_the_day_has_its_price():
    game = day(farm(goods="scroll wagon", coins=0), blue="c03 c24 c05")

    game.do("chris", "serve 1; serve 3")

    cost = game.all(facts.CustomerServed)[1].cost
    assert cost == facts.Cost(time=1, cubes={"green": 1}, goods={"wagon": 1})


def test_the_market_is_filled_again_after_the_day_and_before_her_turn():
    game = day(farm(goods="scroll"))

    game.do("chris", "serve 1")

    assert game.state.board.blue == ["c06", "c07", "c01"]
    assert game.state.board.queue == ["c08", "c09", "c10", "c12", "c13"]
    kinds = [type(fact) for fact in game.facts]
    assert kinds.index(facts.MarketFilled) < kinds.index(facts.CarlaTook)


def test_a_day_on_which_she_alone_served_is_filled_again_too():
    game = solo(
        spaces={"market": "green", "harvest": PINKS}, blue="c23 c24 c03",
        queue="c06 c07 c08 c09 c10", draws={"customer 9": "c12"},
    )  # fmt: skip

    game.do("chris", "take market green")

    assert game.state.board.blue == ["c06", "c24", "c03"]
    assert game.state.board.queue == ["c07", "c08", "c09", "c10", "c12"]


def test_gaps_of_a_market_without_a_stack_are_passed_over():
    game = solo(
        farm(goods="scroll"),
        spaces={"market": "green", "harvest": PINKS},
        blue="- c03 c24",
        stack="",
    )

    game.do("chris", "take market green; serve 2")

    assert game.one(facts.CarlaServed) == facts.CarlaServed(3, "c24")
    assert game.state.board.blue == ["", "", ""]


def test_no_customer_left_for_her():
    game = solo(
        farm(goods="scroll"), spaces={"market": "green", "harvest": PINKS}, blue="c03", stack=""
    )

    game.do("chris", "take market green; serve 1")

    assert game.farm(CARLA).customers == []
    assert game.one(facts.MarketClosed).sales == 1


def test_not_on_a_day_by_the_well():
    game = solo(
        farm(cubes=PINKS + " pink", goods="scroll", coins=0), spaces={"harvest": PINKS},
        blue="c03 c05 c01", queue="c06", draws={"customer 5": "c12"},
    )  # fmt: skip

    game.do("chris", "well pink pink pink; use market; serve 1")

    assert game.farm(CARLA).customers == []
    assert game.one(facts.MarketOpened).seats == ("chris",)
    assert game.one(facts.CarlaWaited).why == "no cube taken"


# On a market day of hers


def hers(chris: farm, blue: str = "c03 c05 c01", **rest: Any) -> Game:
    """A market day that Carla opened: the only other pink cube lay at the market."""
    game = solo(
        chris, spaces={"harvest": "pink green green", "market": "pink"}, blue=blue,
        queue="c06 c07 c08 c09 c10",
        draws={"customer 9": "c12", "customer 10": "c13"} | rest.pop("draws", {}), **rest,
    )  # fmt: skip
    return game.do("chris", "take harvest pink; pass")


def test_her_cube_from_the_market_opens_a_day_on_which_she_serves_the_first_first():
    game = hers(farm(goods="scroll wagon"))

    assert game.one(facts.MarketOpened) == facts.MarketOpened(CARLA, (CARLA, "chris"))
    assert game.one(facts.CarlaServed) == facts.CarlaServed(1, "c03")
    assert game.due == ("chris", "market")


def test_you_may_serve_afterwards_at_the_usual_price():
    game = hers(farm(goods="wagon", coins=1))

    assert game.offers == ["serve 2 with coin", "pass"]
    game.do("chris", "serve 2 with coin")
    assert game.one(facts.CustomerServed).cost == facts.Cost(time=1, coins=1, goods={"wagon": 1})
    assert game.one(facts.MarketClosed).sales == 2
    assert game.state.board.blue == ["c06", "c07", "c01"]
    assert game.due == ("chris", "turn")


def test_she_serves_but_once_on_her_own_day():
    game = hers(farm(goods="wagon scroll", cubes="green green"))

    game.do("chris", "serve 2")

    assert len(game.farm(CARLA).customers) == 1


def test_crossing_the_quill_on_her_day_you_choose_who_dies_at_once():
    game = hers(
        farm(time=9, goods="wagon wagon scroll", cubes="green green", members="smithy 1"),
        blue="c24 c05 c04",
    )

    game.do("chris", "serve 2")
    assert game.due == ("chris", "death")
    game.do("chris", "die smithy 1")
    assert game.due == ("chris", "market"), "the day goes on"


def test_her_own_dead_wait_for_the_end_of_her_day():
    """First the reaction, then the death."""
    game = hers(
        farm(goods="wagon"), carla=rival("crafts brown", space=1), draws={"fate 1": "quill"}
    )
    assert game.due == ("chris", "market")
    assert not game.all(facts.MemberDied)

    game.do("chris", "pass")

    assert len(game.all(facts.MarketClosed)) == 1
    assert game.one(facts.MemberDied).rest == "grave"


def test_her_day_without_customers_passes():
    game = hers(farm(goods="wagon"), blue="", stack="")

    assert game.one(facts.MarketClosed).sales == 0
    assert game.due == ("chris", "turn")


# The church


def test_her_cube_from_the_church_brings_her_lowest_waiting_member_into_the_bag_for_nothing():
    game = solo(spaces={"church": "pink pink pink pink green green", "crafts": "brown"})

    game.do("chris", "take church pink; pass")

    assert game.one(facts.CarlaEntered).member[0] == "3"
    assert (game.at(CARLA, "bag"), game.at(CARLA, "waiting")) == ([3], [3, 4, 4])
    assert game.farm(CARLA).time == 0
    game.do("chris", "take church pink; pass; take church green; pass")
    assert (game.at(CARLA, "bag"), game.at(CARLA, "waiting")) == ([3, 3, 4], [4])


def test_it_counts_where_her_cube_came_from_not_yours():
    game = solo(spaces={"church": "pink green", "crafts": "pink"})

    game.do("chris", "take church pink; pass")

    assert game.one(facts.CarlaTook).space == "crafts"
    assert not game.all(facts.CarlaEntered)

    game = solo(spaces={"council": "pink green", "church": "pink"})
    game.do("chris", "take council pink")
    assert game.one(facts.CarlaTook).space == "church"
    assert len(game.all(facts.CarlaEntered)) == 1


def test_a_plague_cube_from_the_church_is_a_reaction_too():
    game = solo(spaces={"church": "black black", "crafts": PINKS})

    game.do("chris", "take church black; pass")

    assert game.at(CARLA, "bag") == [3]


def test_nothing_if_none_waits_any_more():
    game = solo(carla=rival(members="bag 3 4, church-1 3, church-2 4"), spaces={"church": PINKS})

    game.do("chris", "take church pink; pass")

    assert len(game.all(facts.CarlaTook)) == 1
    assert not game.all(facts.CarlaEntered)


def test_no_reaction_anywhere_else():
    for space in ("harvest", "family", "crafts", "travel", "council"):
        game = solo(spaces={space: PINKS, "market": "green", "church": "green"}, blue="c01")
        before = dict(game.farm(CARLA).members)
        game.do("chris", f"take {space} pink")
        if "pass" in game.offers:
            game.do("chris", "pass")
        assert game.farm(CARLA).members == before
        assert game.farm(CARLA).customers == []


def test_first_the_reaction_then_the_death():
    """With nobody at home, the 3 that has just gone into the bag is safe, and the next one dies."""
    game = solo(
        carla=rival(
            "crafts brown", space=1, dead="farm 1 1, crafts 1 1 2, grave 2 2", members="church-1 3"
        ),
        spaces={"church": PINKS, "harvest": "brown"}, draws={"fate 1": "quill"},
    )  # fmt: skip

    game.do("chris", "take church pink; pass")

    kinds = [type(fact) for fact in game.facts]
    assert kinds.index(facts.CarlaEntered) < kinds.index(facts.MemberDied)
    assert game.at(CARLA, "bag") == [3]
    assert game.one(facts.MemberDied).member == "4a"
