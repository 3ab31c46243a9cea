"""Positions of Village out of hand-made facts."""

from typing import Any

from events import village as facts
from events.dice import Draw
from events.lifecycle import Fact, GameStarted, Seat
from projections.village import fold
from projections.village.state import State
from server.rules.village import GAME

SEATS = ("ana", "bruno", "clara")
NO_DRAW = Draw("nothing", {}, ())


def started(seats: tuple[str, ...] = SEATS, **options: Any) -> GameStarted:
    """The first fact of a game with the usual box."""
    agreed = GAME.options(options, len(seats))
    return GameStarted(
        kind="village",
        rules=1,
        name="a game",
        seats=tuple(Seat(seat) for seat in seats),
        commitment="5e" * 32,
        options=agreed,
        box=GAME.box(agreed, None),
    )


def given(*history: Fact, seats: tuple[str, ...] = SEATS, **options: Any) -> State:
    """The state after these facts."""
    return then(fold.new(started(seats, **options)), *history)


def then(state: State, *history: Fact) -> State:
    """The state after some more facts."""
    for fact in history:
        fold.evolve(state, fact)
    return state


def round_began(number: int = 1, starter: str = "ana", **spaces: dict[str, int]) -> Fact:
    """A round for which exactly the cubes on the spaces were added and drawn."""
    cubes: dict[str, int] = {}
    for space in spaces.values():
        for colour, count in space.items():
            cubes[colour] = cubes.get(colour, 0) + count
    drawn = tuple(colour for colour, count in cubes.items() for _ in range(count))
    return facts.RoundBegan(number, starter, cubes, spaces, Draw("stock", cubes, drawn))


def died(seat: str, member: str, place: str, rest: str) -> Fact:
    """A death."""
    return facts.MemberDied(seat, member, place, rest)
