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
from server.rules.village.prospects import with_cube
from server.rules.village.reasons import CHECKS


def why(state: State, seat: str, command: Command) -> Illegal:
    """The reason for which this seat may not do this now (`seat` is the one that must choose)."""
    due = pending(state)
    if due is None:
        return Illegal("game_over", N_("The game is over."), 13)
    return next(_reasons(state, seat, command), _elsewhere(state, seat, command, due))


def _elsewhere(state: State, seat: str, command: Command, due: Pending) -> Illegal:
    choice = state.turn.pending
    assert choice is not None
    said = due.question
    lacking = _lacking(state, seat, command)
    if lacking is not None:
        reason = Said(lacking.message, **lacking.params)
        said = Said(N_("{what} And even then: {reason}"), what=said, reason=reason)
    return Illegal(
        "not_now",
        N_("“{verb}” cannot be chosen now. What is due: {due}"),
        _PAGES.get(choice.choice),
        verb=type(command).__name__.lower(),
        due=said,
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
        return
    reason = _hindrance(state, seat, command)
    if reason is not None and reason.code not in _MAY_CHANGE:
        yield reason


_BEFORE_AN_ACTION = ("turn", "free", "well")
_MAY_CHANGE = ("too_few", "wrong_payment")
"""What the cube taken before the action may put right."""


def _hindrance(state: State, seat: str, command: Command) -> Illegal | None:
    """Before an action is chosen: what stands against the command there, as things are."""
    choice, moments = state.turn.pending, _MOMENTS.get(type(command), ())
    space = moments[0] if moments else ""
    if choice is None or choice.choice not in _BEFORE_AN_ACTION or space not in SPACES:
        return None
    if space == "market" or command in options(state, Choice(seat, "action", space)):
        return None
    return next(CHECKS[type(command)](state, state.farms[seat], command), None)


def _lacking(state: State, seat: str, command: Command) -> Illegal | None:
    """Before a cube is taken: what the command needs that no cube to be taken there would bring."""
    reason = _hindrance(state, seat, command)
    if reason is None or reason.code not in _MAY_CHANGE:
        return None
    space = _MOMENTS[type(command)][0]
    farm = state.farms[seat]
    wider = [with_cube(farm, colour) for colour in state.board.spaces[space]]
    helped = any(next(CHECKS[type(command)](state, more, command), None) is None for more in wider)
    return None if helped else reason
