"""The course of the game: what happens by itself between two choices."""

from events import village as facts
from events.lifecycle import Fact
from events.village import CARLA
from projections.village.score import places as final_places
from projections.village.score import score
from projections.village.state import Choice, State
from projections.village.turn import from_seat
from server.rules.village import carla, market, mass, setup
from server.rules.village.actions import offer
from server.rules.village.deaths import bury
from server.rules.village.members import mortal
from server.rules.village.table import Table


def advance(table: Table) -> None:
    """Go on until a seat must choose or the game is over."""
    while table.pending is None and table.state.turn.places is None:
        _step(table)


def _step(table: Table) -> None:
    turn = table.state.turn
    if turn.market is not None:
        if not _death_due(table, market.deaths_due(table.state)):
            market.step(table)
    elif turn.mass is not None:
        mass.step(table)
    elif turn.seat:
        owed = [turn.seat] if table.farm(turn.seat).owed else []
        if not _death_due(table, owed):
            _end_turn(table)
    else:
        _between_turns(table)


def _death_due(table: Table, seats: list[str]) -> bool:
    """Let the first of these seats choose who dies; nobody visible, nobody dies (p. 12)."""
    if not seats:
        return False
    if seats[0] == CARLA:
        _carla_dies(table)
    elif mortal(table.farm(seats[0])):
        offer(table, Choice(seats[0], "death"))
    else:
        table.emit(facts.DeathSpared(seats[0]))
    return True


def _carla_dies(table: Table) -> None:
    member = carla.victim(table.farm(CARLA))
    if member is None:
        table.emit(facts.DeathSpared(CARLA))
    else:
        bury(table, CARLA, member, carla.section(table.state))


def _end_turn(table: Table) -> None:
    state, turn = table.state, table.state.turn
    if turn.trigger and turn.last is None:
        table.emit(_last_actions(table))
    elif turn.last:
        _begin_turn(table, turn.last[0])
    elif turn.last is not None:
        table.emit(facts.MassBegan(last=True))
    elif setup.cubes_left(state):
        _begin_turn(table, _next(state, turn.seat))
    else:
        table.emit(facts.MassBegan())


def _last_actions(table: Table) -> Fact:
    """One more action for each of the others (p. 13).

    Everybody has one if somebody else than its opener filled the last place on a market day.
    """
    turn = table.state.turn
    opener, *others = from_seat(table.state.order, turn.seat)
    everybody = turn.trigger != opener
    return facts.LastActionsDue((*others, opener) if everybody else tuple(others))


def _next(state: State, seat: str) -> str:
    order = state.order
    return order[(order.index(seat) + 1) % len(order)]


def _begin_turn(table: Table, seat: str) -> None:
    if seat == CARLA:
        choice = carla.follow(table)
        if choice is not None:
            offer(table, choice)
        return
    offer(table, Choice(seat, "turn" if setup.cubes_left(table.state) else "free"))


def _between_turns(table: Table) -> None:
    """Nobody's turn: before the first one, after a mass, or a round that has just begun."""
    state = table.state
    if state.turn.last is not None:
        table.emit(_ending(table))
    elif state.board.round == 0 and (due := setup.cube_due(state)) is not None:
        offer(table, due)
    elif setup.cubes_left(state):
        _begin_turn(table, state.board.starter)
    else:
        cleared = carla.clear(state)
        if cleared is not None:
            table.emit(cleared)
        table.emit(setup.stock(table))


def _ending(table: Table) -> Fact:
    points = {seat: score(table.state, seat) for seat in table.state.seats}
    totals = {seat: sum(categories.values()) for seat, categories in points.items()}
    rank = carla.rank(table.state, totals[table.state.seats[0]])
    return facts.GameEnded(points, final_places(table.state, totals), rank)
