"""Telling other processes of appends once they are recorded, in a thread of its own.

Transactions that notify are committed one after another, and each waits for the disk. So an append
does not notify; one transaction that need not be durable does, for all appends meanwhile.
"""

import logging
import threading
from collections.abc import Callable, Mapping

from events.postgres_link import Link
from events.postgres_text import original, plain
from events.store import StoreError

log = logging.getLogger(__name__)

CHANNEL = "cronica"

_NOTIFY = """
    SELECT set_config('synchronous_commit', 'off', true), count(pg_notify(%s, payload))
    FROM unnest(%s::text[]) AS payload
"""
_PAUSE = 0.05
"""Seconds between two tellings."""


class Crier(threading.Thread):
    """Tells of each append soon, until it is stopped; started by the first one.

    What cannot be told, because the database is away or this process ends all at once, others find
    by looking. `run` carries out work on a connection; see `Database.run`.
    """

    def __init__(self, work: Callable[[Callable[[Link], object]], object]) -> None:
        super().__init__(name="cronica-crier", daemon=True)
        self._work = work
        self._news: dict[str, int] = {}
        self._turn = threading.Lock()
        self._stirred = threading.Event()
        self._stopped = threading.Event()

    def tell(self, game: str, seq: int) -> None:
        """Say soon that the game has an event `seq`."""
        with self._turn:
            self._news[game] = max(seq, self._news.get(game, 0))
            if self.ident is None and not self._stopped.is_set():
                self.start()
        self._stirred.set()

    def run(self) -> None:
        """Tell the first news at once, and what comes soon after it together."""
        while not self._stopped.is_set():
            self._stirred.wait()
            self._tell()
            self._stopped.wait(_PAUSE)
        self._tell()

    def stop(self) -> None:
        """Tell what is still to be told, and end the thread."""
        with self._turn:
            self._stopped.set()
        self._stirred.set()
        if self.ident is not None:
            self.join()

    def _tell(self) -> None:
        self._stirred.clear()
        with self._turn:
            news, self._news = self._news, {}
        if not news:
            return
        try:
            self._work(lambda link: link.execute(_NOTIFY, (CHANNEL, _payloads(news))))
        except StoreError as error:
            log.warning("others have to look for new events themselves: %s", error)


def _payloads(news: Mapping[str, int]) -> list[str]:
    return [f"{plain(game)} {seq}" for game, seq in news.items()]


def heard(payload: str) -> tuple[str, int] | None:
    """Game and last event number that a notification tells of; None if it is not one of ours."""
    game, _, seq = payload.rpartition(" ")
    return (original(game), int(seq)) if seq.isdecimal() else None
