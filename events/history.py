"""History: one game's log as a tree of states, and where its head stands.

Nothing is ever taken out of the log. Undo, redo and back each append one `HeadMoved`; the tree
and the head follow from reading the log in order.
"""

from collections.abc import Callable, Iterable

import msgspec

from events.envelope import Event
from events.lifecycle import HeadMoved

_decode_move = msgspec.json.Decoder(HeadMoved).decode


class HistoryError(ValueError):
    """There is nothing to undo or redo, or no settled state at that number."""


class History:
    """The tree of one game's log. Event numbers count from 1; 0 is before the first."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.events: list[Event] = []
        self.head = 0
        self._parents: list[int] = [0]
        self._heads: list[int] = [0]
        self._undone: list[int] = []
        for event in events:
            self.add(event)

    @property
    def length(self) -> int:
        """How many events the log holds."""
        return len(self.events)

    def add(self, event: Event) -> None:
        """Take in the next event.

        Raises:
            HistoryError: if it is not the next one, or moves the head to where nothing is.
        """
        if event.seq != self.length + 1:
            raise HistoryError(f"event {event.seq} does not follow event {self.length}")
        self._parents.append(self.head)
        if event.type == HeadMoved.__name__:
            self._move(event)
        else:
            self.head = event.seq
            self._undone.clear()
        self._heads.append(self.head)
        self.events.append(event)

    def _move(self, event: Event) -> None:
        moved = _decode_move(event.data)
        if not 0 < moved.to < event.seq:
            raise HistoryError(
                f"event {event.seq} moves the head to {moved.to}, which is not before it"
            )
        if moved.why == "redo":
            if not self._undone:
                raise HistoryError(f"event {event.seq} redoes, but nothing was undone")
            self._undone.pop()
        else:
            self._undone.append(self.head)
        self.head = self._heads[moved.to]

    def resolve(self, seq: int) -> int:
        """The event whose state the game was in after event `seq`.

        It is `seq` itself, or what a `HeadMoved` there led to.

        Raises:
            HistoryError: if the log has no event `seq`.
        """
        if not 0 <= seq <= self.length:
            raise HistoryError(f"there is no event {seq}; the last one is {self.length}")
        return self._heads[seq]

    def parent(self, seq: int) -> int:
        """The state that event `seq` was added to."""
        return self._parents[seq]

    def path(self, seq: int | None = None) -> list[int]:
        """The events that lead to the state after `seq` (default: the head), in order."""
        at = self.head if seq is None else self.resolve(seq)
        steps = []
        while at:
            steps.append(at)
            at = self._parents[at]
        return steps[::-1]

    def settled(self, seq: int) -> bool:
        """Whether a command ends at `seq`, so that the head may rest there."""
        return seq == self.length or self.events[seq].cause == seq + 1

    def first_settled(self) -> int:
        """The end of the command that created the game; nothing goes back past it."""
        seq = 1
        while seq < self.length and not self.settled(seq):
            seq += 1
        return seq

    def back_target(self, seq: int) -> int:
        """Where `back seq` leads.

        Raises:
            HistoryError: if no command ends at that event.
        """
        target = self.resolve(seq)
        if target < self.first_settled():
            raise HistoryError(f"the game begins at event {self.first_settled()}")
        if not self.settled(target):
            before, after = self._around(target)
            raise HistoryError(
                f"event {target} is in the middle of a command; go to {before} or {after}"
            )
        return target

    def _around(self, seq: int) -> tuple[int, int]:
        after = seq
        while not self.settled(after):
            after += 1
        return self.events[seq - 1].cause - 1, after

    def undo_target(self, counts: Callable[[Event], bool] = lambda _: True) -> int:
        """The state before the last command on the path for which `counts` holds.

        Raises:
            HistoryError: if there is no such command.
        """
        start, at = self.first_settled(), self.head
        while at > start:
            event = self.events[at - 1]
            at = self._parents[event.cause]
            if counts(event):
                return at
        raise HistoryError("there is nothing to undo")

    def redo_target(self) -> int:
        """The state that the last undo (or back) left.

        Raises:
            HistoryError: if nothing was undone since the last command.
        """
        if not self._undone:
            raise HistoryError("there is nothing to redo")
        return self._undone[-1]

    def undone(self) -> set[int]:
        """The events that are not on the path to the head, moves of the head left out."""
        on_path = set(self.path())
        return {e.seq for e in self.events if e.seq not in on_path and e.type != HeadMoved.__name__}
