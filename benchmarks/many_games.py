"""One command in a service that keeps many games, beside one that keeps few.

Measured: as in `benchmarks.long_games`, the service having the game in memory. The other games have
just begun: copies of one opening under ids and names of their own, put into the store without
syncing each; the tables have each game's row, but not what else they hold of a game. The notes tell
what somebody waits for who starts the service for one question, among many games (among few).
"""

import random
import sqlite3
import string
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from statistics import median

import msgspec

from benchmarks.embedded_games import a_game, opened
from benchmarks.long_games import commands
from benchmarks.ratio import Measured, Pace, Series, in_turns, timed
from events.envelope import Event, NewCommand, NewEvent
from events.sqlite import SQLiteStore
from events.store import Head
from projections.schema import GAMES
from server.tables import moment
from tests.plays import NAMES, Caller

MANY, FEW = 100_000, 100
COMMANDS = 100
"""In a round."""
EVENTS = 200
"""In the game that is played."""
TRIES = 5
"""Of each thing in the notes; the median counts."""
Ask = Callable[[Caller, str], object]
ASKED: dict[str, Ask] = {
    "the game by its id": lambda caller, game: caller.get(f"/games/{game}"),
    "by the beginning of its id": lambda caller, game: caller.get(f"/games/{game[:8]}"),
    "by its name": lambda caller, _: caller.get("/games/measured 1"),
    "by what is no name": lambda caller, _: caller.refused("GET", "/games/mesured 1"),
    "the 10 games played last": lambda caller, _: caller.get("/games", limit=10),
    "all games that are over": lambda caller, _: caller.get("/games", over=1),
}


def command(pace: Pace) -> Measured:
    """A command on a game that the service has in memory."""
    many = pace.of(MANY)
    with _among(many) as (crowded, full), _among(FEW) as (lonely, empty):
        count = pace.of(COMMANDS)
        with opened(crowded) as (caller, _), opened(lonely) as (other, _):
            costs = in_turns(
                commands(caller, full, count), commands(other, empty, count), pace.rounds
            )
        waits = [
            f"{what}: {_wait(crowded, full, ask):.0f} ms ({_wait(lonely, empty, ask):.0f})"
            for what, ask in ASKED.items()
        ]
    return Measured(
        Series(f"among {many:,} games", "second", costs[0]),
        Series(f"among {FEW} games", "second", costs[1]),
        f"with the start of a service; {'; '.join(waits)}",
    )


@contextmanager
def _among(count: int) -> Iterator[tuple[Path, str]]:
    """A data folder with a game, and so many others."""
    with opened() as (caller, data):
        template = caller.create("village", *NAMES[:4])
        game = a_game(caller, EVENTS)
        caller.post("/tables/rebuild")
        copies = fill(SQLiteStore(data / "cronica.db"), template, count)
        heads = caller.service.store.heads()
        _tell(data / "tables.db", template, {copy: heads[copy] for copy in copies})
        if len(heads) != count + 2:
            raise AssertionError("there are not as many games as there should be")
        yield data, game


def fill(store: SQLiteStore, template: str, count: int) -> list[str]:
    """Add so many games that begin like one that has just begun; their ids."""
    first, *others = _opening(store.read(template))
    started = msgspec.json.decode(first.events[0].data)
    chance = random.Random(4)
    ids = ["".join(chance.choices(string.ascii_lowercase, k=12)) for _ in range(count)]
    # What is set up need not outlive a power failure.
    with store._file.writing() as writer:
        pass
    writer.execute("PRAGMA synchronous = OFF")
    for number, game in enumerate(ids):
        data = msgspec.json.encode({**started, "name": _name(number)}).decode()
        facts = (msgspec.structs.replace(first.events[0], data=data), *first.events[1:])
        opening = [msgspec.structs.replace(first, events=facts), *others]
        store.append(game, 0, f"opening {number}", opening, seed=b"never played")
    store.close()
    return ids


def _tell(tables: Path, template: str, games: Mapping[str, Head]) -> None:
    """Give the tables a row for each game like that of the one they begin like."""
    own = {"game": "?", "name": "?", "updated_at": "?"}
    columns = ", ".join(own.get(column.name, column.name) for column in GAMES.columns)
    sentence = f"INSERT OR REPLACE INTO games SELECT {columns} FROM games WHERE game = ?"
    with closing(sqlite3.connect(tables)) as db:
        told = enumerate(games.items())
        rows = [(g, _name(n), moment(head.recorded_at), template) for n, (g, head) in told]
        db.executemany(sentence, rows)
        db.commit()


def _name(number: int) -> str:
    return f"one of many {number}"


def _opening(events: list[Event]) -> list[NewCommand]:
    """What created a game, as it was appended."""
    return [
        NewCommand(command[0].seat, command[0].command, tuple(map(_new, command)))
        for command in (list(found) for _, found in groupby(events, attrgetter("cause")))
    ]


def _new(event: Event) -> NewEvent:
    return NewEvent(event.type, event.version, event.data, event.visible_to)


def _wait(data: Path, game: str, ask: Ask) -> float:
    """The milliseconds that an answer takes, with the start of the service."""

    def all_of_it() -> None:
        with opened(data) as (caller, _):
            ask(caller, game)

    return 1e3 * median(timed(all_of_it) for _ in range(TRIES))
