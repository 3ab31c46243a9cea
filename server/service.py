"""The service: one store of games, and the rooms they are played in. It knows nothing of HTTP.

The operations are functions of a service: `server.creating`, `server.playing`, `server.reading`,
`server.comparing`, `server.forking`, `server.verify`, `server.transfer`, `server.shelf`.
In all of them `key` names a game (its id, the beginning of one, or its name) and `say` holds the
reader's language. What a reader gets of a game passes through `game.view` or `server.visible`.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from events.store import Store
from server.bots.turns import catch_up, play_on
from server.catalogue import find_game
from server.rooms import Room, Rooms

log = logging.getLogger(__name__)


class Tables(Protocol):
    """Read-model tables, built from the logs at will; see `server.tables.keep_tables`."""

    def rebuild(self) -> tuple[int, int]:
        """Build everything again; the number of games and of rows."""
        ...

    def close(self) -> None:
        """Release their file."""
        ...


class Service:
    """The games of one store.

    `after` are called with a game's id after each durable change of its log; what goes wrong in
    them is logged and changes nothing.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tables: Tables | None = None
        self.after: list[Callable[[str], None]] = []
        self.rooms = Rooms(store, self.appended)

    def close(self) -> None:
        """Release the store and the tables."""
        if self.tables is not None:
            self.tables.close()
        self.store.close()

    @contextmanager
    def enter(self, key: str, *, writing: bool = False) -> Iterator[Room]:
        """The room of the game that `key` names, for one thread at a time.

        Bots that must choose play first if the game is about to be written, or was just loaded:
        a process may have ended between a person's command and theirs.

        Raises:
            NotFound: if there is no such game, or more than one.
        """
        with self.rooms.enter(find_game(self.store, key)) as room:
            if writing:
                play_on(room)
            elif room.fresh:
                catch_up(room)
            room.fresh = False
            yield room

    def appended(self, game_id: str) -> None:
        """Tell all who listen that a game's log has grown."""
        for listener in self.after:
            try:
                listener(game_id)
            except Exception:
                log.exception("a listener failed after game %s was written", game_id)
