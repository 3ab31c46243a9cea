"""The service: one store of games, and the rooms they are played in. It knows nothing of HTTP.

The operations are functions of a service: `server.creating`, `server.playing`, `server.reading`,
`server.comparing`, `server.forking`, `server.verify`, `server.transfer`, `server.shelf`.
In all of them `key` names a game (its id, the beginning of one, or its name) and `say` holds the
reader's language. What a reader gets of a game passes through `game.view` or `server.visible`.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol, TypeVar

from events.codec import UnknownEvent
from events.store import Store, StoreUnavailable, now
from projections.schema import Summary
from projections.words import N_
from server.access import Access, Role
from server.bots.patience import GLANCE, SECONDS, Patience
from server.bots.turns import catch_up, play_on, tireless, unplayed
from server.catalogue import Catalogue
from server.errors import NotAllowed
from server.limits import NONE, Limits
from server.overrun import run_out
from server.rooms import Room, Rooms
from server.rules import registry
from server.rules.game import Refusal
from server.side import Side

log = logging.getLogger(__name__)

LOOKS = 3
"""How often a visit that writes looks at what others have written before it gives up."""
FREE = 10_000
"""Games that are remembered to have no tokens."""
T = TypeVar("T")


class Tables(Protocol):
    """Read-model tables, built from the logs at will; see `server.tables.keep_tables`."""

    def rebuild(self) -> tuple[int, int]:
        """Build everything again; the number of games and of rows."""
        ...

    def catch_up(self) -> None:
        """Take in all that was appended up to now."""
        ...

    def lag(self) -> float:
        """For how many seconds an append has not been taken in; 0 if all are."""
        ...

    def summaries(self) -> Mapping[str, Summary]:
        """Every game that they know, as far as they do."""
        ...

    def close(self) -> None:
        """Catch up and release their file."""
        ...


class Service:
    """The games of one store, and in `side` who sits in them where they have tokens.

    A `trusting` service believes that whoever can reach it owns it, as in the client's own process
    or on one machine; games with tokens are guarded all the same.
    `after` are called with a game's id after each durable change of its log; what goes wrong in
    them is logged and changes nothing. `limits` are what it takes from others. `clock` is that of
    the store: milliseconds since the epoch; `ticks` are seconds that only go forward, by which
    bots have to stop for a while.
    """

    def __init__(
        self,
        store: Store,
        side: Side | None = None,
        *,
        trusting: bool = True,
        limits: Limits = NONE,
        clock: Callable[[], int] = now,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self.trusting = trusting
        self.limits = limits
        self.clock = clock
        self.ticks = ticks
        self.later: Callable[[str], None] | None = None
        """Takes a game whose bots a visit left waiting, where somebody plays on for them."""
        self._access = Access(side) if side is not None else None
        self.tables: Tables | None = None
        self._free: set[str] = set()
        self._seen: set[tuple[str, str]] = set()
        self._minute = 0.0
        self._editions: dict[str, str] = {}
        self.after: list[Callable[[str], None]] = []
        self.private_webhooks = False
        """Whether webhooks may lead anywhere, not only to the public internet."""
        self.streams = 0
        """How many streams are open now."""
        self.rooms = Rooms(store, self.appended)
        self.catalogue = Catalogue(store, self.summaries)

    def close(self) -> None:
        """Release the store and the tables."""
        if self.tables is not None:
            self.tables.close()
        if self._access is not None:
            self._access.side.close()
        self.store.close()

    def summaries(self) -> Mapping[str, Summary]:
        """What the tables say of games: a hint, for they may be behind the log, or lack some."""
        return self.tables.summaries() if self.tables is not None else {}

    def check(self) -> None:
        """Ask the store and the records of seats anything.

        Raises:
            StoreError: if one of them does not answer.
        """
        self.store.last("")
        if self._access is not None:
            self._access.guards("")

    @property
    def guarded(self) -> bool:
        """Whether there can be games with tokens here."""
        return self._access is not None

    @property
    def access(self) -> Access:
        """Who may do what.

        Raises:
            NotAllowed: if this service has no records of seats.
        """
        if self._access is None:
            message = N_("Online games need a server: start one with “cronica serve”.")
            raise NotAllowed("no_seats_here", message)
        return self._access

    def role(self, game_id: str, token: str) -> Role | None:
        """What a token makes of its bearer in a game; None if the game has no tokens.

        It has them before its first event or never: of a game that is played, this is remembered.
        """
        if self._access is None or game_id in self._free:
            return None
        role = self._access.role(game_id, token)
        if role is None and self.rooms.knows(game_id):
            if len(self._free) >= FREE:
                self._free.clear()
            self._free.add(game_id)
        return role

    def edition(self, game_id: str) -> str:
        """The edition that a game is played in, "" if it has none; it decides some words."""
        if game_id not in self._editions:
            try:
                started = registry.started_of(self.store.read(game_id, 0, 1)[0])
            except UnknownEvent:
                return ""
            self._editions[game_id] = str(started.options.get("edition", ""))
        return self._editions[game_id]

    def seen(self, game_id: str, seats: Iterable[str]) -> None:
        """Remember, at most once a minute, that the holders of seats were here."""
        minute = time.monotonic() // 60
        if self._minute != minute:
            self._minute, self._seen = minute, set()
        news = {(game_id, seat) for seat in seats} - self._seen
        if not news:
            return
        self._seen |= news
        try:
            self.access.seen(game_id, [seat for _, seat in news])
        except StoreUnavailable as error:
            log.warning("who was here cannot be remembered now: %s", error)

    def is_game(self, key: str) -> bool:
        """Whether it is the id of a game: once it is, it always will be."""
        return self.rooms.knows(key) or self.store.last(key) > 0

    @contextmanager
    def enter(
        self, key: str, *, writing: bool = False, playing: bool | None = None
    ) -> Iterator[Room]:
        """The room of the game that `key` names, for one thread at a time.

        Bots that must choose play first if the game is about to be written, or was just loaded:
        a process may have ended between a person's command and theirs. Time that has run out is
        recorded first as well. `playing` says whether bots play in a visit that only looks; by
        default they do as well where nobody plays for them later. However long they take, a visit
        ends: what is left is played later, or in the next one.

        Raises:
            NotFound: if there is no such game, or more than one.
        """
        with (
            self.rooms.enter(self._named(key)) as room,
            self._visit(room, writing=writing, playing=playing),
        ):
            yield room

    def write(self, key: str, work: Callable[[Room], T]) -> T:
        """What `work` comes to in a visit that writes (see `enter`), told at once if it can be.

        The game is taken as this process knows it: that others have written meanwhile is found out
        by an append, or by looking where something is refused. Then the work starts again on what
        is there now, and so once more; after that somebody else is always quicker.

        Raises:
            Refusal: if the work is refused, and the game is as it was thought to be.
        """
        with self.rooms.enter(self._named(key), as_known=True) as room:
            for _ in range(LOOKS - 1):
                news = room.news
                try:
                    with self._visit(room, writing=True):
                        return work(room)
                except Refusal:
                    room.refresh()
                    if room.news == news:
                        raise
            with self._visit(room, writing=True):
                return work(room)

    def _named(self, key: str) -> str:
        return key if self.is_game(key) else self.catalogue.find(key)

    @contextmanager
    def _visit(
        self, room: Room, *, writing: bool = False, playing: bool | None = None
    ) -> Iterator[None]:
        """What comes before and after a visit."""
        room.timeline.clock.now = self.clock
        room.patience = Patience(self.ticks, SECONDS if writing else GLANCE)
        plays = room.fresh or self.later is None if playing is None else playing
        if writing:
            play_on(room)
            run_out(room)
        elif plays and not tireless(room):
            catch_up(room)
        room.fresh = room.fresh and not (writing or plays)
        try:
            yield
        finally:
            if self.later and (writing or plays) and room.loaded and unplayed(room):
                self.later(room.id)

    def appended(self, game_id: str) -> None:
        """Tell all who listen that a game's log has grown."""
        for listener in self.after:
            try:
                listener(game_id)
            except Exception:
                log.exception("a listener failed after game %s was written", game_id)
