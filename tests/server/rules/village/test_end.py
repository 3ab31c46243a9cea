"""The end of the game (p. 13)."""

from typing import Any

import pytest

from events import village as facts
from tests.server.rules.village.table import ALL_SPACES, Game, farm, given

SECTIONS = ("farm", "crafts", "council", "travel", "church")


def box(players: int = 3, graves: int = 7, **spaces: int) -> dict[str, object]:
    """Printed places: few graves, and but one space for travellers unless said otherwise."""
    return {
        "chronicle.graves": {str(players): graves},
        "chronicle.spaces": {str(players): dict.fromkeys(SECTIONS, 0) | {"travel": 1} | spaces},
    }


def brink(spaces: dict[str, str], **farms: Any) -> Game:
    """Three players; the next death fills the last of two graves."""
    return given(
        spaces=spaces, box=box(graves=2),
        **{"chris": farm(time=8), "julie": farm(dead="grave 1"), "oliver": farm()} | farms,
    )  # fmt: skip


CUBES = {"harvest": "black pink pink pink pink"}


def test_the_last_grave_triggers_the_end():
    game = brink(CUBES)

    game.do("chris", "take harvest black; pass")

    assert game.one(facts.EndTriggered) == facts.EndTriggered("chris", "graves")
    assert game.one(facts.LastActionsDue).seats == ("julie", "oliver")


def test_the_last_free_space_of_all_sections_triggers_the_end():
    full = dict.fromkeys(SECTIONS, 1)
    game = given(
        chris=farm(time=8, members="smithy 1"),
        julie=farm(dead="council 1, travel 1, church 1"), oliver=farm(dead="farm 1"),
        spaces=CUBES, box=box(**full),
    )  # fmt: skip

    game.do("chris", "take harvest black; pass; die smithy 1")

    assert game.one(facts.EndTriggered) == facts.EndTriggered("chris", "chronicle")


def test_a_full_section_alone_is_not_the_end():
    game = given(chris=farm(time=8), julie=farm(), spaces=CUBES, box=box(2, farm=1, crafts=1))

    game.do("chris", "take harvest black; pass")

    assert not game.all(facts.EndTriggered)


def test_each_other_player_has_one_last_turn_then_the_last_mass_and_the_scoring():
    game = brink(CUBES)

    game.do("chris", "take harvest black; pass").do("julie", "take harvest pink; harvest")
    assert game.due == ("oliver", "turn")
    game.do("oliver", "take harvest pink; pass")

    kinds = [type(fact) for fact in game.facts]
    assert kinds[-1] is facts.GameEnded
    assert game.one(facts.MassBegan).last is True
    assert not game.all(facts.RoundBegan)
    assert game.due == ("", "")
    assert game.state.board.spaces["harvest"] == {"pink": 2}, "cubes may be left"


def test_the_last_action_is_compulsory_but_its_action_may_be_declined():
    game = brink(CUBES)

    game.do("chris", "take harvest black; pass")

    assert game.due == ("julie", "turn")
    assert "pass" not in game.offers
    assert game.refuses("pass") == ("not_now", 5)


def test_no_refill_once_the_board_is_empty_but_any_action_for_free():
    game = brink({"harvest": "black pink"})

    game.do("chris", "take harvest black; pass").do("julie", "take harvest pink; pass")
    assert game.due == ("oliver", "free")
    assert game.offers == [f"use {space}" for space in ALL_SPACES]
    game.do("oliver", "use family; birth")

    assert game.all(facts.GameEnded)
    assert not game.all(facts.WellPaid)


def test_the_trigger_on_the_last_cube_no_mass_in_between_and_no_refill():
    game = brink({"harvest": "black"})

    game.do("chris", "take harvest black; pass")
    assert not game.all(facts.MassBegan)
    assert game.due == ("julie", "free")
    game.do("julie", "use crafts; pass").do("oliver", "use harvest; harvest")

    assert len(game.all(facts.MassBegan)) == 1


def test_a_free_last_action_can_be_a_market_day_in_which_all_may_sell():
    game = given(
        chris=farm(time=8, goods="scroll", cubes="green"),
        julie=farm(dead="grave 1", goods="scroll"),
        oliver=farm(goods="scroll", cubes="green"), spaces={"harvest": "black"},
        box=box(graves=2), blue="c03 c04 c16",
    )  # fmt: skip

    game.do("chris", "take harvest black; pass").do("julie", "use market; serve 1")
    assert game.due == ("oliver", "market")
    game.do("oliver", "pass").do("chris", "serve 2")

    assert game.farm("chris").customers == ["c04"], "who has no turn left still sells"
    assert game.due == ("oliver", "free")


def test_the_actions_price_is_still_paid_in_a_free_last_action():
    game = brink({"harvest": "black"}, julie=farm(dead="grave 1", cubes="pink", coins=0))

    game.do("chris", "take harvest black; pass").do("julie", "use crafts; buy scroll")

    assert game.farm("julie").cubes["pink"] == 0


