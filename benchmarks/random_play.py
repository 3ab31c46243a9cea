"""Random legal play of four seats, in one process, with the whole list of legal commands each time.

Measured: games from their first choice to their end, no log and no service. An action is one
command; what follows from it by itself (a choice with a single way, a new round) is part of it.
The peer is catanatron, another rules engine in Python for a game of four: its random players choose
from its own whole list, and an action is one of its actions.
"""

import random
import time
from collections.abc import Callable, Iterator
from itertools import count

from catanatron import Color, Game, RandomPlayer

from benchmarks.ratio import Measured, Pace, Series, in_turns
from server.rules.village import GAME
from server.rules.village.decide import play_out
from tests.plays import Play

GAMES = 24
PEER_GAMES = 8


def four_players(pace: Pace) -> Measured:
    """Village against catanatron; no game is played twice."""
    ours, control = in_turns(
        _work(_village, pace.of(GAMES)), _work(_catanatron, pace.of(PEER_GAMES)), pace.rounds
    )
    return Measured(Series("Village", "second", ours), Series("catanatron", "second", control))


def _work(play: Callable[[int], Iterator[int]], games: int) -> Callable[[], float]:
    """Play so many further games; the seconds that an action takes, set-up left out."""
    numbers = count()

    def seconds() -> float:
        spent, actions = 0.0, 0
        for _ in range(games):
            game = play(next(numbers))
            next(game)
            start = time.perf_counter()
            actions += next(game)
            spent += time.perf_counter() - start
        return spent / actions

    return seconds


def _village(number: int) -> Iterator[int]:
    """Set up, then play to the end; how many actions."""
    game = Play(GAME, 4, number)
    state, dice, choose = game.state, game.dice, game.random.choice
    yield 0
    actions = 0
    while (due := GAME.pending(state)) is not None:
        legal = GAME.legal(state, due.seat)
        command = choose(legal)
        if command not in legal:  # as the peer asks too
            raise AssertionError(command)
        play_out(state, command, dice)
        actions += 1
    if GAME.outcome(state) is None:
        raise AssertionError("the game is not over")
    yield actions


def _catanatron(number: int) -> Iterator[int]:
    random.seed(number)
    colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    game = Game([RandomPlayer(color) for color in colors], seed=number)
    yield 0
    game.play()
    yield len(game.state.actions)
