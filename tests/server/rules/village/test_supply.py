"""The pieces of the Big Box and of a farm, and that all that is paid goes back to the supply."""

from typing import Any

import pytest

from projections.village.state import COLOURS, GOODS
from server.rules.village.boxes import standard_box
from tests.server.rules.village.table import Game, farm, fresh, given

BIG = standard_box("big-box")
QUIET = {"church": "pink green", "harvest": "pink"}
"""Cubes that nobody is meant to take, so that the round goes on."""


# Pieces and the farm (p. 2 to 4)


def test_the_pieces_of_the_big_box():
    assert BIG.members == {"1": 4, "2": 3, "3": 2, "4": 2}
    assert (BIG.supply.coins, BIG.supply.grain, BIG.monks) == (25, 25, 4)
    assert BIG.supply.goods == dict.fromkeys(GOODS, 12)
    assert BIG.supply.cubes == dict.fromkeys(COLOURS, 33) | {"black": 6}
    assert len(BIG.customers) == 24
    assert set(BIG.rounds) == {"2", "3", "4", "5"}
    assert BIG.players == (2, 5)


def test_a_family_has_a_disc_for_each_city():
    assert len(BIG.travel.cities) == 6
    assert len(BIG.travel.points) == 1 + 6


def test_the_chronicle_has_five_sections_and_none_for_marriages():
    assert set(fresh(2).view(None).chronicle.sections) == {
        "farm", "crafts", "council", "travel", "church",
    }  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_fewer_players_less_room_in_the_chronicle_and_the_graves(players: int):
    """What is closed: one space for each mark that names more players than there are."""
    fewer, more = str(players), str(players + 1)
    spaces = BIG.chronicle.spaces

    assert all(spaces[fewer][section] <= spaces[more][section] for section in spaces[fewer])
    assert sum(spaces[fewer].values()) < sum(spaces[more].values())
    assert BIG.chronicle.graves[fewer] < BIG.chronicle.graves[more]


def test_a_farm_keeps_any_number_of_cubes_coins_and_goods():
    game = given(
        chris=farm(cubes="pink " * 30, coins=20, goods="ox " * 11, members="council-3 1"),
        julie=farm(), spaces=QUIET | {"council": "pink"},
    )  # fmt: skip

    game.do("chris", "take council pink; privilege 3; gain ox")

    chris = game.farm("chris")
    assert (chris.cubes["pink"], chris.coins, chris.goods["ox"]) == (31, 20, 12)


def test_each_colour_serves_what_it_is_meant_for():
    """Skill and knowledge: crafts, travel; persuasion: market, council; faith: church, travel."""
    asked = {
        "crafts": {colour for guild in BIG.crafts.values() for colour in guild.cubes},
        "market": set(BIG.market.cubes),
        "travel": {colour for road in BIG.travel.roads for colour in road.cubes},
        "council": set(BIG.council.cubes),
        "church": set(BIG.church.cubes),
    }

    serves = {
        colour: {space for space, colours in asked.items() if colour in colours}
        for colour in (*COLOURS, "black")
    }
    assert serves == {
        "orange": {"crafts", "travel"},
        "green": {"market", "council"},
        "brown": {"church", "travel"},
        "pink": {"crafts", "travel"},
        "black": set(),
    }


# What is paid goes back to the supply (p. 7 to 11)


def supply(game: Game) -> tuple[dict[str, int], int, int, dict[str, int]]:
    """Cubes, coins, grain and goods that lie in the supply."""
    board = game.state.board
    return dict(board.cubes), board.coins, board.grain, dict(board.goods)


def paying(action: str, **rest: Any) -> tuple[Game, tuple[Any, ...]]:
    """Chris takes a green cube at a space; the position, and what was in the supply before."""
    game = given(**rest, julie=farm(), spaces=QUIET | {action: "green"})
    before = supply(game)
    return game.do("chris", f"take {action} green"), before


def test_cubes_of_the_well_go_back_to_the_supply():
    game = given(chris=farm(cubes="pink pink pink"), julie=farm(), spaces=QUIET)
    pink = game.state.board.cubes["pink"]

    game.do("chris", "well pink pink pink; pass")

    assert game.state.board.cubes["pink"] == pink + 3
    assert game.farm("chris").cubes["pink"] == 0


def test_cubes_and_grain_for_goods_go_back_to_the_supply():
    game, (cubes, _, grain, goods) = paying("crafts", chris=farm(cubes="orange pink", grain=3))
    other, _ = paying("crafts", chris=farm(cubes="orange pink", grain=3))

    game.do("chris", "buy wagon")
    other.do("chris", "buy ox")

    left = game.state.board
    assert (left.cubes["orange"], left.cubes["pink"]) == (cubes["orange"] + 1, cubes["pink"] + 1)
    assert left.goods["wagon"] == goods["wagon"] - 1
    assert other.state.board.grain == grain + 3
    assert other.state.board.goods["ox"] == goods["ox"] - 1


def test_what_customers_want_and_the_price_of_the_day_go_back_to_the_supply():
    game, (cubes, _, grain, goods) = paying(
        "market", chris=farm(goods="scroll scroll", grain=1), blue="c07 c03"
    )

    game.do("chris", "serve 1; serve 2")

    board = game.state.board
    assert (board.goods["scroll"], board.grain) == (goods["scroll"] + 2, grain + 1)
    assert board.cubes["green"] == cubes["green"] + 1, "the second sale has a price"
    assert game.farm("chris").time == 1


def test_the_cost_of_a_journey_goes_back_to_the_supply():
    game, (cubes, _, _, goods) = paying("travel", chris=farm(goods="wagon", cubes="brown brown"))

    game.do("chris", "travel N1 1")

    assert game.state.board.cubes["brown"] == cubes["brown"] + 2
    assert game.state.board.goods["wagon"] == goods["wagon"] + 1


def test_the_scroll_and_the_coin_of_the_council_go_back_to_the_supply():
    game, (_, coins, _, goods) = paying(
        "council", chris=farm(goods="scroll", coins=1, members="council-3 1")
    )

    game.do("chris", "advance council-3 1 with scroll; privilege 4")

    assert game.state.board.goods["scroll"] == goods["scroll"] + 1
    assert game.state.board.coins == coins + 1


def test_the_brown_cube_of_the_church_and_the_coin_and_grain_of_a_mass_go_back_too():
    game = given(
        turn="julie", starter="chris", chris=farm(grain=1, coins=1, members="bag 1"),
        julie=farm(cubes="brown"), spaces={"church": "pink"},
    )  # fmt: skip
    cubes, coins, grain, _ = supply(game)

    game.do("julie", "take church pink; church 1")
    assert game.state.board.cubes["brown"] == cubes["brown"] + 1

    game.do("chris", "call 1").do("julie", "pass").do("chris", "promote church-1 1 church-2")
    assert (game.state.board.coins, game.state.board.grain) == (coins + 1, grain + 1)
