"""Rooms: one per game, where its commands run one after another on a state kept in memory."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from events.codec import UnknownEvent
from events.dice import SeededDice, combine, commitment
from events.envelope import Event, NewCommand
from events.history import HistoryError
from events.store import DamagedStore, Store
from projections.words import N_
from server.asking import closing
from server.bots.patience import Patience
from server.errors import NotFound
from server.rules import registry
from server.timeline import Timeline

ROOMS = 64
"""Games kept in memory."""


class Room:
    """One game in memory. All use of it happens inside `Rooms.enter`."""

    def __init__(self, store: Store, game_id: str, appended: Callable[[str], None]) -> None:
        self.id = game_id
        self.lock = threading.RLock()
        self.users = 0
        self.fresh = True
        self.news = 0
        """How often the log turned out to hold something that others had written."""
        self.patience = Patience()
        self._store = store
        self._appended = appended
        self._timeline: Timeline | None = None
        self._recorded: dict[str, list[Event]] = {}
        self._seed: bytes | None = None
        self._dice: tuple[Mapping[str, str], SeededDice] | None = None

    @property
    def timeline(self) -> Timeline:
        """The game's states."""
        if self._timeline is None:
            raise RuntimeError(f"room {self.id} was not entered")
        return self._timeline

    @property
    def loaded(self) -> bool:
        """Whether the game has been read from its log: then there is one."""
        return self._timeline is not None

    @property
    def seq(self) -> int:
        """The number of the last event known here."""
        return self.timeline.history.length

    def refresh(self) -> None:
        """Take in what others appended.

        Raises:
            NotFound: if the store has no such game.
            UnknownEvent: if its log has a gap, or cannot be read.
        """
        last = self._store.last(self.id)
        if not last:
            raise unknown_game(self.id)
        follows = self.loaded and last >= self.seq
        if follows and last == self.seq:
            return
        events = self._store.read(self.id, self.seq if follows else 0)
        self.news += 1
        if not follows:
            self._begin(events)
        for event in events:
            self._add(event)

    def _begin(self, events: list[Event]) -> None:
        if not events or events[0].seq != 1:
            raise UnknownEvent("event 1 is missing")
        self._timeline = Timeline(registry.get(registry.started_of(events[0]).kind))
        self._recorded = {}

    def take(self, events: list[Event]) -> None:
        """Take in events that follow those known; any others are read from the store."""
        for event in events:
            if event.seq == self.seq + 1:
                self._add(event)
            elif event.seq > self.seq:
                self.refresh()

    def _add(self, event: Event) -> None:
        try:
            self.timeline.add(event)
        except BaseException as error:
            self._timeline = None  # half an event is in it: everybody shall be told, not the first
            if isinstance(error, HistoryError):
                raise UnknownEvent(str(error)) from error
            raise
        self._recorded.setdefault(event.command_id, []).append(event)

    def recorded(self, command_id: str | None) -> list[Event]:
        """What was recorded under a command id; nothing if it is new, or there is none."""
        return self._recorded.get(command_id, []) if command_id else []

    def append(
        self, command_id: str, commands: Sequence[NewCommand], state: Any = None
    ) -> list[Event]:
        """Record commands after the last event known here; `state` is what they lead to.

        With them goes a note that they end what was asked for, if they do.

        Raises:
            Conflict: if somebody else appended meanwhile.
        """
        expected, commands = self.seq, closing(self.timeline, commands)
        events = self._store.append(self.id, expected, command_id, commands)
        self.take(events)
        recorded = [(event.type, event.data) for event in events]
        ours = [(event.type, event.data) for command in commands for event in command.events]
        if state is not None and recorded == ours and self.seq == expected + len(ours):
            self.timeline.keep(self.timeline.history.head, state)
        self._appended(self.id)
        return events

    def seed(self) -> bytes:
        """The game's secret; it must not leave this process before the game is over.

        Raises:
            DamagedStore: if the store has lost it, or has another than the log committed to.
        """
        if self._seed is None:
            self._seed = self._kept_seed()
        return self._seed

    def _kept_seed(self) -> bytes:
        committed = (self.timeline.origin or self.timeline.started).commitment
        try:
            seed = self._store.seed(self.id)
        except KeyError as error:
            raise DamagedStore(f"the secret of game {self.id} is lost") from error
        if commitment(seed) != committed:
            raise DamagedStore(f"the secret of game {self.id} is not the one it began with")
        return seed

    def dice(self, entropy: Mapping[str, str] | None = None) -> SeededDice:
        """The game's dice; `entropy` is what seats add to them, if not yet in the log."""
        entropy = entropy or self.timeline.entropy
        if self._dice is None or self._dice[0] != entropy:
            self._dice = entropy, SeededDice(combine(self.seed(), entropy))
        return self._dice[1]


class Rooms:
    """The rooms in use, and those used last; it counts how often a room was there already."""

    def __init__(self, store: Store, appended: Callable[[str], None], size: int = ROOMS) -> None:
        self._store = store
        self._appended = appended
        self._size = size
        self._lock = threading.Lock()
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self.hits = self.misses = 0

    @property
    def count(self) -> int:
        """How many games are in memory."""
        return len(self._rooms)

    def knows(self, game_id: str) -> bool:
        """Whether a game is in memory."""
        room = self._rooms.get(game_id)
        return room is not None and room.loaded

    @contextmanager
    def enter(self, game_id: str, *, as_known: bool = False) -> Iterator[Room]:
        """The game's room, up to date, for one thread at a time.

        `as_known` takes it as this process knows it, if it does: what others wrote may be missing.

        Raises:
            NotFound: if the store has no such game.
        """
        room = self._hold(game_id)
        try:
            with room.lock:
                if not (as_known and room.loaded):
                    room.refresh()
                yield room
        finally:
            self._release(room)

    def drop(self) -> None:
        """Forget all rooms that nobody is in; they come back from the log."""
        with self._lock:
            self._rooms = OrderedDict((i, r) for i, r in self._rooms.items() if r.users)

    def _hold(self, game_id: str) -> Room:
        with self._lock:
            room = self._rooms.get(game_id)
            self.hits += room is not None
            self.misses += room is None
            if room is None:
                room = self._rooms[game_id] = Room(self._store, game_id, self._appended)
            self._rooms.move_to_end(game_id)
            room.users += 1
            return room

    def _release(self, room: Room) -> None:
        with self._lock:
            room.users -= 1
            if (surplus := len(self._rooms) - self._size) > 0:
                idle = [r.id for r in self._rooms.values() if not r.users]
                for game_id in idle[:surplus]:
                    del self._rooms[game_id]


def unknown_game(text: str, nearest: tuple[str, ...] = ()) -> NotFound:
    """What to raise where no game has that id or name."""
    if nearest:
        message = N_("There is no game “{text}”; near it: {names}.")
    else:
        message = N_("There is no game “{text}”; “games” lists those there are.")
    return NotFound("unknown_game", message, nearest=nearest, text=text, names=", ".join(nearest))
