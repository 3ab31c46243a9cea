"""Solo: the mass with Carla's members, the end and the ranks (p. 16 and 18)."""

from typing import Any

import pytest

from events import village as facts
from events.village import CARLA
from server.rules.village import GAME
from tests.server.rules.village.solo import board, rival, solo
from tests.server.rules.village.table import ALL_SPACES, Game, farm, fresh

PINKS = "pink pink"
MONKS = {"mass 1": "monk monk monk monk"}


# The mass


def mass(carla: rival, draw: str, chris: farm | None = None) -> Game:
    """The mass at the end of a round; `draw` comes out of the bag."""
    game = solo(chris, carla, spaces={"travel": PINKS}, draws={"mass 1": draw})
    return game.do("chris", "take travel pink")


@pytest.mark.parametrize(
    ("members", "draw", "stages"),
    [
        ("bag 3 3 4 4", "3a 3b 4a 4b", [1, 2, 3, 4]),
        ("bag 4 4 3 3", "4b 3a 4a 3b", [1, 2, 3, 4]),
        ("church-1 3, bag 3 4", "3b 4a", [2, 3]),
        ("church-2 3, bag 3 4", "3b 4a", [1, 3]),
        ("church-1 3, church-2 4, bag 3", "3b", [3]),
        ("church-1 3, church-2 3, church-3 4, bag 4", "4b", [4]),
        ("church-4 3, bag 3", "3b", [1]),
    ],
)
def test_hers_jump_to_the_first_stage_without_one_of_hers(
    members: str, draw: str, stages: list[int]
):
    drawn = [f"carla:{member}" for member in draw.split()]
    game = mass(rival(members=members), " ".join([*drawn, *["monk"] * (4 - len(drawn))]))

    entered = game.one(facts.PiecesDrawn).members
    assert [(seat, stage) for seat, _, stage in entered] == [(CARLA, stage) for stage in stages]


def test_your_members_do_not_stand_in_her_way_nor_hers_in_yours():
    game = mass(
        rival(members="church-1 3, bag 3"), "chris:1a carla:3b monk monk",
        farm(members="bag 1, church-2 2", coins=0),
    )  # fmt: skip

    assert game.one(facts.PiecesDrawn).members == (("chris", "1a", 1), (CARLA, "3b", 2))


def test_she_calls_and_promotes_nobody():
    game = mass(
        rival(members="bag 3"), "carla:3a monk monk", farm(members="bag 1, church-1 2", grain=1)
    )

    assert game.due == ("chris", "call")
    game.do("chris", "call 1")
    assert game.due == ("chris", "promote")
    assert {due.seat for due in game.all(facts.ChoiceDue)} == {"chris"}
    assert game.at(CARLA, "church-1") == [3]


def test_only_your_own_can_be_called_by_coin():
    game = mass(rival(members="bag 3 4"), "monk monk monk", farm(members="bag 1"))

    assert game.offers == ["call 1", "pass"]


@pytest.mark.parametrize(
    ("chris", "carla", "winners"),
    [
        ("church-1 1 1", "church-4 3", ("chris",)),
        ("church-4 1", "church-1 3, church-2 3", ()),
        ("church-2 1", "church-1 3", ("chris",)),
        ("church-1 1", "church-2 3", ()),
        ("church-2 1", "church-2 3", ("chris",)),
        ("church-2 1, church-1 1", "church-2 3, church-1 4", ("chris",)),
        ("", "church-1 3", ()),
        ("church-1 1", "bag 3 3 4", ("chris",)),
        ("", "", ()),
    ],
)
def test_the_majority_is_contested_by_her(chris: str, carla: str, winners: tuple[str, ...]):
    game = mass(rival(members=carla), "monk monk monk monk", farm(members=chris))

    assert game.one(facts.MajorityAwarded).seats == winners
    assert game.farm("chris").prestige == 2 * len(winners)
    assert game.farm(CARLA).prestige == 0, "she scores nothing"


# You always start


def test_you_start_every_round():
    game = solo(spaces={"travel": PINKS}, draws=MONKS)

    game.do("chris", "take travel pink")

    assert game.one(facts.RoundBegan).starter == "chris"
    assert game.due == ("chris", "turn")


def test_the_ring_is_of_no_use_and_is_not_offered():
    game = solo(
        farm(members="council-1 2", cubes="green green", coins=0), spaces={"council": PINKS}
    )

    game.do("chris", "take council pink")

    assert game.offers == ["council 1", "advance council-1 2", "pass"]
    assert game.refuses("privilege 1") == ("no_ring", 16)

    game.do("chris", "council 1")
    assert game.due == ("chris", "turn"), "no privilege to choose"
    assert game.state.board.ring == ""


