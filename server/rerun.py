"""Deciding recorded commands again, to see that the same rules cause the same events."""

from collections.abc import Iterator
from itertools import dropwhile
from typing import Any

import msgspec

from events.envelope import Event
from events.lifecycle import (
    NOTES,
    Fact,
    GameForked,
    GameStarted,
    HeadMoved,
    SeatJoined,
    SeedRevealed,
)
from projections.words import N_, NN_, Counted
from server.agreed import take
from server.drafts import Draft
from server.recorded import DrawLine, RecordedDice, draws_in
from server.timeline import Timeline

FOREIGN = (
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
    msgspec.MsgspecError,
)
"""What code may raise on facts that no rules ever made."""


class Wrong(Exception):
    """The first event at which a check fails; `message` is to be translated."""

    def __init__(self, seq: int, message: str, **params: Any) -> None:
        super().__init__(message)
        self.seq = seq
        self.message = message
        self.params = params


def groups(events: list[Event]) -> Iterator[list[Event]]:
    """The events command by command."""
    group: list[Event] = []
    for event in events:
        if group and event.cause != group[0].cause:
            yield group
            group = []
        group.append(event)
    if group:
        yield group


def decide_again(timeline: Timeline, group: list[Event]) -> None:
    """Take in the next command, decided as it was decided, with the draws that were drawn.

    Raises:
        Wrong: if it causes anything else than the log holds.
        Contradiction: if the rules draw what the log has no draw for.
        Refusal: if the command cannot be read.
    """
    game = timeline.game
    state = timeline.state() if timeline.events else None
    wrong = take(timeline, group)
    if wrong is not None:
        raise Wrong(wrong, N_("the terms of the game do not allow event {seq}"))
    group = list(dropwhile(lambda event: isinstance(timeline.fact(event.seq), NOTES), group))
    if not group:
        return
    facts = [timeline.fact(event.seq) for event in group]
    first = facts[0]
    if isinstance(first, HeadMoved | GameForked):
        if len(group) > 1:
            raise Wrong(group[1].seq, N_("event {seq} does not follow from its command"))
        return
    lines = [DrawLine(draw.label, draw.drawn) for fact in facts for draw in draws_in(fact)]
    dice = RecordedDice(lines)
    seed = next((fact.seed for fact in facts if isinstance(fact, SeedRevealed)), "")
    if isinstance(first, GameStarted):
        draft = Draft(game, game.new(first), dice, seed)
        draft.create(first)
    else:
        draft = Draft(game, game.copy(state), dice, seed)
        if isinstance(first, SeatJoined):
            draft.join(first, last=len(group) > 1)
        else:
            _play_again(draft, group[0])
    _compare(facts, group, draft)


def _play_again(draft: Draft, event: Event) -> None:
    pending = draft.game.pending(draft.state)
    if pending is None or pending.seat != event.seat:
        raise Wrong(event.seq, N_("event {seq} is not by the seat that had to choose"))
    command = draft.game.parse(event.command)
    if command not in draft.game.legal(draft.state, pending.seat):
        raise Wrong(event.seq, N_("the command of event {seq} was not legal"))
    draft.play(pending.seat, command)


def _compare(facts: list[Fact], group: list[Event], draft: Draft) -> None:
    again = draft.commands[0].events
    for event, fact, new in zip(group, facts, again, strict=False):
        # Encoded again, because an old event may hold an old shape of the same fact.
        if draft.game.codec.encode(fact) != new:
            raise Wrong(event.seq, N_("the rules cause something else than event {seq}"))
    if len(group) != len(again):
        message = N_("the rules cause {count} from event {seq} on, not {old}")
        events = Counted(NN_("{n} event", "{n} events"), len(again))
        raise Wrong(group[0].seq, message, count=events, old=len(group))
