"""Whole games of Village, played at random through a service that keeps them in memory."""

import random
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from events.envelope import Event, NewCommand, NewEvent
from events.sqlite import SQLiteStore
from tests.plays import Caller

TABLE = 4
"""Seats in a game; each person plays in about as many games."""


def logs(games: int) -> list[list[Event]]:
    """The logs of so many finished games, by about as many people."""
    caller, chance = Caller(), random.Random(5)
    people = [f"p{number}" for number in range(1, games + TABLE)]
    found = []
    for number in range(games):
        game = caller.create("village", *chance.sample(people, TABLE), name=f"measured {number}")
        caller.play(game, number)
        found.append(caller.service.store.read(game))
        if found[-1][-1].type != "SeedRevealed":
            raise AssertionError("the game is not over")
    return found


def commands(log: list[Event]) -> Iterator[tuple[str, NewCommand]]:
    """The commands of a log with their ids, as they can be appended again."""
    for _, caused in groupby(log, attrgetter("cause")):
        events = list(caused)
        facts = (NewEvent(e.type, e.version, e.data, e.visible_to) for e in events)
        first = events[0]
        yield first.command_id, NewCommand(first.seat, first.command, tuple(facts))


def unsafe(store: SQLiteStore) -> SQLiteStore:
    """A store that waits for no disk: what it is given need not outlive a power failure."""
    with store._file.writing() as db:
        pass
    db.execute("PRAGMA synchronous = OFF")
    return store
