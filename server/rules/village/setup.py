"""Before the first turn, and the stocking of the action spaces at each round (p. 3 and 4)."""

from collections.abc import Mapping

from events import village as facts
from events.lifecycle import Fact
from projections.village.state import COLOURS, PLAGUE, SPACES, Choice, State
from server.rules.village import carla
from server.rules.village.table import Table


def lay_out(table: Table) -> None:
    """Seats, customers and compensations, as far as nothing has to be chosen.

    Raises:
        Invalid: if a seat has the name of Carla in a game against her.
    """
    carla.check_seats(table.state)
    if table.state.options.shuffle:
        pool = dict.fromkeys(table.state.seats, 1)
        table.emit(facts.SeatsShuffled(table.dice.draw("seats", pool, len(pool))))
    _first_customers(table)
    if table.state.options.compensation:
        _compensate(table)


def _first_customers(table: Table) -> None:
    board, printed = table.state.board, table.state.box.market
    blue = len(board.blue)
    pool = dict.fromkeys(board.stack, 1)
    draw = table.dice.draw("customers", pool, blue + printed.queue)
    table.emit(facts.MarketFilled(draw.drawn[:blue], draw.drawn[blue:], (draw,)))


def _compensate(table: Table) -> None:
    for seat, made_up in zip(table.state.seats, table.state.box.compensation, strict=False):
        if made_up.grain or made_up.coins:
            table.emit(facts.CompensationGiven(seat, grain=made_up.grain, coins=made_up.coins))
        if made_up.random_cubes:
            pool = dict.fromkeys(COLOURS, made_up.random_cubes)
            draw = table.dice.draw(f"compensation {seat}", pool, made_up.random_cubes)
            cubes = {colour: draw.drawn.count(colour) for colour in draw.drawn}
            table.emit(facts.CompensationGiven(seat, cubes=cubes, draw=draw))


def cube_due(state: State) -> Choice | None:
    """The next seat that chooses a cube to make up for its place, if there is one."""
    if not state.options.compensation:
        return None
    for seat, made_up in zip(state.seats, state.box.compensation, strict=False):
        have = sum(state.farms[seat].cubes.values())
        due = made_up.random_cubes + made_up.chosen_cubes - have
        if due > 0:
            return Choice(seat, "cubes", count=due)
    return None


def cubes_left(state: State) -> bool:
    """Whether a cube lies on any action space."""
    return any(state.board.spaces.values())


def stock(table: Table) -> Fact:
    """Fill the green bag as the set-up card says, and the action spaces from it.

    Colours are limited by the supply; all plague cubes in it go into the bag. If the bag holds
    too few cubes the last spaces come short.
    """
    state = table.state
    board, card = state.board, state.box.rounds[state.card]
    added = {colour: min(count, board.cubes[colour]) for colour, count in card.add.items()}
    added[PLAGUE] = board.cubes[PLAGUE]
    bag = {colour: board.green_bag[colour] + added.get(colour, 0) for colour in board.green_bag}
    number = board.round + 1
    draw = table.dice.draw(f"round {number}", bag, sum(card.place.values()))
    starter = board.ring or board.starter
    return facts.RoundBegan(number, starter, added, _spread(card.place, draw.drawn), draw)


def _spread(place: Mapping[str, int], drawn: tuple[str, ...]) -> dict[str, dict[str, int]]:
    spaces: dict[str, dict[str, int]] = {}
    at = 0
    for space in SPACES:
        cubes = drawn[at : at + place[space]]
        spaces[space] = {colour: cubes.count(colour) for colour in sorted(set(cubes))}
        at += place[space]
    return spaces
