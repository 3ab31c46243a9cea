"""Counting every piece of a game: nothing is lost, nothing appears, no count is negative."""

from collections import Counter
from collections.abc import Iterable, Mapping

from projections.village.state import COLOURS, DEAD, GOODS, PLAGUE, SPACES, Farm, State


def check(state: State) -> None:
    """Assert that all pieces printed in the box are where pieces can be, and none twice."""
    _check_cubes(state)
    _check_supply(state)
    _check_customers(state)
    for farm in state.farms.values():
        _check_farm(state, farm)
    _check_dead(state)
    assert state.board.monks == state.box.monks
    assert state.board.ring in ("", *state.seats)


def _total(piles: Iterable[Mapping[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for pile in piles:
        assert all(count >= 0 for count in pile.values()), pile
        total.update(pile)
    return +total


def _check_cubes(state: State) -> None:
    board = state.board
    farms = [farm.cubes for farm in state.farms.values()]
    carla = Counter(colour for _, colour, _ in state.carla.cubes) if state.carla else Counter()
    assert tuple(board.spaces) == SPACES
    assert all(count > 0 for cubes in board.spaces.values() for count in cubes.values())
    assert not any(PLAGUE in cubes for cubes in farms)
    everywhere = [board.cubes, board.green_bag, *board.spaces.values(), *farms, carla]
    assert _total(everywhere) == Counter(state.box.supply.cubes)


def _check_supply(state: State) -> None:
    board, supply, farms = state.board, state.box.supply, state.farms.values()
    assert _total([board.goods, *(farm.goods for farm in farms)]) == Counter(supply.goods)
    assert board.grain + sum(farm.grain for farm in farms) == supply.grain
    assert board.coins + sum(farm.coins for farm in farms) == supply.coins
    assert board.grain >= 0
    assert board.coins >= 0


def _check_customers(state: State) -> None:
    board = state.board
    served = [customer for farm in state.farms.values() for customer in farm.customers]
    blue = [customer for customer in board.blue if customer]
    assert sorted([*blue, *board.queue, *board.stack, *served]) == sorted(state.box.customers)
    assert len(board.queue) <= state.box.market.queue
    assert board.stack == sorted(board.stack), "the order of the stack is not known to anybody"


def _check_farm(state: State, farm: Farm) -> None:
    numbers = Counter(member[0] for member in farm.members)
    assert numbers == Counter(dict(state.box.members))
    assert 0 <= farm.grain <= state.box.grain_limit
    assert min(farm.coins, farm.owed, farm.prestige, farm.time) >= 0
    assert set(farm.goods) <= set(GOODS)
    assert set(farm.cubes) <= set(COLOURS)
    assert len(farm.cities) == len(set(farm.cities))


def _check_dead(state: State) -> None:
    chronicle, players = state.chronicle, state.card
    printed = state.box.chronicle
    for section, rests in chronicle.sections.items():
        assert len(rests) <= printed.spaces[players][section]
    assert len(chronicle.graves) <= printed.graves[players]
    written = [rest for rests in chronicle.sections.values() for rest in rests]
    lying = {"chronicle": written, "grave": chronicle.graves, "beside": chronicle.beside}
    assert set(lying) == DEAD
    for place, rests in lying.items():
        there = [
            (s, m) for s, farm in state.farms.items() for m, p in farm.members.items() if p == place
        ]
        assert sorted(there) == sorted((rest.seat, rest.member) for rest in rests)
