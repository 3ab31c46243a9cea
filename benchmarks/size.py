"""The bytes of an SQLite log, beside the bytes of its facts.

Measured: the whole file after a checkpoint, with indexes, secrets and unused room, for each event;
the control is the event's data as compact JSON. The games are random ones of Village by many
people, written a command at a time while others go on, as on a server.
"""

import os
import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.random_games import commands, logs, unsafe
from benchmarks.ratio import Measured, Pace, Series
from events.envelope import Event, NewCommand
from events.sqlite import SQLiteStore

GAMES = 64
AT_ONCE = 16


def stored(pace: Pace) -> Measured:
    """Bytes, which are the same in every round."""
    played = logs(pace.of(GAMES))
    events = sum(map(len, played))
    data = sum(len(event.data.encode()) for log in played for event in log)
    with TemporaryDirectory() as folder:
        file = Path(folder, "log.db")
        _write(file, played)
        size = file.stat().st_size
    return Measured(
        Series("file", "byte", (size / events,)),
        Series("data", "byte", (data / events,)),
        f"{len(played)} games, {events:,} events, {AT_ONCE} games at once",
    )


def _write(file: Path, played: list[list[Event]]) -> None:
    store = unsafe(SQLiteStore(file))
    lasts = dict.fromkeys(range(len(played)), 0)
    for number, command_id, command in _interleaved(played):
        seed = None if lasts[number] else os.urandom(32)
        name, last = f"measured{number:04}", lasts[number]
        lasts[number] = store.append(name, last, command_id, [command], seed=seed)[-1].seq
    written = [head.seq for head in store.heads().values()]
    store.close()
    if sum(written) != sum(map(len, played)) or [p.name for p in file.parent.iterdir()] != [
        file.name
    ]:
        raise AssertionError("not everything is in the file")


def _interleaved(played: list[list[Event]]) -> Iterator[tuple[int, str, NewCommand]]:
    """All commands, a few games going on at any time."""
    chance = random.Random(1)
    waiting = [(number, commands(log)) for number, log in enumerate(played)]
    going = [waiting.pop() for _ in range(min(AT_ONCE, len(waiting)))]
    while going:
        game = chance.choice(going)
        number, to_come = game
        found = next(to_come, None)
        if found is not None:
            yield number, *found
            continue
        going.remove(game)
        if waiting:
            going.append(waiting.pop())
