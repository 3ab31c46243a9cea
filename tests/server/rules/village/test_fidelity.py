"""Statements of the rulebooks that no other test proves; docs/rules.md lists them all."""

import pytest

from events import village as facts
from server.rules.village import GAME
from server.rules.village.boxes import standard_box
from tests.server.rules.village.table import ALL_SPACES, farm, fresh, given

BIG = standard_box("big-box")
EDITIONS = ("big-box", "original")
QUIET = {"church": "pink green", "harvest": "pink"}
"""Cubes that nobody is meant to take, so that the round goes on."""


# Rounds and turns (p. 4, 5 and 13)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_has_as_many_turns_in_a_round_without_wells(players: int):
    game = fresh(players, {"compensation": False})
    turns = dict.fromkeys(game.state.seats, 0)

    while game.state.board.round == 1 and not game.state.turn.trigger:
        seat, kind = game.due
        line = game.offers_of("take")[0] if kind == "turn" else game.offers[-1]
        turns[seat] += kind == "turn"
        game.do(seat, line)

    assert len(set(turns.values())) == 1
    assert sum(turns.values()) == sum(BIG.rounds[str(players)].place.values())


def test_a_cube_lies_on_the_farm_before_the_action_and_off_the_board():
    game = given(chris=farm(), julie=farm(), spaces=QUIET | {"crafts": "pink pink"})

    game.do("chris", "take crafts pink")

    assert game.due == ("chris", "action")
    assert game.farm("chris").cubes["pink"] == 1
    assert game.state.board.spaces["crafts"] == {"pink": 1}


@pytest.mark.parametrize("space", [space for space in ALL_SPACES if space != "market"])
def test_every_action_but_the_market_day_may_be_declined(space: str):
    game = given(
        chris=farm(goods="wagon scroll", cubes="brown brown pink pink", grain=2), julie=farm(),
        spaces=QUIET | {space: "pink green"},
    )  # fmt: skip

    game.do("chris", f"take {space} pink; pass")

    assert game.one(facts.ActionDeclined).space == space
    assert game.due == ("julie", "turn")


def test_a_space_without_cubes_is_reached_by_the_well_only():
    game = given(
        chris=farm(cubes="pink pink pink", goods="wagon", coins=2), julie=farm(), spaces=QUIET
    )
    assert {line.split()[1] for line in game.offers_of("take")} == {"church", "harvest"}

    game.do("chris", "well pink pink pink; use travel; travel N1 1 with coin coin")

    assert game.at("chris", "N1") == [1]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_well_needs_a_cube_on_the_board(edition: str):
    """On an empty board, after the end was triggered, an action is free instead."""
    game = given(
        chris=farm(time=8), julie=farm(cubes="pink pink pink", dead="grave 1"),
        spaces={"harvest": "black"}, options={"edition": edition},
        box={"chronicle.graves": {"2": 2}, "chronicle.spaces": {"2": {
            "farm": 0, "crafts": 0, "council": 0, "travel": 0, "church": 1,
        }}},
    )  # fmt: skip

    game.do("chris", "take harvest black; pass")

    assert game.due == ("julie", "free")
    assert game.refuses("well pink pink pink") == ("not_now", 13)


# Actions (p. 6 to 10)


def test_the_newborn_comes_from_the_reserve_of_the_family():
    game = given(chris=farm(), julie=farm(), spaces=QUIET | {"family": "pink"})

    game.do("chris", "take family pink; birth")

    assert game.at("chris", "reserve") == [2, 2, 3, 3, 4, 4]
    assert game.at("julie", "reserve") == [2, 2, 2, 3, 3, 4, 4]


def test_a_trained_member_makes_goods_again_in_later_actions():
    game = given(
        chris=farm(members="scriptorium 1"), julie=farm(),
        spaces=QUIET | {"crafts": "green green green"},
    )  # fmt: skip

    game.do("chris", "take crafts green; produce scroll").do("julie", "take crafts green; pass")
    game.do("chris", "take crafts green; produce scroll")

    assert game.farm("chris").goods["scroll"] == 2
    assert game.farm("chris").time == 4
    assert game.at("chris", "scriptorium") == [1]


