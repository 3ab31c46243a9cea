"""Folding: the state before the first turn, and how each fact changes it."""

from functools import cache
from typing import Any

import msgspec

from events.lifecycle import Fact, GameStarted
from events.village import SeatsShuffled
from projections.village import board, carla, chronicle, farms, turn
from projections.village.box import Box
from projections.village.state import (
    COLOURS,
    GOODS,
    PLAGUE,
    SECTIONS,
    SPACES,
    Board,
    Chronicle,
    Farm,
    Options,
    State,
    Turn,
    solo_card,
)


def new(started: GameStarted) -> State:
    """The table as it is laid before anything is drawn (p. 3)."""
    box = msgspec.convert(started.box, Box)
    # Logs of before the terms were apart hold one of them among the options.
    own = {name: value for name, value in started.options.items() if name != "undo"}
    options = msgspec.convert(own, Options)
    seats = tuple(seat.id for seat in started.seats)
    solo = box.solo if options.solo else None
    return State(
        box=box,
        options=options,
        seats=seats,
        board=_new_board(box, seats, solo_card(box, options.solo) or str(len(seats))),
        farms={seat: _new_farm(box) for seat in seats} | carla.new_farm(box, solo),
        chronicle=Chronicle({section: [] for section in SECTIONS}, [], []),
        turn=Turn(),
        carla=carla.new(solo),
    )


def _new_board(box: Box, seats: tuple[str, ...], card: str) -> Board:
    supply = box.supply
    return Board(
        round=0,
        starter=seats[0],
        ring="",
        spaces={space: {} for space in SPACES},
        green_bag=dict.fromkeys((*COLOURS, PLAGUE), 0),
        monks=box.monks,
        grain=supply.grain,
        coins=supply.coins - box.coins * len(seats),
        goods=dict(supply.goods),
        cubes=dict(supply.cubes),
        blue=[""] * box.market.blue[card],
        queue=[],
        stack=sorted(box.customers),
    )


def _new_farm(box: Box) -> Farm:
    first = min(box.members)
    members = {m: "farm" if m[0] == first else "reserve" for m in carla.all_members(box)}
    return Farm(
        time=0,
        owed=0,
        grain=0,
        coins=box.coins,
        prestige=0,
        goods=dict.fromkeys(GOODS, 0),
        cubes=dict.fromkeys(COLOURS, 0),
        members=members,
        cities=[],
        customers=[],
    )


def evolve(state: State, fact: Fact) -> State:
    """Take in one fact, in place; neither rules nor dice are asked."""
    on_turn, on_board, on_farms, in_chronicle, on_her = _handlers(type(fact))
    on_turn(state.turn, fact, state)
    if on_board is not None:
        on_board(state.board, fact)
    if on_farms is not None:
        on_farms(state.farms, fact)
    if in_chronicle is not None:
        in_chronicle(state.chronicle, fact)
    if on_her is not None and state.carla is not None:
        on_her(state.carla, fact)
    if isinstance(fact, SeatsShuffled):
        state.seats = fact.draw.drawn
        state.board.starter = state.seats[0]
    return state


@cache
def _handlers(kind: type[Fact]) -> tuple[Any, ...]:
    """What each part of the state does with a kind of fact, None for nothing."""
    parts = (board, farms, chronicle, carla)
    return turn.HANDLERS.get(kind, turn.chosen), *(part.HANDLERS.get(kind) for part in parts)


def copy(state: State) -> State:
    """An independent copy; the box and the options are shared, nothing changes them."""
    return State(
        box=state.box,
        options=state.options,
        seats=state.seats,
        board=_copy_board(state.board),
        farms={seat: _copy_farm(farm) for seat, farm in state.farms.items()},
        chronicle=Chronicle(
            {section: list(rests) for section, rests in state.chronicle.sections.items()},
            list(state.chronicle.graves),
            list(state.chronicle.beside),
        ),
        turn=_copy_turn(state.turn),
        carla=carla.copy(state.carla),
    )


def _copy_board(old: Board) -> Board:
    new = msgspec.structs.replace(old)
    new.spaces = {space: dict(cubes) for space, cubes in old.spaces.items()}
    new.green_bag = dict(old.green_bag)
    new.goods = dict(old.goods)
    new.cubes = dict(old.cubes)
    new.blue = list(old.blue)
    new.queue = list(old.queue)
    new.stack = list(old.stack)
    return new


def _copy_farm(old: Farm) -> Farm:
    new = msgspec.structs.replace(old)
    new.goods = dict(old.goods)
    new.cubes = dict(old.cubes)
    new.members = dict(old.members)
    new.cities = list(old.cities)
    new.customers = list(old.customers)
    return new


def _copy_turn(old: Turn) -> Turn:
    new = msgspec.structs.replace(old)
    if old.market is not None:
        new.market = msgspec.structs.replace(old.market, seats=list(old.market.seats))
    if old.mass is not None:
        new.mass = msgspec.structs.replace(old.mass, seats=list(old.mass.seats))
    if old.last is not None:
        new.last = list(old.last)
    return new
