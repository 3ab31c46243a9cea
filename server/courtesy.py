"""Courtesy: what can wait gives way to requests that are being answered, all in one event loop."""

import asyncio
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from math import inf
from types import TracebackType

AT_ONCE = 2
"""Readers woken together: less work than a tenth of a command."""
REST = 4
"""Readers rest for requests at most so many times as long as the last of them took."""
QUIET = 0.02
"""Seconds without a request after which there is nobody to give way to."""


class Courtesy:
    """Counts the requests that are being answered: each is so within a `with` block.

    Who asks often is given way to between two requests as well, until it is `quiet` for so long.
    """

    def __init__(self, quiet: float = QUIET) -> None:
        self._quiet = quiet
        self._last = -inf
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def busy(self) -> bool:
        """Whether a request is being answered."""
        return self._busy > 0

    def __enter__(self) -> None:
        self._busy += 1
        self._idle.clear()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._busy -= 1
        self._last = asyncio.get_running_loop().time()
        if not self.busy:
            self._idle.set()

    async def give_way(self, at_most: float) -> None:
        """Let everything go first that is ready, and then requests, for so many seconds at most."""
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # by now a request that had just arrived is being answered
        clock = asyncio.get_running_loop().time
        until = clock() + at_most
        if self.busy:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    await self._idle.wait()
        rest = min(until, self._last + self._quiet) - clock()
        if rest > 0:
            await asyncio.sleep(rest)


class Crier:
    """Wakes who waits, a few at a time: a thousand at once would be a long time for others."""

    def __init__(self, courtesy: Courtesy) -> None:
        self._courtesy = courtesy
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._task: asyncio.Task[None] | None = None

    def wake(self, waiting: Iterable["asyncio.Future[None]"]) -> None:
        """Wake them soon."""
        self._waiting.extend(waiting)
        if self._waiting and self._task is None:
            self._task = asyncio.create_task(self._cry())

    async def _cry(self) -> None:
        clock = asyncio.get_running_loop().time
        try:
            while self._waiting:
                began = clock()
                for _ in range(min(AT_ONCE, len(self._waiting))):
                    future = self._waiting.popleft()
                    if not future.done():
                        future.set_result(None)
                await asyncio.sleep(0)  # they do what they were woken for
                await self._courtesy.give_way(REST * (clock() - began))
        finally:
            self._task = None
