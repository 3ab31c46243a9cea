"""History: one game's log as a tree of states, and where its head stands.

Nothing is ever taken out of the log. Undo, redo and back each append one `HeadMoved`; the tree
and the head follow from reading the log in order.
"""

from collections.abc import Callable, Iterable

import msgspec

from events.envelope import Event
from events.lifecycle import NOTES, HeadMoved, SeatJoined

ASIDE = frozenset(note.__name__ for note in NOTES) | {HeadMoved.__name__}
"""Types of events that lead to no state of their own, so that nothing can undo them."""
_decode_move = msgspec.json.Decoder(HeadMoved).decode


class HistoryError(ValueError):
    """There is nothing to undo or redo, no settled state at that number, or the log is nonsense.

    `code` is stable, `message` an English sentence with named fields filled from `params`.
    """

    def __init__(self, code: str, message: str, **params: int) -> None:
        super().__init__(message.format(**params))
        self.code = code
        self.message = message
        self.params = params


class History:
    """The tree of one game's log. Event numbers count from 1; 0 is before the first.

    `head` is the event whose state the game is in: never a `HeadMoved`, but what it led to.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.events: list[Event] = []
        self.head = 0
        self._start = 0
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
            HistoryError: if it is not the next one, or moves the head to where it cannot stand.
        """
        if event.seq != len(self.events) + 1:
            raise HistoryError(
                "wrong_event", "event {seq} does not follow event {last}",
                seq=event.seq, last=self.length,
            )  # fmt: skip
        parent = self.head
        if event.type not in ASIDE:
            self.head = event.seq
            self._undone.clear()
        elif event.type == HeadMoved.__name__:
            self._move(event)
        if self._opens(event):
            self._start = event.seq
        self._parents.append(parent)
        self._heads.append(self.head)
        self.events.append(event)

    def _opens(self, event: Event) -> bool:
        """Whether an event belongs to how the game began: its creation, or somebody joining."""
        first = event if event.cause == event.seq else self.events[event.cause - 1]
        return event.cause == 1 or first.type == SeatJoined.__name__

    def _move(self, event: Event) -> None:
        moved = _decode_move(event.data)
        if not self._start <= moved.to < event.seq or not self.settled(moved.to):
            raise HistoryError(
                "wrong_event", "event {seq} moves the head to {to}, where it cannot stand",
                seq=event.seq, to=moved.to,
            )  # fmt: skip
        target = self._heads[moved.to]
        if moved.why != "redo":
            self._undone.append(self.head)
        elif self._undone and self._undone[-1] == target:
            self._undone.pop()
        else:
            raise HistoryError(
                "wrong_event", "event {seq} redoes what was not undone last", seq=event.seq
            )
        self.head = target

    def resolve(self, seq: int) -> int:
        """The event whose state the game was in after event `seq`.

        It is `seq` itself, or what a `HeadMoved` there led to.

        Raises:
            HistoryError: if the log has no event `seq`.
        """
        return self._heads[self._known(seq)]

    def parent(self, seq: int) -> int:
        """The state that event `seq` was added to.

        Raises:
            HistoryError: if the log has no event `seq`.
        """
        return self._parents[self._known(seq)]

    def path(self, seq: int | None = None) -> list[int]:
        """The events that lead to the state after `seq` (default: the head), in order.

        Raises:
            HistoryError: if the log has no event `seq`.
        """
        at = self.head if seq is None else self.resolve(seq)
        steps = []
        while at:
            steps.append(at)
            at = self._parents[at]
        return steps[::-1]

    def settled(self, seq: int) -> bool:
        """Whether a command ends at `seq`, so that the head may rest there."""
        return seq == self.length or self.events[seq].cause == seq + 1

    def end(self, seq: int) -> int:
        """The last event of the command that event `seq` belongs to."""
        while not self.settled(seq):
            seq += 1
        return seq

    def first_settled(self) -> int:
        """The end of the command that created the game; nothing goes back past it."""
        return self._start

    def back_target(self, seq: int) -> int:
        """Where `back seq` leads: `seq`, or what a `HeadMoved` there led to.

        Raises:
            HistoryError: if no command ends at that event.
        """
        target = self.resolve(seq)
        if target < self._start:
            raise HistoryError(
                "before_the_start", "the game begins at event {start}", start=self._start
            )
        if not self.settled(target):
            before, after = self._around(target)
            raise HistoryError(
                "inside_a_command",
                "event {seq} is in the middle of a command; go to {before} or {after}",
                seq=target, before=before, after=after,
            )  # fmt: skip
        return target

    def _around(self, seq: int) -> tuple[int, int]:
        return self._parents[self.events[seq - 1].cause], self.end(seq)

    def undo_target(self, counts: Callable[[Event], bool] = lambda _: True) -> int:
        """The state before the last command on the path for which `counts` holds.

        `counts` is asked with the last event of each command, latest first; commands it does not
        count (those of bots) are undone together with the one before them that it does.

        Raises:
            HistoryError: if there is no such command.
        """
        at = self.head
        while at > self._start:
            event = self.events[at - 1]
            at = self._parents[event.cause]
            if counts(event):
                return at
        raise HistoryError("nothing_to_undo", "there is nothing to undo")

    def redo_target(self) -> int:
        """The state that the last undo (or back) left.

        Raises:
            HistoryError: if nothing was undone since the last command.
        """
        if not self._undone:
            raise HistoryError("nothing_to_redo", "there is nothing to redo")
        return self._undone[-1]

    def undone(self) -> set[int]:
        """The events that are not on the path to the head, moves of the head left out."""
        aside = set(range(1, self.length + 1)).difference(self.path())
        return {seq for seq in aside if self.events[seq - 1].type not in ASIDE}

    def _known(self, seq: int) -> int:
        if not 0 <= seq <= len(self.events):
            raise HistoryError(
                "no_such_event", "there is no event {seq}; the last one is {last}",
                seq=seq, last=self.length,
            )  # fmt: skip
        return seq
