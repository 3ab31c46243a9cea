"""The council chamber (p. 9)."""

import pytest

from events import village as facts
from tests.server.rules.village.table import farm, given

COUNCIL = {"council": "pink pink pink", "church": "pink pink"}


def test_entering_costs_1_time_and_2_green():
    game = given(chris=farm(cubes="green green"), julie=farm(), spaces=COUNCIL)

    game.do("chris", "take council pink; council 1; pass")

    assert game.one(facts.CouncilEntered).cost == facts.Cost(time=1, cubes={"green": 2})
    assert game.at("chris", "council-1") == [1]
    assert game.due == ("julie", "turn")


def test_entering_costs_1_time_and_a_scroll():
    game = given(chris=farm(goods="scroll", coins=0), julie=farm(), spaces=COUNCIL)

    game.do("chris", "take council pink; council 1 with scroll; privilege 1")

    assert game.one(facts.CouncilEntered).cost == facts.Cost(time=1, goods={"scroll": 1})
    assert game.state.board.ring == "chris"


@pytest.mark.parametrize(("stage", "time"), [(1, 2), (2, 2), (3, 3)])
@pytest.mark.parametrize("pay", ["", " with scroll", " with coin coin"])
def test_moving_on_costs_the_same_and_2_or_3_time(stage: int, time: int, pay: str):
    game = given(
        chris=farm(goods="scroll", cubes="green green", coins=2, members=f"council-{stage} 2"),
        julie=farm(), spaces=COUNCIL,
    )  # fmt: skip

    game.do("chris", f"take council pink; advance council-{stage} 2{pay}")

    assert game.one(facts.CouncilAdvanced).cost.time == time
    assert game.at("chris", f"council-{stage + 1}") == [2]


def test_nobody_moves_beyond_the_fourth_stage():
    game = given(chris=farm(goods="scroll", members="council-4 2"), julie=farm(), spaces=COUNCIL)

    game.do("chris", "take council pink")

    assert game.offers_of("advance") == []
    assert game.refuses("advance council-4 2 with scroll") == ("last_stage", 9)


def test_after_a_move_the_privileges_up_to_the_stage_of_who_moved():
    """Another member's higher stage does not count for the one that has just moved."""
    game = given(
        chris=farm(goods="scroll", coins=1, members="council-4 2, council-1 3"), julie=farm(),
        spaces=COUNCIL,
    )  # fmt: skip

    game.do("chris", "take council pink; advance council-1 3 with scroll")

    assert game.offers == ["privilege 1", "privilege 2", "pass"]
    assert game.refuses("privilege 4") == ("not_reached", 9)


def test_without_a_move_the_privileges_of_any_member_and_for_the_action_only():
    game = given(chris=farm(members="council-3 2, council-1 3"), julie=farm(), spaces=COUNCIL)

    game.do("chris", "take council pink")
    assert game.offers == ["privilege 1", "privilege 2", "privilege 3", "pass"]
    game.do("chris", "privilege 3; gain ox")

    assert game.farm("chris").time == 0
    assert game.farm("chris").goods["ox"] == 1
    assert game.at("chris", "council-3") == [2], "nobody moved"


def test_nobody_in_the_council_no_privilege():
    game = given(chris=farm(coins=0), julie=farm(members="council-4 1"), spaces=COUNCIL)

    game.do("chris", "take council pink")

    assert game.all(facts.ActionDeclined)


def test_one_privilege_for_each_action():
    game = given(chris=farm(members="council-2 2"), julie=farm(), spaces=COUNCIL)

    game.do("chris", "take council pink; privilege 1")

    assert game.due == ("julie", "turn")


def test_the_privilege_may_be_declined_after_a_move():
    game = given(chris=farm(goods="scroll", members="council-1 2"), julie=farm(), spaces=COUNCIL)

    game.do("chris", "take council pink; advance council-1 2 with scroll; pass")

    assert game.one(facts.ActionDeclined).space == "council"
    assert game.due == ("julie", "turn")


