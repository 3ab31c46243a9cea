"""The course of the game: whose turn it is, what must be chosen, what is under way."""

from collections.abc import Callable
from typing import Any

from events import village as facts
from events.lifecycle import Fact
from projections.village.state import Choice, MarketDay, Mass, State, Turn


def chosen(turn: Turn, fact: Fact, state: State) -> None:
    """Take in any other fact: if it is the deed of the seat that had to choose, it has chosen."""
    if turn.pending is not None and getattr(fact, "seat", None) == turn.pending.seat:
        turn.pending = None


def from_seat(seats: tuple[str, ...], first: str) -> list[str]:
    """All seats clockwise, beginning with `first`."""
    at = seats.index(first)
    return [*seats[at:], *seats[:at]]


def _choice_due(turn: Turn, fact: facts.ChoiceDue, state: State) -> None:
    turn.pending = Choice(fact.seat, fact.choice, fact.where, fact.count)
    if fact.choice in ("turn", "free"):
        turn.seat = fact.seat
        if turn.last is not None:
            turn.last = [seat for seat in turn.last if seat != fact.seat]


def _market_opened(turn: Turn, fact: facts.MarketOpened, state: State) -> None:
    turn.pending = None
    turn.market = MarketDay(
        opener=fact.seat,
        seats=list(fact.seats),
        sales=0,
        deferred=state.farms[fact.seat].owed,
        free=True,
    )


def _served(turn: Turn, fact: facts.CustomerServed, state: State) -> None:
    turn.pending = None
    day = turn.market
    assert day is not None
    day.sales += 1
    day.free = False
    day.seats = [seat for seat in day.seats if seat != fact.seat] + [fact.seat]


def _carla_served(turn: Turn, fact: facts.CarlaServed, state: State) -> None:
    day = turn.market
    assert day is not None
    day.sales += 1
    day.free = False
    day.seats = [seat for seat in day.seats if seat != facts.CARLA]


def _carla_took(turn: Turn, fact: facts.CarlaTook, state: State) -> None:
    turn.pending = None
    _carla_turn(turn, fact, state)


def _carla_turn(turn: Turn, fact: facts.CarlaTook | facts.CarlaWaited, state: State) -> None:
    turn.seat = facts.CARLA
    if turn.last is not None:
        turn.last = [seat for seat in turn.last if seat != facts.CARLA]


def _market_passed(turn: Turn, fact: facts.MarketPassed, state: State) -> None:
    turn.pending = None
    day = turn.market
    assert day is not None
    day.free = False
    day.seats = [seat for seat in day.seats if seat != fact.seat]


def _market_closed(turn: Turn, fact: facts.MarketClosed, state: State) -> None:
    turn.market = None


def _round_began(turn: Turn, fact: facts.RoundBegan, state: State) -> None:
    turn.seat = ""


def _mass_began(turn: Turn, fact: facts.MassBegan, state: State) -> None:
    turn.seat = ""
    turn.mass = Mass("call", from_seat(state.seats, state.board.starter), 0)


def _called(turn: Turn, fact: facts.MemberCalled, state: State) -> None:
    turn.pending = None
    assert turn.mass is not None
    turn.mass.called += 1


def _mass_passed(turn: Turn, fact: facts.CallPassed | facts.PromotionPassed, state: State) -> None:
    turn.pending = None
    assert turn.mass is not None
    turn.mass.seats = [seat for seat in turn.mass.seats if seat != fact.seat]


def _drawn(turn: Turn, fact: facts.PiecesDrawn, state: State) -> None:
    turn.mass = Mass("promote", from_seat(state.seats, state.board.starter), 0)


def _majority(turn: Turn, fact: facts.MajorityAwarded, state: State) -> None:
    turn.mass = None


def _triggered(turn: Turn, fact: facts.EndTriggered, state: State) -> None:
    turn.trigger = fact.seat


def _last_actions(turn: Turn, fact: facts.LastActionsDue, state: State) -> None:
    turn.last = list(fact.seats)


def _ended(turn: Turn, fact: facts.GameEnded, state: State) -> None:
    turn.pending = None
    turn.points = fact.points
    turn.places = fact.places
    turn.rank = fact.rank


HANDLERS: dict[type[Fact], Callable[[Turn, Any, State], None]] = {
    facts.ChoiceDue: _choice_due,
    facts.MarketOpened: _market_opened,
    facts.CustomerServed: _served,
    facts.MarketPassed: _market_passed,
    facts.CarlaServed: _carla_served,
    facts.CarlaTook: _carla_took,
    facts.CarlaWaited: _carla_turn,
    facts.MarketClosed: _market_closed,
    facts.RoundBegan: _round_began,
    facts.MassBegan: _mass_began,
    facts.MemberCalled: _called,
    facts.CallPassed: _mass_passed,
    facts.PromotionPassed: _mass_passed,
    facts.PiecesDrawn: _drawn,
    facts.MajorityAwarded: _majority,
    facts.EndTriggered: _triggered,
    facts.LastActionsDue: _last_actions,
    facts.GameEnded: _ended,
}
