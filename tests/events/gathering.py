"""Making threads wait together, so that their appends become one group."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any

from events.envelope import Event
from events.store import Store
from tests.events.patience import LONG, soon
from tests.events.samples import batch

Answer = Future[list[Event]]


class Held:
    """A store that holds its first group back, so that others gather behind it.

    `sizes` are those of its groups, `broken` is what the next of them will raise, one after
    another.
    """

    def __init__(self, store: Any, pool: ThreadPoolExecutor) -> None:
        self.store: Store = store
        self.pool = pool
        self.group = store._group
        self.sizes: list[int] = []
        self.broken: list[BaseException] = []
        self._carry_out = self.group._together
        self._gathered = threading.Event()
        self.group._together = self._together
        self.first = self.start("held", 0, "c", batch(1))
        soon(lambda: self.sizes)

    def start(self, *arguments: Any, **options: Any) -> Answer:
        """Append in a thread."""
        return self.pool.submit(self.store.append, *arguments, **options)

    def gather(self, *appends: tuple[Any, ...]) -> list[Answer]:
        """Start appends that wait together, one after another."""
        started: list[Answer] = []
        for arguments in appends:
            started.append(self.start(*arguments))
            self.wait_for(started)
        return started

    def wait_for(self, appends: Sequence[Answer]) -> None:
        """Wait until all of them wait, but for those that failed before."""
        soon(lambda: len(self.group._waiting) + sum(a.done() for a in appends) == len(appends))

    def go(self) -> None:
        """Let the first one go on; it is alone, the others follow."""
        self._gathered.set()
        wait([self.first], LONG)

    def _together(self, works: Sequence[Any]) -> Any:
        self.sizes.append(len(works))
        if len(self.sizes) == 1:
            assert self._gathered.wait(LONG)
        elif self.broken:
            raise self.broken.pop(0)
        return self._carry_out(works)


@contextmanager
def holding(store: Store) -> Iterator[Held]:
    """The store held back within the block."""
    with ThreadPoolExecutor(32) as pool:
        held = Held(store, pool)
        try:
            yield held
        finally:
            held.go()