def test_the_ring_is_taken_once_a_round():
    game = given(
        chris=farm(members="council-1 2"), julie=farm(members="council-1 2, council-2 3"),
        spaces=COUNCIL,
    )  # fmt: skip

    game.do("chris", "take council pink; privilege 1")
    game.do("julie", "take council pink")

    assert game.offers_of("privilege") == ["privilege 2"]
    assert game.refuses("privilege 1") == ("ring_gone", 9)


def test_entering_when_the_ring_is_gone_asks_for_nothing_more():
    game = given(chris=farm(goods="scroll"), julie=farm(), spaces=COUNCIL, ring="julie")

    game.do("chris", "take council pink; council 1 with scroll")

    assert game.due == ("julie", "turn")


def test_the_second_privilege_is_2_cubes_of_choice():
    game = given(chris=farm(members="council-2 2"), julie=farm(), spaces=COUNCIL)

    game.do("chris", "take council pink; privilege 2")
    assert game.due == ("chris", "cubes")
    game.do("chris", "gain orange brown")

    assert game.farm("chris").cubes == {"orange": 1, "green": 0, "brown": 1, "pink": 1}


def test_the_third_privilege_is_a_good_of_choice():
    game = given(chris=farm(members="council-3 2"), julie=farm(goods="plow " * 12), spaces=COUNCIL)

    game.do("chris", "take council pink; privilege 3")

    assert game.offers == ["gain scroll", "gain horse", "gain ox", "gain wagon"]
    assert game.refuses("gain plow") == ("supply_empty", 9)


def test_the_fourth_privilege_is_exactly_one_coin_for_3_prestige():
    game = given(chris=farm(members="council-4 2", coins=5), julie=farm(), spaces=COUNCIL)

    game.do("chris", "take council pink; privilege 4")

    assert game.one(facts.PrivilegeUsed).cost == facts.Cost(coins=1)
    assert (game.farm("chris").coins, game.farm("chris").prestige) == (4, 3)
    assert game.due == ("julie", "turn")


def test_without_a_coin_the_fourth_privilege_is_out_of_reach():
    game = given(chris=farm(members="council-4 2", coins=0), julie=farm(), spaces=COUNCIL)

    game.do("chris", "take council pink")

    assert game.offers_of("privilege") == ["privilege 1", "privilege 2", "privilege 3"]
    assert game.refuses("privilege 4") == ("too_few", 9)


def test_the_coin_that_pays_the_move_is_gone_for_the_privilege():
    game = given(
        chris=farm(members="council-3 2", cubes="green", coins=1), julie=farm(), spaces=COUNCIL
    )

    game.do("chris", "take council pink; advance council-3 2 with green coin")

    assert game.offers == ["privilege 1", "privilege 2", "privilege 3", "pass"]


def test_no_limit_of_members_on_a_stage():
    game = given(
        chris=farm(goods="scroll", members="council-1 1 1"), julie=farm(members="council-1 1 1 1"),
        spaces=COUNCIL,
    )  # fmt: skip

    game.do("chris", "take council pink; council 1 with scroll; pass")

    assert game.at("chris", "council-1") == [1, 1, 1]


def test_the_empty_supply_of_goods_closes_the_third_privilege():
    every_good = " ".join(f"{good} " * 12 for good in ("scroll", "horse", "plow", "ox", "wagon"))
    game = given(chris=farm(members="council-3 2"), julie=farm(goods=every_good), spaces=COUNCIL)

    game.do("chris", "take council pink")

    assert game.offers_of("privilege") == ["privilege 1", "privilege 2"]
    assert game.refuses("privilege 3") == ("supply_empty", 9)


def test_the_last_good_is_taken_without_asking():
    most = " ".join(f"{good} " * 12 for good in ("scroll", "horse", "plow", "ox")) + " wagon" * 11
    game = given(chris=farm(members="council-3 2"), julie=farm(goods=most), spaces=COUNCIL)

    game.do("chris", "take council pink; privilege 3")

    assert game.one(facts.RewardChosen).goods == {"wagon": 1}


def test_members_of_one_number_on_one_stage_are_alike():
    game = given(chris=farm(goods="scroll", members="council-1 1 1, farm 2"), julie=farm())

    game.do("chris", "take council pink")

    assert game.offers_of("advance") == ["advance council-1 1 with scroll"]
    assert game.offers_of("council") == ["council 1 with scroll", "council 2 with scroll"]
