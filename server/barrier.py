"""Barriers: what keeps a seat from leaving a state by itself, found in the events themselves.

A seat may take back its own decisions, and what bots did in between, until it comes upon a draw,
something hidden that was shown, another person's decision, or time that ran out.
"""

from collections.abc import Container, Iterator, Mapping
from itertools import combinations
from typing import Any, Literal

import msgspec

from events.envelope import Event
from events.lifecycle import TimeRanOut
from server.recorded import draws_in
from server.timeline import Timeline

Why = Literal["draw", "shown", "decided", "time", "restored"]


class Barrier(msgspec.Struct, frozen=True):
    """The command that ended with event `seq` is in the way, and why.

    It drew something, showed something, was decided by `seat`, or for it when its time ran out;
    `restored` is a decision of `seat` that was undone and would count again.
    """

    seq: int
    why: Why
    seat: str


class Way(msgspec.Struct, frozen=True):
    """From one state to another: the events undone by it, and those that count again, in order."""

    undone: list[int]
    restored: list[int]


def way(timeline: Timeline, head: int, to: int) -> Way:
    """The way from the state after `head` to the state after `to`."""
    fork = meeting(timeline, head, to)
    return Way(_between(timeline, fork, head), _between(timeline, fork, to))


def meeting(timeline: Timeline, one: int, other: int) -> int:
    """The last state that led to both."""
    parent, depth = timeline.history.parent, timeline.depth
    while one != other:
        if depth(one) >= depth(other):
            one = parent(one)
        else:
            other = parent(other)
    return one


def crossing(timeline: Timeline, seat: str, head: int, to: int) -> Barrier | None:
    """The latest barrier on the way between two states for a seat; None if it may go there."""
    fork = meeting(timeline, head, to)
    theirs = {other for other in timeline.people if other != seat}
    for command in _commands(timeline, fork, head):
        found = _barrier_in(timeline, command, theirs)
        if found is not None:
            return found
    for command in _commands(timeline, fork, to):
        if timeline.events[command[0] - 1].seat in theirs:
            return _barrier(timeline, command, "restored")
    return None


def furthest(timeline: Timeline, seat: str, head: int) -> int:
    """The furthest state that a seat can go back to by itself; `head` if to none."""
    found = head
    theirs = {other for other in timeline.people if other != seat}
    for command in _commands(timeline, timeline.history.first_settled(), head):
        if _barrier_in(timeline, command, theirs) is not None:
            break
        if timeline.events[command[0] - 1].seat == seat:
            found = timeline.history.parent(command[0])
    return found


def last_decider(timeline: Timeline, base: int, head: int) -> str | None:
    """The person who decided last after `base` on the path to `head`; None if nobody did."""
    people = timeline.people
    seats = (timeline.events[command[0] - 1].seat for command in _commands(timeline, base, head))
    return next((seat for seat in seats if seat in people), None)


def _between(timeline: Timeline, base: int, head: int) -> list[int]:
    """The events after `base` on the path to `head`."""
    found = []
    while head != base:
        found.append(head)
        head = timeline.history.parent(head)
    return found[::-1]


def _commands(timeline: Timeline, base: int, head: int) -> Iterator[list[int]]:
    """The commands after `base` on the path to `head`, the latest first, each as its events."""
    history = timeline.history
    while head != base:
        before = history.parent(timeline.events[head - 1].cause)
        yield _between(timeline, before, head)
        head = before


def _barrier_in(timeline: Timeline, command: list[int], theirs: Container[str]) -> Barrier | None:
    """What in one command keeps anybody from taking it back who is not one of `theirs`.

    Notes that were written with it count as well.
    """
    cause = timeline.events[command[0] - 1].cause
    for seq in range(cause, command[0]):
        if isinstance(timeline.fact(seq), TimeRanOut):
            return _barrier(timeline, command, "time")
    if timeline.events[command[0] - 1].seat in theirs:
        return _barrier(timeline, command, "decided")
    if any(draw.drawn for seq in command for draw in draws_in(timeline.fact(seq))):
        return _barrier(timeline, command, "draw")
    if any(_tells(timeline.events[seq - 1]) for seq in command) or _shows(timeline, command):
        return _barrier(timeline, command, "shown")
    return None


def _barrier(timeline: Timeline, command: list[int], why: Why) -> Barrier:
    return Barrier(command[-1], why, timeline.events[command[0] - 1].seat or "")


def _tells(event: Event) -> bool:
    """Whether a private fact is told to anybody but who caused it."""
    return any(seat != event.seat for seat in event.visible_to or ())


def _shows(timeline: Timeline, command: list[int]) -> bool:
    """Whether something that one viewer saw and another did not is no longer a secret after it.

    The views say it, whatever game it is: where two of them differed, they are alike.
    """
    before, after = timeline.history.parent(command[0]), command[-1]
    viewers = (None, *(seat.id for seat in timeline.started.seats))
    view, old, new = timeline.game.view, timeline.state(before), timeline.state(after)
    early = [view(old, viewer) for viewer in viewers]
    if all(seen == early[0] for seen in early):
        return False
    late = [view(new, viewer) for viewer in viewers]
    return any(
        set(_secrets(early[one], early[other])) - set(_secrets(late[one], late[other]))
        for one, other in combinations(range(len(viewers)), 2)
    )


def _secrets(one: Any, other: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where two views of one state differ."""
    if one == other:
        return
    ours, theirs = _parts(one), _parts(other)
    if not ours or not theirs:
        yield path
        return
    for key in {**ours, **theirs}:
        yield from _secrets(ours.get(key), theirs.get(key), (*path, key))


def _parts(value: Any) -> Mapping[Any, Any]:
    if isinstance(value, msgspec.Struct):
        return {name: getattr(value, name) for name in value.__struct_fields__}
    if isinstance(value, list | tuple):
        return dict(enumerate(value))
    return value if isinstance(value, Mapping) else {}
