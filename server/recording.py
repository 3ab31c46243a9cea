"""From a log to its record: what counts of it, with every draw as it happened."""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from events.envelope import Event
from events.lifecycle import GameForked, GameStarted, SeedRevealed, Terms
from projections.words import N_
from server.errors import NotAllowed
from server.record import ForkLine, Line, Record, TurnLine, seats_text
from server.recorded import DrawLine, draws_in
from server.rerun import groups
from server.rules.game import Game, Outcome, Refusal
from server.timeline import Timeline
from server.visible import Eyes

UNFINISHED = "*"
_encode_sorted = msgspec.json.Encoder(order="sorted").encode


def record_of(timeline: Timeline, game_id: str, seat: str | None) -> Record:
    """The record of a game as it stands, undone commands left out.

    Raises:
        NotAllowed: while a command that counts is hidden from the reader.
    """
    if Eyes(timeline, seat).hides_anything():
        message = N_("The record of this game holds what you may not see yet; it can be written "
                     "when the game is over, or format=events as you may see it.")  # fmt: skip
        raise NotAllowed("hidden_facts", message)
    path = [timeline.events[seq - 1] for seq in timeline.history.path()]
    return Record(_headers(timeline, game_id), list(_turns(_lines(timeline, path))))


def _turns(lines: Iterable[Line]) -> Iterator[Line]:
    """The same lines, those with commands of one seat in a row joined."""
    last: TurnLine | None = None
    for line in lines:
        if last and isinstance(line, TurnLine) and line.seat == last.seat:
            last = TurnLine(last.seat, last.commands + line.commands)
            continue
        if last:
            yield last
        last = line if isinstance(line, TurnLine) else None
        if not last:
            yield line
    if last:
        yield last


def box_digest(box: dict[str, Any]) -> str:
    """What names a box: the SHA-256 of its JSON, keys sorted."""
    return f"sha256:{hashlib.sha256(_encode_sorted(box)).hexdigest()}"


def is_standard(game: Game[Any, Any], started: GameStarted) -> bool:
    """Whether the box is the game's own for these options."""
    try:
        return box_digest(game.box(started.options, None)) == box_digest(started.box)
    except Refusal:
        return False


def result_text(outcome: Outcome | None) -> str:
    """The result as the header tells it: `ana 54 (1), rita 47 (2)`."""
    if outcome is None:
        return UNFINISHED
    return ", ".join(f"{s} {p} ({outcome.places[s]})" for s, p in outcome.points.items())


def _headers(timeline: Timeline, game_id: str) -> dict[str, Any]:
    started, head = timeline.started, timeline.events[timeline.history.head - 1]
    date = datetime.fromtimestamp(timeline.events[0].recorded_at / 1000, UTC).date()
    headers: dict[str, Any] = {
        "Game": started.kind,
        "Rules": started.rules,
        "Name": started.name,
        "Seats": seats_text((seat.id, seat.bot) for seat in started.seats),
        "Options": started.options,
        "Box": box_digest(started.box),
        "Date": date.isoformat(),
        "Result": result_text(timeline.game.outcome(timeline.state())),
        "Commitment": started.commitment,
    }
    if not is_standard(timeline.game, started):
        headers["BoxData"] = started.box
    if started.terms != Terms():
        headers["Terms"] = msgspec.to_builtins(started.terms)
    if timeline.entropy:
        headers["Entropy"] = timeline.entropy
    if timeline.absent:
        headers["Absent"] = timeline.absent
    fact = timeline.fact(head.seq)
    if isinstance(fact, SeedRevealed):
        headers["Seed"] = fact.seed
    else:
        headers["Source"] = f"{game_id} {head.seq} {head.seal}"
    return headers


def _lines(timeline: Timeline, events: list[Event]) -> Iterator[Line]:
    """A line for each command, draw and fork; forks that were undone past count nevertheless.

    They say from where on another seed decides the draws.
    """
    forks = list(timeline.forks)
    for group in groups(events):
        while forks and forks[0] <= group[0].seq:
            yield _fork(timeline, forks.pop(0))
        if group[0].type == GameForked.__name__:
            continue
        if group[0].seat is not None:
            yield TurnLine(group[0].seat, (group[0].command,))
        for event in group:
            for draw in draws_in(timeline.fact(event.seq)):
                yield DrawLine(draw.label, draw.drawn)
    yield from (_fork(timeline, seq) for seq in forks)


def _fork(timeline: Timeline, seq: int) -> ForkLine:
    fact: Any = timeline.fact(seq)
    return ForkLine(fact.parent, fact.at, fact.seal, fact.commitment)
