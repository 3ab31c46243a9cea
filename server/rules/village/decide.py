"""Decide: a command becomes facts, or is refused."""

from events.dice import Dice
from events.lifecycle import Fact
from projections.village.fold import copy
from projections.village.state import State
from server.rules.village import course, setup
from server.rules.village.actions import play
from server.rules.village.commands import Command
from server.rules.village.legal import legal
from server.rules.village.table import Table
from server.rules.village.why import why


def begin(state: State, dice: Dice) -> list[Fact]:
    """The facts that follow the start by themselves: customers, compensations, the first round.

    Raises:
        Invalid: if no game can be played with these seats.
    """
    table = Table(copy(state), dice)
    setup.lay_out(table)
    course.advance(table)
    return table.facts


def decide(state: State, command: Command, dice: Dice) -> list[Fact]:
    """The facts that a command of the seat that must choose causes; the state is left alone.

    Raises:
        Illegal: saying why the rules do not allow it now.
    """
    choice = state.turn.pending
    seat = choice.seat if choice is not None else ""
    if command not in legal(state, seat):
        raise why(state, seat, command)
    return play_out(copy(state), command, dice)


def play_out(state: State, command: Command, dice: Dice) -> list[Fact]:
    """Like `decide`, of a command known to be legal: the state has taken in the facts on return."""
    choice = state.turn.pending
    assert choice is not None
    table = Table(state, dice)
    play(table, choice.seat, command)
    course.advance(table)
    return table.facts
