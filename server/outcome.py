"""Outcomes: how a game ended by its rules, those last who ran out of time and were out of it."""

from typing import Any

import msgspec

from server.rules.game import Outcome
from server.timeline import OUT, Timeline


def outcome_of(timeline: Timeline, state: Any = None) -> Outcome | None:
    """How the game ended in a state (default: now), None if it goes on.

    Points stay what they are. Who was out of the game comes after all others, whoever was out
    first at the very end.
    """
    outcome = timeline.game.outcome(timeline.state() if state is None else state)
    out = [seat for seat, then in timeline.absent.items() if then == OUT]
    if outcome is None or not out:
        return outcome
    staying = {seat: place for seat, place in outcome.places.items() if seat not in out}
    places = {
        seat: 1 + sum(other < place for other in staying.values())
        for seat, place in staying.items()
    }
    last = len(outcome.places)
    places |= {seat: last - index for index, seat in enumerate(out)}
    return msgspec.structs.replace(outcome, places={s: places[s] for s in outcome.places})
