"""How games of Village go between bots: lengths, scores, deaths, ends, and who wins.

    python -m benchmarks.balance --bot greedy --games 1000 --seconds 3600

Plays every number of players of both editions, and solo, one game of each kind after another.
Game i has the seed i: the same command brings the same games, as many of them as the seconds
allow. Prints tables in Markdown, and on the way how far it is. With `--box FILE` the games of that
file's edition are played with its values. With `--keep FILE` each game is kept as soon as it is
over, and what is kept is not played again: what was interrupted goes on.
"""

import argparse
import os
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import Pool
from pathlib import Path

import msgspec

from benchmarks.figures import tables
from benchmarks.played import SETTINGS, Played, Setting, Task, play

NEWS = 30
"""Seconds between two notes of how far it is."""


class Kept(msgspec.Struct, frozen=True):
    """One line of the file where games are kept."""

    task: Task
    game: Played


def main() -> None:
    """Play what is asked for, and print the tables."""
    args = _arguments()
    tasks = _tasks(args)
    kept = read(args.keep) if args.keep else []
    played = {_key(line.task): line.game for line in kept}
    began = time.perf_counter()
    missing = [task for task in tasks if _key(task) not in played]
    for task, game in _play(missing, args.jobs, args.seconds):
        played[_key(task)] = game
        if args.keep:
            with args.keep.open("ab") as file:
                file.write(msgspec.json.encode(Kept(task, game)) + b"\n")
    games: dict[Setting, list[Played]] = {}
    for task in tasks:
        if _key(task) in played:
            games.setdefault(task.setting, []).append(played[_key(task)])
    print(
        f"Bots: {', '.join(args.bot)}. {time.perf_counter() - began:.0f} s, {args.jobs} processes."
    )
    print("\n".join(tables(games)))


def _tasks(args: argparse.Namespace) -> list[Task]:
    """All games asked for, so that each kind has as many as any other whenever the time is up."""
    box = args.box.read_text(encoding="utf-8") if args.box else None
    edition = tomllib.loads(box)["edition"] if box else None
    return [
        Task(setting, args.bot, number, box)
        for number in range(args.games)
        for setting in SETTINGS
        if setting.players in args.players and edition in (None, setting.edition)
    ]


def _play(tasks: list[Task], jobs: int, seconds: float) -> Iterator[tuple[Task, Played]]:
    """The games in order, so that short ones are not favoured, until the time is up."""
    began = told = time.perf_counter()
    with Pool(jobs) as pool:
        for count, pair in enumerate(zip(tasks, pool.imap(play, tasks), strict=True), 1):
            yield pair
            now = time.perf_counter()
            if now > told + NEWS:
                told = now
                print(f"{count} of {len(tasks)} games, {now - began:.0f} s", file=sys.stderr)
            if now > began + seconds:
                break


def read(file: Path) -> list[Kept]:
    """The games in a file; a line that was not written to its end does not count."""
    kept = []
    for line in file.read_bytes().splitlines() if file.exists() else ():
        with suppress(msgspec.DecodeError):
            kept.append(msgspec.json.decode(line, type=Kept))
    return kept


def _key(task: Task) -> tuple[object, ...]:
    return (task.setting, tuple(task.bots), task.number, task.box)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bot", action="append", help="a bot; several sit down in turn")
    parser.add_argument("--games", type=int, default=1000, help="games of each kind at most")
    parser.add_argument("--seconds", type=float, default=360, help="for all of them")
    parser.add_argument("--players", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--box", type=Path, metavar="FILE", help="a box file")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="where games are kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    args = parser.parse_args()
    args.bot = args.bot or ["greedy"]
    return args


if __name__ == "__main__":
    main()
