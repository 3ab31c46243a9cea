"""Listening to PostgreSQL's notifications, on a connection and in a thread of its own."""

import logging
import threading
from collections.abc import Callable

import psycopg

from events.postgres_link import Link, words
from events.postgres_notify import CHANNEL, heard
from events.watch import Watches

log = logging.getLogger(__name__)

_TURN = 0.2
_PAUSE = 1.0


class Listener(threading.Thread):
    """Passes notifications on to the watches, until it is stopped; reconnects as often as needed.

    Whoever watches is told to look for himself whenever some may have been missed.
    """

    def __init__(self, connect: Callable[[], Link], watches: Watches) -> None:
        super().__init__(name="cronica-listener", daemon=True)
        self._connect = connect
        self._watches = watches
        self._turn = threading.Lock()
        self._stop_now = threading.Event()

    def begin(self) -> None:
        """Start the thread, unless it was started or stopped before."""
        with self._turn:
            if self.ident is None and not self._stop_now.is_set():
                self.start()

    def run(self) -> None:
        """Listen; one line in the log for each time that the connection is lost."""
        deaf = False
        while not self._stop_now.is_set():
            try:
                with self._connect() as link:
                    link.execute(f"LISTEN {CHANNEL}".encode())
                    deaf = False
                    self._watches.doubt()
                    self._listen(link)
            except psycopg.Error as error:
                if not deaf:
                    log.warning("not told of new events, looking for them: %s", words(error))
                deaf = True
                self._stop_now.wait(_PAUSE)

    def stop(self) -> None:
        """End the thread."""
        with self._turn:
            self._stop_now.set()
        if self.ident is not None:
            self.join(10 * _TURN)

    def _listen(self, link: Link) -> None:
        while not self._stop_now.is_set():
            for notice in link.notifies(timeout=_TURN):
                if said := heard(notice.payload):
                    self._watches.heard(*said)
