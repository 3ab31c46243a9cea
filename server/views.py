"""From states and facts to the answers that readers get, in their language."""

import difflib
from collections.abc import Sequence
from typing import Any

from events.envelope import Event
from events.history import History, HistoryError
from events.lifecycle import GameStarted
from projections.words import N_, Words
from server.answers import AskedView, GameView, Origin, PendingView
from server.asking import open_request, waiting_for
from server.clock import clock_view
from server.errors import NotAllowed, NotFound
from server.rules.game import Game, Pending
from server.timeline import Timeline


def pending_view(pending: Pending | None, words: Words) -> PendingView | None:
    """Who must choose next, the question in the reader's language."""
    if pending is None:
        return None
    prompt = pending.question.told(words)
    return PendingView(seat=pending.seat, kind=pending.kind, prompt=prompt)


def game_view(timeline: Timeline, words: Words) -> GameView:
    """The game in short, as it stands now."""
    state, game = timeline.state(), timeline.game
    return brief_view(
        timeline.started,
        timeline.events[0],
        timeline.events[-1],
        pending=pending_view(game.pending(state), words),
        over=game.outcome(state) is not None,
        forked_from=_origin(timeline),
        missing=timeline.missing,
        request=asked_view(timeline),
        clock=clock_view(timeline),
        absent=dict(timeline.absent),
    )


def asked_view(timeline: Timeline) -> AskedView | None:
    """What the others are asked to agree to, if anything."""
    request = open_request(timeline)
    if request is None:
        return None
    return AskedView(
        asked=request.seq,
        asker=request.seat,
        to=request.to,
        why=request.why,
        agreed=list(request.agreed),
        waiting_for=waiting_for(timeline, request),
    )


def brief_view(started: GameStarted, first: Event, last: Event, **rest: Any) -> GameView:
    """The game in short, from its first and last event."""
    return GameView(
        id=first.game,
        kind=started.kind,
        rules=started.rules,
        name=started.name,
        seats=started.seats,
        options=started.options,
        created_at=first.recorded_at,
        updated_at=last.recorded_at,
        seq=last.seq,
        terms=started.terms,
        **rest,
    )


def _origin(timeline: Timeline) -> Origin | None:
    fork = timeline.origin
    return Origin(game=fork.parent, at=fork.at) if fork else None


def existing(timeline: Timeline, seq: int | None) -> int:
    """The event number asked for; by default the one whose state is the present one.

    Raises:
        NotFound: if there is no such event.
    """
    if seq is None:
        return timeline.history.head
    try:
        timeline.history.resolve(seq)
    except HistoryError:
        seq = 0
    if not seq:
        message = N_("There is no such event; they are numbered 1 to {n}.")
        raise NotFound("unknown_event", message, n=timeline.history.length)
    return seq


def settled(history: History, to: int) -> int:
    """The state that event `to` led to, once it is known that a command ended there.

    Raises:
        NotAllowed: if none did; names the nearest ends.
    """
    try:
        return history.back_target(to)
    except HistoryError as error:
        near = _ends_near(history, history.resolve(to))
        message = N_("No command ends at event {n}.")
        raise NotAllowed("unsettled", message, nearest=near, n=to) from error


def _ends_near(history: History, seq: int) -> tuple[str, ...]:
    """The last end of a command before an event and the first one after it."""
    first = history.first_settled()
    before = next((n for n in range(seq - 1, first - 1, -1) if history.settled(n)), None)
    after = next(n for n in range(max(seq + 1, first), history.length + 1) if history.settled(n))
    return tuple(str(n) for n in (before, after) if n is not None)


def part_of(value: Any, path: Sequence[str]) -> Any:
    """The part of a view under a path of attributes, keys and indices.

    Raises:
        KeyError: if there is no such part; its argument is the list of parts there are.
    """
    for step in path:
        value = _step(value, step)
    return value


def _step(value: Any, step: str) -> Any:
    if isinstance(value, dict):
        keys = {str(key): key for key in value}
        if step in keys:
            return value[keys[step]]
        raise KeyError(list(keys))
    if isinstance(value, list | tuple):
        if step.isdecimal() and int(step) < len(value):
            return value[int(step)]
        raise KeyError([str(index) for index in range(len(value))])
    names = getattr(value, "__struct_fields__", ())
    if step in names:
        return getattr(value, step)
    raise KeyError(list(names))


def no_such_part(path: str, step_names: list[str]) -> NotFound:
    """What to raise where a view has no such part."""
    last = path.replace("/", ".").rsplit(".", 1)[-1]
    near = tuple(difflib.get_close_matches(last, step_names, cutoff=0.4)) or tuple(step_names)
    if step_names:
        message = N_("There is no “{text}” in what you may see; there are: {names}.")
    else:
        message = N_("There is no “{text}” in what you may see; nothing lies below that point.")
    return NotFound("unknown_path", message, nearest=near, text=path, names=", ".join(step_names))


def view_of(game: Game[Any, Any], state: Any, seat: str | None) -> Any:
    """The one door between a state and its readers."""
    return game.view(state, seat)
