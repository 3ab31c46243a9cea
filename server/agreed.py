"""What people agreed on, checked again: requests, answers and moves of the head by the terms."""

from typing import Any

from events.envelope import Event
from events.history import HistoryError
from events.lifecycle import HeadMoved, UndoAnswered, UndoAsked, UndoWithdrawn
from server.asking import Request, open_request, others, waiting_for
from server.barrier import crossing
from server.timeline import Timeline


def wrong_in(timeline: Timeline, group: list[Event]) -> int | None:
    """The first event of one command that the terms of the game do not allow."""
    return next((event.seq for event in group if not _allowed(timeline, event, group)), None)


def _allowed(timeline: Timeline, event: Event, group: list[Event]) -> bool:
    fact: Any = timeline.fact(event.seq)
    asked = open_request(timeline, event.seq - 1)
    if isinstance(fact, UndoAsked):
        people = timeline.people(event.seq)
        asks = timeline.started.terms.undo == "consent" and fact.seat in people
        return asks and fact.seat == event.seat and _stands(timeline, fact.to)
    if isinstance(fact, UndoWithdrawn):
        return asked is not None
    if isinstance(fact, UndoAnswered):
        answering = others(timeline, asked.seat, event.seq) if asked else ()
        return fact.seat == event.seat and fact.seat in answering
    if isinstance(fact, HeadMoved):
        return _may_move(timeline, event, fact, asked if event is not group[0] else None)
    return True


def _stands(timeline: Timeline, to: int) -> bool:
    try:
        return timeline.history.back_target(to) == to
    except HistoryError:
        return False


def _may_move(timeline: Timeline, event: Event, moved: HeadMoved, asked: Request | None) -> bool:
    """Whether the move was agreed to, or was the seat's own to make."""
    policy = timeline.started.terms.undo
    if policy == "open":
        return True
    if asked is not None:
        waiting = waiting_for(timeline, asked, event.seq)
        return not waiting and (moved.to, moved.why) == (asked.to, asked.why)
    people, seat, history = timeline.people(event.seq), event.seat, timeline.history
    if seat is None or seat not in people:
        return not people
    if policy == "consent" and people == [seat]:
        return True
    head, to = history.parent(event.seq), history.resolve(moved.to)
    return crossing(timeline, seat, head, to, event.seq) is None
