"""The mass (p. 11) and the new round (p. 12)."""

from typing import Any

import pytest

from events import village as facts
from tests.server.rules.village.table import Game, farm, given

LAST = {"family": "pink"}


def mass(draw: str = "", *, starter: str = "chris", **farms: Any) -> Game:
    """The mass at the end of a round, just begun; `draw` lies ready."""
    seats = tuple(farms)
    turn = seats[-1]
    game = given(
        starter=starter, turn=turn, spaces=LAST, draws={"mass 1": draw} if draw else {}, **farms
    )
    game.do(turn, "take family pink; pass")
    assert game.one(facts.MassBegan).last is False
    return game


def test_a_mass_follows_when_the_last_cube_is_taken_and_its_action_done():
    game = given(turn="julie", chris=farm(), julie=farm(), spaces=LAST)

    game.do("julie", "take family pink")
    assert game.due == ("julie", "action")
    game.do("julie", "birth")

    kinds = [type(fact) for fact in game.facts]
    assert kinds.index(facts.MemberBorn) < kinds.index(facts.MassBegan)
    assert kinds.index(facts.MassBegan) < kinds.index(facts.RoundBegan)


def test_a_death_of_the_last_turn_comes_before_the_mass():
    game = given(turn="julie", chris=farm(), julie=farm(time=8), spaces={"family": "black"})

    game.do("julie", "take family black; pass")

    kinds = [type(fact) for fact in game.facts]
    assert kinds.index(facts.MemberDied) < kinds.index(facts.MassBegan)


def test_exactly_4_pieces_come_out_and_monks_go_back():
    game = mass("monk monk chris:1a monk", chris=farm(members="bag 1", coins=0), julie=farm())

    drawn = game.one(facts.PiecesDrawn)
    assert len(drawn.draw.drawn) == 4
    assert drawn.draw.pool == {"chris:1a": 1, "monk": 4}
    assert game.at("chris", "church-1") == [1]
    assert game.state.board.monks == 4


def test_an_empty_church_draws_monks_only():
    game = mass(chris=farm(), julie=farm())

    assert game.one(facts.PiecesDrawn).draw.drawn == ("monk",) * 4
    assert game.one(facts.MajorityAwarded) == facts.MajorityAwarded((), 0)


def test_those_not_drawn_stay_in_the_bag():
    game = mass(
        "monk monk julie:1a monk", chris=farm(members="bag 1", coins=0),
        julie=farm(members="bag 1 2", coins=0),
    )  # fmt: skip

    assert (game.at("chris", "bag"), game.at("julie", "bag")) == ([1], [2])


def test_coins_call_in_turn_order_from_the_starter_of_the_round():
    game = mass(
        starter="julie", chris=farm(members="bag 1"), julie=farm(members="bag 1"),
        oliver=farm(members="bag 1"),
    )  # fmt: skip

    for seat in ("julie", "oliver", "chris"):
        assert game.due == (seat, "call")
        game.do(seat, "pass")


def test_one_may_call_several_and_only_ones_own():
    game = mass(
        "monk julie:1a", chris=farm(members="bag 1 2 3", coins=2), julie=farm(members="bag 1")
    )

    assert game.offers == ["call 1", "call 2", "call 3", "pass"]
    game.do("chris", "call 3; call 1")
    assert [fact.cost.coins for fact in game.all(facts.MemberCalled)] == [1, 1]
    assert game.at("chris", "church-1") == [1, 3]
    assert game.due == ("julie", "call"), "no coin is left, so the next seat is asked"
    game.do("julie", "pass")

    assert game.one(facts.PiecesDrawn).draw.pool == {"chris:2a": 1, "julie:1a": 1, "monk": 4}


def test_a_fourth_called_member_closes_the_draw():
    game = mass(chris=farm(members="bag 1 1 2", coins=3), julie=farm(members="bag 1 1", coins=5))

    game.do("chris", "call 1; call 1; call 2").do("julie", "call 1")

    assert game.one(facts.PiecesDrawn).draw.drawn == ()
    assert game.at("julie", "bag") == [1]
    assert game.state.board.monks == 4


def test_nobody_is_called_without_a_coin():
    game = mass(chris=farm(members="bag 1", coins=0), julie=farm())

    assert [fact.seat for fact in game.all(facts.CallPassed)] == ["chris", "julie"]


