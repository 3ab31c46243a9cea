"""Envelopes: what holds between events whatever the game is, held against the whole log.

The events of a command share who gave it, its text and its time; the commands of an append share
their id, which stands for nothing else; and each fact all games have comes with its own command.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby

from events.envelope import Event
from events.lifecycle import (
    NOTES,
    Fact,
    GameForked,
    GameStarted,
    HeadMoved,
    SeatJoined,
    SeedRevealed,
    TimeRanOut,
    UndoAnswered,
    UndoAsked,
    UndoWithdrawn,
)
from projections.words import N_
from server.copies import FORK
from server.drafts import CREATION, JOIN, TIME
from server.rerun import Wrong, groups

_WAYS = {"undo": r"undo( \d+)?", "redo": "redo", "back": r"back \d+"}


def check(events: list[Event], facts: Mapping[int, Fact]) -> int:
    """Check all envelopes against the facts in them, by number; how many commands there are.

    Raises:
        Wrong: naming the first event that is not as it should be.
    """
    count = 0
    for append in _appends(events):
        for group in groups(append):
            _check_command(group, facts)
            count += 1
    if events:
        _check_copies(events, facts)
    return count


def copies(events: list[Event]) -> list[Event]:
    """The events that were written when the game was made, all at once: of a copy many commands."""
    return [event for event in events if event.command_id == events[0].command_id]


def _appends(events: list[Event]) -> Iterator[list[Event]]:
    """The events append by append: those that were recorded together under one id."""
    known: set[str] = set()
    for command_id, together in groupby(events, key=lambda event: event.command_id):
        append = list(together)
        if command_id in known:
            raise Wrong(append[0].seq, N_("event {seq}: its command id stands for another append"))
        known.add(command_id)
        for event in append:
            if event.recorded_at != append[0].recorded_at:
                raise Wrong(event.seq, N_("event {seq} has another time than its append"))
        yield append


def _check_command(group: list[Event], facts: Mapping[int, Fact]) -> None:
    first, started = group[0], facts[1]
    seats = [seat.id for seat in started.seats] if isinstance(started, GameStarted) else []
    if first.cause != first.seq:
        raise Wrong(first.seq, N_("event {seq} is not in the append of its command"))
    if first.seat is not None and first.seat not in seats:
        raise Wrong(first.seq, N_("event {seq} is by a seat that the game does not have"))
    told = [facts[event.seq] for event in group]
    for event, before, fact in zip(group[1:], told, told[1:], strict=False):
        if (event.seat, event.command) != (first.seat, first.command):
            raise Wrong(event.seq, N_("event {seq} is not by the seat and the text of its command"))
        if isinstance(fact, NOTES) and not isinstance(before, NOTES):
            raise Wrong(event.seq, N_("event {seq} is a note that does not begin its command"))
    text = _text(told)
    if text is not None and not re.fullmatch(text, first.command):
        raise Wrong(first.seq, N_("event {seq} does not fit the text of its command"))
    if isinstance(told[0], GameStarted | GameForked) and first.seat is not None:
        raise Wrong(first.seq, N_("event {seq} is by the service, not by a seat"))


def _text(told: list[Fact]) -> str | None:
    """A pattern for the text of the command that caused these facts; None for those of the game."""
    main = next((fact for fact in told if not isinstance(fact, NOTES)), told[-1])
    answered = next((fact for fact in told if isinstance(fact, UndoAnswered)), None)
    if answered is not None:
        return "answer yes" if answered.agrees else "answer no"
    match main:
        case HeadMoved() | UndoAsked():
            return _WAYS[main.why]
        case UndoWithdrawn():
            return "answer no"
        case _:
            texts = {GameStarted: CREATION, SeatJoined: JOIN, GameForked: FORK, TimeRanOut: TIME}
            return texts.get(type(main))


def _check_copies(events: list[Event], facts: Mapping[int, Fact]) -> None:
    """Check that forks are where games are made: at the end of what was copied, or in it."""
    made = copies(events)
    fork = next((e for e in events[len(made) :] if e.type == GameForked.__name__), None)
    if fork is not None:
        raise Wrong(fork.seq, N_("event {seq}: a game is forked only when it is made"))
    last = made[-1]
    if last.cause > 1 and not isinstance(facts[last.seq], GameForked | SeedRevealed):
        raise Wrong(last.seq, N_("event {seq}: what was copied ends with a fork, or is over"))
