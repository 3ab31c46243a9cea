"""All SQL tables built anew, as `cronica tables rebuild` does.

Measured: from the rows of every game in an SQLite log to the tables, written and committed. The
control reads the same rows through the store and decodes every fact with msgspec. The games are
whole ones of Village, a few of which are in the log many times under ids of their own.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.random_games import commands, logs, unsafe
from benchmarks.ratio import Measured, Pace, Series, in_turns, timed
from events.sqlite import SQLiteStore
from server.rules import registry
from server.service import Service
from server.tables import LogTables

GAMES = 1000
DIFFERENT = 20
ROUNDS = 3
"""At most: each is long enough for disturbances to even out."""


def tables(pace: Pace) -> Measured:
    """A thousand games."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "log.db")
        events = _fill(file, pace.of(GAMES), pace.of(DIFFERENT))
        store = SQLiteStore(file)
        kept = LogTables(Service(store), Path(folder, "tables.db"))

        def ours() -> None:
            if kept.rebuild()[0] != pace.of(GAMES):
                raise AssertionError("not every game is in the tables")

        def decoded() -> None:
            decode = registry.get("village").codec.decode
            count = 0
            for first in store.first_events():
                count += len([decode(event) for event in store.read(first.game)])
            if count != events:
                raise AssertionError(f"{count} events, not {events}")

        costs = in_turns(
            lambda: timed(ours, events), lambda: timed(decoded, events), min(pace.rounds, ROUNDS)
        )
        kept.close()
        store.close()
    return Measured(
        Series("tables", "second", costs[0]),
        Series("decoded", "second", costs[1]),
        f"{events:,} events",
    )


def _fill(file: Path, games: int, different: int) -> int:
    """Put so many games into a log; how many events they have."""
    store = unsafe(SQLiteStore(file))
    played = [[command for _, command in commands(log)] for log in logs(different)]
    for number in range(games):
        told = played[number % different]
        store.append(f"measured{number:04}", 0, "all of it", told, seed=os.urandom(32))
    events = sum(head.seq for head in store.heads().values())
    store.close()
    return events
