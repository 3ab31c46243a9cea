"""Points by category, with the rulebook's tables (p. 14)."""

import pytest

from events import village as facts
from events.lifecycle import Fact
from projections.village.score import living, places, score
from tests.projections.village.positions import SEATS, died, given

CITIES = ("N1", "S1", "N2", "S2", "N3", "S3")
FREE = facts.NOTHING


def points(category: str, *history: Fact) -> int:
    return score(given(facts.MassBegan(), *history), "ana")[category]


@pytest.mark.parametrize(
    ("count", "worth"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 14), (6, 18)]
)
def test_cities_visited(count: int, worth: int) -> None:
    visits = [facts.CityVisited("ana", city) for city in CITIES[:count]]
    assert points("travel", *visits) == worth


@pytest.mark.parametrize(("stage", "worth"), [(1, 0), (2, 2), (3, 4), (4, 6)])
def test_members_in_the_council_chamber(stage: int, worth: int) -> None:
    members = [facts.CouncilAdvanced("ana", member, stage, FREE) for member in ("1a", "1b")]
    assert points("council", *members) == 2 * worth


@pytest.mark.parametrize(("stage", "worth"), [(1, 2), (2, 3), (3, 4), (4, 6)])
def test_members_in_the_church(stage: int, worth: int) -> None:
    members = [facts.MemberPromoted("ana", member, stage, FREE) for member in ("1a", "1b")]
    assert points("church", *members) == 2 * worth


def test_members_in_the_black_bag_are_worth_nothing() -> None:
    assert points("church", facts.ChurchEntered("ana", "1a", FREE)) == 0


@pytest.mark.parametrize(("count", "worth"), [(1, 0), (2, 0), (3, 4), (4, 7), (5, 12), (6, 12)])
def test_entries_in_the_chronicle(count: int, worth: int) -> None:
    members = ("1a", "1b", "1c", "1d", "2a", "2b")[:count]
    deaths = [died("ana", member, "farm", "farm") for member in members]
    assert points("chronicle", *deaths) == worth


def test_graves_are_worth_nothing() -> None:
    members = ("1a", "1b", "1c", "1d")
    assert points("chronicle", *(died("ana", member, "farm", "grave") for member in members)) == 0


def test_customers_coins_and_prestige() -> None:
    state = given(
        facts.MarketFilled(("c23", "c01", "", ""), ()),
        facts.MarketOpened("ana", SEATS),
        facts.CustomerServed("ana", 1, "c23", FREE),
        facts.CustomerServed("ana", 2, "c01", FREE),
        facts.CityVisited("ana", "N1", prestige=3),
        facts.GrainMilled("ana", 2, FREE),
    )

    assert score(state, "ana") == {
        "prestige": 3,
        "travel": 1,
        "council": 0,
        "church": 0,
        "chronicle": 0,
        "customers": 6 + 1,
        "coins": 3,
    }


def test_living_members_are_those_born_and_not_dead() -> None:
    farm = given(
        facts.MemberBorn("ana", "2a"),
        facts.ChurchEntered("ana", "1b", FREE),
        died("ana", "1a", "farm", "farm"),
    ).farms["ana"]

    assert living(farm) == 4, "three ones, in the black bag or not, and the newborn"


def test_ties_are_broken_by_grain_then_by_living_members() -> None:
    state = given(facts.GrainHarvested("bruno", 1), facts.MemberBorn("clara", "2a"))
    totals = dict.fromkeys(SEATS, 20)

    assert places(state, totals) == {"bruno": 1, "clara": 2, "ana": 3}


def test_what_no_tie_break_decides_is_shared() -> None:
    assert places(given(), {"ana": 9, "bruno": 20, "clara": 20}) == {
        "ana": 3,
        "bruno": 1,
        "clara": 1,
    }
