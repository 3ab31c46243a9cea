"""Decide: a command becomes facts, or is refused."""

from collections.abc import Sequence

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
    return play_out(copy(state), command, dice)


def play_out(
    state: State, command: Command, dice: Dice, known: Sequence[Command] | None = None
) -> list[Fact]:
    """Like `decide`, but the state is taken along: it has taken in the facts on return.

    `known` are all commands that are legal now, if they have been listed already.

    Raises:
        Illegal: saying why the rules do not allow it now; the state is unchanged.
    """
    choice = state.turn.pending
    seat = choice.seat if choice is not None else ""
    if command not in (legal(state, seat) if known is None else known):
        raise why(state, seat, command)
    table = Table(state, dice)
    play(table, seat, command)
    course.advance(table)
    return table.facts
