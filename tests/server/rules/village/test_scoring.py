"""Final scoring and ties (p. 14)."""

import pytest

from events import village as facts
from projections.village.score import CATEGORIES, places, score
from tests.server.rules.village.table import farm, given


@pytest.mark.parametrize(("cities", "points"), list(enumerate((0, 1, 3, 6, 10, 14, 18))))
def test_travel(cities: int, points: int):
    visited = " ".join(["N1", "S1", "N2", "S2", "N3", "S3"][:cities])

    game = given(chris=farm(cities=visited), julie=farm())

    assert score(game.state, "chris")["travel"] == points


@pytest.mark.parametrize(("entries", "points"), list(enumerate((0, 0, 0, 4, 7, 12, 12, 12))))
def test_chronicle(entries: int, points: int):
    dead = ["farm 1", "crafts 1", "church 1", "travel 1", "farm 2", "crafts 2", "council 2"]

    game = given(chris=farm(dead=", ".join(dead[:entries])), julie=farm(dead="farm 1, grave 1 1"))

    assert score(game.state, "chris")["chronicle"] == points


def test_graves_are_worth_nothing():
    game = given(chris=farm(dead="grave 1 1 1 2 2", coins=0), julie=farm())

    assert sum(score(game.state, "chris").values()) == 0


@pytest.mark.parametrize(
    ("stage", "council", "church"), [(1, 0, 2), (2, 2, 3), (3, 4, 4), (4, 6, 6)]
)
def test_council_and_church_by_stage(stage: int, council: int, church: int):
    game = given(chris=farm(members=f"council-{stage} 1 2, church-{stage} 3 4"), julie=farm())

    assert score(game.state, "chris")["council"] == 2 * council
    assert score(game.state, "chris")["church"] == 2 * church


def test_the_bag_the_farm_and_the_crafts_score_nothing():
    game = given(chris=farm(members="bag 1 2, smithy 1, N1 1", coins=0), julie=farm())

    assert {k: v for k, v in score(game.state, "chris").items() if v} == {"travel": 1}


def test_customers_coins_and_prestige():
    game = given(chris=farm(customers="c23 c01 c20", coins=4, prestige=5), julie=farm())

    points = score(game.state, "chris")
    assert (points["customers"], points["coins"], points["prestige"]) == (6 + 1 + 5, 4, 5)
    assert tuple(points) == CATEGORIES


def test_goods_cubes_and_grain_score_nothing():
    game = given(chris=farm(goods="ox plow", cubes="pink pink", grain=5, coins=0), julie=farm())

    assert sum(score(game.state, "chris").values()) == 0


@pytest.mark.parametrize(
    ("chris", "julie", "oliver", "wanted"),
    [
        (farm(coins=3), farm(coins=2), farm(coins=1), (1, 2, 3)),
        (farm(grain=1), farm(grain=2), farm(coins=2), (3, 2, 1)),
        (farm(members="farm 2"), farm(), farm(coins=0, grain=5), (1, 2, 3)),
        (farm(members="bag 1"), farm(), farm(), (1, 1, 1)),
        (farm(), farm(), farm(coins=0), (1, 1, 3)),
        (farm(dead="grave 1"), farm(), farm(), (3, 1, 1)),
        (farm(grain=1, dead="grave 1"), farm(members="farm 2"), farm(), (1, 2, 3)),
    ],
)
def test_ties_by_grain_then_the_living_then_shared(
    chris: farm, julie: farm, oliver: farm, wanted: tuple[int, int, int]
):
    game = given(chris=chris, julie=julie, oliver=oliver)
    totals = {seat: sum(score(game.state, seat).values()) for seat in game.state.seats}

    assert tuple(places(game.state, totals).values()) == wanted


def test_the_end_scores_what_was_shown_all_along():
    game = given(
        chris=farm(time=8, members="N1 1, council-3 2", customers="c23"),
        julie=farm(dead="grave 1 1 1, farm 1 2", coins=3), spaces={"crafts": "black pink"},
        box={"chronicle.graves": {"2": 4}},
    )  # fmt: skip
    game.do("chris", "take crafts black; pass; die farm 1").do("julie", "take crafts pink; pass")

    ended = game.one(facts.GameEnded)

    assert ended.points == {seat: score(game.state, seat) for seat in ("chris", "julie")}
    assert ended.points["chris"] == {
        "prestige": 0, "travel": 1, "council": 4, "church": 0, "chronicle": 0, "customers": 6,
        "coins": 1,
    }  # fmt: skip
    assert ended.places == {"chris": 1, "julie": 2}
