"""One line for every fact."""

from typing import Any

import msgspec
import pytest

from client import village
from events import village as facts
from events.dice import Draw
from events.lifecycle import (
    LIFECYCLE,
    Fact,
    GameForked,
    GameStarted,
    HeadMoved,
    Seat,
    SeatJoined,
    SeedRevealed,
    TimeRanOut,
    UndoAnswered,
    UndoAsked,
    UndoWithdrawn,
)
from events.village import FACTS, Cost
from projections.words import words
from tests.client.village.pictures import ENGLISH, TABLES, Wordy, played

DRAW = Draw("mass", {}, ("monk", "ana:2a", "monk"))
PAID = Cost(time=2, crossed=1, grain=1, coins=2, cubes={"green": 1}, goods={"scroll": 1})
PRICE = "2 time, 1 grain, 2 coins, 1 green, 1 scroll"
CROSSED = "; the life time crosses the quill"

LINES: list[tuple[Fact, str]] = [
    (
        GameStarted("village", 1, "a game", (Seat("ana"), Seat("bruno")), "5e"),
        "a game begins: ana, bruno",
    ),
    (SeatJoined("ana", "beef"), "ana takes a seat"),
    (UndoAsked("ana", 7), "ana asks to go back to event 7"),
    (UndoAnswered("ana", agrees=True), "ana agrees to the undo"),
    (UndoAnswered("ana", agrees=False), "ana refuses the undo"),
    (UndoWithdrawn("ana"), "ana no longer asks for the undo"),
    (TimeRanOut("ana", "random"), "ana ran out of time: chance chooses"),
    (TimeRanOut("ana", "out"), "ana ran out of time and is out of the game"),
    (TimeRanOut("ana", "greedy"), "ana ran out of time: the bot greedy plays on"),
    (GameForked("g7", 12, "", ""), "forked from game g7 as it stood after event 12"),
    (SeedRevealed("beef"), "the secret seed of the dice: beef"),
    (
        facts.SeatsShuffled(Draw("seats", {}, ("bruno", "ana"))),
        "the seats drew their order: bruno, ana",
    ),
    (
        facts.CompensationGiven("ana", grain=1, cubes={"pink": 1}),
        "ana starts with 1 grain, 1 pink more",
    ),
    (facts.MarketFilled((), ()), "the customers at the market move up"),
    (
        facts.MarketFilled((), (), (Draw("", {}, ("c01", "c02")), Draw("", {}, ("c03",)))),
        "3 customers come to the market",
    ),
    (facts.MarketFilled((), (), (Draw("", {}, ("c01",)),)), "1 customer comes to the market"),
    (
        facts.RoundBegan(2, "ana", {}, {"market": {"pink": 1}, "church": {"black": 2}}, DRAW),
        "round 2 begins with ana: 3 cubes on the board",
    ),
    (facts.ChoiceDue("ana", "turn"), ""),
    (facts.MarketOpened("ana", ("ana",)), "ana opens a market day"),
    (facts.MarketPassed("ana"), "ana leaves the market"),
    (facts.MarketClosed(1), "the market day ends after 1 sale"),
    (facts.MarketClosed(0), "the market day ends after 0 sales"),
    (facts.MassBegan(), "a mass begins"),
    (facts.MassBegan(last=True), "the last mass begins"),
    (facts.CallPassed("ana"), "ana calls nobody (else) out of the black bag"),
    (
        facts.PiecesDrawn(DRAW, (("ana", "2a", 1),)),
        "drawn from the black bag: ana 2, 2 monks",
    ),
    (facts.PiecesDrawn(Draw("", {}, ())), "nothing is drawn from the black bag"),
    (facts.PromotionPassed("ana"), "ana promotes nobody (else)"),
    (facts.MajorityAwarded(("ana", "bruno"), 2), "most of the church: ana, bruno, 2 prestige"),
    (facts.MajorityAwarded(()), "the church is empty: nobody gets prestige"),
    (
        facts.EndTriggered("ana", "chronicle"),
        "ana filled the last space of the chronicle: the game is ending",
    ),
    (facts.EndTriggered("ana", "graves"), "ana filled the last grave: the game is ending"),
    (facts.LastActionsDue(("ana", "bruno")), "one last action each: ana, bruno"),
    (facts.LastActionsDue(()), "nobody has an action left"),
    (
        facts.GameEnded(
            {"ana": {"coins": 2}, "bruno": {"coins": 3, "travel": 6}}, {"ana": 2, "bruno": 1}
        ),
        "the game is over: 1. bruno 9, 2. ana 2",
    ),
    (
        facts.GameEnded({"ana": {"coins": 50}}, {"ana": 1}, "master"),
        "the game is over: 1. ana 50 (master)",
    ),
    (facts.CubeTaken("ana", "crafts", "pink"), "ana takes a cube at crafts: pink"),
    (
        facts.CubeTaken("ana", "crafts", "black", Cost(time=2, crossed=1)),
        f"ana takes a plague cube at crafts for 2 time{CROSSED}",
    ),
    (facts.WellPaid("ana", Cost(cubes={"pink": 3})), "ana goes to the well for 3 pink"),
    (facts.ActionChosen("ana", "church"), "ana chooses the action: church"),
    (facts.ActionDeclined("ana", "church"), "ana does not use the action: church"),
    (facts.GrainHarvested("ana", 3), "ana harvests 3 grain"),
    (facts.MemberBorn("ana", "2a"), "ana: a 2 is born"),
    (facts.MemberRecalled("ana", "2a", "council-3"), "ana: the 2 at council-3 comes home"),
    (
        facts.MemberTrained("ana", "1c", "smithy", PAID),
        f"ana trains the 1 at smithy for {PRICE}{CROSSED}",
    ),
    (
        facts.GoodProduced("ana", "smithy", "plow", Cost(time=3)),
        "ana produces: plow for 3 time",
    ),
    (facts.GoodBought("ana", "stables", "ox", Cost(grain=3)), "ana buys: ox for 3 grain"),
    (
        facts.GrainMilled("ana", 2, Cost(time=2, grain=2)),
        "ana has grain milled: 2 coins for 2 time, 2 grain",
    ),
    (
        facts.CustomerServed("ana", 3, "c07", Cost(goods={"scroll": 1, "wagon": 1})),
        "ana serves customer 3 for 1 scroll, 1 wagon",
    ),
    (
        facts.MemberTravelled("ana", "1a", "farm", "N1", Cost(time=2, goods={"wagon": 1})),
        "ana: the 1 travels from farm to N1 for 2 time, 1 wagon",
    ),
    (facts.CityVisited("ana", "N1", prestige=3), "ana is in N1 for the first time: 3 prestige"),
    (facts.CityVisited("ana", "N2", coins=1), "ana is in N2 for the first time: 1 coin"),
    (facts.CityVisited("ana", "N3"), "ana is in N3 for the first time"),
    (
        facts.CouncilEntered("ana", "1a", Cost(time=1, cubes={"green": 2})),
        "ana: the 1 goes to council-1 for 1 time, 2 green",
    ),
    (facts.CouncilAdvanced("ana", "1a", 4, facts.NOTHING), "ana: the 1 goes to council-4"),
    (
        facts.PrivilegeUsed("ana", 1, ring=True),
        "ana uses privilege 1: goes first in the next round",
    ),
    (
        facts.PrivilegeUsed("ana", 4, Cost(coins=1), prestige=3),
        "ana uses privilege 4: 3 prestige for 1 coin",
    ),
    (facts.PrivilegeUsed("ana", 2), "ana uses privilege 2"),
    (
        facts.RewardChosen("ana", cubes={"pink": 1}, goods={"ox": 1}),
        "ana chooses 1 pink, 1 ox",
    ),
    (
        facts.ChurchEntered("ana", "2b", Cost(cubes={"brown": 1})),
        "ana: the 2 goes into the black bag for 1 brown",
    ),
    (
        facts.MemberDied("ana", "1a", "smithy", "crafts"),
        "ana: the 1 at smithy dies and is written into the chronicle: crafts",
    ),
    (
        facts.MemberDied("ana", "1a", "smithy", "grave"),
        "ana: the 1 at smithy dies and lies in an anonymous grave",
    ),
    (
        facts.MemberDied("ana", "1a", "smithy", "beside"),
        "ana: the 1 at smithy dies; no grave is left",
    ),
    (facts.DeathSpared("ana"), "ana: nobody can be found, nobody dies"),
    (facts.MemberCalled("ana", "3a", Cost(coins=1)), "ana calls the 3 to mass for 1 coin"),
    (
        facts.MemberPromoted("ana", "3a", 2, Cost(grain=1)),
        "ana promotes the 3 to church-2 for 1 grain",
    ),
    (
        facts.CarlaTook("crafts", "pink", 3, "pink", "market"),
        "carla takes a cube at crafts: pink",
    ),
    (
        facts.CarlaTook("crafts", "black", 3, "pink", "market", chosen=True),
        "carla takes a plague cube at crafts",
    ),
    (facts.CarlaWaited("no cube taken"), "carla does not follow an action without a cube"),
    (facts.CarlaWaited("no cube left"), "carla finds no cube to take"),
    (facts.CarlaServed(1, "c07"), "carla serves customer 1"),
    (facts.CarlaEntered("3a"), "carla: the 3 goes into the black bag"),
    (facts.CarlaCleared({"pink": 2, "black": 1}), "carla gives her cubes back: 2 pink, 1 black"),
    (
        facts.FateRevealed("upper", Draw("", {}, ("quill",))),
        "a fate tile is turned up: a quill, somebody of carla's family dies",
    ),
    (
        facts.FateRevealed("upper", Draw("", {}, ("blank",)), {"blank": 2, "quill": 1}),
        "a fate tile is turned up: blank; the three are turned down and shuffled again",
    ),
]


