"""The courier: carries what happened to webhooks, at least once, however often it is restarted."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Mapping

from events.codec import UnknownEvent
from events.store import StoreUnavailable
from server.errors import NotAllowed, NotFound
from server.hooking import hooks_of
from server.hooks import Delivery, Hook
from server.notices import notices
from server.service import Service
from server.signing import signed
from server.targets import Target, Targets

log = logging.getLogger(__name__)

Post = Callable[[Target, Mapping[str, str], str], Awaitable[int]]
MINUTE, HOUR = 60, 3600
DELAYS = (
    5,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
)
"""Seconds to wait after each failure; after the last one a message is given up."""
LEASE = 60
"""Seconds after which a message is taken up by another process, should this one end."""
AT_ONCE = 20
SCAN = 5.0
"""Seconds between two looks for new webhooks."""
GONE = 410
"""The status with which a receiver says that it wants no more."""


class Courier:
    """Fills the outbox from the logs (`collect`) and empties it (`deliver`)."""

    def __init__(
        self, service: Service, post: Post | None = None, targets: Targets | None = None
    ) -> None:
        self._service = service
        self._hooks = hooks_of(service)
        self._post = post
        self._targets = targets or Targets(private=service.private_webhooks)
        self._closed = threading.Event()
        self._watch = service.store.watch()
        self._followed: set[str] = set()

    def collect(self) -> None:
        """Write down what is to be told of all games that have moved on."""
        for game, seq in self._hooks.games().items():
            if game not in self._followed:
                self._followed.add(game)
                self._watch.follow(game, seq)
            if self._service.store.last(game) > seq:
                try:
                    self._collect(game)
                except (UnknownEvent, NotFound) as error:
                    log.warning("webhooks are told nothing of game %s: %s", game, error)

    def _collect(self, game: str) -> None:
        for hook in self._hooks.of(game):
            if not self._hooks.holds(hook):
                self._hooks.remove(hook.id)
                continue
            with self._service.rooms.enter(game) as room:
                seq = room.seq
                new = seq > hook.seq
                told = notices(room.timeline, game, hook.seat, hook.wanted, hook.seq) if new else []
            if new:
                self._hooks.tell(hook, seq, told)

    def deliver(self) -> int:
        """Post what is due; how many messages that were."""
        due = self._hooks.claim(LEASE * 1000, AT_ONCE)
        if due:
            asyncio.run(self._deliver(due))
        return len(due)

    def rest(self) -> float:
        """Seconds until there may be something to do."""
        due = self._hooks.next_due()
        left = SCAN if due is None else (due - self._service.clock()) / 1000
        return max(0.0, min(SCAN, left))

    def run(self) -> None:
        """Collect and deliver until closed."""
        rest = 0.0
        while not self._closed.is_set():
            try:
                self._watch.wait(rest)
                self.collect()
                rest = SCAN if self.deliver() == 0 else 0.0
                rest = min(rest, self.rest())
            except StoreUnavailable as error:
                if not self._closed.is_set():
                    log.warning("webhooks have to wait: %s", error)
                self._closed.wait(SCAN)
            except Exception:
                log.exception("the courier failed")
                self._closed.wait(SCAN)

    def close(self) -> None:
        """End `run`."""
        self._closed.set()
        self._watch.close()

    async def _deliver(self, due: list[Delivery]) -> None:
        await asyncio.gather(*(self._send(delivery) for delivery in due))

    async def _send(self, delivery: Delivery) -> None:
        hook = await asyncio.to_thread(self._hooks.get, delivery.webhook)
        if hook is None or not await asyncio.to_thread(self._hooks.holds, hook):
            await asyncio.to_thread(self._hooks.remove, delivery.webhook)
            return
        try:
            status = await self._posted(hook, delivery)
        except (OSError, NotAllowed) as error:
            status, why = 0, str(error)[:200]
        else:
            why = f"HTTP {status}"
        await asyncio.to_thread(self._settle, delivery, status, why)

    async def _posted(self, hook: Hook, delivery: Delivery) -> int:
        if self._post is None:
            from server.posting import post

            self._post = post
        target = await asyncio.to_thread(self._targets.find, hook.url)
        seconds = self._service.clock() // 1000
        headers = signed(hook.secret, delivery.id, seconds, delivery.body)
        return await self._post(target, headers, delivery.body)

    def _settle(self, delivery: Delivery, status: int, why: str) -> None:
        if 200 <= status < 300:
            self._hooks.arrived(delivery)
        elif status == GONE:
            self._hooks.remove(delivery.webhook)
        elif delivery.attempts > len(DELAYS):
            log.warning("message %s is given up: %s", delivery.id, why)
            self._hooks.failed(delivery, why, None)
        else:
            due_at = self._service.clock() + DELAYS[delivery.attempts - 1] * 1000
            self._hooks.failed(delivery, why, due_at)
