"""Every worked example of the rulebook, with its names and numbers."""

from events import village as facts
from tests.server.rules.village.table import farm, given


def test_plague_harvest():
    """Page 5: a plague cube at grain harvest costs 2 time and goes back; one may still harvest."""
    game = given(chris=farm(), julie=farm(), spaces={"harvest": "black", "crafts": "pink"})
    plague = game.state.board.cubes["black"]

    game.do("chris", "take harvest black")

    assert game.state.board.cubes["black"] == plague + 1
    assert game.state.board.spaces["harvest"] == {}
    assert game.farm("chris").time == 2
    assert "black" not in game.farm("chris").cubes
    assert game.offers == ["harvest", "pass"]
    assert game.do("chris", "harvest").farm("chris").grain == 2


def test_birth_lowest():
    """Page 6: with one 2, two 3s and two 4s in the reserve, the 2 is born."""
    game = given(chris=farm(members="farm 2 2"), julie=farm())
    assert game.at("chris", "reserve") == [2, 3, 3, 4, 4]

    game.do("chris", "take family pink; birth")

    assert game.at("chris", "reserve") == [3, 3, 4, 4]
    assert game.at("chris", "farm") == [1, 1, 1, 1, 2, 2, 2]


def test_wagon_by_time():
    """Page 7: 2 time to train at the wainwright and 2 time to produce bring a wagon."""
    game = given(chris=farm(), julie=farm())

    game.do("chris", "take crafts green; train wainwright 1; produce wagon")

    assert game.one(facts.MemberTrained).cost.time == 2
    assert game.one(facts.GoodProduced).cost.time == 2
    assert game.at("chris", "wainwright") == [1]
    assert game.farm("chris").time == 4
    assert game.farm("chris").goods["wagon"] == 1
    assert game.state.board.goods["wagon"] == 11


def test_wagon_by_cubes():
    """Page 7: the same wagon for 1 orange and 1 pink, without a member and without time."""
    game = given(chris=farm(cubes="orange pink"), julie=farm())

    game.do("chris", "take crafts green; buy wagon")

    chris = game.farm("chris")
    assert (chris.goods["wagon"], chris.time, game.at("chris", "wainwright")) == (1, 0, [])
    assert (chris.cubes["orange"], chris.cubes["pink"], chris.cubes["green"]) == (0, 0, 1)


def test_market_day_3p():
    """Page 8: a whole market day of three players, and how the market is filled again."""
    horse_plow, three_grain, scroll_grain, horse_grain = "c23", "c06", "c07", "c12"
    game = given(
        chris=farm(goods="horse plow scroll", grain=1),
        julie=farm(grain=3, cubes="green"),
        oliver=farm(goods="scroll", cubes="green"),
        spaces={"market": "green", "crafts": "pink"},
        blue=f"{horse_plow} {three_grain} {scroll_grain} {horse_grain}",
        queue="c02 c13 c08 c20 c14",
        draws={"customer 10": "c15", "customer 11": "c03", "customer 12": "c01"},
    )

    game.do("chris", "take market green; serve 1")
    assert game.one(facts.CustomerServed).cost == facts.Cost(goods={"horse": 1, "plow": 1})
    assert game.due == ("julie", "market")

    game.do("julie", "serve 2")
    assert game.one(facts.CustomerServed).cost == facts.Cost(time=1, grain=3, cubes={"green": 1})
    assert game.one(facts.MarketPassed).seat == "oliver"
    assert game.due == ("chris", "market")

    game.do("chris", "serve 3")
    cost = game.one(facts.CustomerServed).cost
    assert cost == facts.Cost(time=1, grain=1, cubes={"green": 1}, goods={"scroll": 1})
    assert [fact.seat for fact in game.all(facts.MarketPassed)] == ["julie", "chris"]
    assert game.one(facts.MarketClosed).sales == 3

    assert game.state.board.blue == ["c02", "c13", "c08", horse_grain]
    assert game.state.board.queue == ["c20", "c14", "c15", "c03", "c01"]
    assert game.farm("chris").customers == [horse_plow, scroll_grain]
    assert game.farm("julie").customers == [three_grain]
    assert game.due == ("julie", "turn")


def test_first_journey():
    """Page 10: the northern first city costs 2 time, a wagon and 2 brown, and brings 3 prestige."""
    game = given(chris=farm(goods="wagon", cubes="brown brown"), julie=farm())

    game.do("chris", "take travel pink; travel N1 1")

    chris = game.farm("chris")
    assert game.one(facts.MemberTravelled).cost == facts.Cost(
        time=2, cubes={"brown": 2}, goods={"wagon": 1}
    )
    assert (chris.cities, chris.prestige, game.at("chris", "N1")) == (["N1"], 3, [1])


