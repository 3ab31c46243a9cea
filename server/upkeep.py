"""Upkeep: what follows from the log is brought up to date soon after it grew, in nobody's way."""

import logging
import threading
import time
from collections.abc import Callable

from events.store import StoreUnavailable

log = logging.getLogger(__name__)

LAG = 0.5
"""Seconds between a change and the look at it: meanwhile others may follow, and cost no more."""
REST = 20
"""Rest so many times as long as a pass took: upkeep gets a twentieth of the time at most."""


class Upkeep:
    """Calls `update` with each game noted, in a thread that is started by the first one."""

    def __init__(self, update: Callable[[str], None]) -> None:
        self._update = update
        self._behind: dict[str, float] = {}
        self._turn = threading.Lock()
        self._stirred = threading.Event()
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()

    def note(self, game: str) -> None:
        """Say that a game has grown."""
        self._behind.setdefault(game, time.monotonic())
        self._stirred.set()
        if self._thread is None:
            self._start()

    def lag(self) -> float:
        """For how many seconds the longest has been waiting; 0 if nothing is."""
        since = min(list(self._behind.values()), default=None)
        return 0.0 if since is None else time.monotonic() - since

    def catch_up(self) -> None:
        """Update every game noted, now.

        Raises:
            StoreUnavailable: if one cannot be updated for now; it and the others stay noted.
        """
        with self._turn:
            for game, since in list(self._behind.items()):
                del self._behind[game]  # first: what happens during the update is noted again
                try:
                    self._update(game)
                except StoreUnavailable:
                    self._behind[game] = since
                    raise
                except Exception:
                    log.exception("what follows from game %s is not up to date", game)

    def close(self) -> None:
        """Catch up, and let the thread end; another one is started if there is more to do."""
        with self._guard:
            thread, self._thread = self._thread, None
            if thread is not None:
                self._closed.set()
                self._stirred.set()
                thread.join()
        self._try()

    def _start(self) -> None:
        with self._guard:
            if self._thread is None:
                self._closed.clear()
                self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        rest = LAG
        # Asked anew each time: whoever closed may have stirred just before that was cleared.
        while not self._closed.is_set():
            self._stirred.wait()
            if self._closed.wait(rest):
                return
            self._stirred.clear()
            began = time.monotonic()
            if not self._try():
                self._stirred.set()
            rest = max(LAG, REST * (time.monotonic() - began))

    def _try(self) -> bool:
        try:
            self.catch_up()
        except StoreUnavailable as error:
            log.warning("what follows from the log has to wait: %s", error)
            return False
        return True
