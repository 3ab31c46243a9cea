"""Counting sequences of legal commands: a number to compare rules by, with known counts in TOML."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from events.dice import Dice, SeededDice, commitment
from events.lifecycle import GameStarted, Seat
from server.rules.game import Game

FOLDER = Path(__file__).parent
SEATS = ("ana", "bia", "caio", "davi", "eva")


class Row(NamedTuple):
    """A position, reached by commands from the start of a game, and the known counts by depth.

    `nodes[n]` is the number of sequences of `n + 1` legal commands.
    """

    name: str
    players: int
    options: dict[str, Any]
    seed: int
    commands: list[str]
    nodes: list[int]


def rows(kind: str) -> Iterator[Row]:
    """The known counts for a game."""
    known = tomllib.loads((FOLDER / f"{kind}.toml").read_text("utf-8"))
    for row in known["row"]:
        commands = [line for line in row.get("commands", "").split(";") if line.strip()]
        options = row.get("options", {})
        yield Row(row["name"], row["players"], options, row["seed"], commands, row["nodes"])


def position(game: Game[Any, Any], row: Row) -> tuple[Any, Dice]:
    """The position of a row, and the dice to go on with."""
    seed = row.seed.to_bytes(32, "big")
    dice = SeededDice(seed)
    options = game.options(row.options, row.players)
    seats = tuple(Seat(seat) for seat in SEATS[: row.players])
    box = game.box(options, None)
    state = game.new(
        GameStarted(game.name, game.rules, row.name, seats, commitment(seed), options, box)
    )
    for fact in game.begin(state, dice):
        game.evolve(state, fact)
    for line in row.commands:
        for fact in game.decide(state, game.parse(line.strip()), dice):
            game.evolve(state, fact)
    return state, dice


def perft(game: Game[Any, Any], state: Any, dice: Dice, depth: int) -> int:
    """How many sequences of that many legal commands there are; the last ones are not played."""
    due = game.pending(state)
    if due is None:
        return 0
    legal = game.legal(state, due.seat)
    if depth == 1:
        return len(legal)
    return sum(
        perft(game, _after(game, state, command, dice), dice, depth - 1) for command in legal
    )


def _after(game: Game[Any, Any], state: Any, command: Any, dice: Dice) -> Any:
    after = game.copy(state)
    for fact in game.decide(state, command, dice):
        game.evolve(after, fact)
    return after
