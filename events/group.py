"""Group commit: what threads write at the same time becomes durable by one sync of the disk.

Whoever comes first does the work of all who wait; by then others are waiting again, and one of them
does theirs. Somebody alone waits for nobody.
"""

import threading
from collections.abc import Callable, Sequence
from copy import copy
from time import sleep
from typing import Any, Generic, TypeVar

Work = TypeVar("Work")
Answer = TypeVar("Answer")


class Spoilt(Exception):
    """One piece of work of several has failed: each shall be done by itself."""


class _Job(Generic[Work]):
    """A piece of work, and what came of it. `woken` is held until its thread has to go on."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.done = False
        self.left = False
        self.answer: Any = None
        self.error: Exception | None = None
        self.woken = threading.Lock()
        self.woken.acquire()

    def outcome(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.answer


class Group(Generic[Work, Answer]):
    """The writers of one store; `together` does some of their work at once.

    It gives an answer to each piece of work, once all of it is durable. Or it keeps nothing and
    raises `Spoilt`, if one of several pieces has failed, or another error that concerns them all.
    """

    def __init__(self, together: Callable[[Sequence[Work]], Sequence[Answer]]) -> None:
        self._together = together
        self._guard = threading.Lock()
        self._waiting: list[_Job[Work]] = []
        self._leader: _Job[Work] | None = None
        self._alone = True

    def do(self, work: Work) -> Answer:
        """What a piece of work comes to, once all that it wrote or saw is durable.

        It may see what others wrote that is not durable yet, and be done once more from the start.
        If it fails, nothing of it is kept, and it alone is told; if the group fails, nothing is
        kept of all its work, and all are told. A thread that is interrupted (by Ctrl-C) leaves the
        others to do their work without it.
        """
        job = _Job(work)
        try:
            if not self._joins(job):
                job.woken.acquire()
            if not job.done:
                self._lead(job)
        except BaseException:
            self._leave(job)
            raise
        answer: Answer = job.outcome()
        return answer

    def _joins(self, job: _Job[Work]) -> bool:
        """Let a job wait with the others; whether nobody leads them yet, so that it does."""
        with self._guard:
            self._waiting.append(job)
            self._leader = self._leader or job
            return self._leader is job

    def _lead(self, own: _Job[Work]) -> None:
        """Do the work of all who wait, let one of those who came meanwhile lead, and wake all.

        What is not done when this thread is interrupted waits for the next to lead.
        """
        jobs: list[_Job[Work]] = []
        try:
            self._gather()
            with self._guard:
                jobs, self._waiting = self._waiting, []
                self._alone = len(jobs) == 1
            self._carry_out(jobs)
        finally:
            with self._guard:
                undone = [job for job in jobs if not (job.done or job.left or job is own)]
                self._waiting = undone + self._waiting
            self._hand_on()
            for job in jobs:
                if job.done:
                    job.woken.release()

    def _gather(self) -> None:
        """Let others join who only wait for their turn to run, unless there were none of late."""
        known = 1 if self._alone else 0
        while known < len(self._waiting):
            known = len(self._waiting)
            sleep(0)

    def _hand_on(self) -> None:
        with self._guard:
            self._leader = self._waiting[0] if self._waiting else None
            if self._leader is not None:
                self._leader.woken.release()

    def _leave(self, job: _Job[Work]) -> None:
        """Take away a job whose thread has been interrupted; another leads if it was to."""
        with self._guard:
            job.left = True
            if job in self._waiting:
                self._waiting.remove(job)
            led = self._leader is job
        if led:
            self._hand_on()

    def _carry_out(self, jobs: list[_Job[Work]]) -> None:
        """Do some jobs together, or each by itself if one of them fails."""
        try:
            answers = self._together([job.work for job in jobs])
        except Spoilt:
            for job in jobs:
                self._carry_out([job])
            return
        except Exception as error:
            for job in jobs:
                job.error = error if len(jobs) == 1 else _twin(error)
        else:
            for job, answer in zip(jobs, answers, strict=True):
                job.answer = answer
        for job in jobs:
            job.done = True


def _twin(error: Exception) -> Exception:
    """An error to be raised in one of several threads: each writes its traceback into it."""
    twin = copy(error)
    twin.__cause__ = error
    return twin