def test_a_further_death_changes_nothing():
    game = brink(CUBES | {"crafts": "black"}, julie=farm(time=8, dead="grave 1"))

    game.do("chris", "take harvest black; pass").do("julie", "take crafts black; pass")

    assert not game.all(facts.EndTriggered)
    assert game.one(facts.MemberDied).rest == "beside"
    assert game.state.turn.trigger == "chris"
    assert game.due == ("oliver", "turn")


def test_by_another_on_a_market_day_everybody_has_a_last_action_the_opener_last():
    game = _market_day(julie=9)

    game.do("chris", "take market green; serve 1").do("julie", "serve 2")
    assert game.one(facts.EndTriggered).seat == "julie"
    assert game.due == ("chris", "market"), "the day is finished first"
    game.do("chris", "pass")

    assert game.all(facts.MarketClosed)
    assert game.one(facts.LastActionsDue).seats == ("julie", "oliver", "chris")
    for seat in ("julie", "oliver"):
        game.do(seat, "take harvest pink; pass")
    assert game.due == ("chris", "turn")
    game.do("chris", "take harvest pink; pass")
    assert game.all(facts.GameEnded)


def test_by_the_opener_on_his_day_all_others_have_a_last_action():
    game = _market_day(chris=9)

    game.do("chris", "take market green; serve 1").do("julie", "serve 2").do("chris", "serve 3")

    assert game.one(facts.EndTriggered).seat == "chris"
    assert game.one(facts.LastActionsDue).seats == ("julie", "oliver")


def test_by_the_openers_plague_death_after_the_day():
    """The crossing was before the day: the opener's own turn triggers the end."""
    game = _market_day(chris=8, cube="black")

    game.do("chris", "take market black; serve 1").do("julie", "serve 2").do("chris", "pass")

    kinds = [type(fact) for fact in game.facts]
    assert kinds.index(facts.MarketClosed) < kinds.index(facts.EndTriggered)
    assert game.one(facts.LastActionsDue).seats == ("julie", "oliver")


def _market_day(cube: str = "green", **time: int) -> Game:
    return given(
        chris=farm(time=time.get("chris", 0), goods="scroll scroll"),
        julie=farm(time=time.get("julie", 0), grain=2, cubes="green", coins=0, dead="grave 1"),
        oliver=farm(), spaces={"market": cube, "harvest": "pink pink pink pink"},
        blue="c03 c01 c04", stack="", box=box(graves=2),
    )  # fmt: skip


def test_the_last_mass_counts_coins_grain_and_majority_before_the_scoring():
    game = brink(
        CUBES, oliver=farm(members="bag 1", grain=3, coins=1), julie=farm(dead="grave 1", coins=0)
    )

    game.do("chris", "take harvest black; pass").do("julie", "take harvest pink; pass")
    game.do("oliver", "take harvest pink; pass; call 1; promote church-1 1 church-3")

    ended = game.one(facts.GameEnded)
    assert ended.points["oliver"]["church"] == 4
    assert ended.points["oliver"]["prestige"] == 2
    assert ended.points["oliver"]["coins"] == 0


def test_nothing_can_be_done_when_the_game_is_over():
    game = _over()

    assert game.refuses("take harvest pink") == ("game_over", 13)
    assert game.refuses("pass") == ("game_over", 13)
    assert game.offers == []


def test_all_customers_lie_open_at_the_end():
    game = _over(chris=farm(time=8, customers="c23"))

    assert game.view("julie").score["chris"]["customers"] == 6
    assert game.view(None).farms["chris"].customers is not None


def _over(**farms: Any) -> Game:
    game = brink(CUBES, **farms)
    game.do("chris", "take harvest black; pass").do("julie", "take harvest pink; pass")
    return game.do("oliver", "take harvest pink; pass")


@pytest.mark.parametrize("starter", ["chris", "julie", "oliver"])
def test_last_actions_go_clockwise_whoever_started_the_round(starter: str):
    game = given(
        starter=starter, turn="julie", spaces=CUBES, box=box(graves=2),
        chris=farm(), julie=farm(time=8, dead="grave 1"), oliver=farm(),
    )  # fmt: skip

    game.do("julie", "take harvest black; pass")

    assert game.one(facts.LastActionsDue).seats == ("oliver", "chris")


def test_the_last_mass_starts_with_the_starter_of_the_last_round():
    game = given(
        starter="oliver", turn="chris", spaces=CUBES, box=box(graves=2), ring="julie",
        chris=farm(time=8, members="bag 1"), julie=farm(dead="grave 1", members="bag 1"),
        oliver=farm(members="bag 1"),
    )  # fmt: skip

    game.do("chris", "take harvest black; pass").do("julie", "take harvest pink; pass")
    game.do("oliver", "take harvest pink; pass")

    for seat in ("oliver", "chris", "julie"):
        assert game.due == (seat, "call")
        game.do(seat, "pass")
