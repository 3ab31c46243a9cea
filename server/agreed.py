"""What people agreed on, checked again: who joins, requests, answers and moves of the head.

Each event is held against the log before it, with the functions that the service itself asks.
"""

from string import hexdigits

from events.envelope import Event
from events.history import HistoryError
from events.lifecycle import (
    Fact,
    HeadMoved,
    SeatJoined,
    UndoAnswered,
    UndoAsked,
    UndoWithdrawn,
    Way,
)
from server.asking import Request, open_request, others, waiting_for
from server.barrier import crossing, meeting
from server.timeline import Timeline


def take(timeline: Timeline, group: list[Event]) -> int | None:
    """Take in one command; the first of its events that the terms of the game do not allow."""
    wrong = None
    for event in group:
        if wrong is None and timeline.events and not _allowed(timeline, event, group):
            wrong = event.seq
        timeline.add(event)
    return wrong


def _allowed(timeline: Timeline, event: Event, group: list[Event]) -> bool:
    fact: Fact = timeline.game.codec.decode(event)
    asked = open_request(timeline)
    match fact:
        case SeatJoined():
            return _joins(timeline, event, fact, group)
        case UndoAsked():
            return fact.seat == event.seat and _may_ask(timeline, fact)
        case UndoWithdrawn():
            return asked is not None and _withdraws(event, fact, asked, alone=group == [event])
        case UndoAnswered():
            return asked is not None and _answers(timeline, event, fact, asked, group)
        case HeadMoved():
            agreed = asked if event is not group[0] else None
            return _may_move(timeline, event.seat, fact, agreed)
        case _:
            return True


def _joins(timeline: Timeline, event: Event, joined: SeatJoined, group: list[Event]) -> bool:
    """Whether the seat was open; the game begins with the command of the last one to join."""
    missing, last = timeline.missing, len(group) > 1
    fits = event is group[0] and joined.seat == event.seat and joined.seat in missing
    return fits and last == (len(missing) == 1) and not joined.entropy.strip(hexdigits)


def _may_ask(timeline: Timeline, asks: UndoAsked) -> bool:
    """Whether a person could ask for this move, which needs somebody's consent."""
    asker, to = asks.seat, asks.to
    asked = timeline.started.terms.undo == "consent" and asker in timeline.people
    if not (asked and others(timeline, asker) and _leads(timeline, to, asks.why)):
        return False
    return crossing(timeline, asker, timeline.history.head, to) is not None


def _withdraws(event: Event, fact: UndoWithdrawn, asked: Request, *, alone: bool) -> bool:
    """Whether the asker took the request back, or whoever moved on ended it."""
    if alone:
        return fact.seat == event.seat == asked.seat
    return fact.seat == (event.seat or asked.seat)


def _answers(
    timeline: Timeline, event: Event, said: UndoAnswered, asked: Request, group: list[Event]
) -> bool:
    """Whether the seat was asked; the last yes lets what was asked for happen, no other does."""
    if said.seat != event.seat or said.seat not in others(timeline, asked.seat):
        return False
    waiting = waiting_for(timeline, asked)
    moves = any(other.type == HeadMoved.__name__ for other in group)
    if not said.agrees:
        return not moves
    return said.seat in waiting and moves == (waiting == [said.seat])


def _may_move(
    timeline: Timeline, seat: str | None, moved: HeadMoved, asked: Request | None
) -> bool:
    """Whether the move was agreed to, or was the seat's own to make."""
    policy, people, history = timeline.started.terms.undo, timeline.people, timeline.history
    if not _leads(timeline, moved.to, moved.why):
        return False
    if policy == "open":
        return True
    if asked is not None:
        waiting = waiting_for(timeline, asked)
        return not waiting and (moved.to, moved.why) == (asked.to, asked.why)
    if seat is None or seat not in people:
        return not people
    if policy == "consent" and people == [seat]:
        return True
    return crossing(timeline, seat, history.head, history.resolve(moved.to)) is None


def _leads(timeline: Timeline, to: int, why: Way) -> bool:
    """Whether a move of this kind leads there: an undo back, a redo to what was undone last."""
    history = timeline.history
    try:
        target = history.back_target(to)
        if why == "redo":
            return target == history.redo_target()
    except HistoryError:
        return False
    head = history.head
    return why == "back" or (target != head and meeting(timeline, head, target) == target)
