"""Clocks: how much time each seat has left, computed from the raw log alone.

The time between two commands is charged to the seat that had to choose meanwhile, and nothing ever
gives it back: what an undo takes out of the game still was thought about. A decision that is come
to again after an undo goes on with the time that was left for it, and earns no second increment.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from events.envelope import Event
from events.lifecycle import LIFECYCLE, Terms
from events.store import now

if TYPE_CHECKING:
    from server.timeline import Timeline

_NO_MOVE = frozenset(kind.__name__ for kind in LIFECYCLE)


class Clock:
    """What the seats of one game have used; times are milliseconds.

    A seat's decisions are counted on the way to the present state, so that undoing one brings the
    same number back.
    """

    def __init__(self) -> None:
        self.now: Callable[[], int] = now
        """The store's clock: milliseconds since the epoch."""
        self._events = 0
        self._since = 0
        self._used: dict[str, int] = {}
        self._spent: dict[tuple[str, int], int] = {}
        self._most: dict[str, int] = {}
        self._decided: dict[int, dict[str, int]] = {0: {}}

    def left(self, timeline: "Timeline") -> dict[str, int]:
        """What each person's seat has left now; below 0 where it has overrun.

        Empty for a game without limits, and for one that is over.
        """
        terms = timeline.started.terms
        if not is_timed(terms) or timeline.game.outcome(timeline.state()) is not None:
            return {}
        self._read(timeline)
        counts = self._counts(timeline, timeline.history.head)
        thinking = on_clock(timeline, timeline.history.head)
        running = max(0, self.now() - self._since)
        return {
            seat.id: self._left(terms, seat.id, counts) - (running if seat.id == thinking else 0)
            for seat in timeline.started.seats
            if not timeline.machine(seat.id)
        }

    def _left(self, terms: Terms, seat: str, counts: dict[str, int]) -> int:
        limits = []
        if terms.decision:
            limits.append(terms.decision - self._spent.get((seat, counts.get(seat, 0)), 0))
        if terms.bank:
            earned = terms.increment * self._most.get(seat, 0)
            limits.append(terms.bank + earned - self._used.get(seat, 0))
        return min(limits)

    def _read(self, timeline: "Timeline") -> None:
        """Take in the commands recorded since."""
        for event in timeline.events[self._events :]:
            if event.seq == event.cause:
                self._charge(timeline, event)
            if event.type not in _NO_MOVE and event.cause not in self._decided:
                self._count(timeline, event)
        self._events = timeline.history.length

    def _charge(self, timeline: "Timeline", event: Event) -> None:
        """Charge the time before a command to whoever had to choose."""
        head = timeline.history.parent(event.seq)
        time = max(0, event.recorded_at - self._since)
        self._since = max(self._since, event.recorded_at)
        seat = on_clock(timeline, head) if time and head else None
        if seat is None:
            return
        decision = (seat, self._counts(timeline, head).get(seat, 0))
        self._used[seat] = self._used.get(seat, 0) + time
        self._spent[decision] = self._spent.get(decision, 0) + time

    def _count(self, timeline: "Timeline", event: Event) -> None:
        """Count a decision; `event` is the first fact of the game that it caused."""
        counts = self._counts(timeline, timeline.history.parent(event.seq))
        if event.seat is not None:
            counts = {**counts, event.seat: counts.get(event.seat, 0) + 1}
            self._most[event.seat] = max(self._most.get(event.seat, 0), counts[event.seat])
        self._decided[event.cause] = counts

    def _counts(self, timeline: "Timeline", head: int) -> dict[str, int]:
        """How many decisions of each seat led to a state."""
        while head:
            cause = timeline.events[head - 1].cause
            if cause in self._decided:
                return self._decided[cause]
            head = timeline.history.parent(cause)
        return {}


def is_timed(terms: Terms) -> bool:
    """Whether the terms limit anybody's time."""
    return bool(terms.decision or terms.bank)


def on_clock(timeline: "Timeline", head: int) -> str | None:
    """The seat whose time runs in a state: the one that must choose, unless a bot plays it."""
    pending = timeline.game.pending(timeline.state(head))
    return None if pending is None or timeline.machine(pending.seat) else pending.seat


def clock_view(timeline: "Timeline") -> dict[str, int]:
    """What people are shown of the clock: never less than nothing."""
    return {seat: max(0, left) for seat, left in timeline.clock.left(timeline).items()}
