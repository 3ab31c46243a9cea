"""One command on a long game, by the service in this process, durable (WAL, every commit synced).

Measured: a command from the bytes of the request to those of the answer, on a game that the
service has in memory, as after any command before it: finding the room, reading the command, the
rules, the seal, the commit to an SQLite file, which says whether others have written, and what the
service does with its tables. Which command to play is chosen outside the measure. The peer
is eventsourcing on an SQLite file of its own, which syncs each commit as well: its repository
rebuilds an aggregate of as many events, without snapshot or cache, one more event happens to it,
and it is saved.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.embedded_games import a_game, opened
from benchmarks.folding import Log, same_length
from benchmarks.ratio import Measured, Pace, Series, in_turns, timed
from tests.plays import Caller

LONG, SHORTER, LONGEST = 2_000, 200, 20_000
COMMANDS = 100
"""Of ours in a round."""
PEER_COMMANDS = 10
"""Of the peer's in a round."""


def command(pace: Pace) -> Measured:
    """A command at event 2,000, and one of the peer at its event 2,000."""
    events = pace.of(LONG, SHORTER)
    with opened() as (caller, data), TemporaryDirectory() as folder:
        game = a_game(caller, events)
        texts = [event.data for event in caller.service.store.read(game)][:events]
        peer, log = same_length(Path(folder), texts)

        def command_of_peer() -> None:
            found: Log = peer.repository.get(log)
            found.happen(texts[-1])
            peer.save(found)

        def theirs() -> float:
            return median(timed(command_of_peer) for _ in range(count))

        count = pace.of(PEER_COMMANDS)
        costs = in_turns(commands(caller, game, pace.of(COMMANDS)), theirs, pace.rounds)
        rebuilt: Log = peer.repository.get(log)
        if rebuilt.version != events + count * pace.rounds:
            raise AssertionError("the peer did not record what it should")
        cold = _cold(data, game)
    return Measured(
        Series("Village", "second", costs[0]),
        Series("eventsourcing", "second", costs[1]),
        f"the first command of a new service, which has to read the game: {cold * 1e3:.0f} ms",
    )


def flat(pace: Pace) -> Measured:
    """A command at event 20,000, and one at event 200 of a game of its own."""
    with _long(pace.of(LONGEST, SHORTER)) as (far, data, game), opened() as (near, _):
        count = pace.of(COMMANDS)
        costs = in_turns(
            commands(far, game, count),
            commands(near, a_game(near, SHORTER), count),
            pace.rounds,
        )
        cold = _cold(data, game)
    return Measured(
        Series("at event 20,000", "second", costs[0]),
        Series("at event 200", "second", costs[1]),
        f"the first command of a new service, which has to read the game: {cold * 1e3:.0f} ms",
    )


def commands(caller: Caller, game: str, count: int) -> Callable[[], float]:
    """Plays so many random commands from the start of the game on; the median of them."""
    chance = random.Random(1)
    first = caller.service.store.find(game, caller.service.store.read(game, 0, 1)[0].command_id)

    def work() -> float:
        spent = []
        caller.post(f"/games/{game}/back", to=first[-1].seq)
        for _ in range(count):
            legal = caller.get(f"/games/{game}/legal")["commands"]
            text = chance.choice(legal)["text"]
            spent.append(timed(partial(caller.do, game, text)))
        return median(spent)

    return work


@contextmanager
def _long(events: int) -> Iterator[tuple[Caller, Path, str]]:
    with opened() as (caller, data):
        yield caller, data, a_game(caller, events)


def _cold(data: Path, game: str) -> float:
    """The seconds of the first command after a start; Village is imported already."""
    with opened(data) as (caller, _):
        legal = caller.get(f"/games/{game}/legal")["commands"]
    with opened(data) as (caller, _):
        return timed(lambda: caller.do(game, legal[0]["text"]))
