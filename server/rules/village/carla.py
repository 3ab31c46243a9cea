"""Carla's turns in the solo game: she follows every cube you take (p. 17 and 18)."""

from events import village as facts
from events.lifecycle import Fact
from events.village import CARLA
from projections.village.carla import HOME, WAITING
from projections.village.state import Carla, Choice, Farm, State
from projections.words import N_
from server.rules.game import Invalid
from server.rules.village.table import Table


def check_seats(state: State) -> None:
    """Nobody else may have her name.

    Raises:
        Invalid: if a seat has it.
    """
    if state.carla is not None and CARLA in (seat.casefold() for seat in state.seats):
        raise Invalid("seat_twice", N_("There are two seats called “{name}”."), name=CARLA)


def follow(table: Table) -> Choice | None:
    """Her turn: she takes the cube that the rules name, or the player must choose it."""
    found = source(table.state)
    if found is None:
        carla = her(table.state)
        table.emit(facts.CarlaWaited("no cube left" if carla.follow else "no cube taken"))
        return None
    space, colours = found
    if len(colours) > 1:
        return Choice(table.state.seats[0], "carla", space)
    take(table, space, colours[0])
    return None


def her(state: State) -> Carla:
    """Her board."""
    assert state.carla is not None
    return state.carla


def source(state: State) -> tuple[str, list[str]] | None:
    """The action space where she takes, and the colours she may take there; None if she cannot.

    The same colour from the same space, else from the next one clockwise that has it; if none is
    left, any cube from the same space, else from the next one clockwise with cubes.
    """
    followed = her(state).follow
    if followed is None:
        return None
    space, colour = followed
    spaces, circle = state.board.spaces, _clockwise(state, space)
    for at in circle:
        if colour in spaces[at]:
            return at, [colour]
    for at in circle:
        if spaces[at]:
            return at, list(spaces[at])
    return None


def _clockwise(state: State, space: str) -> list[str]:
    assert state.box.solo is not None
    order = state.box.solo.order
    at = order.index(space)
    return [*order[at:], *order[:at]]


def take(table: Table, space: str, colour: str) -> None:
    """She takes this cube, lays it on her track, and reacts."""
    carla, solo = her(table.state), table.state.box.solo
    assert carla.follow is not None
    assert solo is not None
    origin, sought = carla.follow
    before = carla.space
    track = before % solo.track + 1
    table.emit(facts.CarlaTook(space, colour, track, sought, origin, chosen=colour != sought))
    for half, passed in (("upper", solo.upper), ("lower", solo.lower)):
        if before in passed:
            table.emit(_fate(table, half))
    _react(table, space)


def _fate(table: Table, half: str) -> Fact:
    carla, solo = her(table.state), table.state.box.solo
    assert solo is not None
    down = carla.fates[half]
    draw = table.dice.draw(f"fate {carla.turned + 1}", down, 1)
    last = sum(down.values()) == 1
    return facts.FateRevealed(half, draw, dict(solo.fates) if last else {})


def _react(table: Table, space: str) -> None:
    if space == "market":
        table.emit(facts.MarketOpened(CARLA, (CARLA, *table.state.seats)))
    elif space == "church":
        waiting = _by_number(table.farm(CARLA), WAITING)
        if waiting:
            table.emit(facts.CarlaEntered(waiting[0]))


def serve(table: Table) -> None:
    """On a market day she takes the first customer that waits at a blue space, for nothing."""
    blue = table.state.board.blue
    space = next(i for i, customer in enumerate(blue, 1) if customer)
    table.emit(facts.CarlaServed(space, blue[space - 1]))


def _by_number(farm: Farm, place: str) -> list[str]:
    return sorted(member for member, where in farm.members.items() if where == place)


def victim(farm: Farm) -> str | None:
    """Who dies in her family: those beside her board, the waiting ones, those in the church.

    The lowest number first; in the church from left to right (p. 18).
    """
    church = sorted(
        (place, member) for member, place in farm.members.items() if place.startswith("church-")
    )
    queue = [*_by_number(farm, HOME), *_by_number(farm, WAITING), *(m for _, m in church)]
    return queue[0] if queue else None


def section(state: State) -> str:
    """The section for her dead: that of the action space her last cube came from."""
    assert state.box.solo is not None
    return state.box.solo.sections[her(state).cubes[-1][2]]


def stage_for(farm: Farm, stages: int, taken: set[int]) -> int:
    """The first stage of the church without one of hers; `taken` are those of this draw."""
    held = {int(p[-1]) for p in farm.members.values() if p.startswith("church-")} | taken
    return next(stage for stage in range(1, stages + 1) if stage not in held)


def clear(state: State) -> Fact | None:
    """Before a new round all her cubes but the last go back to the supply."""
    if state.carla is None or len(state.carla.cubes) < 2:
        return None
    colours = [colour for _, colour, _ in state.carla.cubes[:-1]]
    return facts.CarlaCleared({colour: colours.count(colour) for colour in colours})


def rank(state: State, points: int) -> str:
    """The title reached in the solo game; "" with more players."""
    solo = state.box.solo if state.carla is not None else None
    if solo is None:
        return ""
    reached = [title.name for title in solo.titles if points >= title.points]
    return reached[-1] if reached else solo.titles[0].name
