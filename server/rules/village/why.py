"""Why a command is not legal now: the first thing that stands against it, with its page."""

from collections.abc import Iterator
from typing import Any

from projections.village.state import SPACES, Choice, State
from projections.words import N_, Said
from server.rules.game import Illegal, Pending
from server.rules.village import commands as c
from server.rules.village.commands import Command
from server.rules.village.legal import options
from server.rules.village.prompts import pending
from server.rules.village.reasons import CHECKS


def why(state: State, seat: str, command: Command) -> Illegal:
    """The reason for which this seat may not do this now (`seat` is the one that must choose)."""
    due = pending(state)
    if due is None:
        return Illegal("game_over", N_("The game is over."), 13)
    return next(_reasons(state, seat, command), _elsewhere(state, command, due))


def _elsewhere(state: State, command: Command, due: Pending) -> Illegal:
    choice = state.turn.pending
    assert choice is not None
    return Illegal(
        "not_now",
        N_("“{verb}” cannot be chosen now. What is due: {due}"),
        _PAGES.get(choice.choice),
        verb=type(command).__name__.lower(),
        due=Said(due.prompt, **due.params),
    )


_PAGES = {
    "turn": 5, "free": 13, "well": 10, "action": 5, "produce": 7, "privilege": 9, "market": 8,
    "cubes": 9, "good": 9, "call": 11, "promote": 11, "death": 12, "carla": 17,
}  # fmt: skip

_MOMENTS: dict[type[Any], tuple[str, ...]] = {
    c.Take: ("turn",),
    c.Well: ("turn",),
    c.Use: ("free", "well"),
    c.Harvest: ("harvest",),
    c.Birth: ("family",),
    c.Recall: ("family",),
    c.Train: ("crafts",),
    c.Produce: ("crafts", "produce"),
    c.Buy: ("crafts",),
    c.Mill: ("crafts",),
    c.Serve: ("market",),
    c.Travel: ("travel",),
    c.Council: ("council",),
    c.Advance: ("council",),
    c.Privilege: ("council", "privilege"),
    c.Gain: ("cubes", "good"),
    c.Church: ("church",),
    c.Call: ("call",),
    c.Promote: ("promote",),
    c.Die: ("death",),
    c.Carla: ("carla",),
}


def _reasons(state: State, seat: str, command: Command) -> Iterator[Illegal]:
    choice = state.turn.pending
    assert choice is not None
    moments = _MOMENTS.get(type(command), ())
    moment = choice.where if choice.choice == "action" else choice.choice
    if moment in moments:
        yield from CHECKS[type(command)](state, state.farms[seat], command)
    elif choice.choice in _BEFORE_AN_ACTION and moments and moments[0] in SPACES:
        yield from _hopeless(state, seat, command, moments[0])


_BEFORE_AN_ACTION = ("turn", "free", "well")
_MAY_CHANGE = ("too_few", "wrong_payment")
"""What the cube taken before the action may put right."""


def _hopeless(state: State, seat: str, command: Command, space: str) -> Iterator[Illegal]:
    """Before an action is chosen: what stands against the command there, whatever cube is taken."""
    if space == "market" or command in options(state, Choice(seat, "action", space)):
        return
    reason = next(CHECKS[type(command)](state, state.farms[seat], command), None)
    if reason is not None and reason.code not in _MAY_CHANGE:
        yield reason
