"""Group commit: what threads write at the same time becomes durable by one sync of the disk.

Whoever comes first does the work of all who wait; by then others are waiting again, and one of them
does theirs. Somebody alone waits for nobody.
"""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]


class _Spoilt(Exception):
    """One piece of work of several has failed: each shall be done by itself."""


class _Job:
    """A piece of work, and what came of it. `woken` is held until its thread has to go on."""

    def __init__(self, work: Work[Any]) -> None:
        self.work = work
        self.done = False
        self.answer: Any = None
        self.error: BaseException | None = None
        self.woken = threading.Lock()
        self.woken.acquire()

    def do(self, db: sqlite3.Connection, *, alone: bool) -> None:
        try:
            self.answer = self.work(db)
        except Exception as error:
            if alone:
                raise
            raise _Spoilt from error

    def outcome(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.answer


class Group:
    """The writers of one file; `transaction` is how one of them writes, see `LogFile.writing`."""

    def __init__(
        self, transaction: Callable[[], AbstractContextManager[sqlite3.Connection]]
    ) -> None:
        self._transaction = transaction
        self._guard = threading.Lock()
        self._waiting: list[_Job] = []
        self._led = False

    def do(self, work: Work[T]) -> T:
        """What a piece of work comes to, once all that it wrote or saw is durable.

        It may see what others wrote that is not durable yet, and be done once more from the start.
        If it raises, nothing of it is kept, and it alone is told; where no transaction begins, or
        it cannot be committed, nothing is kept of the whole group, and all are told.
        """
        job = _Job(work)
        with self._guard:
            self._waiting.append(job)
            leads, self._led = not self._led, True
        if not leads:
            job.woken.acquire()
        if not job.done:
            self._lead()
        answer: T = job.outcome()
        return answer

    def _lead(self) -> None:
        """Do the work of all who wait, let one of those who came meanwhile lead, and wake all."""
        with self._guard:
            jobs, self._waiting = self._waiting, []
        try:
            self._carry_out(jobs)
        finally:
            with self._guard:
                following = self._waiting[:1]
                self._led = bool(following)
            for job in jobs:
                job.done = True
            for job in following + jobs:
                job.woken.release()

    def _carry_out(self, jobs: list[_Job]) -> None:
        try:
            with self._transaction() as db:
                for job in jobs:
                    job.do(db, alone=len(jobs) == 1)
        except _Spoilt:
            for job in jobs:
                self._carry_out([job])
        except BaseException as error:
            for job in jobs:
                job.error = error
