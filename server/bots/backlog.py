"""The backlog: games whose bots a visit left waiting, played on while nobody waits for them."""

import logging
import threading

from events.store import StoreUnavailable
from server.bots.turns import play_on, unplayed
from server.service import Service

log = logging.getLogger(__name__)

REST = 0.02
"""Seconds between two turns, in which whoever wants to look at the game gets in."""
PAUSE = 1.0
"""Seconds until a store that takes nothing is tried again."""


class Backlog:
    """Games in turn, each for a short while."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._games: dict[str, None] = {}
        self._stir = threading.Condition()
        self._closed = False
        service.later = self.add

    def add(self, game: str) -> None:
        """Play on in a game, after those that are there already."""
        with self._stir:
            self._games[game] = None
            self._stir.notify_all()

    def turn(self) -> bool:
        """Let the bots of the first game play for a while; False if none wait.

        Raises:
            StoreUnavailable: if the store takes nothing now; the game is kept.
        """
        with self._stir:
            game = next(iter(self._games), None)
            if game is None:
                return False
            del self._games[game]
        try:
            with self._service.enter(game, playing=False) as room:
                play_on(room)
                if unplayed(room):
                    self.add(game)
        except StoreUnavailable:
            self.add(game)
            raise
        except Exception:
            # One game that cannot be played must not stop the others.
            log.exception("the bots of game %s stop", game)
        return True

    def run(self) -> None:
        """Play until closed."""
        while not self._closed:
            rest = REST
            try:
                self.turn()
            except StoreUnavailable as error:
                log.warning("bots have to wait: %s", error)
                rest = PAUSE
            with self._stir:
                if self._games and not self._closed:
                    self._stir.wait(rest)
                while not self._games and not self._closed:
                    self._stir.wait()

    def close(self) -> None:
        """End `run`."""
        with self._stir:
            self._closed = True
            self._stir.notify_all()
