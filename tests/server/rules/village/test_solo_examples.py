"""The worked examples of the solo game, with their names and numbers."""

from events import village as facts
from events.village import CARLA
from tests.server.rules.village.solo import board, rival, solo
from tests.server.rules.village.table import farm


def test_solo_market_plague():
    """A market day with Carla, the search for green, and the plague cube chosen for her (p. 17)."""
    first, second, third = "c03", "c23", "c05"
    game = solo(
        farm(goods="scroll wagon"),
        rival("crafts pink", space=1),
        spaces={"market": "green", "council": "brown black", "harvest": "orange pink"},
        blue=f"{first} {second} {third}",
        queue="c01 c02 c06 c07 c08",
        draws={"fate 1": "quill", "customer 9": "c12", "customer 10": "c13"},
    )

    game.do("chris", "take market green; serve 1")
    assert game.one(facts.CustomerServed).cost == facts.Cost(goods={"scroll": 1})
    assert game.one(facts.CarlaServed) == facts.CarlaServed(2, second)
    assert game.due == ("chris", "market")
    assert game.offers == ["serve 3", "serve 3 with coin", "pass"], (
        "1 green and 1 time for the third"
    )

    game.do("chris", "pass")
    assert game.one(facts.MarketClosed).sales == 2
    assert game.state.board.blue == ["c01", "c02", third]
    assert game.state.board.queue == ["c06", "c07", "c08", "c12", "c13"]
    assert (game.farm("chris").customers, game.farm(CARLA).customers) == ([first], [second])

    assert game.due == ("chris", "carla")
    assert game.offers == ["carla brown", "carla black"]
    game.do("chris", "carla black")

    assert game.one(facts.CarlaTook) == facts.CarlaTook(
        "council", "black", 2, "green", "market", chosen=True
    )
    assert game.one(facts.FateRevealed).half == "upper"
    died = game.one(facts.MemberDied)
    assert (died.seat, died.member[0], died.place, died.rest) == (CARLA, "1", "home", "council")
    assert game.state.chronicle.sections["council"][0].seat == CARLA
    assert board(game).cubes == [(1, "pink", "crafts"), (2, "black", "council")]
    assert game.due == ("chris", "turn")


def test_solo_mass():
    """Four pieces: her 4 passes the stage of her 3, her other 3 goes on to the third (p. 18)."""
    game = solo(
        farm(members="bag 1", grain=3, coins=1),
        rival(members="church-1 3, bag 3 4"),
        spaces={"family": "pink"},
        draws={"mass 1": "carla:4a chris:1a carla:3b monk"},
    )

    game.do("chris", "take family pink; birth")
    assert game.offers == ["call 1", "pass"]
    game.do("chris", "pass")

    drawn = game.one(facts.PiecesDrawn)
    assert drawn.draw.pool == {"carla:3b": 1, "carla:4a": 1, "chris:1a": 1, "monk": 4}
    assert drawn.members == ((CARLA, "4a", 2), ("chris", "1a", 1), (CARLA, "3b", 3))
    assert [game.at(CARLA, f"church-{stage}") for stage in (1, 2, 3, 4)] == [[3], [4], [3], []]
    assert game.at("chris", "church-1") == [1]
    assert game.state.board.monks == 4

    game.do("chris", "promote church-1 1 church-3")
    assert game.one(facts.MajorityAwarded) == facts.MajorityAwarded(())
    assert game.farm("chris").prestige == 0
