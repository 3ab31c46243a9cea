"""How many commands a second a store takes, each of three events and safe before the next.

    python -m benchmarks.appends STORE [--writers N] [--seconds S] [--shared]

STORE is a `postgresql://` URL or a file. Each writer is a process with a game of its own, or all
have one and the same (`--shared`): then whoever loses a race takes in what it missed, and tries
again.
"""

import argparse
import multiprocessing
import time
import uuid
from typing import Any

from events.envelope import NewCommand, NewEvent
from events.store import Conflict
from events.stores import open_store

FACT = '{"seat":"ana","skill":"pink","number":2,"at":"farmyard"}'
EVENTS = tuple(NewEvent(kind, 1, FACT) for kind in ("CubesTaken", "MemberTrained", "TurnEnded"))
COMMAND = NewCommand("ana", "take crafts pink; train smithy 1", EVENTS)


def write(store: str, game: str, seconds: float, start: Any, results: Any) -> None:
    """Append for so long, and say how many commands were recorded and how many races lost."""
    log = open_store(store)
    last, commands, lost = log.last(game), 0, 0
    start.wait()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            last = log.append(game, last, uuid.uuid4().hex, [COMMAND])[-1].seq
            commands += 1
        except Conflict as conflict:
            last = conflict.actual
            lost += 1
    log.close()
    results.put((commands, lost))


def main() -> None:
    """Run the writers and print what they did."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("store")
    parser.add_argument("--writers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--shared", action="store_true")
    asked = parser.parse_args()
    processes = multiprocessing.get_context("spawn")
    start, results = processes.Barrier(asked.writers), processes.Queue()
    run = uuid.uuid4().hex
    games = [run if asked.shared else f"{run}-{n}" for n in range(asked.writers)]
    writers = [
        processes.Process(target=write, args=(asked.store, game, asked.seconds, start, results))
        for game in games
    ]
    for writer in writers:
        writer.start()
    counts = [results.get() for _ in writers]
    for writer in writers:
        writer.join()
    commands, lost = (sum(column) for column in zip(*counts, strict=True))
    print(f"{asked.writers} writers: {commands / asked.seconds:.0f} commands/s, {lost} races lost")


if __name__ == "__main__":
    main()
