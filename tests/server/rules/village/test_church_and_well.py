"""The way into the black bag, and the well (p. 10)."""

import pytest

from events import village as facts
from tests.server.rules.village.table import ALL_SPACES, farm, given


def test_into_the_bag_for_a_brown_cube():
    game = given(chris=farm(), julie=farm())

    game.do("chris", "take church brown; church 1")

    assert game.one(facts.ChurchEntered).cost == facts.Cost(cubes={"brown": 1})
    assert game.at("chris", "bag") == [1]
    assert game.state.board.monks == 4


def test_into_the_bag_for_3_time():
    game = given(chris=farm(coins=0), julie=farm())

    game.do("chris", "take church pink")
    assert game.offers == ["church 1 with time", "pass"]
    game.do("chris", "church 1 with time")

    assert game.one(facts.ChurchEntered).cost == facts.Cost(time=3)


def test_into_the_bag_for_a_coin():
    game = given(chris=farm(), julie=farm())

    game.do("chris", "take church pink; church 1 with coin")

    assert game.farm("chris").coins == 0


def test_only_from_the_farm():
    game = given(chris=farm(members="smithy 1 1 1 1"), julie=farm())

    game.do("chris", "take church brown")

    assert game.all(facts.ActionDeclined)


def test_the_black_bag_is_open_to_all():
    game = given(chris=farm(members="bag 2"), julie=farm(members="bag 1 1"))

    view = game.view(None)

    assert [len(members) for members in view.board.black_bag.values()] == [1, 2]


def test_three_cubes_of_one_colour_buy_any_action():
    game = given(
        chris=farm(cubes="pink pink pink pink", coins=0), julie=farm(), spaces={"harvest": "green"}
    )
    assert game.offers == ["take harvest green", "well pink pink pink"]

    game.do("chris", "well pink pink pink")
    assert game.one(facts.WellPaid).cost == facts.Cost(cubes={"pink": 3})
    assert game.offers == [*(f"use {space}" for space in ALL_SPACES), "pass"]
    game.do("chris", "use family; birth")

    assert game.at("chris", "farm") == [1, 1, 1, 1, 2]
    assert game.state.board.spaces["harvest"] == {"green": 1}, "no cube was taken"
    assert game.due == ("julie", "turn")


def test_the_well_without_an_action():
    game = given(chris=farm(cubes="pink pink pink"), julie=farm(), spaces={"harvest": "green"})

    game.do("chris", "well pink pink pink; pass")

    assert game.due == ("julie", "turn")


def test_the_action_of_the_well_may_be_declined_too():
    game = given(chris=farm(cubes="pink pink pink"), julie=farm(), spaces={"harvest": "green"})

    game.do("chris", "well pink pink pink; use crafts; pass")

    assert game.due == ("julie", "turn")


def test_cubes_given_at_the_well_pay_for_nothing_else():
    game = given(
        chris=farm(cubes="pink pink pink", coins=0), julie=farm(), spaces={"harvest": "green"}
    )

    game.do("chris", "well pink pink pink; use crafts")

    assert game.offers_of("buy") == []


def test_a_round_goes_on_after_the_well():
    """The number of cubes on the board does not change, so somebody takes one turn more."""
    game = given(
        chris=farm(cubes="pink pink pink"), julie=farm(), spaces={"harvest": "green green"}
    )

    game.do("chris", "well pink pink pink; use harvest; harvest")
    game.do("julie", "take harvest green; pass").do("chris", "take harvest green")

    assert game.state.board.round == 1
    assert not game.all(facts.MassBegan)


@pytest.mark.parametrize(
    ("cubes", "coins", "ways"),
    [
        ("pink pink", 0, []),
        ("pink orange green", 0, []),
        ("pink pink", 1, ["pink pink coin"]),
        ("pink", 2, ["pink coin coin"]),
        ("", 3, ["coin coin coin"]),
        ("", 2, []),
        ("pink pink pink", 1, ["pink pink pink", "pink pink coin"]),
        (
            "orange orange pink",
            3,
            ["orange orange coin", "orange coin coin", "pink coin coin", "coin coin coin"],
        ),
    ],
)
def test_coins_in_the_well(cubes: str, coins: int, ways: list[str]):
    game = given(chris=farm(cubes=cubes, coins=coins), julie=farm(), spaces={"harvest": "green"})

    assert game.offers_of("well") == [f"well {way}" for way in ways]


def test_no_coins_in_the_well_if_so_agreed():
    game = given(
        chris=farm(cubes="pink pink pink", coins=3), julie=farm(), spaces={"harvest": "green"},
        options={"coins_in_well": False},
    )  # fmt: skip

    assert game.offers_of("well") == ["well pink pink pink"]
    assert game.refuses("well pink pink coin") == ("no_coins_in_well", 10)


def test_coins_given_at_the_well_go_back_to_the_supply():
    game = given(chris=farm(cubes="pink", coins=2), julie=farm(), spaces={"harvest": "green"})

    game.do("chris", "well pink coin coin; pass")

    assert game.farm("chris").coins == 0
    assert game.state.board.coins == 24


def test_a_well_on_a_last_action_while_a_cube_lies_there():
    game = given(
        chris=farm(time=8, dead="farm 1 1"), julie=farm(cubes="pink pink pink"),
        oliver=farm(dead="grave 1 1 1 1 2 2 2"), box={"chronicle.graves": {"3": 8}},
        spaces={"harvest": "black green"},
    )  # fmt: skip

    game.do("chris", "take harvest black; pass")

    assert game.all(facts.EndTriggered)
    assert game.due == ("julie", "turn")
    assert "well pink pink pink" in game.offers