@pytest.mark.parametrize(
    ("start", "to", "grain"),
    [(1, 2, 1), (2, 3, 2), (3, 4, 4), (1, 3, 3)],
)
def test_promotions_cost_1_2_and_4_grain(start: int, to: int, grain: int):
    game = mass(chris=farm(members=f"church-{start} 2", grain=5), julie=farm())

    game.do("chris", f"promote church-{start} 2 church-{to}")

    assert game.one(facts.MemberPromoted).cost == facts.Cost(grain=grain)
    assert game.at("chris", f"church-{to}") == [2]
    assert game.farm("chris").grain == 5 - grain


def test_the_whole_climb_is_too_dear_for_one_mass():
    game = mass(chris=farm(members="church-1 2", grain=5), julie=farm())

    assert game.offers == [
        "promote church-1 2 church-2", "promote church-1 2 church-3", "pass",
    ]  # fmt: skip
    assert game.refuses("promote church-1 2 church-4") == ("too_few", 11)


def test_several_members_may_be_promoted_in_one_go_but_only_once():
    game = mass(
        chris=farm(members="church-1 2 3", grain=5), julie=farm(members="church-1 2", grain=2)
    )

    game.do("chris", "promote church-1 3 church-2; promote church-1 2 church-2; pass")
    assert game.due == ("julie", "promote")
    game.do("julie", "pass")

    assert game.all(facts.RoundBegan)
    assert game.at("chris", "church-2") == [2, 3]


def test_promotions_go_in_turn_order_from_the_starter():
    game = mass(
        starter="oliver", chris=farm(members="church-1 2", grain=1),
        julie=farm(members="church-1 2", grain=1), oliver=farm(members="church-1 2", grain=1),
    )  # fmt: skip

    for seat in ("oliver", "chris", "julie"):
        assert game.due == (seat, "promote")
        game.do(seat, "pass")


def test_members_just_drawn_can_be_promoted():
    game = mass(
        "monk monk monk chris:1a", chris=farm(members="bag 1", coins=0, grain=3), julie=farm()
    )

    assert game.offers_of("promote") == [
        "promote church-1 1 church-2",
        "promote church-1 1 church-3",
    ]


@pytest.mark.parametrize(
    ("chris", "julie", "oliver", "winners"),
    [
        ("church-1 1 1", "church-4 1", "", ("chris",)),
        ("church-1 1 1", "church-2 1, church-1 1", "", ("julie",)),
        ("church-3 1, church-1 1", "church-3 1, church-2 1", "", ("chris", "julie")),
        ("church-1 1", "church-1 1", "church-1 1", ("chris", "julie", "oliver")),
        ("", "church-1 1", "", ("julie",)),
        ("bag 1 1 1", "church-1 1", "", ("julie",)),
        ("", "", "", ()),
    ],
)
def test_the_majority(chris: str, julie: str, oliver: str, winners: tuple[str, ...]):
    game = mass(
        "monk monk monk monk", chris=farm(members=chris, coins=0), julie=farm(members=julie),
        oliver=farm(members=oliver),
    )  # fmt: skip

    awarded = game.one(facts.MajorityAwarded)
    assert awarded.seats == winners
    for seat in ("chris", "julie", "oliver"):
        assert game.farm(seat).prestige == (2 if seat in winners else 0)


def test_the_ring_makes_the_next_starter_after_the_mass_and_goes_back():
    game = given(
        turn="oliver", spaces=LAST, ring="julie", chris=farm(members="bag 1"),
        julie=farm(members="bag 1"), oliver=farm(),
    )  # fmt: skip

    game.do("oliver", "take family pink; pass")
    assert game.due == ("chris", "call"), (
        "the mass starts with the starter of the round just played"
    )
    game.do("chris", "pass").do("julie", "pass")

    assert game.one(facts.RoundBegan).starter == "julie"
    assert game.state.board.ring == ""
    assert game.due == ("julie", "turn")


def test_without_the_ring_the_starter_stays():
    game = given(turn="chris", starter="julie", spaces=LAST, chris=farm(), julie=farm())

    game.do("chris", "take family pink; pass")

    assert game.one(facts.RoundBegan).starter == "julie"


def test_the_starter_may_keep_starting_by_the_ring():
    game = given(turn="julie", spaces=LAST, ring="chris", chris=farm(), julie=farm())

    game.do("julie", "take family pink; pass")

    assert game.one(facts.RoundBegan).starter == "chris"
    assert game.state.board.ring == ""