def test_mass_3p():
    """Page 11: two coins, two random pieces, promotions for 2, 1 and 4 grain, and the majority."""
    game = given(
        starter="chris",
        turn="oliver",
        chris=farm(grain=3, members="church-2 1, bag 2"),
        julie=farm(members="bag 1"),
        oliver=farm(grain=4, members="church-3 2, bag 1"),
        spaces={"crafts": "pink"},
        draws={"mass 1": "julie:1a monk"},
    )

    game.do("oliver", "take crafts pink; pass")
    game.do("chris", "call 2")
    game.do("julie", "pass")
    game.do("oliver", "call 1")

    assert [piece[:2] for piece in game.one(facts.PiecesDrawn).members] == [("julie", "1a")]
    assert game.state.board.monks == 4
    assert [game.farm(seat).coins for seat in ("chris", "julie", "oliver")] == [0, 1, 0]
    assert [game.at(seat, "church-1") for seat in ("chris", "julie", "oliver")] == [[2], [1], [1]]

    game.do("chris", "promote church-2 1 church-3; promote church-1 2 church-2")
    assert [fact.cost.grain for fact in game.all(facts.MemberPromoted)] == [2, 1]
    assert [fact.seat for fact in game.all(facts.PromotionPassed)] == ["chris", "julie"]

    game.do("oliver", "promote church-3 2 church-4")
    assert game.one(facts.MemberPromoted).cost.grain == 4
    assert game.one(facts.MajorityAwarded) == facts.MajorityAwarded(("oliver",), 2)
    assert [game.farm(seat).prestige for seat in ("chris", "julie", "oliver")] == [0, 0, 2]
    assert game.one(facts.RoundBegan).round == 2
    assert game.due == ("chris", "turn")


def test_coin_for_cube():
    """Page 12: 2 green in the council can also be paid as a coin and 1 green, or as 2 coins."""
    game = given(chris=farm(cubes="green green", coins=2, members="council-1 2"), julie=farm())

    game.do("chris", "take council pink")

    assert game.offers_of("advance") == [
        "advance council-1 2",
        "advance council-1 2 with green coin",
        "advance council-1 2 with coin coin",
    ]


def test_death_after_action():
    """Page 12: plague crosses the quill, but training and producing come first, then the death."""
    game = given(
        chris=farm(time=8, members="council-1 1, stables 1, bag 1"),
        julie=farm(),
        spaces={"crafts": "black", "harvest": "pink"},
    )

    game.do("chris", "take crafts black")
    assert game.farm("chris").owed == 1
    assert game.one(facts.CubeTaken).cost == facts.Cost(time=2, crossed=1)

    game.do("chris", "train smithy 1; produce plow")
    assert [fact.cost.time for fact in game.facts if hasattr(fact, "cost")] == [3, 3]
    assert game.farm("chris").goods["plow"] == 1
    assert game.due == ("chris", "death")
    assert game.offers == ["die council-1 1", "die smithy 1", "die stables 1"]

    game.do("chris", "die smithy 1")
    assert game.one(facts.MemberDied).rest == "crafts"
    assert game.due == ("julie", "turn")


def test_death_church_full():
    """Page 13: the 1 in the church would go to the graves, since its section is full; no other."""
    game = given(
        chris=farm(time=8, members="church-4 1, council-2 1, N1 1"),
        julie=farm(dead="church 1 1 1"),
        oliver=farm(),
        spaces={"harvest": "black pink"},
    )

    game.do("chris", "take harvest black; pass")
    assert game.offers == ["die N1 1", "die church-4 1", "die council-2 1", "die farm 1"]

    for place, rest in {"N1": "travel", "church-4": "grave", "council-2": "council"}.items():
        other = given(
            chris=farm(time=8, members="church-4 1, council-2 1, N1 1"),
            julie=farm(dead="church 1 1 1"),
            oliver=farm(),
            spaces={"harvest": "black pink"},
        )
        other.do("chris", f"take harvest black; pass; die {place} 1")
        assert other.one(facts.MemberDied).rest == rest


def test_end_during_market():
    """Page 13: the day's opener fills the last grave: one last action for each of the others."""
    game = _market_day_at_the_brink(chris=9)

    game.do("chris", "take market green; serve 1")
    game.do("julie", "serve 2")
    game.do("chris", "serve 3")

    assert game.one(facts.EndTriggered) == facts.EndTriggered("chris", "graves")
    assert game.due == ("julie", "market"), "the day is finished completely"
    game.do("julie", "serve 4")
    assert game.one(facts.LastActionsDue).seats == ("julie", "oliver")


def test_end_during_market_by_another():
    """Page 13: somebody else fills the last grave: one last action for everybody, in order."""
    game = _market_day_at_the_brink(julie=9)

    game.do("chris", "take market green; serve 1")
    game.do("julie", "serve 2")
    assert game.one(facts.EndTriggered) == facts.EndTriggered("julie", "graves")
    game.do("chris", "serve 3")
    game.do("julie", "serve 4")

    assert game.one(facts.LastActionsDue).seats == ("julie", "oliver", "chris")
    assert game.due == ("julie", "turn")


def _market_day_at_the_brink(**time: int):
    """One grave is free, and every 1 that is left would be buried in it."""
    return given(
        chris=farm(time=time.get("chris", 0), grain=1, goods="scroll", dead="farm 1"),
        julie=farm(time=time.get("julie", 0), grain=5, cubes="green green", dead="farm 1"),
        oliver=farm(dead="grave 1 1 1 1 2 2", members="bag 2"),
        spaces={"market": "green", "harvest": "pink green orange brown"},
        blue="c01 c02 c03 c06",
        stack="",
    )
