"""How games of Village go between bots: lengths, scores, deaths, ends, and who wins.

    python -m benchmarks.balance --bot greedy --games 1000 --seconds 360

Plays every number of players of both editions, and solo. Game i has the seed i: the same command
brings the same games, as many of them as the seconds allow. Prints tables in Markdown. With
`--box FILE` the games of that file's edition are played with its values.
"""

import argparse
import os
import time
import tomllib
from collections.abc import Callable
from multiprocessing import Pool
from pathlib import Path

from benchmarks.figures import tables
from benchmarks.played import SETTINGS, Played, Task, play


def main() -> None:
    """Play what is asked for, and print the tables."""
    args = _arguments()
    box = args.box.read_text(encoding="utf-8") if args.box else None
    edition = tomllib.loads(box)["edition"] if box else None
    wanted = [
        setting
        for setting in SETTINGS
        if setting.players in args.players and edition in (None, setting.edition)
    ]
    began = time.perf_counter()
    with Pool(args.jobs) as pool:
        games = {
            setting: _in_time(
                lambda batch: pool.map(play, batch, chunksize=1),
                [Task(setting, args.bot, number, box) for number in range(args.games)],
                2 * args.jobs,
                args.seconds / len(wanted),
            )
            for setting in wanted
        }
    print(
        f"Bots: {', '.join(args.bot)}. {time.perf_counter() - began:.0f} s, {args.jobs} processes."
    )
    print("\n".join(tables(games)))


def _in_time(
    run: Callable[[list[Task]], list[Played]], tasks: list[Task], size: int, seconds: float
) -> list[Played]:
    """Whole batches, so that short games are not favoured, until the time is up."""
    until = time.perf_counter() + seconds
    played: list[Played] = []
    while len(played) < len(tasks) and time.perf_counter() < until:
        played += run(tasks[len(played) : len(played) + size])
    return played


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bot", action="append", help="a bot; several sit down in turn")
    parser.add_argument("--games", type=int, default=1000, help="games of each kind at most")
    parser.add_argument("--seconds", type=float, default=360, help="for all of them")
    parser.add_argument("--players", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--box", type=Path, metavar="FILE", help="a box file")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    args = parser.parse_args()
    args.bot = args.bot or ["greedy"]
    return args


if __name__ == "__main__":
    main()
