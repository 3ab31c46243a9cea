"""The market day (p. 8), in all its corners."""

from events import village as facts
from tests.server.rules.village.table import farm, given

MARKET = {"market": "pink", "church": "pink green orange brown"}


def test_the_day_must_be_held():
    game = given(chris=farm(goods="scroll"), julie=farm(), spaces=MARKET, blue="c03")

    game.do("chris", "take market pink")

    assert game.one(facts.MarketOpened).seat == "chris"
    assert game.due == ("chris", "market")


def test_only_blue_spaces_are_served():
    game = given(
        chris=farm(goods="scroll", grain=2), julie=farm(), spaces=MARKET,
        blue="c19 c03", queue="c01 c02 c04",
    )  # fmt: skip

    game.do("chris", "take market pink")

    assert game.offers == ["serve 2", "pass"]
    assert game.refuses("serve 4") == ("no_customer", 8)


def test_the_first_sale_of_the_opener_is_free_and_only_that():
    game = given(
        chris=farm(goods="scroll scroll", coins=0, cubes="green"), julie=farm(), spaces=MARKET,
        blue="c03 c04",
    )  # fmt: skip

    game.do("chris", "take market pink; serve 1")
    assert game.one(facts.CustomerServed).cost == facts.Cost(goods={"scroll": 1})
    game.do("chris", "serve 2")
    assert game.one(facts.CustomerServed).cost == facts.Cost(
        time=1, cubes={"green": 1}, goods={"scroll": 1}
    )


def test_the_first_sale_of_another_is_not_free_even_if_the_opener_passes():
    game = given(
        chris=farm(goods="scroll"), julie=farm(goods="scroll", cubes="green"), spaces=MARKET,
        blue="c03",
    )  # fmt: skip

    game.do("chris", "take market pink; pass")
    game.do("julie", "serve 1")

    assert game.one(facts.CustomerServed).cost.time == 1
    assert game.one(facts.CustomerServed).cost.cubes == {"green": 1}


def test_without_green_nor_coin_others_are_out():
    game = given(
        chris=farm(), julie=farm(goods="scroll", coins=0), oliver=farm(goods="scroll", coins=1),
        spaces=MARKET, blue="c03 c04",
    )  # fmt: skip

    game.do("chris", "take market pink")

    assert [fact.seat for fact in game.all(facts.MarketPassed)] == ["chris", "julie"]
    assert game.due == ("oliver", "market")
    assert game.offers == ["serve 1 with coin", "serve 2 with coin", "pass"]


def test_the_green_cube_just_taken_pays_for_a_second_sale():
    game = given(
        chris=farm(goods="scroll scroll", coins=0), julie=farm(),
        spaces=MARKET | {"market": "green"}, blue="c03 c04",
    )  # fmt: skip

    game.do("chris", "take market green; serve 1; serve 2")

    assert game.farm("chris").cubes["green"] == 0


def test_one_customer_at_a_time_clockwise_until_all_have_passed():
    game = given(
        chris=farm(grain=5, cubes="green green"),
        julie=farm(grain=5, cubes="green green"),
        oliver=farm(grain=5, cubes="green green"),
        spaces=MARKET, starter="julie", blue="c01 c02 c06 c19",
    )  # fmt: skip

    game.do("julie", "take market pink; serve 1")
    game.do("oliver", "serve 2")
    game.do("chris", "pass")
    game.do("julie", "serve 3")
    assert [fact.seat for fact in game.all(facts.MarketPassed)] == ["oliver", "julie"]
    assert game.due == ("oliver", "turn"), "the next turn is that of the opener's neighbour"


def test_who_passed_may_not_come_back():
    game = given(
        chris=farm(grain=5, cubes="green"), julie=farm(grain=5, cubes="green", coins=0),
        spaces=MARKET, blue="c01 c02 c06",
    )  # fmt: skip

    game.do("chris", "take market pink; pass")
    game.do("julie", "serve 1")

    assert "chris" not in {fact.seat for fact in game.all(facts.CustomerServed)}
    assert game.one(facts.MarketPassed).seat == "julie", "no green is left"


def test_the_day_ends_when_all_are_served():
    game = given(
        chris=farm(goods="scroll scroll scroll", cubes="green green"),
        julie=farm(goods="scroll scroll", cubes="green green"),
        spaces=MARKET, blue="c03 c04", stack="c24", queue="c24",
    )  # fmt: skip

    game.do("chris", "take market pink; serve 1").do("julie", "serve 2")

    assert game.one(facts.MarketClosed).sales == 2
    assert not game.all(facts.MarketPassed), "nobody has to pass any more"


def test_nobody_serves_and_all_tiles_stay():
    game = given(chris=farm(), julie=farm(), spaces=MARKET, blue="c24 - c23", queue="c22 c21")

    game.do("chris", "take market pink")

    assert game.one(facts.MarketClosed).sales == 0
    assert not game.all(facts.MarketFilled), "no refill after a day without a sale"
    assert game.state.board.blue == ["c24", "", "c23"]
    assert game.due == ("julie", "turn")