def flat(fact: Fact) -> dict[str, Any]:
    """The fact as the log's lines are asked for: its name and its fields."""
    return {"type": type(fact).__name__, **msgspec.to_builtins(fact)}


@pytest.mark.parametrize(("fact", "line"), LINES, ids=lambda v: type(v).__name__)
def test_a_fact_is_one_line(fact, line):
    assert village.event(flat(fact), "ana", ENGLISH) == line


@pytest.mark.parametrize(
    ("fact", "english", "portuguese"),
    [
        (facts.ActionDeclined("ana", "council"), "ana has no action possible: council",
         "ana não tem ação possível: conselho"),
        (facts.MarketPassed("ana"), "ana has nothing (else) to sell",
         "ana não tem (mais) nada a vender"),
        (facts.GrainHarvested("ana", 2), "ana harvests 2 grain", "ana colhe 2 sacas"),
    ],
)  # fmt: skip
def test_what_was_not_chosen_does_not_read_as_if_it_was(fact, english, portuguese):
    assert village.event(flat(fact), "ana", ENGLISH, chosen=False) == english
    assert village.event(flat(fact), "ana", words("pt-BR"), chosen=False) == portuguese


def test_every_fact_that_a_log_can_hold_is_among_them():
    told = {type(fact) for fact, _ in LINES} | {HeadMoved}
    assert told == {*FACTS, *LIFECYCLE}


