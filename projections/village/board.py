"""The board: how each fact changes the village, the market, the bags and the supply."""

from collections.abc import Callable, Mapping
from typing import Any

from events import village as facts
from events.lifecycle import Fact
from projections.village.state import PLAGUE, SPACES, Board


def add(pile: dict[str, int], pieces: Mapping[str, int]) -> None:
    """Put pieces on a pile."""
    for piece, count in pieces.items():
        pile[piece] = pile.get(piece, 0) + count


def take(pile: dict[str, int], pieces: Mapping[str, int]) -> None:
    """Take pieces from a pile."""
    for piece, count in pieces.items():
        pile[piece] = pile.get(piece, 0) - count


def _paid(board: Board, fact: Any) -> None:
    cost: facts.Cost = fact.cost
    board.grain += cost.grain
    board.coins += cost.coins
    if cost.cubes:
        add(board.cubes, cost.cubes)
    if cost.goods:
        add(board.goods, cost.goods)


def _compensated(board: Board, fact: facts.CompensationGiven) -> None:
    board.grain -= fact.grain
    board.coins -= fact.coins
    take(board.cubes, fact.cubes)


def _market_filled(board: Board, fact: facts.MarketFilled) -> None:
    board.blue = list(fact.blue)
    board.queue = list(fact.queue)
    for draw in fact.draws:
        board.stack = [customer for customer in board.stack if customer not in draw.drawn]


def _round_began(board: Board, fact: facts.RoundBegan) -> None:
    board.round = fact.round
    board.starter = fact.starter
    board.ring = ""
    take(board.cubes, fact.added)
    add(board.green_bag, fact.added)
    board.spaces = {space: dict(fact.spaces.get(space, {})) for space in SPACES}
    for piece in fact.draw.drawn:
        board.green_bag[piece] -= 1


def _cube_taken(board: Board, fact: facts.CubeTaken) -> None:
    _leave_space(board, fact.space, fact.colour)
    if fact.colour == PLAGUE:
        board.cubes[fact.colour] += 1


def _leave_space(board: Board, space: str, colour: str) -> None:
    cubes = board.spaces[space]
    cubes[colour] -= 1
    if not cubes[colour]:
        del cubes[colour]


def _harvested(board: Board, fact: facts.GrainHarvested) -> None:
    board.grain -= fact.grain


def _made(board: Board, fact: facts.GoodProduced | facts.GoodBought) -> None:
    board.goods[fact.good] -= 1
    _paid(board, fact)


def _milled(board: Board, fact: facts.GrainMilled) -> None:
    board.coins -= fact.coins
    _paid(board, fact)


def _served(board: Board, fact: facts.CustomerServed) -> None:
    board.blue[fact.space - 1] = ""
    _paid(board, fact)


def _carla_served(board: Board, fact: facts.CarlaServed) -> None:
    board.blue[fact.space - 1] = ""


def _carla_took(board: Board, fact: facts.CarlaTook) -> None:
    _leave_space(board, fact.space, fact.colour)


def _carla_cleared(board: Board, fact: facts.CarlaCleared) -> None:
    add(board.cubes, fact.cubes)


def _visited(board: Board, fact: facts.CityVisited) -> None:
    board.coins -= fact.coins


def _privilege_used(board: Board, fact: facts.PrivilegeUsed) -> None:
    if fact.ring:
        board.ring = fact.seat
    _paid(board, fact)


def _reward_chosen(board: Board, fact: facts.RewardChosen) -> None:
    take(board.cubes, fact.cubes)
    take(board.goods, fact.goods)


HANDLERS: dict[type[Fact], Callable[[Board, Any], None]] = {
    facts.CompensationGiven: _compensated,
    facts.MarketFilled: _market_filled,
    facts.RoundBegan: _round_began,
    facts.CubeTaken: _cube_taken,
    facts.WellPaid: _paid,
    facts.GrainHarvested: _harvested,
    facts.MemberTrained: _paid,
    facts.GoodProduced: _made,
    facts.GoodBought: _made,
    facts.GrainMilled: _milled,
    facts.CustomerServed: _served,
    facts.CarlaServed: _carla_served,
    facts.CarlaTook: _carla_took,
    facts.CarlaCleared: _carla_cleared,
    facts.MemberTravelled: _paid,
    facts.CityVisited: _visited,
    facts.CouncilEntered: _paid,
    facts.CouncilAdvanced: _paid,
    facts.PrivilegeUsed: _privilege_used,
    facts.RewardChosen: _reward_chosen,
    facts.ChurchEntered: _paid,
    facts.MemberCalled: _paid,
    facts.MemberPromoted: _paid,
}
