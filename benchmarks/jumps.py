"""Undo and looking back, to states all over a game.

Measured: from the bytes of a request to those of its answer, by the service in this process with
the game in memory; the 95th percentile over random targets, so that what is far away counts. The
service was started anew and has read the game, so that of its states it only has what earlier jumps
have led to. Moving the head is an append, durable as any (WAL, every commit synced). The control is
the same on a game of 100 events.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from statistics import quantiles

from benchmarks.embedded_games import a_game, opened
from benchmarks.ratio import Measured, Pace, Series, Work, in_turns, timed
from tests.plays import Caller

LONG, SHORTER = 2_000, 100
TARGETS = 200
"""In a round."""
Jump = Callable[[Caller, str, int], object]


def undo(pace: Pace) -> Measured:
    """Take the game to a state in which a command ended, wherever that is."""
    return _measured(pace, _back)


def look(pace: Pace) -> Measured:
    """Look at the state after any command."""
    return _measured(pace, _position)


def _back(caller: Caller, game: str, seq: int) -> None:
    caller.post(f"/games/{game}/back", to=seq)


def _position(caller: Caller, game: str, seq: int) -> None:
    found = caller.get(f"/games/{game}", at=seq)
    if found["at"] != seq:
        raise AssertionError(f"event {found['at']}, not {seq}")


def _measured(pace: Pace, jump: Jump) -> Measured:
    with _restarted(pace.of(LONG, SHORTER)) as far, _restarted(SHORTER) as near:
        costs = in_turns(
            _jumps(*far, pace.of(TARGETS, 20), jump),
            _jumps(*near, pace.of(TARGETS, 20), jump),
            pace.rounds,
        )
    return Measured(
        Series("of 2,000 events", "second", costs[0]), Series("of 100 events", "second", costs[1])
    )


def _jumps(caller: Caller, game: str, count: int, jump: Jump) -> Work:
    """Jumps to so many random targets; the 95th percentile of what they take."""
    chance = random.Random(2)
    with caller.service.enter(game) as room:
        history = room.timeline.history
        numbers = range(history.first_settled(), history.length + 1)
        targets = [seq for seq in numbers if history.settled(seq)]

    def work() -> float:
        chosen = chance.choices(targets, k=count)
        spent = [timed(partial(jump, caller, game, seq)) for seq in chosen]
        return quantiles(spent, n=20, method="inclusive")[-1]

    return work


@contextmanager
def _restarted(events: int) -> Iterator[tuple[Caller, str]]:
    """A game of so many events in a service that did not play it."""
    with opened() as (player, data):
        game = a_game(player, events)
        with opened(data) as (caller, _):
            yield caller, game
