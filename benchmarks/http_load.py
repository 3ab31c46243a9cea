"""Commands over HTTP: sixteen connections, each with a game of its own, on one server process.

Measured: from the first request to the last answer, at the client, which is another process; its
first commands in each game, and the making of the games, come before. Ours is `cronica serve` on a
data folder, as durable as it always is and with its tables kept. The control is the least that can
be called a server with a durable write: `benchmarks.bare_app`. Each round starts new servers on
new files.
"""

import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.http_client import Load
from benchmarks.prepared import Prepared, bare, copied, cronica, prepared, sent
from benchmarks.ratio import Measured, Pace, Series, in_turns

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
    )


def _ours(games: Prepared, load: Load) -> float:
    with copied(games.data) as data:
        with cronica(data) as port:
            seconds = sent(port, load).seconds
        recorded = "SELECT count(*) FROM commands WHERE command_id IS NOT NULL AND seat IS NOT NULL"
        return _each(seconds, load, data / "cronica.db", recorded)


def _control(load: Load) -> float:
    with TemporaryDirectory() as folder:
        file = Path(folder, "bare.db")
        with bare(file) as port:
            seconds = sent(port, load).seconds
        return _each(seconds, load, file, "SELECT count(*) FROM posts")


def _each(seconds: float, load: Load, file: Path, counting: str) -> float:
    """The seconds for each timed request, once it is known that all were recorded."""
    db = sqlite3.connect(file)
    [recorded] = db.execute(counting).fetchone()
    db.close()
    posted = sum(len(bodies) for _, bodies in load.connections)
    assert recorded == posted, (recorded, posted)
    return seconds / (posted - load.warm * len(load.connections))
