"""The board: cubes, bags, supply and market."""

from events import village as facts
from events.dice import Draw
from tests.projections.village.positions import NO_DRAW, given, round_began, then


def test_before_anything_happens_everything_lies_in_the_supply() -> None:
    board = given().board

    assert board.round == 0
    assert board.coins == 25 - 3, "a coin each is on the farms"
    assert (board.grain, board.goods["ox"]) == (25, 12)
    assert board.cubes == {"orange": 33, "green": 33, "brown": 33, "pink": 33, "black": 6}
    assert board.blue == [""] * 4, "three players: one blue space is closed (p. 3)"
    assert len(board.stack) == 24


def test_a_round_moves_cubes_through_the_green_bag_onto_the_spaces() -> None:
    added = {"orange": 2, "black": 1}
    draw = Draw("stock", added, ("orange", "black"))
    spaces = {"harvest": {"orange": 1}, "crafts": {"black": 1}}

    board = given(facts.RoundBegan(1, "bruno", added, spaces, draw)).board

    assert (board.round, board.starter) == (1, "bruno")
    assert board.spaces["harvest"] == {"orange": 1}
    assert board.spaces["market"] == {}
    assert board.green_bag == {"orange": 1, "green": 0, "brown": 0, "pink": 0, "black": 0}
    assert (board.cubes["orange"], board.cubes["black"]) == (31, 5)


def test_what_stays_in_the_green_bag_is_there_for_the_next_round() -> None:
    first = facts.RoundBegan(1, "ana", {"pink": 2}, {}, NO_DRAW)
    draw = Draw("stock", {"pink": 2}, ("pink",))
    second = facts.RoundBegan(2, "ana", {}, {"travel": {"pink": 1}}, draw)

    board = given(first, second).board

    assert board.green_bag["pink"] == 1
    assert board.spaces["travel"] == {"pink": 1}


def test_an_influence_cube_leaves_the_board_and_a_plague_cube_goes_to_the_supply() -> None:
    state = given(round_began(crafts={"pink": 2, "black": 1}))

    then(state, facts.CubeTaken("ana", "crafts", "pink"))
    then(state, facts.CubeTaken("bruno", "crafts", "black", facts.Cost(time=2)))

    assert state.board.spaces["crafts"] == {"pink": 1}
    assert (state.board.cubes["pink"], state.board.cubes["black"]) == (31, 6)


def test_prices_go_to_the_supply_and_goods_come_from_it() -> None:
    price = facts.Cost(cubes={"orange": 1}, coins=1)

    board = given(facts.GoodBought("ana", "smithy", "plow", price)).board

    assert (board.goods["plow"], board.coins, board.cubes["orange"]) == (11, 23, 34)


def test_the_mill_turns_grain_into_coins() -> None:
    board = given(facts.GrainMilled("ana", 2, facts.Cost(time=2, grain=2))).board

    assert (board.grain, board.coins) == (27, 20)


def test_new_customers_come_from_the_stack_and_a_served_one_leaves_a_gap() -> None:
    filled = facts.MarketFilled(
        ("c01", "c02", "c03", "c04"),
        ("c05", "c06"),
        (Draw("customers", {}, ("c01", "c02", "c03", "c04", "c05", "c06")),),
    )
    state = given(filled)
    assert len(state.board.stack) == 18

    then(state, facts.MarketOpened("ana", ("ana", "bruno", "clara")))
    then(state, facts.CustomerServed("ana", 2, "c02", facts.Cost(grain=2)))

    assert state.board.blue == ["c01", "", "c03", "c04"]
    assert state.board.grain == 27


def test_the_ring_is_taken_and_lies_in_the_council_again_next_round() -> None:
    state = given(facts.PrivilegeUsed("clara", 1, ring=True))
    assert state.board.ring == "clara"

    then(state, round_began(2, "clara"))

    assert (state.board.ring, state.board.starter) == ("", "clara")


def test_rewards_come_from_the_supply() -> None:
    board = given(
        facts.CityVisited("ana", "N2", coins=1),
        facts.RewardChosen("ana", cubes={"green": 2}),
        facts.RewardChosen("ana", goods={"wagon": 1}),
        facts.CompensationGiven("bruno", grain=1),
        facts.GrainHarvested("bruno", 3),
    ).board

    assert (board.coins, board.cubes["green"], board.goods["wagon"]) == (21, 31, 11)
    assert board.grain == 21
