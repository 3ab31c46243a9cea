"""Copies of a log's commands, for games that begin as another one stood."""

from collections.abc import Iterable
from itertools import groupby

import msgspec

from events.envelope import Event, NewCommand, NewEvent
from events.lifecycle import GameForked, GameStarted, HeadMoved, SeatJoined, Terms, UndoAsked
from server.timeline import Timeline

FORK = "fork"
"""The text of the command that ends the copied part of a log."""


def copied(
    timeline: Timeline, path: Iterable[int], name: str, terms: Terms | None = None
) -> list[NewCommand]:
    """The commands of some events as they were, the game's name replaced by `name`.

    What people joined with is there from the beginning: all seats of the copy are one person's,
    and the draws of its set-up follow from the same entropy. `terms` are those of the copy, the
    same but for joining by default.
    """
    # In the order of the copy; sorting keeps the order of those alike.
    steps = sorted(path, key=lambda seq: not _opens(timeline, seq))
    numbers: dict[int, int] = {}
    last = 0
    for seq in steps:
        last += timeline.events[seq - 1].type != SeatJoined.__name__
        numbers[seq] = last
    alone = msgspec.structs.replace(
        timeline.started,
        name=name,
        entropy=timeline.entropy,
        terms=terms or msgspec.structs.replace(timeline.started.terms, online=False),
    )
    copy = _Copy(timeline, alone, numbers)
    groups = groupby(steps, key=lambda seq: _cause(timeline, seq))
    return [copy.command(list(group)) for _, group in groups]


class _Copy:
    """Events written again: under `started`, each under the number that `numbers` gives it."""

    def __init__(self, timeline: Timeline, started: GameStarted, numbers: dict[int, int]) -> None:
        self._timeline = timeline
        self._started = started
        self._numbers = numbers

    def command(self, group: list[int]) -> NewCommand:
        """The command that caused some events."""
        first = self._timeline.events[group[0] - 1]
        events = (self._timeline.events[seq - 1] for seq in group)
        kept = tuple(self._event(event) for event in events if event.type != SeatJoined.__name__)
        return NewCommand(first.seat, first.command, kept)

    def _event(self, event: Event) -> NewEvent:
        encode = self._timeline.game.codec.encode
        fact = self._timeline.fact(event.seq)
        if isinstance(fact, GameStarted):
            return encode(self._started)
        if isinstance(fact, HeadMoved | UndoAsked) and self._numbers[fact.to] != fact.to:
            return encode(msgspec.structs.replace(fact, to=self._numbers[fact.to]))
        return NewEvent(event.type, event.version, event.data, event.visible_to)


def _opens(timeline: Timeline, seq: int) -> bool:
    """Whether an event belongs to how the game began: its creation, or somebody joining."""
    return _cause(timeline, seq) == 1


def _cause(timeline: Timeline, seq: int) -> int:
    """The first event of the command that causes an event in the copy."""
    cause = timeline.events[seq - 1].cause
    return 1 if timeline.events[cause - 1].type == SeatJoined.__name__ else cause


def forked(timeline: Timeline, fact: GameForked) -> NewCommand:
    """The command that says where the copied part came from."""
    return NewCommand(None, FORK, (timeline.game.codec.encode(fact),))
