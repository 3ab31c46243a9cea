"""Coins stand for any influence cube, and every distinct way to pay is offered (p. 12)."""

from itertools import product

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st

from projections.village.fold import _new_farm
from projections.village.state import COLOURS
from server.rules.village import GAME
from server.rules.village.payments import cube_payments, paid, well_payments
from tests.server.rules.village.table import farm, given, pieces


@pytest.mark.parametrize(
    ("cubes", "coins", "ways"),
    [
        ("", 0, []),
        ("pink", 0, []),
        ("orange pink", 0, [""]),
        ("orange pink", 1, ["", "orange coin", "pink coin"]),
        ("orange pink", 2, ["", "orange coin", "pink coin", "coin coin"]),
        ("orange", 1, ["orange coin"]),
        ("pink pink", 1, ["pink coin"]),
        ("", 1, []),
        ("", 2, ["coin coin"]),
        ("green green brown", 9, ["coin coin"]),
    ],
)
def test_every_way_to_pay_for_a_plow(cubes: str, coins: int, ways: list[str]):
    game = given(
        chris=farm(cubes=cubes, coins=coins),
        julie=farm(),
        spaces={"crafts": "green", "family": "pink"},
    )

    game.do("chris", "take crafts green")

    plows = [line.removeprefix("buy plow") for line in game.offers_of("buy") if "plow" in line]
    assert plows == [f" with {way}" if way else "" for way in ways]


def test_a_coin_for_the_green_of_the_market():
    game = given(
        chris=farm(), julie=farm(goods="scroll", cubes="green"),
        spaces={"market": "pink", "family": "pink"}, blue="c03",
    )  # fmt: skip

    game.do("chris", "take market pink")

    assert game.offers == ["serve 1", "serve 1 with coin", "pass"]


def test_a_coin_for_the_cubes_of_a_road():
    game = given(
        chris=farm(goods="wagon", cubes="brown brown", coins=2), julie=farm(),
        spaces={"travel": "green", "family": "pink"},
    )  # fmt: skip

    game.do("chris", "take travel green")

    assert [line for line in game.offers if "N1" in line] == [
        "travel N1 1", "travel N1 1 with brown coin", "travel N1 1 with coin coin",
    ]  # fmt: skip
    game.do("chris", "travel N1 1 with brown coin")
    assert (game.farm("chris").cubes["brown"], game.farm("chris").coins) == (1, 1)


def test_a_coin_replaces_no_grain_no_goods_no_time():
    game = given(
        chris=farm(coins=9), julie=farm(coins=9), spaces={"market": "pink", "family": "pink"},
        blue="c01 c03",
    )  # fmt: skip

    game.do("chris", "take market pink")

    assert game.state.turn.market is None, "nobody can pay in coins what the customers want"


prices = st.dictionaries(st.sampled_from(COLOURS), st.integers(1, 3), max_size=3)
holdings = st.fixed_dictionaries({colour: st.integers(0, 4) for colour in COLOURS})


def _farm_with(cubes: dict[str, int], coins: int):
    options = GAME.options({}, 2)
    new = _new_farm(given(a=farm(), b=farm()).state.box)
    new.cubes, new.coins = dict(cubes), coins
    assert options
    return new


@hypothesis_given(prices, holdings, st.integers(0, 5))
def test_payments_against_brute_force(price: dict[str, int], cubes: dict[str, int], coins: int):
    """Exactly the multisets in which each cube of the price is there or replaced by a coin."""
    owner = _farm_with(cubes, coins)
    wanted = {
        (
            *sorted((c, n) for c, n in zip(price, counts, strict=True) if n),
            sum(price.values()) - sum(counts),
        )
        for counts in product(*(range(n + 1) for n in price.values()))
        if all(n <= cubes[c] for c, n in zip(price, counts, strict=True))
        and sum(price.values()) - sum(counts) <= coins
    }

    ways = cube_payments(owner, price)

    assert len(ways) == len(set(ways))
    paid_by = [paid(price, way) for way in ways]
    assert {
        (*sorted((c, n) for c, n in used.items() if n), spent) for used, spent in paid_by
    } == wanted
    for used, spent in paid_by:
        assert sum(used.values()) + spent == sum(price.values())


@hypothesis_given(holdings, st.integers(0, 5), st.booleans())
def test_wells_against_brute_force(cubes: dict[str, int], coins: int, allowed: bool):
    owner = _farm_with(cubes, coins)
    most = coins if allowed else 0
    wanted = {
        tuple([colour] * n + ["coin"] * (3 - n))
        for colour in COLOURS
        for n in range(4)
        if n <= cubes[colour] and 3 - n <= most
    }

    ways = well_payments(owner, 3, allowed)

    assert len(ways) == len(set(ways))
    assert set(ways) == wanted
    assert all(sum(pieces(" ".join(way)).values()) == 3 for way in ways)
