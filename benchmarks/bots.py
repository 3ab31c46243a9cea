"""Bots against each other: who wins, by how much, and how long they think.

    python -m benchmarks.bots --seats greedy,random --games 100

The seats move up one place from game to game, so that each bot starts equally often. Game i is
played with the seed i: the same command brings the same games.
"""

import argparse
import os
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from multiprocessing import Pool
from typing import Any

import msgspec

from events.dice import SeededDice, commitment
from events.lifecycle import GameStarted, Seat
from server.bots import BotDice, bots_of
from server.rules import registry
from server.rules.game import Game

NAMES = ("ana", "bia", "caio", "davi", "eva")
MOST = 20_000
"""Commands after which a game counts as endless."""


class Played(msgspec.Struct, frozen=True):
    """One game: by bot in the order given, points and share of the win, and how it went.

    `thought` holds processor milliseconds per choice by bot; `first` is what the seat that began
    has of the win.
    """

    points: tuple[int, ...]
    wins: tuple[float, ...]
    first: float
    rounds: int
    commands: int
    events: int
    end: str
    thought: tuple[list[float], ...]


def main() -> None:
    """Play the games asked for, and print what came of them."""
    args = _arguments()
    bots = args.seats.split(",")
    began = time.perf_counter()
    with Pool(args.jobs) as pool:
        games = pool.map(partial(play, bots, args.kind), range(args.games), chunksize=1)
    report(bots, games)
    print(f"{time.perf_counter() - began:.0f} s with {args.jobs} processes")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seats", default="greedy,random", help="bots, separated by commas")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--kind", default="village")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    return parser.parse_args()


def play(bots: Sequence[str], kind: str, number: int) -> Played:
    """Play one game, with the bots moved up by its number."""
    game = registry.get(kind)
    shift = number % len(bots)
    seats = dict(zip(NAMES, [*bots[shift:], *bots[:shift]], strict=False))
    dice = SeededDice(number.to_bytes(32, "big"))
    started = _started(game, list(seats), number)
    state, facts, thought = _to_the_end(game, started, seats, dice)
    outcome = game.outcome(state)
    assert outcome is not None
    ranks = list(outcome.places.values())
    shares = {seat: (place == 1) / ranks.count(1) for seat, place in outcome.places.items()}
    order = [NAMES[(index - shift) % len(bots)] for index in range(len(bots))]
    return Played(
        points=tuple(outcome.points[seat] for seat in order),
        wins=tuple(shares[seat] for seat in order),
        first=shares[NAMES[0]],
        rounds=sum(type(fact).__name__ == "RoundBegan" for fact in facts),
        commands=sum(map(len, thought.values())),
        events=len(facts),
        end=next((fact.by for fact in facts if type(fact).__name__ == "EndTriggered"), "?"),
        thought=tuple(thought[seat] for seat in order),
    )


def _started(game: Game[Any, Any], seats: Sequence[str], number: int) -> GameStarted:
    options = game.options({"solo": True} if len(seats) == 1 else {}, len(seats))
    return GameStarted(
        kind=game.name,
        rules=game.rules,
        name=f"game {number}",
        seats=tuple(Seat(seat) for seat in seats),
        commitment=commitment(number.to_bytes(32, "big")),
        options=options,
        box=game.box(options, None),
    )


def _to_the_end(
    game: Game[Any, Any], started: GameStarted, seats: dict[str, str], dice: SeededDice
) -> tuple[Any, list[Any], dict[str, list[float]]]:
    bots = bots_of(game)
    state = game.new(started)
    facts = game.begin(state, dice)
    for fact in facts:
        state = game.evolve(state, fact)
    thought: dict[str, list[float]] = {seat: [] for seat in seats}
    for _ in range(MOST):
        pending = game.pending(state)
        if pending is None:
            return state, facts, thought
        seat = pending.seat
        legal = game.legal(state, seat)
        began = time.process_time()
        command = bots[seats[seat]](game, state, seat, legal, BotDice(dice, seat, len(facts)))
        thought[seat].append(1000 * (time.process_time() - began))
        caused = game.decide(state, command, dice)
        for fact in caused:
            state = game.evolve(state, fact)
        facts += caused
    raise RuntimeError(f"{started.name} does not end")


def report(bots: Sequence[str], games: Sequence[Played]) -> None:
    """Print one line for each bot, then what the games were like."""
    print(
        f"{'bot':10} {'wins':>6} {'points':>7} {'(least':>7} {'most)':>6} {'ms/choice':>10} (p99)"
    )
    for index, bot in enumerate(bots):
        points = [game.points[index] for game in games]
        wins = sum(game.wins[index] for game in games)
        thought = sorted(ms for game in games for ms in game.thought[index])
        print(
            f"{bot:10} {wins:6.1f} {statistics.mean(points):7.1f} {min(points):7} {max(points):6}"
            f" {statistics.mean(thought):10.2f} ({thought[len(thought) * 99 // 100]:.1f})"
        )
    ends = ", ".join(f"{count} by {end}" for end, count in Counter(g.end for g in games).items())
    print(f"{len(games)} games; ends: {ends}; the first seat won {sum(g.first for g in games):.1f}")
    for name in ("rounds", "commands", "events"):
        values = [getattr(game, name) for game in games]
        print(f"{name}: mean {statistics.mean(values):.1f}, {min(values)} to {max(values)}")


if __name__ == "__main__":
    main()
