"""Outcomes: how a game ended by its rules, and where those come who ran out of time."""

from typing import Any

from server.rules.game import Outcome
from server.timeline import Timeline


def outcome_of(timeline: Timeline, state: Any = None) -> Outcome | None:
    """How the game ended in a state (default: now), None if it goes on."""
    return timeline.game.outcome(timeline.state() if state is None else state)