def test_unserved_customers_stay_where_they_are_and_gaps_fill_in_queue_order():
    game = given(
        chris=farm(goods="scroll", cubes="green", grain=2), julie=farm(), spaces=MARKET,
        blue="c03 c24 c02", queue="c13 c08 c20 c14 c05",
        draws={"customer 9": "c09", "customer 10": "c10"},
    )  # fmt: skip

    game.do("chris", "take market pink; serve 3; serve 1")

    assert game.state.board.blue == ["c13", "c24", "c08"]
    assert game.state.board.queue == ["c20", "c14", "c05", "c09", "c10"]
    assert len(game.state.board.stack) == 24 - 10


def test_an_empty_stack_leaves_spaces_empty():
    game = given(
        chris=farm(goods="scroll scroll", cubes="green"), julie=farm(), spaces=MARKET,
        blue="c03 c04 c24", queue="c05", stack="",
    )  # fmt: skip

    game.do("chris", "take market pink; serve 1; serve 2")

    assert game.state.board.blue == ["c05", "", "c24"]
    assert game.state.board.queue == []
    assert game.one(facts.MarketFilled).draws == ()


def test_a_day_without_customers_passes_by():
    game = given(chris=farm(grain=5), julie=farm(), spaces=MARKET, blue="", stack="")

    game.do("chris", "take market pink")

    assert game.one(facts.MarketClosed).sales == 0
    assert game.due == ("julie", "turn")


def test_customers_lie_face_down_for_others_until_the_end():
    game = given(chris=farm(customers="c23"), julie=farm(), spaces=MARKET)

    for viewer, seen in (("chris", True), ("julie", False), (None, False)):
        view = game.view(viewer)
        assert (view.farms["chris"].customers is not None) == seen
        assert (view.score["chris"]["customers"] == 6) == seen
        assert view.farms["chris"].customers_served == 1


def test_customers_may_be_agreed_to_be_open():
    game = given(
        chris=farm(customers="c23"), julie=farm(), spaces=MARKET, options={"open_customers": True}
    )

    assert game.view("julie").score["chris"]["customers"] == 6


def test_who_crosses_the_quill_on_the_day_chooses_at_once():
    game = given(
        chris=farm(goods="scroll scroll", cubes="green", time=9, members="smithy 1"),
        julie=farm(goods="scroll", cubes="green"),
        spaces=MARKET, blue="c03 c04 c16",
    )  # fmt: skip

    game.do("chris", "take market pink; serve 1").do("julie", "pass").do("chris", "serve 2")

    assert game.due == ("chris", "death")
    assert game.state.turn.market is not None
    game.do("chris", "die smithy 1")
    assert game.all(facts.MarketClosed)


def test_another_who_crosses_chooses_before_the_next_sells():
    game = given(
        chris=farm(goods="scroll scroll", cubes="green"),
        julie=farm(goods="scroll", cubes="green", time=9, members="smithy 1"),
        spaces=MARKET, blue="c03 c04 c16",
    )  # fmt: skip

    game.do("chris", "take market pink; serve 1").do("julie", "serve 2")

    assert game.due == ("julie", "death")
    assert game.state.turn.market is not None
    game.do("julie", "die farm 1")
    assert game.at("julie", "chronicle") == [1]


def test_a_plague_death_of_the_opener_waits_for_the_end_of_the_day():
    """The marker crossed before the day: the opener chooses after it, as at the end of a turn."""
    game = given(
        chris=farm(goods="scroll", time=8, members="smithy 1"),
        julie=farm(goods="scroll", cubes="green"),
        spaces=MARKET | {"market": "black"}, blue="c03 c04",
    )  # fmt: skip

    game.do("chris", "take market black")
    assert game.due == ("chris", "market")
    game.do("chris", "serve 1")
    assert game.due == ("julie", "market")
    game.do("julie", "serve 2")

    kinds = [type(fact) for fact in game.facts]
    assert kinds.index(facts.MarketClosed) < kinds.index(facts.ChoiceDue)
    assert game.due == ("chris", "death")
    game.do("chris", "die smithy 1")
    assert game.due == ("julie", "turn")


def test_a_second_crossing_of_the_opener_on_the_day_is_settled_at_once():
    """With 3 time to a life: plague crosses before the day, a sale on it crosses once more."""
    game = given(
        chris=farm(goods="scroll scroll", cubes="green", time=3, members="smithy 1"),
        julie=farm(),
        spaces=MARKET | {"market": "black"}, blue="c03 c04 c16",
        box={"life_time": 3, "plague_time": 5},
    )  # fmt: skip

    game.do("chris", "take market black; serve 1")
    assert (game.farm("chris").time, game.farm("chris").owed) == (8, 1)
    game.do("chris", "serve 2")
    assert (game.farm("chris").time, game.farm("chris").owed) == (9, 2)
    assert game.due == ("chris", "death")

    game.do("chris", "die smithy 1")
    assert [type(fact) for fact in game.facts][:4] == [
        facts.MemberDied, facts.MarketPassed, facts.MarketClosed, facts.MarketFilled,
    ]  # fmt: skip
    assert game.all(facts.MarketPassed)
    assert game.farm("chris").owed == 0, "the other death followed at the end of the turn"


def test_the_market_by_the_well_is_a_day_like_any_other():
    game = given(
        chris=farm(goods="scroll", cubes="pink pink pink"),
        julie=farm(goods="scroll", cubes="green"),
        spaces={"church": "pink"}, blue="c03 c04",
    )  # fmt: skip

    game.do("chris", "well pink pink pink; use market; serve 1")

    assert game.due == ("julie", "market")
    assert game.farm("chris").customers == ["c03"]
