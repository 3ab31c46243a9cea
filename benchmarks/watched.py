"""Commands in a game that a thousand people watch.

Measured: the 99th percentile of the time from a command's request to its whole answer, at a client
that sends the next command at once. The streams are held by another process, which leaves the cores
to the others where it can; what counts is that all of them are sent every event, but not when. The
control is the same without streams. Each round starts a new server on the same game.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import quantiles
from urllib.request import urlopen

from benchmarks.http_client import Load
from benchmarks.prepared import ROOT, Prepared, copied, cronica, prepared, sent
from benchmarks.ratio import Measured, Pace, Series, in_turns

STREAMS = 1000
COMMANDS = 140
"""Timed in a round; no game of Village is over by then."""
WARM = 10


def commands(pace: Pace) -> Measured:
    """The 99th percentile of a command."""
    streams = pace.of(STREAMS)
    with prepared(1, WARM + pace.of(COMMANDS)) as games:
        load = games.load(WARM)
        costs = in_turns(
            lambda: _p99(games, load, streams), lambda: _p99(games, load, 0), pace.rounds
        )
    return Measured(
        Series(f"{streams} streams", "second", costs[0]), Series("no stream", "second", costs[1])
    )


def _p99(games: Prepared, load: Load, streams: int) -> float:
    [game] = games.commands
    with copied(games.data) as data, cronica(data) as port, _watching(port, game, streams):
        each = sent(port, load).each
    return quantiles(each, n=100, method="inclusive")[98]


@contextmanager
def _watching(port: int, game: str, streams: int) -> Iterator[None]:
    """So many streams of a game, which have been sent all of it in the end."""
    if not streams:
        yield
        return
    words = [port, f"/games/{game}/stream", streams, _seq(port, game)]
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.stream_readers", *map(str, words)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as readers:  # fmt: skip
        assert readers.stdin
        assert readers.stdout
        assert readers.stdout.readline() == "watching\n"
        yield
        readers.stdin.write(f"{_seq(port, game)}\n")
        readers.stdin.flush()
        assert readers.stdout.readline() == "seen\n"


def _seq(port: int, game: str) -> int:
    """The number of a game's last event."""
    with urlopen(f"http://127.0.0.1:{port}/games/{game}") as answer:
        return int(json.load(answer)["seq"])
