"""Threads that answer requests, and the way from an event loop to them and back.

The library's way makes two futures, chained by callbacks under locks, and takes three times as
long as this one. See docs/performance.md.
"""

import asyncio
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, copy_context
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class _Job(NamedTuple):
    work: Callable[[], Any]
    context: Context
    loop: asyncio.AbstractEventLoop
    answer: "asyncio.Future[Any]"


class Workers:
    """At most so many threads, each started when all others are at work; used in one event loop."""

    def __init__(self, most: int, name: str = "worker") -> None:
        self._most = most
        self._name = name
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._started = 0
        self.busy = 0
        """How many pieces of work are in hand, or wait for a thread."""

    async def do(self, work: Callable[[], T]) -> T:
        """What a piece of work comes to, done in a thread and in the context of whoever asks."""
        self.busy += 1
        try:
            if self._started < min(self.busy, self._most):
                self._start()
            loop = asyncio.get_running_loop()
            job = _Job(work, copy_context(), loop, loop.create_future())
            self._jobs.put(job)
            answer: T = await job.answer
            return answer
        finally:
            self.busy -= 1

    def _start(self) -> None:
        name = f"{self._name}-{self._started + 1}"
        # A thread knows the queue only, so that it ends when nobody has these workers any more.
        thread = threading.Thread(target=_work, args=(self._jobs,), name=name, daemon=True)
        try:
            thread.start()
        except RuntimeError:  # the system has no more; those there are will do it
            if not self._started:
                raise
            return
        self._started += 1
        weakref.finalize(self, self._jobs.put, None)


def _work(jobs: "SimpleQueue[_Job | None]") -> None:
    while (job := jobs.get()) is not None:
        answer: Any = None
        error: BaseException | None = None
        try:
            answer = job.context.run(job.work)
        except StopIteration as raised:  # which no future can hold
            error = RuntimeError(f"the work ended with {raised!r}")
        except BaseException as raised:
            error = raised
        with suppress(RuntimeError):  # the loop is closed: nobody waits for it any more
            job.loop.call_soon_threadsafe(_tell, job.answer, answer, error)
        del job, answer, error  # or they would be kept until the next one


def _tell(future: "asyncio.Future[Any]", answer: object, error: BaseException | None) -> None:
    if future.done():  # whoever waited has gone
        return
    if error is None:
        future.set_result(answer)
    else:
        future.set_exception(error)
