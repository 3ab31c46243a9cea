"""Whole processes of the command line, as a shell starts them.

Measured: from starting a Python until it has ended, its output thrown away. The control imports
what such a command line cannot do without, and does nothing with it. Both find bytecode: an
installed package always has it, a checkout from its second run on. So each runs once before.
"""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.embedded_games import a_game, opened
from benchmarks.ratio import Measured, Pace, Series, in_turns, timed
from benchmarks.rows import IMPORTS

EVENTS = 300
PROCESSES = 8
"""In a round."""
CRONICA = "from client.main import main; main()"


def help_text(pace: Pace) -> Measured:
    """`cronica --help`."""
    return _compared("--help", lambda: _run(CRONICA, "--help"), "import typer", pace)


def board(pace: Pace) -> Measured:
    """`cronica board` on an embedded game."""
    with opened() as (caller, data):
        game = a_game(caller, EVENTS)
        words = ["--data", str(data), "board", "-g", game]
        return _compared("board", lambda: _run(CRONICA, *words), IMPORTS, pace)


def do(pace: Pace) -> Measured:
    """`cronica do` on an embedded game; what to do is chosen outside the measure."""
    chance = random.Random(0)
    with opened() as (caller, data):
        game = a_game(caller, EVENTS)

        def command() -> float:
            legal = caller.get(f"/games/{game}/legal")["commands"]
            chosen = chance.choice(legal)["text"]
            return _run(CRONICA, "--data", str(data), "do", "-g", game, chosen)

        return _compared("do", command, IMPORTS, pace)


def _compared(name: str, ours: Callable[[], float], control: str, pace: Pace) -> Measured:
    count = pace.of(PROCESSES)
    ours(), _run(control)
    costs = in_turns(
        lambda: sum(ours() for _ in range(count)) / count,
        lambda: sum(_run(control) for _ in range(count)) / count,
        pace.rounds,
    )
    return Measured(
        Series(f"cronica {name}", "second", costs[0]), Series(control, "second", costs[1])
    )


def _run(code: str, *arguments: str) -> float:
    """The seconds that a process takes; it must end well."""
    command = [sys.executable, "-c", code, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return timed(
        lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    )
