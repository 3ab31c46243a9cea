"""Commands over HTTP: sixteen connections, each with a game of its own, on one server process.

Measured: for as long as all connections have a request under way, at the client, which is another
process; its first commands in each game, and the making of the games, come before. Ours is
`cronica serve` on a data folder, as durable as it always is and with its tables kept. The control
is the least that can be called a server with a durable write: `benchmarks.bare_app`. Each round
starts new servers on new files. How they compare depends on the disk, since ours shares its syncs:
the notes say what one takes here.
"""

import os
import sqlite3
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, TemporaryFile

from benchmarks.http_client import Load
from benchmarks.prepared import Prepared, bare, copied, cronica, prepared, sent
from benchmarks.ratio import Measured, Pace, Series, in_turns, timed

GAMES = 16
COMMANDS = 100
"""For each game, timed; none of Village is over by then."""
WARM = 5


def commands(pace: Pace) -> Measured:
    """Commands a second."""
    timed = pace.of(COMMANDS)
    with prepared(GAMES, WARM + timed) as games:
        load = games.load(WARM)
        costs = in_turns(lambda: _ours(games, load), lambda: _control(load), pace.rounds)
    return Measured(
        Series("cronica serve", "second", costs[0]),
        Series("bare Starlette", "second", costs[1]),
        f"a sync of this disk takes {_sync() * 1000:.2f} ms; the less, the harder for ours",
    )


def _sync() -> float:
    """The seconds in which a page of a file becomes durable."""
    with TemporaryFile(buffering=0) as file:

        def write() -> None:
            file.write(bytes(4096))
            os.fsync(file.fileno())

        return median(timed(write) for _ in range(20))


def _ours(games: Prepared, load: Load) -> float:
    with copied(games.data) as data:
        with cronica(data) as port:
            rate = sent(port, load).rate
        recorded = "SELECT count(*) FROM commands WHERE command_id IS NOT NULL AND seat IS NOT NULL"
        return _checked(rate, load, data / "cronica.db", recorded)


def _control(load: Load) -> float:
    with TemporaryDirectory() as folder:
        file = Path(folder, "bare.db")
        with bare(file) as port:
            rate = sent(port, load).rate
        return _checked(rate, load, file, "SELECT count(*) FROM posts")


def _checked(rate: float, load: Load, file: Path, counting: str) -> float:
    """The seconds from one answer to the next, once it is known that all were recorded."""
    db = sqlite3.connect(file)
    [recorded] = db.execute(counting).fetchone()
    db.close()
    posted = sum(len(bodies) for _, bodies in load.connections)
    assert recorded == posted, (recorded, posted)
    return rate
