"""Comparing states: what differs between two, and which events changed one value."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from projections.words import Words
from server.answers import Change, Diff, Trace, Traced
from server.requests import DiffQuery, TraceQuery
from server.seats import known_seat
from server.service import Service
from server.timeline import Timeline, fold
from server.views import existing, no_such_part, part_of, view_of
from server.visible import Eyes

_NOWHERE = object()


def diff(service: Service, key: str, query: DiffQuery, say: Words) -> Diff:  # noqa: ARG001
    """Every value that differs between the states after two events, as one viewer sees them."""
    with service.enter(key) as room:
        timeline = room.timeline
        seat = known_seat(timeline.started, query.seat)
        before, after = (
            msgspec.to_builtins(view_of(timeline.game, timeline.state(existing(timeline, n)), seat))
            for n in (query.from_, query.to)
        )
        return Diff(from_=query.from_, to=query.to, changes=list(differences(before, after)))


def differences(before: Any, after: Any, path: str = "") -> Iterator[Change]:
    """The values that differ in two trees of dictionaries and lists."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *(key for key in after if key not in before)]:
            yield from differences(before.get(key), after.get(key), _under(path, key))
    elif isinstance(before, list) and isinstance(after, list):
        for index in range(max(len(before), len(after))):
            old, new = (items[index] if index < len(items) else None for items in (before, after))
            yield from differences(old, new, _under(path, index))
    elif before != after:
        yield Change(path=path, before=before, after=after)


def _under(path: str, step: str | int) -> str:
    return f"{path}.{step}" if path else str(step)


def trace(service: Service, key: str, query: TraceQuery, say: Words) -> Trace:  # noqa: ARG001
    """The events that changed one value of the view: those that count, or `all` of the log.

    Raises:
        NotFound: if no state of the game has such a value.
    """
    with service.enter(key) as room:
        timeline = room.timeline
        seat = known_seat(timeline.started, query.seat)
        steps = query.path.replace("/", ".").strip(".").split(".")
        numbers: Sequence[int] = timeline.history.path()
        if query.all:
            numbers = range(1, room.seq + 1)
        found = list(_changes(timeline, numbers, steps, seat))
        try:
            value = part_of(view_of(timeline.game, timeline.state(), seat), steps)
        except KeyError as error:
            if not found:
                raise no_such_part(".".join(steps), error.args[0]) from error
            value = None
        return Trace(
            path=".".join(steps),
            value=msgspec.to_builtins(value),
            changes=found[-1:] if query.last else found,
        )


def _changes(
    timeline: Timeline, numbers: Sequence[int], steps: Sequence[str], seat: str | None
) -> Iterator[Traced]:
    eyes = Eyes(timeline, seat)
    for seq, before, after in _values(timeline, numbers, steps, seat):
        if before != after:
            event = timeline.events[seq - 1]
            yield Traced(
                seq=seq,
                type=event.type,
                command=eyes.command(event),
                seat=event.seat,
                before=_shown(before),
                after=_shown(after),
            )


def _values(
    timeline: Timeline, numbers: Sequence[int], steps: Sequence[str], seat: str | None
) -> Iterator[tuple[int, Any, Any]]:
    """For each event its number, and the value before and after it."""
    history, game = timeline.history, timeline.game
    values: dict[int, Any] = {0: _NOWHERE}
    state, at = None, 0
    for seq in numbers:
        if history.resolve(seq) != seq:
            # It moved the head, or left it where it was.
            yield seq, values[history.resolve(seq - 1)], values[history.resolve(seq)]
            continue
        parent = history.parent(seq)
        if parent != at:
            state = game.copy(timeline.state(parent))
        state, at = fold(game, state, timeline.fact(seq)), seq
        values[seq] = _value(view_of(game, state, seat), steps)
        yield seq, values[parent], values[seq]


def _value(view: Any, steps: Sequence[str]) -> Any:
    try:
        return msgspec.to_builtins(part_of(view, steps))
    except KeyError:
        return _NOWHERE


def _shown(value: Any) -> Any:
    return None if value is _NOWHERE else value