# The end


GRAVES = {"chronicle.graves": {"2": 1}, "chronicle.spaces": {"2": {
    "farm": 0, "crafts": 0, "council": 0, "travel": 0, "church": 1,
}}}  # fmt: skip


def brink(
    chris: farm | None = None, carla: rival | None = None, fate: str = "blank", **rest: Any
) -> Game:
    """The next to die fills the one grave."""
    rest = {"spaces": {"harvest": "pink pink pink pink green green"}} | rest
    return solo(
        chris, carla or rival("crafts green", space=1), box=GRAVES,
        draws={"fate 1": fate, **MONKS}, **rest,
    )  # fmt: skip


def test_her_dead_trigger_the_end_and_you_have_one_more_action_that_she_does_not_follow():
    game = brink(fate="quill")

    game.do("chris", "take harvest pink; pass")
    assert game.one(facts.EndTriggered) == facts.EndTriggered(CARLA, "graves")
    assert game.one(facts.LastActionsDue).seats == ("chris",)
    assert game.due == ("chris", "turn")

    game.do("chris", "take harvest pink; harvest")
    assert not game.all(facts.CarlaTook)
    assert game.one(facts.MassBegan).last is True
    assert game.due == ("", "")


def test_you_trigger_the_end_and_she_follows_once_more():
    game = brink(farm(time=8), spaces={"harvest": "black black pink", "church": PINKS})

    game.do("chris", "take harvest black; pass")

    assert game.one(facts.EndTriggered).seat == "chris"
    assert game.one(facts.LastActionsDue).seats == (CARLA,)
    assert game.one(facts.CarlaTook).colour == "black"
    assert len(game.all(facts.MassBegan)) == 1
    assert game.due == ("", "")


def test_her_last_cube_may_be_your_choice_and_she_reacts_as_usual():
    game = brink(farm(time=8), spaces={"harvest": "black", "church": "pink green"})

    game.do("chris", "take harvest black; pass")
    assert game.due == ("chris", "carla")
    game.do("chris", "carla pink")

    assert len(game.all(facts.CarlaEntered)) == 1
    assert game.due == ("", "")


def test_her_last_cube_may_bring_a_death_that_changes_nothing_more():
    game = brink(farm(time=8), fate="quill", spaces={"harvest": "black black", "church": PINKS})

    game.do("chris", "take harvest black; pass")

    assert len(game.all(facts.EndTriggered)) == 1
    yours, hers = game.all(facts.MemberDied)
    assert (yours.rest, hers.rest) == ("grave", "beside")
    assert game.due == ("", "")


def test_you_trigger_the_end_by_the_well_and_she_takes_nothing():
    game = brink(
        farm(time=9, coins=0, cubes="pink pink pink"), spaces={"harvest": "pink", "church": "pink"}
    )

    game.do("chris", "well pink pink pink; use church; church 1 with time")

    assert game.one(facts.LastActionsDue).seats == (CARLA,)
    assert game.one(facts.CarlaWaited).why == "no cube taken"
    assert not game.all(facts.CarlaTook)
    assert game.due == ("", "")


def test_you_trigger_the_end_with_the_last_cube_and_she_finds_none():
    game = brink(farm(time=8), spaces={"harvest": "black"})

    game.do("chris", "take harvest black; pass")

    assert game.one(facts.CarlaWaited).why == "no cube left"
    assert not game.all(facts.RoundBegan)
    assert len(game.all(facts.MassBegan)) == 1
    assert game.due == ("", "")


def test_she_triggers_the_end_with_the_last_cube_and_yours_is_a_free_action():
    game = brink(fate="quill", spaces={"harvest": PINKS}, blue="c01")

    game.do("chris", "take harvest pink; pass")
    assert game.due == ("chris", "free")
    assert game.offers == [f"use {space}" for space in ALL_SPACES]
    assert not game.all(facts.MassBegan)

    game.do("chris", "use harvest; harvest")
    assert game.due == ("", "")


def test_she_does_not_serve_on_a_market_day_without_a_cube():
    game = brink(fate="quill", spaces={"harvest": PINKS}, blue="c24")

    game.do("chris", "take harvest pink; pass; use market")

    assert game.one(facts.MarketOpened).seats == ("chris",)
    assert game.farm(CARLA).customers == []


def test_on_your_market_day_you_trigger_the_end_and_she_has_her_last_cube():
    game = brink(
        farm(time=9, goods="scroll scroll", cubes="green"),
        spaces={"market": "green", "harvest": PINKS, "crafts": "green brown"}, blue="c03 c24 c04",
        stack="",
    )  # fmt: skip

    game.do("chris", "take market green; serve 1; serve 3")

    assert game.one(facts.EndTriggered).seat == "chris"
    assert game.one(facts.LastActionsDue).seats == (CARLA,)
    assert game.one(facts.CarlaTook).space == "crafts"
    assert game.due == ("", "")


