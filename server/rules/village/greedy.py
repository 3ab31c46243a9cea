"""The bot that looks one whole turn ahead: as far as its own choices reach, and no further."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import inf

from msgspec.structs import replace

from events.dice import Dice, Draw
from projections.village.fold import copy
from projections.village.state import COLOURS, PLAGUE, State
from server.rules.game import Game
from server.rules.village import course
from server.rules.village.actions import play
from server.rules.village.commands import Command, Pay, Use
from server.rules.village.evaluation import Judge
from server.rules.village.legal import legal as legal_commands
from server.rules.village.payments import COIN
from server.rules.village.table import Table

CLOSE = 1e-9
"""Values that differ by no more are equal."""
WIDTH = {"action": 2}
"""How many of the commands that lead to the same choice are followed, one where it is not here.

What an action costs, or what Carla takes after it, may show that another cube should have been
taken first; before any other choice the better position is the better one to choose in.
"""

CUBES_OR_COINS = frozenset((*COLOURS, COIN))


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
    commands = promising_at_all(state, legal)
    values = _values(Judge(state, seat), state, seat, commands)
    most = max(values) - CLOSE
    return [command for command, worth in zip(commands, values, strict=True) if worth >= most]


def promising_at_all(state: State, commands: Sequence[Command]) -> list[Command]:
    """The commands that need to be played to be compared.

    No cube is worth as much as a coin: out are those that spend more coins than another way to
    pay for the same. Nor is an action worth the price of the well where a cube still lies.
    """
    least: dict[Command, int] = {}
    spent: list[tuple[Command, Command, int]] = []
    for command in commands:
        if isinstance(command, Use) and not state.board.spaces[command.space].keys() <= {PLAGUE}:
            continue
        pay: Pay = getattr(command, "pay", ())
        bought = replace(command, pay=()) if pay and pay[0] in CUBES_OR_COINS else command
        coins = pay.count(COIN)
        least[bought] = min(coins, least.get(bought, coins))
        spent.append((command, bought, coins))
    return [command for command, bought, coins in spent if coins == least[bought]]


def _values(judge: Judge, state: State, seat: str, commands: Sequence[Command]) -> list[float]:
    """The best that each command can lead to before another must choose or chance decides.

    Commands that lead to the same further choice, such as ways to pay, are first compared as they
    are; only the best of them are followed, the others count as no good at all.
    """
    after = [_play(state, seat, command) for command in commands]
    values = [-inf] * len(after)
    for kind, alike in _by_choice(after, seat).items():
        if kind is None:
            for index in alike:
                values[index] = judge.value(after[index])
            continue
        width = WIDTH.get(kind[0], 1)
        if len(alike) > width:
            alike.sort(key=lambda index: -judge.value(after[index]))
        for index in alike[:width]:
            position = after[index]
            further = promising_at_all(position, legal_commands(position, seat))
            values[index] = max(_values(judge, position, seat, further))
    return values


def _by_choice(states: Sequence[State], seat: str) -> dict[tuple[str, str] | None, list[int]]:
    """The states by the kind of choice that is left to this seat in its turn, None for none."""
    kinds: dict[tuple[str, str] | None, list[int]] = {}
    for index, state in enumerate(states):
        due = state.turn.pending
        ends = due is None or due.seat != seat or due.choice in ("turn", "free")
        kind = None if due is None or ends else (due.choice, due.where)
        kinds.setdefault(kind, []).append(index)
    return kinds


def _play(state: State, seat: str, command: Command) -> State:
    """The position after a command, as far as it can be foreseen."""
    table = Table(copy(state), NoDice())
    with suppress(Unforeseeable):
        play(table, seat, command)
        course.advance(table)
    return table.state
