"""From the rows of a whole game in an SQLite file to its state.

Measured: reading every row through the store (file and pages are warm), decoding the facts and
folding them. The peer is eventsourcing: its repository rebuilds an aggregate of as many events from
its own SQLite file, without snapshot or cache. Each of its events carries the same JSON text, which
it only counts, so that what is compared is what each needs to get from rows to objects.
"""

import random
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from benchmarks.embedded_games import opened
from benchmarks.ratio import Measured, Pace, Series, in_turns, timed
from events.sqlite import SQLiteStore
from server.rules import registry
from server.timeline import fold
from tests.plays import NAMES, Caller

TIMES = 10
"""Folds in a round."""


class Log(Aggregate):
    """An aggregate that counts what happened."""

    def __init__(self) -> None:
        self.count = 0

    @event("Happened")
    def happen(self, data: str) -> None:  # noqa: ARG002 (it is stored)
        """Count it."""
        self.count += 1


class Peer(Application[UUID]):
    """The peer's application; its settings come from the environment that is given to it."""


def rows_to_state(pace: Pace) -> Measured:
    """A finished game of four."""
    with opened() as (caller, data), TemporaryDirectory() as folder:
        game = _whole_game(caller)
        store = SQLiteStore(data / "cronica.db")
        events = len(store.read(game))
        peer, aggregate = same_length(Path(folder), [e.data for e in store.read(game)])
        times = pace.of(TIMES)

        def ours() -> None:
            for _ in range(times):
                _fold(store, game)

        def theirs() -> None:
            for _ in range(times):
                found: Log = peer.repository.get(aggregate)
                if found.version != events:
                    raise AssertionError(f"{found.version} events, not {events}")

        costs = in_turns(
            lambda: timed(ours, times * events), lambda: timed(theirs, times * events), pace.rounds
        )
        store.close()
    return Measured(
        Series("Village", "second", costs[0]),
        Series("eventsourcing", "second", costs[1]),
        f"{events} events",
    )


def _whole_game(caller: Caller) -> str:
    chance = random.Random(3)
    game = caller.create("village", *NAMES[:4])
    while legal := caller.get(f"/games/{game}/legal")["commands"]:
        caller.do(game, chance.choice(legal)["text"])
    return game


def _fold(store: SQLiteStore, game: str) -> None:
    rules = registry.get("village")
    state = None
    for row in store.read(game):
        state = fold(rules, state, rules.codec.decode(row))
    if rules.outcome(state) is None:
        raise AssertionError("the game is not over")


def same_length(folder: Path, texts: list[str]) -> tuple[Peer, UUID]:
    """A peer's application with an aggregate of an event for each text."""
    settings = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": f"{folder}/peer.db"}
    peer, log = Peer(env=settings), Log()
    for text in texts[1:]:
        log.happen(text)
    peer.save(log)
    return peer, log.id