def her_market_day(chris: farm, fate: str = "blank") -> Game:
    spaces = {"crafts": "green", "market": "green", "harvest": "pink pink brown", "family": "brown"}
    game = brink(chris, fate=fate, spaces=spaces, blue="c24 c03", stack="")
    return game.do("chris", "take crafts green; pass")


def test_on_her_market_day_you_trigger_the_end_and_both_have_a_last_one():
    game = her_market_day(farm(time=9, goods="scroll", coins=1))

    game.do("chris", "serve 2 with coin")
    assert game.one(facts.EndTriggered).seat == "chris"
    assert game.one(facts.LastActionsDue).seats == ("chris", CARLA)

    game.do("chris", "take harvest pink; pass")
    assert [took.colour for took in game.all(facts.CarlaTook)] == ["pink"]
    assert game.due == ("", "")


def test_on_her_market_day_her_dead_come_after_it_and_you_have_one_more_action():
    game = her_market_day(farm(goods="scroll", coins=1), fate="quill")
    assert game.due == ("chris", "market")

    game.do("chris", "pass")
    assert game.one(facts.EndTriggered).seat == CARLA
    assert game.one(facts.LastActionsDue).seats == ("chris",)

    game.do("chris", "take harvest brown; pass")
    assert not game.all(facts.CarlaTook)


def test_her_dead_may_fill_the_last_space_of_the_chronicle():
    game = solo(
        farm(), rival("crafts green", space=1, dead="farm 1"), spaces={"church": "pink pink green"},
        box={"chronicle.spaces": {"2": {
            "farm": 1, "crafts": 0, "council": 0, "travel": 0, "church": 1,
        }}},
        draws={"fate 1": "quill"},
    )  # fmt: skip

    game.do("chris", "take church pink; pass")

    assert game.one(facts.EndTriggered) == facts.EndTriggered(CARLA, "chronicle")


def test_the_last_mass_counts_her_members():
    game = brink(
        farm(members="church-1 1"),
        rival("crafts green", space=1, members="church-1 3, church-2 4"), fate="quill",
    )  # fmt: skip

    game.do("chris", "take harvest pink; pass; take harvest pink; pass")

    assert game.one(facts.MajorityAwarded).seats == ()
    assert game.one(facts.GameEnded).points["chris"]["church"] == 2


# Ranks


RANKS = [
    (0, "apprentice"), (39, "apprentice"), (40, "journeyman"), (49, "journeyman"), (50, "master"),
    (60, "grandmaster"), (70, "genius"), (79, "genius"), (80, "polymath"), (120, "polymath"),
]  # fmt: skip


def end_with(points: int, **box: Any) -> Game:
    game = solo(
        farm(prestige=points, coins=0), rival("crafts green", space=1),
        spaces={"harvest": "pink pink pink"}, box=GRAVES | box, draws={"fate 1": "quill", **MONKS},
    )  # fmt: skip
    return game.do("chris", "take harvest pink; pass; take harvest pink; pass")


@pytest.mark.parametrize(("points", "rank"), RANKS)
def test_the_rank_by_points(points: int, rank: str):
    ended = end_with(points).one(facts.GameEnded)

    assert sum(ended.points["chris"].values()) == points
    assert ended.rank == rank


def test_the_thresholds_are_those_of_the_box():
    titles = [{"name": "novice", "points": 0}, {"name": "sage", "points": 5}]

    assert end_with(5, **{"solo.titles": titles}).one(facts.GameEnded).rank == "sage"
    assert end_with(4, **{"solo.titles": titles}).one(facts.GameEnded).rank == "novice"


def test_you_alone_are_scored_and_placed():
    game = end_with(12)

    ended = game.one(facts.GameEnded)
    assert set(ended.points) == {"chris"}
    assert ended.places == {"chris": 1}
    assert set(game.view("chris").score) == {"chris"}


def test_with_more_players_there_is_no_rank():
    assert fresh(2).state.turn.rank == ""
    assert board(fresh(1)).space == 0


def test_the_help_on_solo_names_the_pages_and_what_is_left_out():
    topic = GAME.topics["solo"]

    assert topic.pages == (15, 16, 17, 18, 19)
    assert all(word in topic.text for word in ("Inn", "Port", "Marriage", "left out"))
    assert GAME.topics["carla"] == topic, "also where her cube is to be chosen"