def test_a_fact_may_come_with_its_data_apart():
    fact = {"type": "GrainHarvested", "data": {"seat": "ana", "grain": 2}}
    assert village.event(fact, None, ENGLISH) == "ana harvests 2 grain"


def test_a_fact_of_a_newer_server_is_named():
    line = village.event({"type": "MemberMarried", "seat": "ana"}, None, ENGLISH)
    assert line == "something that this version cannot tell: MemberMarried"


@pytest.mark.parametrize(
    ("why", "line"),
    [
        ("undo", "ana undoes: the game now stands as it did after event 7"),
        ("redo", "ana redoes: the game now stands as it did after event 7"),
        ("back", "ana goes back: the game now stands as it did after event 7"),
    ],
)
def test_a_move_of_the_head_tells_who_moved_it(why, line):
    fact = flat(HeadMoved(7, why))
    assert village.event(fact, "ana", ENGLISH) == line
    assert village.event(fact, None, ENGLISH) == "the game now stands as it did after event 7"


@pytest.mark.parametrize(
    "speech", [ENGLISH, words("pt-BR"), Wordy("en")], ids=["en", "pt", "wordy"]
)
@pytest.mark.parametrize("count", TABLES)
def test_whole_games_are_told_in_single_lines(count, speech):
    for fact in played(count, 5000)[1]:
        line = village.event(flat(fact), None, speech)
        assert (line == "") == isinstance(fact, facts.ChoiceDue)
        assert "\n" not in line
        assert "{" not in line