@pytest.mark.parametrize("action", ["council", "travel", "church"])
def test_nobody_at_home_nobody_enters_the_council_a_first_city_or_the_bag(action: str):
    game = given(
        chris=farm(goods="scroll wagon", cubes="brown brown", members="smithy 1 1 1 1"),
        julie=farm(), spaces=QUIET | {action: "green"},
    )  # fmt: skip

    game.do("chris", f"take {action} green")

    assert game.all(facts.ActionDeclined)


def test_each_of_the_others_may_serve_in_the_order_of_seats():
    game = given(
        chris=farm(goods="scroll"),
        julie=farm(goods="scroll", cubes="green"),
        oliver=farm(goods="scroll", cubes="green"),
        spaces=QUIET | {"market": "pink"}, blue="c03 c04 c16", turn="oliver",
    )  # fmt: skip

    game.do("oliver", "take market pink")
    for seat in ("oliver", "chris", "julie"):
        assert game.due == (seat, "market")
        game.do(seat, "pass")

    assert game.one(facts.MarketClosed).sales == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_trip_takes_2_time_and_a_wagon_besides_the_cubes_of_the_road(edition: str):
    travel = standard_box(edition).travel

    assert (travel.time, travel.goods) == (2, {"wagon": 1})
    for road in travel.roads:
        start, city = road.ends
        price = " ".join(colour for colour, n in road.cubes.items() for _ in range(n))
        members = "" if start == "village" else f"{start} 1"
        game = given(
            chris=farm(goods="wagon", cubes=price, coins=0, members=members), julie=farm(),
            spaces=QUIET | {"travel": "green"}, options={"edition": edition},
        )  # fmt: skip
        origin = "" if start == "village" else f" from {start}"
        game.do("chris", f"take travel green; travel {city} 1{origin}")
        cost = game.one(facts.MemberTravelled).cost
        assert cost == facts.Cost(time=2, cubes=dict(road.cubes), goods={"wagon": 1})


def test_rewards_of_cities_are_3_prestige_2_cubes_or_a_coin():
    rewards = [(city.prestige, city.cubes, city.coins) for city in BIG.travel.cities.values()]

    assert set(rewards) == {(3, 0, 0), (0, 2, 0), (0, 0, 1)}


def test_any_number_of_members_and_discs_in_a_city():
    game = given(
        chris=farm(goods="wagon", cubes="brown brown", members="N1 1 1"),
        julie=farm(members="N1 1 1 2"), oliver=farm(members="N1 1"),
        spaces=QUIET | {"travel": "green"},
    )  # fmt: skip

    game.do("chris", "take travel green; travel N1 1")

    assert game.at("chris", "N1") == [1, 1, 1]
    assert all("N1" in family.cities for family in game.state.farms.values())


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_city_is_marked_and_rewarded_once(edition: str):
    game = given(
        chris=farm(goods="wagon wagon", cubes="brown brown brown brown"), julie=farm(),
        spaces=QUIET | {"travel": "green green green"}, options={"edition": edition},
    )  # fmt: skip

    game.do("chris", "take travel green; travel N1 1").do("julie", "take travel green")
    game.do("chris", "take travel green; travel N1 1")

    assert not game.all(facts.CityVisited)
    assert (game.farm("chris").cities, game.farm("chris").prestige) == (["N1"], 3)
    assert game.farm("chris").time == 4


def test_after_the_only_traveller_is_gone_the_next_starts_at_the_first_cities_again():
    game = given(
        chris=farm(goods="wagon", coins=2, members="N2 1"), julie=farm(),
        spaces=QUIET | {"family": "green", "travel": "green green"},
    )  # fmt: skip

    game.do("chris", "take family green; recall N2 1").do("julie", "take travel green")
    game.do("chris", "take travel green")

    assert {line.split()[1] for line in game.offers_of("travel")} == {"N1", "S1"}
    assert game.farm("chris").cities == ["N2"]


