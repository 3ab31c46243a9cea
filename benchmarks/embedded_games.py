"""Games to measure on: played at random through the service, on a data folder of their own."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from server.embedded import open_service
from tests.plays import NAMES, Caller

STRETCH = 150
"""Commands after which a long game begins anew: none of Village is over by then."""


@contextmanager
def opened(data: Path | None = None) -> Iterator[tuple[Caller, Path]]:
    """Somebody who calls a new service, and its data folder; thrown away if no folder is named."""
    with TemporaryDirectory() as folder:
        service = open_service(data or Path(folder))
        try:
            yield Caller(service), data or Path(folder)
        finally:
            service.close()


def a_game(caller: Caller, events: int, *, seats: int = 4, number: int = 1) -> str:
    """The id of a running game of Village of at least so many events.

    The game goes back to its start again and again and is played on from there: nothing ever leaves
    the log, so that it grows to any length.
    """
    chance = random.Random(number)
    game = caller.create("village", *NAMES[:seats], name=f"measured {number}")
    seq = start = caller.get(f"/games/{game}")["seq"]
    while seq < events:
        for _ in range(STRETCH):
            seq = step(caller, game, chance)
            if seq >= events:
                return game
        seq = caller.post(f"/games/{game}/back", to=start)["seq"]
    return game


def step(caller: Caller, game: str, chance: random.Random) -> int:
    """Play any legal command; the number of the game's last event."""
    legal = caller.get(f"/games/{game}/legal")["commands"]
    seq: int = caller.do(game, chance.choice(legal)["text"])["seq"]
    return seq
