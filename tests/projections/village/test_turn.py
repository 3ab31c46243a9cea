"""Where the game stands: whose turn, what is due, market days, masses, the end."""

from events import village as facts
from events.dice import Draw
from projections.village.fold import copy
from projections.village.state import Choice
from tests.projections.village.positions import NO_DRAW, SEATS, died, given, round_began, then


def test_a_choice_is_due_until_its_seat_has_made_it() -> None:
    state = given(round_began(harvest={"pink": 1}), facts.ChoiceDue("bruno", "turn"))
    assert state.turn.pending == Choice("bruno", "turn")
    assert state.turn.seat == "bruno"

    then(state, facts.CubeTaken("bruno", "harvest", "pink"))

    assert state.turn.pending is None
    assert state.turn.seat == "bruno"


def test_what_others_do_leaves_a_choice_due() -> None:
    state = given(facts.ChoiceDue("ana", "action", "harvest"))

    then(state, died("bruno", "1a", "farm", "farm"))

    assert state.turn.pending == Choice("ana", "action", "harvest")


def test_a_market_day_goes_round_until_nobody_is_left() -> None:
    state = given(facts.MarketOpened("bruno", ("bruno", "clara", "ana")))
    day = state.turn.market
    assert day is not None
    assert (day.seats, day.free, day.sales) == (["bruno", "clara", "ana"], True, 0)

    then(state, facts.CustomerServed("bruno", 1, "c01", facts.NOTHING))
    assert (day.seats, day.free, day.sales) == (["clara", "ana", "bruno"], False, 1)

    then(state, facts.MarketPassed("clara"), facts.MarketPassed("ana"))
    assert day.seats == ["bruno"]

    then(state, facts.MarketClosed(1))
    assert state.turn.market is None


def test_a_mass_calls_then_promotes_from_the_starter_on() -> None:
    state = given(round_began(1, "clara"), facts.MassBegan())
    mass = state.turn.mass
    assert mass is not None
    assert (mass.step, mass.seats, mass.called) == ("call", ["clara", "ana", "bruno"], 0)

    then(state, facts.MemberCalled("clara", "1a", facts.Cost(coins=1)), facts.CallPassed("clara"))
    assert (mass.seats, mass.called) == (["ana", "bruno"], 1)

    then(state, facts.PiecesDrawn(NO_DRAW), facts.PromotionPassed("clara"))
    mass = state.turn.mass
    assert mass is not None
    assert (mass.step, mass.seats) == ("promote", ["ana", "bruno"])

    then(state, facts.MajorityAwarded(("clara",), 2))
    assert state.turn.mass is None


def test_last_actions_are_used_up_in_order() -> None:
    state = given(facts.EndTriggered("ana", "graves"), facts.LastActionsDue(("bruno", "clara")))
    assert (state.turn.trigger, state.turn.last) == ("ana", ["bruno", "clara"])

    then(state, facts.ChoiceDue("bruno", "free"))

    assert state.turn.last == ["clara"]


def test_the_end_holds_the_final_result() -> None:
    points = {seat: {"prestige": 1} for seat in SEATS}
    places = dict.fromkeys(SEATS, 1)

    turn = given(facts.ChoiceDue("ana", "turn"), facts.GameEnded(points, places)).turn

    assert (turn.pending, turn.points, turn.places) == (None, points, places)


def test_shuffled_seats_sit_in_the_drawn_order() -> None:
    draw = Draw("seats", dict.fromkeys(SEATS, 1), ("clara", "ana", "bruno"))

    state = given(facts.SeatsShuffled(draw), shuffle=True)

    assert state.seats == ("clara", "ana", "bruno")
    assert state.board.starter == "clara"


def test_a_copy_shares_nothing_that_changes() -> None:
    state = given(
        round_began(harvest={"pink": 1}),
        facts.MarketOpened("ana", SEATS),
        facts.MassBegan(),
        facts.LastActionsDue(SEATS),
    )
    before = copy(state)

    then(
        copy(state),
        facts.ChoiceDue("ana", "turn"),
        facts.CubeTaken("ana", "harvest", "pink"),
        facts.MarketPassed("ana"),
        facts.CallPassed("ana"),
        facts.CityVisited("ana", "N1", prestige=3),
        died("ana", "1a", "farm", "farm"),
        died("ana", "1b", "farm", "grave"),
    )

    assert state == before
