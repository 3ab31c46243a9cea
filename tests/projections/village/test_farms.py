"""The farms: time, goods, and where members are."""

import pytest

from events import village as facts
from events.dice import Draw
from events.lifecycle import Fact
from projections.village.farms import is_living, is_visible
from tests.projections.village.positions import died, given, then

TIME = facts.Cost(time=3)


def test_a_family_begins_with_its_ones_at_home_and_a_coin() -> None:
    farm = given().farms["ana"]

    assert [m for m, place in farm.members.items() if place == "farm"] == ["1a", "1b", "1c", "1d"]
    assert [m for m, place in farm.members.items() if place == "reserve"] == [
        "2a", "2b", "2c", "3a", "3b", "4a", "4b",
    ]  # fmt: skip
    assert (farm.coins, farm.grain, farm.time, farm.prestige) == (1, 0, 0, 0)


def test_a_cube_goes_to_the_farm_and_the_plague_takes_time() -> None:
    state = given(
        facts.RoundBegan(1, "ana", {}, {"crafts": {"pink": 1, "black": 1}}, Draw("", {}, ()))
    )

    then(state, facts.CubeTaken("ana", "crafts", "pink"))
    then(state, facts.CubeTaken("ana", "crafts", "black", facts.Cost(time=2, crossed=1)))

    farm = state.farms["ana"]
    assert farm.cubes == {"orange": 0, "green": 0, "brown": 0, "pink": 1}
    assert (farm.time, farm.owed) == (2, 1)


@pytest.mark.parametrize(
    ("fact", "member", "place"),
    [
        (facts.MemberBorn("ana", "2a"), "2a", "farm"),
        (facts.MemberTrained("ana", "1a", "smithy", TIME), "1a", "smithy"),
        (facts.MemberTravelled("ana", "1a", "farm", "N1", TIME), "1a", "N1"),
        (facts.CouncilEntered("ana", "1a", TIME), "1a", "council-1"),
        (facts.CouncilAdvanced("ana", "1a", 3, TIME), "1a", "council-3"),
        (facts.ChurchEntered("ana", "1a", TIME), "1a", "bag"),
        (facts.MemberCalled("ana", "1a", facts.Cost(coins=1)), "1a", "church-1"),
        (facts.MemberPromoted("ana", "1a", 2, facts.Cost(grain=1)), "1a", "church-2"),
        (facts.MemberRecalled("ana", "1a", "smithy"), "1a", "farm"),
        (died("ana", "1a", "farm", "farm"), "1a", "chronicle"),
        (died("ana", "1a", "farm", "grave"), "1a", "grave"),
        (died("ana", "1a", "farm", "beside"), "1a", "beside"),
    ],
)  # fmt: skip
def test_members_are_where_the_facts_say(fact: Fact, member: str, place: str) -> None:
    assert given(facts.MassBegan(), fact).farms["ana"].members[member] == place


def test_members_that_chance_drew_enter_the_church() -> None:
    entered = facts.ChurchEntered("ana", "1a", facts.Cost(time=3))
    drawn = facts.PiecesDrawn(Draw("", {}, ("monk", "ana:1a")), (("ana", "1a", 1),))

    farm = given(entered, facts.MassBegan(), drawn).farms["ana"]

    assert farm.members["1a"] == "church-1"


def test_every_price_leaves_the_farm() -> None:
    gifts = (
        facts.CompensationGiven("ana", grain=3, coins=2, cubes={"green": 2}),
        facts.GoodBought("ana", "smithy", "plow", facts.NOTHING),
    )
    price = facts.Cost(time=1, grain=2, coins=1, cubes={"green": 1}, goods={"plow": 1})

    farm = given(*gifts, facts.CouncilEntered("ana", "1a", price)).farms["ana"]

    assert (farm.time, farm.grain, farm.coins) == (1, 1, 2)
    assert (farm.cubes["green"], farm.goods["plow"]) == (1, 0)


def test_a_first_visit_gives_its_reward_and_is_remembered() -> None:
    farm = given(facts.CityVisited("ana", "N1", prestige=3)).farms["ana"]

    assert (farm.cities, farm.prestige) == (["N1"], 3)


def test_a_death_that_was_owed_is_paid_or_spared() -> None:
    plague = facts.MemberTrained("ana", "1a", "smithy", facts.Cost(time=10, crossed=2))
    state = given(plague)
    assert state.farms["ana"].owed == 2

    then(state, died("ana", "1a", "smithy", "crafts"), facts.DeathSpared("ana"))

    assert state.farms["ana"].owed == 0


def test_goods_made_bought_and_rewarded_add_up() -> None:
    farm = given(
        facts.GoodProduced("ana", "wainwright", "wagon", facts.Cost(time=2)),
        facts.GoodBought("ana", "wainwright", "wagon", facts.NOTHING),
        facts.RewardChosen("ana", goods={"wagon": 1}, cubes={"pink": 1}),
        facts.GrainMilled("ana", 2, facts.Cost(time=2)),
        facts.GrainHarvested("ana", 4),
    ).farms["ana"]

    assert (farm.goods["wagon"], farm.cubes["pink"], farm.coins, farm.grain) == (3, 1, 3, 4)


def test_the_majority_gives_prestige_to_each_of_the_tied() -> None:
    farms = given(facts.MassBegan(), facts.MajorityAwarded(("ana", "clara"), 2)).farms

    assert [farms[seat].prestige for seat in ("ana", "bruno", "clara")] == [2, 0, 2]


@pytest.mark.parametrize(
    ("place", "living", "visible"),
    [
        ("farm", True, True),
        ("church-4", True, True),
        ("N2", True, True),
        ("bag", True, False),
        ("reserve", False, False),
        ("chronicle", False, False),
        ("grave", False, False),
        ("beside", False, False),
    ],
)
def test_who_lives_and_who_can_die(place: str, living: bool, visible: bool) -> None:
    assert (is_living(place), is_visible(place)) == (living, visible)
