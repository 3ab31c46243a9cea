"""The ticker: lets time run out where nobody asks, and remembers when to look again."""

import logging
import threading
import time
from contextlib import suppress

from events.codec import UnknownEvent
from events.store import DamagedStore, StoreUnavailable
from server.clock import is_timed, on_clock
from server.rules import registry
from server.service import Service
from server.timeline import Timeline

log = logging.getLogger(__name__)

SCAN = 60.0
"""Seconds between two looks for games that other processes have moved on."""
PAUSE = 1.0
"""Seconds until a store that takes nothing is tried again."""


class Ticker:
    """What games wait for time to pass, and until when (milliseconds by the store's clock)."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._due: dict[str, int] = {}
        self._timed: dict[str, bool] = {}
        self._seen: dict[str, int] = {}
        self._news: set[str] = set()
        self._stir = threading.Condition()
        self._closed = threading.Event()
        service.after.append(self.note)

    def note(self, game: str) -> None:
        """Look at a game soon: its log has grown. One known to have no limits is not looked at."""
        if self._timed.get(game) is False:
            return
        with self._stir:
            self._news.add(game)
            self._stir.notify_all()

    def scan(self) -> None:
        """Note all games that have moved on since the last scan, whoever moved them."""
        heads = self._service.store.heads()
        if not self._seen:
            self._survey()
        for game, head in heads.items():
            if self._seen.get(game) != head.seq:
                self._seen[game] = head.seq
                if self._timed.get(game, True):
                    self.note(game)

    def _survey(self) -> None:
        """Learn which games are timed: one by one, that takes twice as long.

        What cannot be learned so is left to the look at each game, which says what is the matter.
        """
        try:
            for first in self._service.store.first_events():
                with suppress(UnknownEvent):
                    self._timed[first.game] = is_timed(registry.started_of(first).terms)
        except DamagedStore as error:
            log.warning("not all games can be read: %s", error)

    def tick(self) -> float:
        """Let time run out wherever it has; seconds until there is something to do again."""
        with self._stir:
            games, self._news = self._news, set()
        now = self._service.clock()
        games |= {game for game, due in self._due.items() if due <= now}
        try:
            for game in games:
                self._look(game)
        except StoreUnavailable:
            with self._stir:
                self._news |= games
            raise
        if not self._due:
            return SCAN
        return min(SCAN, max(0, min(self._due.values()) - self._service.clock()) / 1000)

    def run(self) -> None:
        """Tick until closed."""
        scanned = -SCAN
        while not self._closed.is_set():
            try:
                if time.monotonic() - scanned >= SCAN:
                    self.scan()
                    scanned = time.monotonic()
                waits, rest = False, self.tick()
            except StoreUnavailable as error:
                log.warning("time has to wait: %s", error)
                waits, rest = True, PAUSE
            with self._stir:
                if not self._closed.is_set() and (waits or not self._news):
                    self._stir.wait(rest)

    def close(self) -> None:
        """End `run`."""
        with self._stir:
            self._closed.set()
            self._stir.notify_all()

    def _look(self, game: str) -> None:
        """Let time run out in one game. One that cannot be played must not stop the others."""
        self._due.pop(game, None)
        try:
            if not self._is_timed(game):
                return
            with self._service.enter(game, writing=True) as room:
                due = deadline(room.timeline)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("nobody's time runs in game %s", game)
        else:
            if due is not None:
                self._due[game] = due

    def _is_timed(self, game: str) -> bool:
        if game not in self._timed:
            started = registry.started_of(self._service.store.read(game, 0, 1)[0])
            self._timed[game] = is_timed(started.terms)
        return self._timed[game]


def deadline(timeline: Timeline) -> int | None:
    """When the seat that must choose runs out of time, None if none does."""
    seat = on_clock(timeline, timeline.history.head)
    left = timeline.clock.left(timeline)
    return timeline.clock.now() + left[seat] if seat in left else None
