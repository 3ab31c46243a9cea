"""Channels: what all readers of one game with the same eyes are sent, kept once for all of them."""

import asyncio
from collections import deque
from itertools import islice

import msgspec

from server.courtesy import Crier
from server.feed import Follow, Frames

KEPT = 1000
"""Messages kept for readers who have not been sent them yet; who is further behind is dropped."""


class News(msgspec.Struct, frozen=True):
    """The messages after event `since`; None where the readers may look no longer."""

    since: int
    frames: Frames | None


class Channel:
    """One pair of eyes on one game. Its readers `wait`; the crier wakes them if there is more."""

    def __init__(self, follow: Follow, crier: Crier) -> None:
        self.follow = follow
        self.seq = follow.seq
        self.readers = 0
        self._crier = crier
        self._waiting: set[asyncio.Future[None]] = set()
        self._base = follow.seq
        self._messages: deque[tuple[int, bytes]] = deque()
        self._end = b""
        self._shut = False

    def rewind(self, seq: int) -> bool:
        """Begin again after event `seq`, if a reader knows no more and it is no longer kept."""
        if seq >= self._base:
            return False
        self.seq = self._base = seq
        self._messages.clear()
        return True

    def take(self, news: News) -> None:
        """Add what was read, unless the channel began again meanwhile."""
        if news.frames is None:
            self.shut()
        elif news.since == self.seq:
            self._messages.extend(news.frames.messages)
            if self._messages:
                self.seq = self._messages[-1][0]
            while len(self._messages) > KEPT:
                self._base = self._messages.popleft()[0]
            self._end = news.frames.end
            self.wake()

    def shut(self) -> None:
        """Send nothing more."""
        self._shut = True
        self.wake()

    def after(self, at: int) -> tuple[bytes, int]:
        """What to send to a reader who has event `at`, and which event they have then."""
        if self._shut or at < self._base or (at >= self.seq and not self._end):
            return b"", at
        new = islice(self._messages, max(0, at - self._base), None)
        return b"".join(message for _, message in new) + self._end, max(at, self.seq)

    def ended(self, at: int) -> bool:
        """Whether a reader who has event `at` gets nothing more."""
        return self._shut or at < self._base or (bool(self._end) and at >= self.seq)

    async def wait(self) -> None:
        """Wait for more; between the last look at what there is and this nothing may be awaited."""
        woken = asyncio.get_running_loop().create_future()
        self._waiting.add(woken)
        try:
            await woken
        finally:
            self._waiting.discard(woken)

    def wake(self) -> None:
        """Let all readers look whether there is more."""
        waiting, self._waiting = self._waiting, set()
        self._crier.wake(waiting)


class Topic:
    """The channels of one game. `stirred` says that there may be something new to read."""

    def __init__(self, game: str, crier: Crier) -> None:
        self.game = game
        self._crier = crier
        self.stirred = asyncio.Event()
        self.channels: dict[tuple[str | None, str], Channel] = {}
        self.tasks: list[asyncio.Task[None]] = []

    def join(self, follow: Follow) -> Channel:
        """The channel for these eyes, with one reader more."""
        key = (follow.seat, follow.token)
        if key not in self.channels:
            self.channels[key] = Channel(follow, self._crier)
            self.stirred.set()
        channel = self.channels[key]
        if channel.rewind(follow.seq):
            self.stirred.set()
        channel.readers += 1
        return channel

    def leave(self, channel: Channel) -> None:
        """One reader less; a channel without any is forgotten."""
        channel.readers -= 1
        if not channel.readers:
            del self.channels[channel.follow.seat, channel.follow.token]

    def shut(self) -> None:
        """End all channels."""
        for channel in self.channels.values():
            channel.shut()

    def wake(self) -> None:
        """Wake the readers of all channels."""
        for channel in self.channels.values():
            channel.wake()
