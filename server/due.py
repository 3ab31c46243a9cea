"""Due: whether the time of a seat was up where the log says that it ran out."""

from events.envelope import Event
from events.lifecycle import TimeRanOut
from projections.words import N_
from server.clock import is_timed
from server.envelopes import copies
from server.overrun import overdue
from server.rerun import FOREIGN, Wrong
from server.timeline import Timeline


def check(timeline: Timeline, events: list[Event]) -> int:
    """Take in a log, and hold each overrun against the clocks at its time; how many there are.

    Those that were copied with the game are not: a copy was written all at once.

    Raises:
        Wrong: naming the first that was not due, or not followed by what was agreed on.
    """
    count, copied = 0, len(copies(events))
    for event in events:
        fact = timeline.game.codec.decode(event)
        if isinstance(fact, TimeRanOut):
            count += 1
            _check(timeline, event, fact, copied=event.seq <= copied)
            _check_followed(events, event, fact, copied=event.seq <= copied)
        timeline.add(event)
    return count


def _check(timeline: Timeline, event: Event, fact: TimeRanOut, *, copied: bool) -> None:
    terms = timeline.started.terms
    if not is_timed(terms) or fact.then != terms.overrun:
        raise Wrong(event.seq, N_("event {seq} is not what was agreed on for time that runs out"))
    if fact.seat not in timeline.people:
        raise Wrong(event.seq, N_("event {seq}: nobody plays this seat against a clock"))
    if not copied and _late(timeline, event) != fact.seat:
        message = N_("event {seq}: by the clocks of the log the time of {seat} was not up")
        raise Wrong(event.seq, message, seat=fact.seat)


def _late(timeline: Timeline, event: Event) -> str | None:
    """The seat whose time was up when an event was recorded."""
    timeline.clock.now = lambda: event.recorded_at
    try:
        return overdue(timeline)
    except FOREIGN as error:
        message = N_("the rules fail at event {seq}: {text}")
        raise Wrong(event.seq, message, text=repr(error)) from error


def _check_followed(events: list[Event], event: Event, fact: TimeRanOut, *, copied: bool) -> None:
    """Check that a choice for the seat comes with the note; copies may tell it by itself."""
    after = events[event.seq] if event.seq < len(events) else None
    alone = after is None or after.cause != event.cause
    if (alone and not copied) or event.seat != (None if alone else fact.seat):
        raise Wrong(event.seq, N_("event {seq}: no choice follows for the seat that ran out"))
