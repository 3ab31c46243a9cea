"""The toy's state: how facts change it, and what a viewer may see of it."""

import copy as copying
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from events.lifecycle import Fact, GameStarted
from server.answers import StoryLine
from server.rules.game import Outcome
from tests.toy.facts import OrderDrawn, Passed, Rolled, SecretTaken, TurnEnded


@dataclass
class Player:
    """One seat's things."""

    place: int = 0
    passes: int = 3
    rolls: int = 0
    secret: int | None = None


@dataclass
class Toy:
    """The whole state."""

    box: dict[str, Any]
    target: int
    players: dict[str, Player]
    secrets: bool
    order: list[str] = field(default_factory=list)
    turn: str = ""
    round: int = 1


class PlayerView(msgspec.Struct, frozen=True):
    """One seat's things, as somebody may see them."""

    place: int
    passes: int
    chosen: bool
    secret: int | None


class ToyView(msgspec.Struct, frozen=True):
    """The whole state, as somebody may see it."""

    round: int
    target: int
    turn: str
    order: tuple[str, ...]
    farms: dict[str, PlayerView]


def new(started: GameStarted) -> Toy:
    """The state before the set-up."""
    passes = started.box["passes"]
    players = {seat.id: Player(passes=passes) for seat in started.seats}
    return Toy(started.box, started.options["target"], players, started.options["secrets"])


def evolve(state: Toy, fact: Fact) -> Toy:
    """Take in one more fact."""
    match fact:
        case OrderDrawn(draw):
            first = draw.drawn[0]
            state.order = [first, *(seat for seat in state.players if seat != first)]
            state.turn = first
        case SecretTaken(seat, number):
            state.players[seat].secret = number
        case Rolled(seat, _, steps):
            state.players[seat].place += steps
            state.players[seat].rolls += 1
        case Passed(seat):
            state.players[seat].passes -= 1
        case TurnEnded(next_seat):
            state.round += next_seat == state.order[0]
            state.turn = next_seat
        case _:
            raise TypeError(f"the toy knows no {type(fact).__name__}")
    return state


def copy(state: Toy) -> Toy:
    """An independent state."""
    return copying.deepcopy(state)


def view(state: Toy, seat: str | None) -> ToyView:
    """What `seat` may see: its own secret, and everybody's at the end."""
    over = outcome(state) is not None
    return ToyView(
        state.round,
        state.target,
        state.turn,
        tuple(state.order),
        {
            name: PlayerView(
                player.place,
                player.passes,
                player.secret is not None,
                player.secret if over or name == seat else None,
            )
            for name, player in state.players.items()
        },
    )


def outcome(state: Toy) -> Outcome | None:
    """Places and secrets added up, once a seat has reached the target."""
    if all(player.place < state.target for player in state.players.values()):
        return None
    points = {name: p.place + (p.secret or 0) for name, p in state.players.items()}
    places = {name: 1 + sum(o > p for o in points.values()) for name, p in points.items()}
    return Outcome(points, places)


def story(
    facts: Sequence[tuple[int, Fact]], started: GameStarted, language: str
) -> list[StoryLine]:
    """A sentence for each roll."""
    lines, turn = [], 1
    for seq, fact in facts:
        if isinstance(fact, Rolled):
            text = f"{fact.seat} moved {fact.steps} steps."
            lines.append(StoryLine(seq=seq, round=turn, text=text))
            turn += 1
    return lines
