"""Live streams: everybody who watches a game is sent what its log has gained, once it is durable.

All of it happens in one event loop. One thread watches the store and tells the loop which games
have grown; each game watched has one task that reads what is new and hands the same bytes to all
who see it through the same eyes. A stream waits for nobody but its own reader, and for that one
not long.
"""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Iterable
from contextlib import suppress
from threading import Thread

from starlette.concurrency import run_in_threadpool

from events.store import StoreUnavailable
from events.watch import Watch
from server.channel import Channel, News, Topic
from server.courtesy import Courtesy, Crier
from server.errors import ServiceRefusal
from server.feed import Follow, StreamQuery, frames_after
from server.guard import admit, through_eyes
from server.service import Service

log = logging.getLogger(__name__)

BEAT = b":\n\n"
"""A comment, which says that the connection still stands."""
HEARTBEAT = 15.0
"""Seconds from one comment to the next."""
PATIENCE = 10.0
"""Seconds for a reader to take what was sent, or be dropped."""
LAG = 0.02
"""Seconds that what is new may wait for requests that are being answered before it is read."""
PAUSE = 1.0
"""Seconds until a store that could not be asked is asked again."""


class Live:
    """The streams of one process; how many there are is told by `Service.streams`."""

    def __init__(
        self, service: Service, heartbeat: float = HEARTBEAT, patience: float = PATIENCE
    ) -> None:
        self._service = service
        self.patience = patience
        self._heartbeat = heartbeat
        self._topics: dict[str, Topic] = {}
        self._watch: Watch | None = None
        self._closed = False
        self.courtesy = Courtesy()
        self._crier = Crier(self.courtesy)

    def close(self) -> None:
        """End all streams, and take no more; called in the loop, before its server stops."""
        self._closed = True
        for topic in self._topics.values():
            topic.shut()

    async def follow(self, follow: Follow) -> AsyncGenerator[bytes, None]:
        """What a reader is sent from there on; comments where there is nothing to say."""
        if self._closed:
            return
        channel = self._join(follow)
        at, woken = follow.seq, False
        try:
            while True:
                chunk, at = channel.after(at)
                if chunk:
                    yield chunk
                if channel.ended(at):
                    return
                if woken and not chunk:  # for nothing: that is a heartbeat
                    yield BEAT
                woken = not chunk and not woken
                if woken:
                    await channel.wait()
        finally:
            self._leave(follow.game, channel)

    def _join(self, follow: Follow) -> Channel:
        self._service.streams += 1
        topic = self._topics.get(follow.game)
        if topic is None:
            topic = self._topics[follow.game] = Topic(follow.game, self._crier)
            topic.tasks = [
                asyncio.create_task(self._pump(topic)),
                asyncio.create_task(self._beat(topic)),
            ]
            self._watching().follow(follow.game, follow.seq)
        return topic.join(follow)

    def _leave(self, game: str, channel: Channel) -> None:
        self._service.streams -= 1
        topic = self._topics[game]
        topic.leave(channel)
        if topic.channels:
            return
        del self._topics[game]
        for task in topic.tasks:
            task.cancel()
        if self._watch is not None:
            self._watch.forget(game)
            if not self._topics:
                self._watch.close()
                self._watch = None

    async def _beat(self, topic: Topic) -> None:
        """Let all readers know now and then that their connection still stands."""
        while True:
            await asyncio.sleep(self._heartbeat)
            topic.wake()

    async def _pump(self, topic: Topic) -> None:
        """Read what is new whenever the topic is stirred, for as long as somebody listens."""
        while True:
            await topic.stirred.wait()
            await self.courtesy.give_way(LAG)
            topic.stirred.clear()
            wanted = [(channel, channel.seq) for channel in topic.channels.values()]
            try:
                news = await run_in_threadpool(self._read, topic.game, wanted)
            except StoreUnavailable as error:
                log.warning("streams of game %s have to wait: %s", topic.game, error)
                await asyncio.sleep(PAUSE)
                topic.stirred.set()
            except Exception:
                log.exception("streams of game %s are ended", topic.game)
                topic.shut()
            else:
                for channel, new in news:
                    channel.take(new)

    def _read(self, game: str, wanted: Iterable[tuple[Channel, int]]) -> list[tuple[Channel, News]]:
        """What each channel has not got yet; nothing where its readers may look no longer."""
        admitted = {channel: self._admitted(channel.follow) for channel, _ in wanted}
        with self._service.rooms.enter(game) as room:
            return [
                (
                    channel,
                    News(since, frames_after(room, channel.follow.seat, since))
                    if admitted[channel]
                    else News(since, None),
                )
                for channel, since in wanted
            ]

    def _admitted(self, follow: Follow) -> bool:
        try:
            _, role = admit(self._service, follow.game, follow.token, "read")
            through_eyes(self._service, follow.game, role, StreamQuery(seat=follow.seat))
        except ServiceRefusal:
            return False
        return True

    def _watching(self) -> Watch:
        """The watch of all streams, with the thread that waits for its news."""
        if self._watch is None:
            self._watch = self._service.store.watch()
            arguments = (self._watch, asyncio.get_running_loop())
            Thread(target=self._wait, args=arguments, name="streams", daemon=True).start()
        return self._watch

    def _wait(self, watch: Watch, loop: asyncio.AbstractEventLoop) -> None:
        """Tell the loop which games have grown, until the watch is closed."""
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            while True:
                try:
                    grown = watch.wait(PAUSE)
                except StoreUnavailable:
                    if self._closed or watch is not self._watch:
                        return
                    time.sleep(PAUSE)
                    continue
                if grown:
                    loop.call_soon_threadsafe(self._stir, list(grown))

    def _stir(self, games: list[str]) -> None:
        for game in games:
            if game in self._topics:
                self._topics[game].stirred.set()
