"""The edition of 2011: its components, its limits, and the same code."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from events import village as facts
from projections.village.fold import copy
from server.rules.game import Invalid
from server.rules.village import GAME
from server.rules.village.boxes import standard_box
from tests.server.rules.village import census
from tests.server.rules.village.playing import BIASES, dice, opening, play, started
from tests.server.rules.village.table import Game, farm, fresh
from tests.server.rules.village.table import given as given_game

ORIGINAL = {"edition": "original"}
PLAYERS = (2, 3, 4)
BOX, BIG = standard_box("original"), standard_box("big-box")


def table(**rest: Any) -> Game:
    return given_game(options=ORIGINAL, **rest)


# Components


def test_the_pieces_in_the_box():
    assert (BOX.supply.coins, BOX.supply.grain) == (15, 20)
    assert BOX.supply.goods == dict.fromkeys(("scroll", "horse", "plow", "ox", "wagon"), 8)
    assert BOX.supply.cubes == {"orange": 18, "green": 18, "brown": 18, "pink": 18, "black": 6}
    assert len(BOX.customers) == 24
    assert BOX.monks == 4
    assert BOX.members == {"1": 4, "2": 3, "3": 2, "4": 2}
    assert set(BOX.rounds) == {"2", "3", "4"}


@pytest.mark.parametrize("players", PLAYERS)
def test_two_to_four_play(players: int):
    game = fresh(players, ORIGINAL)

    assert len(game.state.seats) == players
    assert game.due == ("a", "turn")


@pytest.mark.parametrize(
    ("options", "players", "code"),
    [({}, 1, "no_solo"), ({"solo": False}, 1, "wrong_number_of_seats"),
     ({}, 5, "wrong_number_of_seats"), ({"solo": True}, 2, "no_solo")],
)  # fmt: skip
def test_not_one_nor_five(options: dict[str, Any], players: int, code: str):
    with pytest.raises(Invalid) as refusal:
        GAME.options({**ORIGINAL, **options}, players)

    assert refusal.value.code == code


def test_there_is_no_carla():
    assert BOX.solo is None
    assert all(fresh(players, ORIGINAL).state.carla is None for players in PLAYERS)


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_begins_with_a_coin_and_the_same(players: int):
    game = fresh(players, ORIGINAL)

    assert not game.all(facts.CompensationGiven)
    for seat in game.state.seats:
        family = game.farm(seat)
        assert (family.coins, family.grain, family.time, family.prestige) == (1, 0, 0, 0)
        assert not any(family.cubes.values())
        assert (game.at(seat, "farm"), len(family.members)) == ([1, 1, 1, 1], 11)
    assert game.state.board.coins == 15 - players
    assert game.state.board.grain == 20
    assert game.state.board.monks == 4
    assert (game.state.board.starter, game.state.board.ring) == ("a", "")


@pytest.mark.parametrize(("players", "spaces"), [(2, 8), (3, 9), (4, 10)])
def test_market_spaces_3_and_4_stay_empty_with_fewer_players(players: int, spaces: int):
    board = fresh(players, ORIGINAL).state.board

    assert all(board.blue)
    assert len(board.blue) + len(board.queue) == spaces
    assert len(board.stack) == 24 - spaces


@pytest.mark.parametrize("players", PLAYERS)
def test_spaces_of_records_and_graves(players: int):
    n = str(players)

    assert BOX.chronicle.spaces[n] == BIG.chronicle.spaces[n]
    assert BOX.chronicle.graves[n] == BIG.chronicle.graves[n]
    seen = fresh(players, ORIGINAL).view(None).chronicle
    assert {section: rests.places for section, rests in seen.sections.items()} == (
        BOX.chronicle.spaces[n]
    )
    assert seen.graves.places == BOX.chronicle.graves[n]


def test_unused_members_are_enough_to_close_what_is_marked_3_and_4():
    """One colour of 11 is unused with three players, two with two."""
    places = {n: sum(BOX.chronicle.spaces[n].values()) + BOX.chronicle.graves[n] for n in "234"}

    assert 0 < places["4"] - places["3"] <= 11
    assert 0 < places["4"] - places["2"] <= 22


@pytest.mark.parametrize(("players", "added", "placed"), [(2, 14, 18), (3, 17, 21), (4, 20, 24)])
def test_the_set_up_cards(players: int, added: int, placed: int):
    game = fresh(players, ORIGINAL)

    began = game.one(facts.RoundBegan)
    assert sum(began.added.values()) == added + 6
    assert sum(sum(cubes.values()) for cubes in began.spaces.values()) == placed
    assert sum(began.spaces["market"].values()) == 1
    assert sum(game.state.board.green_bag.values()) == 2, "they stay for the next round"


# Limits


def test_a_colour_that_runs_out_comes_short_in_the_bag_then_on_the_last_spaces():
    game = table(
        chris=farm(cubes="orange " * 16 + "green " * 17), julie=farm(cubes="brown " * 18),
        spaces={"market": "pink"}, round=4, blue="c01",
    )  # fmt: skip
    assert game.state.board.cubes == {
        "orange": 2, "green": 1, "brown": 0, "pink": 17, "black": 6,
    }  # fmt: skip

    game.do("chris", "take market pink")

    began = game.one(facts.RoundBegan)
    assert began.added == {"orange": 2, "green": 1, "brown": 0, "pink": 4, "black": 6}
    filled = {space: sum(cubes.values()) for space, cubes in began.spaces.items()}
    assert filled == {
        "harvest": 3, "family": 3, "crafts": 4, "market": 1, "travel": 2, "council": 0, "church": 0,
    }  # fmt: skip
    assert sum(game.state.board.green_bag.values()) == 0


def test_an_odd_number_of_cubes_changes_who_takes_the_last():
    game = table(
        chris=farm(cubes="orange " * 18 + "green " * 18), julie=farm(cubes="brown " * 16),
        spaces={"market": "pink"}, blue="c01", draws={"mass 1": "monk monk monk monk"},
    )  # fmt: skip
    game.do("chris", "take market pink")
    left = sum(sum(cubes.values()) for cubes in game.state.board.spaces.values())
    assert left == 2 + 4 + 6

    for _ in range(left):
        seat = game.due[0]
        game.do(seat, next(line for line in game.offers if line.startswith("take")))
        while game.due[1] not in ("turn", "call", "promote"):
            game.do(game.due[0], "pass" if "pass" in game.offers else game.offers[0])
    assert game.state.board.round == 3


def test_cubes_of_choice_are_limited_to_those_left():
    game = table(
        chris=farm(members="council-2 2", cubes="orange " * 18),
        julie=farm(cubes="green " * 18 + "brown " * 18 + "pink " * 15),
        spaces={"council": "pink", "harvest": "pink"},
    )

    game.do("chris", "take council pink; privilege 2")

    assert game.state.board.cubes["pink"] == 0
    assert game.due == ("julie", "turn"), "the last cube was taken at once"
    assert game.farm("chris").cubes["pink"] == 2


@pytest.mark.parametrize(
    ("good", "guild"),
    [("scroll", "scriptorium"), ("plow", "smithy"), ("wagon", "wainwright"), ("ox", "stables")],
)
def test_eight_of_each_good(good: str, guild: str):
    game = table(
        chris=farm(members=f"{guild} 1", cubes="orange pink", grain=3),
        julie=farm(goods=" ".join([good] * 8)),
    )
    assert game.state.board.goods[good] == 0

    game.do("chris", "take crafts green")

    lines = game.offers
    assert f"produce {good}" not in lines
    assert f"buy {good}" not in lines
    assert f"train {guild} 1" in lines
    assert game.refuses(f"produce {good}") == ("supply_empty", 7)


def test_twenty_grain():
    game = table(chris=farm(), julie=farm(grain=5), oliver=farm(grain=5), bia=farm(grain=5))
    game.fold(*(facts.CompensationGiven(seat, grain=2) for seat in ("julie", "oliver")))
    assert game.state.board.grain == 1

    game.do("chris", "take harvest pink; harvest")

    assert (game.farm("chris").grain, game.state.board.grain) == (1, 0)


def test_fifteen_coins():
    game = table(chris=farm(grain=2, coins=1), julie=farm(coins=13))
    assert game.state.board.coins == 1

    game.do("chris", "take crafts pink; mill")

    assert (game.farm("chris").coins, game.state.board.coins) == (2, 0)


# The same code


def test_the_boxes_differ_in_nothing_else():
    mine: dict[str, Any] = msgspec.to_builtins(BOX)
    theirs: dict[str, Any] = msgspec.to_builtins(BIG)
    for by_players in ("rounds", "market.blue", "chronicle.spaces", "chronicle.graves"):
        *parents, field = by_players.split(".")
        inner = theirs
        for parent in parents:
            inner = inner[parent]
        del inner[field]["5"]

    different = {field for field in mine if mine[field] != theirs[field]}
    assert different == {
        "name", "edition", "players", "supply", "compensation", "solo", "labels",
    }  # fmt: skip


@pytest.mark.parametrize("players", PLAYERS)
def test_the_same_choices_lead_to_the_same_facts_until_a_supply_is_short(players: int):
    first, _ = opening(started(players, 5, edition="original"), 5)
    second, _ = opening(started(players, 5, compensation=False), 5)
    chance = random.Random(5)
    for _ in range(60):
        due = GAME.pending(first)
        assert due == GAME.pending(second)
        assert due is not None
        legal = GAME.legal(first, due.seat)
        assert GAME.legal(second, due.seat) == legal
        command = chance.choice(legal)
        made = GAME.decide(first, command, dice(5))
        assert GAME.decide(second, command, dice(5)) == made
        for fact in made:
            GAME.evolve(first, fact)
            GAME.evolve(second, fact)


# Random games


@settings(max_examples=settings().max_examples // 2)
@given(
    players=st.sampled_from(PLAYERS),
    bias=st.sampled_from(sorted(BIASES)),
    number=st.integers(0, 1 << 32),
)
def test_whole_games(players: int, bias: str, number: int):
    """Every piece is counted, somebody can always choose, and folding again gives the same."""
    start = started(players, number, **ORIGINAL)
    state, log = opening(start, number)
    census.check(state)
    short = 0
    for step in play(state, number, bias):
        kept = copy(step.before)
        log += step.facts
        census.check(step.state)
        due = GAME.pending(step.state)
        assert (due is None) == (GAME.outcome(step.state) is not None)
        assert due is None or GAME.legal(step.state, due.seat)
        assert step.before == kept
        short += sum(
            isinstance(fact, facts.RoundBegan) and len(fact.draw.drawn) % players
            for fact in step.facts
        )
    again = GAME.new(msgspec.json.decode(msgspec.json.encode(start), type=type(start)))
    for fact in log:
        GAME.evolve(again, msgspec.json.decode(msgspec.json.encode(fact), type=type(fact)))
    assert again == state
    event("over" if state.turn.places else "stopped")
    event("short of cubes" if short else "never short of cubes")


@settings(max_examples=settings().max_examples // 2)
@given(
    players=st.sampled_from(PLAYERS),
    bias=st.sampled_from(["busy", "dying", "praying", "governing"]),
    number=st.integers(0, 1 << 32),
)
def test_games_in_which_children_are_born_come_to_an_end(players: int, bias: str, number: int):
    state, _ = opening(started(players, number, **ORIGINAL), number)
    for _ in play(state, number, bias, 6000):
        pass

    assert GAME.outcome(state) is not None
