"""The bot that looks one whole turn ahead: as far as its own choices reach, and no further."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import inf

from events.dice import Dice, Draw
from projections.village.fold import copy
from projections.village.state import State
from server.rules.game import Game
from server.rules.village import course
from server.rules.village.actions import play
from server.rules.village.commands import Command
from server.rules.village.evaluation import strongest_rival, value
from server.rules.village.legal import legal as legal_commands
from server.rules.village.table import Table

CLOSE = 1e-9
"""Values that differ by no more are equal."""
WIDTH = 4
"""How many of the commands that lead to the same choice are followed."""


class Unforeseeable(Exception):
    """The next fact depends on a draw."""


class NoDice:
    """Dice for looking ahead: where something would be drawn, the view ends."""

    def draw(self, label: str, pool: Mapping[str, int], count: int) -> Draw:  # noqa: ARG002
        """Never draw.

        Raises:
            Unforeseeable: always.
        """
        raise Unforeseeable(label)


def choose(
    game: Game[State, Command], state: State, seat: str, legal: Sequence[Command], dice: Dice
) -> Command:
    """The command that opens the most promising turn; the dice decide between equal ones only."""
    best = promising(state, seat, legal)
    if len(best) == 1:
        return best[0]
    drawn = dice.draw("", {str(index): 1 for index in range(len(best))}, 1).drawn
    return best[int(drawn[0])]


def promising(state: State, seat: str, legal: Sequence[Command]) -> list[Command]:
    """Those of the legal commands that lead to the best position, by what the seat can see."""
    if len(legal) == 1:
        return list(legal)
    values = _values(state, seat, strongest_rival(state, seat), legal)
    most = max(values) - CLOSE
    return [command for command, worth in zip(legal, values, strict=True) if worth >= most]


def _values(state: State, seat: str, rival: str, commands: Sequence[Command]) -> list[float]:
    """The best that each command can lead to before another must choose or chance decides.

    Commands that lead to the same further choice, such as ways to pay, are first compared as they
    are; only the best of them are followed, the others count as no good at all.
    """
    after = [_play(state, seat, command) for command in commands]
    values = [value(state, seat, rival) for state in after]
    for alike in _going_on(after, seat):
        alike.sort(key=lambda index: -values[index])
        for index in alike[:WIDTH]:
            position = after[index]
            values[index] = max(_values(position, seat, rival, legal_commands(position, seat)))
        for index in alike[WIDTH:]:
            values[index] = -inf
    return values


def _going_on(states: Sequence[State], seat: str) -> list[list[int]]:
    """Which of the states leave this seat a further choice in its turn, by the kind of choice."""
    kinds: dict[tuple[str, str], list[int]] = {}
    for index, state in enumerate(states):
        choice = state.turn.pending
        if choice is not None and choice.seat == seat and choice.choice not in ("turn", "free"):
            kinds.setdefault((choice.choice, choice.where), []).append(index)
    return list(kinds.values())


def _play(state: State, seat: str, command: Command) -> State:
    """The position after a command, as far as it can be foreseen."""
    table = Table(copy(state), NoDice())
    with suppress(Unforeseeable):
        play(table, seat, command)
        course.advance(table)
    return table.state
