"""Watching games: who streams a game learns here that its log has grown, whoever wrote to it."""

import threading
import time
from collections.abc import Callable, Collection, Mapping
from types import TracebackType

from events.store import StoreUnavailable

Lasts = Callable[[Collection[str]], Mapping[str, int]]


class Watch:
    """Follows any number of games for one thread that waits for news of them.

    Made by `Store.watch`. Nothing gets lost: what is not heard of at once is found by looking. Any
    thread may follow or forget games meanwhile. So a stream follows its game from the event it
    has sent last, and reads on from there whenever the game is reported.
    """

    def __init__(self, watches: "Watches", poll: float, changes: "Changes") -> None:
        self._watches = watches
        self._poll = poll
        self._changes = changes
        self._next_poll = time.monotonic() + poll
        self._known: dict[str, int] = {}
        self._news: dict[str, int] = {}
        self._unsure: set[str] = set()
        self._closed = False
        self._stir = threading.Condition()

    def follow(self, game: str, seq: int) -> None:
        """Report the game once it has events after number `seq`."""
        with self._stir:
            self._known[game] = seq
            self._news.pop(game, None)
            self._unsure.add(game)
            self._stir.notify_all()

    def forget(self, game: str) -> None:
        """Report the game no more."""
        with self._stir:
            self._known.pop(game, None)
            self._news.pop(game, None)
            self._unsure.discard(game)

    def wait(self, timeout: float) -> dict[str, int]:
        """The games that have grown since they were followed or reported, with their last event.

        Empty if there is none for `timeout` seconds.

        Raises:
            StoreUnavailable: if the store cannot be asked now (nothing is lost by that), or the
                watch was closed.
        """
        end = time.monotonic() + timeout
        while True:
            self._look()
            with self._stir:
                if self._news:
                    return self._report()
                left = end - time.monotonic()
                if left <= 0:
                    return {}
                if not self._unsure and not self._closed:
                    self._stir.wait(min(left, self._next_poll - time.monotonic()))

    def heard(self, game: str, seq: int) -> None:
        """Somebody says that the game has an event `seq`."""
        with self._stir:
            if seq > self._known.get(game, seq):
                self._news[game] = max(seq, self._news.get(game, 0))
                self._stir.notify_all()

    def doubt(self) -> None:
        """Something may have gone unheard: look at all games again."""
        with self._stir:
            self._unsure.update(self._known)
            self._stir.notify_all()

    def close(self) -> None:
        """End the watch; who waits is told."""
        self._watches.remove(self)
        self._changes.close()
        with self._stir:
            self._closed = True
            self._stir.notify_all()

    def __enter__(self) -> "Watch":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _report(self) -> dict[str, int]:
        news, self._news = self._news, {}
        self._known.update(news)
        return news

    def _look(self) -> None:
        if self._closed:
            raise StoreUnavailable("the watch was closed")
        if time.monotonic() >= self._next_poll:
            self._next_poll = time.monotonic() + self._poll
            if self._changes.any():
                self.doubt()
        with self._stir:
            games, self._unsure = self._unsure, set()
        if not games:
            return
        try:
            lasts = self._watches.lasts(games)
        except BaseException:
            with self._stir:
                self._unsure.update(games & self._known.keys())
            raise
        for game, seq in lasts.items():
            self.heard(game, seq)


class Changes:
    """What a poll asks first, to be spared the look at each game; says that there may be some."""

    def any(self) -> bool:
        """Whether anything may have been written since this was asked last."""
        return True

    def close(self) -> None:
        """Release what the asking needs."""


class Watches:
    """The open watches of one store. `lasts` gives the last event number of each of some games."""

    def __init__(self, lasts: Lasts) -> None:
        self.lasts = lasts
        self._open: tuple[Watch, ...] = ()
        self._turn = threading.Lock()

    def open(self, poll: float, changes: Changes) -> Watch:
        """A new watch, which looks every `poll` seconds if there are `changes`."""
        watch = Watch(self, poll, changes)
        with self._turn:
            self._open += (watch,)
        return watch

    def remove(self, watch: Watch) -> None:
        """Tell the watch nothing more."""
        with self._turn:
            self._open = tuple(other for other in self._open if other is not watch)

    def heard(self, game: str, seq: int) -> None:
        """Tell all watches that the game has an event `seq`."""
        for watch in self._open:
            watch.heard(game, seq)

    def doubt(self) -> None:
        """Tell all watches that something may have gone unheard."""
        for watch in self._open:
            watch.doubt()

    def close(self) -> None:
        """Close all watches."""
        for watch in self._open:
            watch.close()
