"""Notices: what a seat's webhook is told of the events since it was told last."""

from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

from events.lifecycle import UndoAsked
from server.asking import open_request, waiting_for
from server.outcome import outcome_of
from server.timeline import Timeline
from server.visible import Eyes

Kind = Literal["your_turn", "events", "over", "undo_asked"]
KINDS: tuple[Kind, ...] = ("your_turn", "events", "over", "undo_asked")
MOST = 20
"""Events told in one message, the newest ones."""


def notices(
    timeline: Timeline, game: str, seat: str, wanted: tuple[str, ...], since: int
) -> list[str]:
    """The bodies of the messages on all events after number `since`, as the seat may see them."""
    tellers = {"your_turn": _turn, "events": _events, "over": _over, "undo_asked": _asked}
    moment = datetime.fromtimestamp(timeline.events[-1].recorded_at / 1000, UTC)
    common = {"game": game, "name": timeline.started.name, "seat": seat}
    bodies = []
    for kind in KINDS:
        told = tellers[kind](timeline, seat, since) if kind in wanted else None
        if told is not None:
            data = {**common, "seq": timeline.history.length, **told}
            body = {"type": kind, "timestamp": moment.isoformat(), "data": data}
            bodies.append(msgspec.json.encode(body).decode())
    return bodies


def _turn(timeline: Timeline, seat: str, since: int) -> dict[str, Any] | None:
    """It is the seat's turn, and was not already since its own last command."""
    pending = timeline.game.pending(timeline.state())
    if pending is None or pending.seat != seat or timeline.machine(seat):
        return None
    before = timeline.game.pending(timeline.state(since)) if since else None
    others = any(event.seat != seat for event in timeline.events[since:])
    if before is not None and before.seat == seat and not others:
        return None
    return {"kind": pending.kind}


def _events(timeline: Timeline, seat: str, since: int) -> dict[str, Any] | None:
    eyes = Eyes(timeline, seat)
    told = [
        {"seq": e.seq, "type": e.type, "seat": e.seat, "command": eyes.command(e)}
        for e in timeline.events[since:][-MOST:]
    ]
    return {"since": since, "events": told}


def _over(timeline: Timeline, seat: str, since: int) -> dict[str, Any] | None:  # noqa: ARG001
    outcome = outcome_of(timeline)
    return None if outcome is None else {"outcome": outcome}


def _asked(timeline: Timeline, seat: str, since: int) -> dict[str, Any] | None:
    """Somebody asks for an undo, and waits for the seat's answer."""
    request = open_request(timeline)
    if request is None or request.seq <= since or seat not in waiting_for(timeline, request):
        return None
    fact = timeline.fact(request.seq)
    return (
        {"asked": request.seq, "by": request.seat, "to": fact.to}
        if isinstance(fact, UndoAsked)
        else None
    )
