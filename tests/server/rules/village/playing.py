"""Random games of Village, each kind of play biased to other parts of the rules."""

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from events.dice import SeededDice, combine, commitment
from events.lifecycle import Fact, GameStarted, Seat
from projections.village.state import State
from server.rules.village import GAME
from server.rules.village.commands import Command

SEATS = ("ana", "bia", "caio", "davi", "eva")

BIASES: dict[str, dict[str, float]] = {
    "even": {},
    "busy": {"pass": 0.05, "birth": 5},
    "dying": {"pass": 0.1, "train": 5, "produce": 5, "birth": 3, "well": 0.1, "black": 10},
    "trading": {"pass": 0.02, "market": 6, "serve": 20, "produce": 4, "buy": 4, "harvest": 3},
    "travelling": {"pass": 0.1, "travel": 20, "wagon": 10, "N2": 2, "S2": 2, "church": 0.2},
    "praying": {"pass": 0.1, "church": 10, "call": 5, "promote": 5, "harvest": 3, "mill": 3},
    "governing": {"pass": 0.1, "council": 10, "advance": 10, "privilege": 2, "scroll": 5},
    "idle": {"pass": 20, "birth": 0},
    "spreading": {"pass": 0.1, "birth": 8, "train": 3, "travel": 3, "council": 3, "church": 2},
    "draining": {"pass": 0.5, "well": 30, "mill": 5, "gain": 3},
}
"""Weights of words in a command's line, multiplied; 1 for words that are not listed."""


class Step(NamedTuple):
    """A command and what it did: `before` is a copy, `state` the live one that took it in."""

    before: State
    command: Command
    facts: list[Fact]
    state: State


def started(players: int, number: int, **options: Any) -> GameStarted:
    """How a game of that many begins; `number` is the seed."""
    chosen = GAME.options(options, players)
    seats = tuple(Seat(seat) for seat in SEATS[:players])
    seal = commitment(seed(number))
    box = GAME.box(chosen, None)
    return GameStarted("village", GAME.rules, "random", seats, seal, chosen, box)


def seed(number: int) -> bytes:
    """The secret seed of the game with that number."""
    return number.to_bytes(32, "big")


def dice(number: int) -> SeededDice:
    """The dice of the game with that number."""
    return SeededDice(combine(seed(number), {}))


def opening(start: GameStarted, number: int) -> tuple[State, list[Fact]]:
    """The first position, and the facts that led to it."""
    state = GAME.new(start)
    facts = GAME.begin(state, dice(number))
    for fact in facts:
        GAME.evolve(state, fact)
    return state, facts


def play(state: State, number: int, bias: str, most: int = 3000) -> Iterator[Step]:
    """Play on at random, at most so many commands; the state is taken along."""
    chance, thrown = random.Random(number), dice(number)
    for _ in range(most):
        due = GAME.pending(state)
        if due is None:
            return
        before = GAME.copy(state)
        command = choose(chance, GAME.legal(state, due.seat), BIASES[bias])
        facts = GAME.decide(state, command, thrown)
        for fact in facts:
            GAME.evolve(state, fact)
        yield Step(before, command, facts, state)


def choose(chance: random.Random, legal: Any, weights: Mapping[str, float]) -> Command:
    """One of the legal commands, by weight."""
    heavy = [_weight(GAME.format(command).split(), weights) for command in legal]
    command: Command = chance.choices(legal, heavy if any(heavy) else None)[0]
    return command


def _weight(words: list[str], weights: Mapping[str, float]) -> float:
    weight = 1.0
    for word in words:
        weight *= weights.get(word, 1)
    return weight