@pytest.mark.parametrize("stage", [1, 2, 3, 4])
def test_the_privileges_are_those_of_the_stage_and_of_all_before(stage: int):
    game = given(
        chris=farm(members=f"council-{stage} 1", coins=1), julie=farm(),
        spaces=QUIET | {"council": "orange"},
    )  # fmt: skip

    game.do("chris", "take council orange")

    assert game.offers_of("privilege") == [f"privilege {n}" for n in range(1, stage + 1)]


# Mass and new round (p. 11 and 12)


def test_a_mass_is_held_at_the_end_of_each_round_and_of_the_game():
    game = given(
        chris=farm(time=8), julie=farm(dead="grave 1"), spaces={"harvest": "pink"},
        box={"chronicle.graves": {"2": 2}, "chronicle.spaces": {"2": {
            "farm": 0, "crafts": 0, "council": 0, "travel": 0, "church": 1,
        }}},
        draws={"round 2": "black " + "pink " * 4 + "orange " * 5 + "green " * 3 + "black " * 5},
    )  # fmt: skip

    game.do("chris", "take harvest pink; pass")
    assert game.one(facts.MassBegan).last is False
    game.do("chris", "take harvest black; pass").do("julie", "take harvest pink; pass")

    assert game.one(facts.MassBegan).last is True


def test_the_round_ends_even_if_the_last_action_is_declined():
    game = given(chris=farm(), julie=farm(), spaces={"crafts": "pink"})

    game.do("chris", "take crafts pink; pass")

    assert game.all(facts.MassBegan)


def test_the_ring_lies_in_the_council_again_and_can_be_taken_in_the_next_round():
    game = given(
        chris=farm(members="council-1 1"), julie=farm(members="council-1 1"), ring="julie",
        turn="julie", spaces={"family": "pink"},
    )  # fmt: skip

    game.do("julie", "take family pink; pass")
    assert (game.state.board.starter, game.state.board.ring) == ("julie", "")
    cube = next(line for line in game.offers if line.startswith("take council"))
    game.do("julie", f"{cube}; privilege 1")

    assert game.state.board.ring == "julie"


# Time and the end (p. 5, 12 and 13)


@pytest.mark.parametrize("time", range(9))
def test_time_moves_the_marker_that_many_spaces_and_starts_after_the_quill(time: int):
    game = given(chris=farm(time=time), julie=farm(), spaces=QUIET | {"council": "black"})
    assert game.view(None).farms["chris"].space == time

    game.do("chris", "take council black")

    assert game.view(None).farms["chris"].space == (time + 2) % 10


def test_prestige_counts_at_once():
    game = given(
        chris=farm(members="council-4 1", coins=1), julie=farm(),
        spaces=QUIET | {"council": "pink"},
    )  # fmt: skip
    before = game.view(None).score["chris"]["prestige"]

    game.do("chris", "take council pink; privilege 4")

    assert (before, game.view(None).score["chris"]["prestige"]) == (0, 3)


def test_whoever_has_the_most_points_wins():
    game = given(
        chris=farm(time=8, prestige=9), julie=farm(dead="grave 1 1 1", prestige=11, coins=0),
        oliver=farm(prestige=40), spaces={"harvest": "black pink pink"},
        box={"chronicle.graves": {"3": 4}, "chronicle.spaces": {"3": {
            "farm": 0, "crafts": 0, "council": 0, "travel": 0, "church": 1,
        }}},
    )  # fmt: skip

    game.do("chris", "take harvest black; pass").do("julie", "take harvest pink; pass")
    game.do("oliver", "take harvest pink; pass")

    outcome = GAME.outcome(game.state)
    assert outcome is not None
    assert outcome.places == {"oliver": 1, "julie": 2, "chris": 3}
