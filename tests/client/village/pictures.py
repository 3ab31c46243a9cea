"""Positions to draw, and ways of reading a drawing."""

import functools
import random
import re
from typing import Any

import msgspec
from rich.console import Console

from client.village.pieces import marks
from events import village as facts
from events.dice import SeededDice
from events.lifecycle import Fact
from projections.village.state import SPACES, State
from projections.words import Words, words
from server.rules.village import GAME
from tests.projections.village.positions import given, round_began, started

ENGLISH = words("en")
TABLES = {
    1: ("ana",),
    2: ("ana", "bruno"),
    3: ("ana", "bruno", "clara"),
    4: ("ana", "bruno", "clara", "davi"),
    5: ("ana", "andre", "anita", "bruno", "beatriz"),
}
"""Seats by their number; one plays against Carla."""
WIDTHS = (40, 53, 79, 80, 99, 100, 140)


class Wordy(Words):
    """A language in which everything is said at greater length."""

    def say(self, message: str, **params: Any) -> str:
        return _longer(super().say(message, **params), params)

    def count(self, one: str, many: str, n: int, **params: Any) -> str:
        return _longer(super().count(one, many, n, **params), params)

    def term(self, word: str) -> str:
        return super().term(word) + "amente"


def _longer(text: str, params: dict[str, Any]) -> str:
    """Every word made longer but for the names in it."""
    names = {str(value) for value in params.values()}
    return re.sub(r"[a-z]{3,}", lambda m: m[0] + ("" if m[0] in names else "mente"), text)


def seen(state: State, viewer: str | None = None) -> dict[str, Any]:
    """What comes over the wire for a viewer."""
    view: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(GAME.view(state, viewer)))
    return view


@functools.cache
def played(count: int, commands: int, seed: int = 1) -> tuple[State, list[Fact]]:
    """A position in the middle of a game whose choices were made at random; only to be looked at.

    The same position is drawn by many tests.
    """
    seats, dice, choose = TABLES[count], SeededDice(b"%d" % seed), random.Random(seed)
    state = GAME.new(started(seats, **({"solo": True} if count == 1 else {})))
    history = list(GAME.begin(state, dice))
    for fact in history:
        GAME.evolve(state, fact)
    for _ in range(commands):
        due = GAME.pending(state)
        if due is None:
            break
        legal = list(GAME.legal(state, due.seat))
        active = [command for command in legal if GAME.format(command) != "pass"]
        happened = GAME.decide(state, choose.choice(active or legal), dice)
        for fact in happened:
            GAME.evolve(state, fact)
        history += happened
    return state, history


def crowded(count: int, city: str = "N2", cubes: int = 5) -> State:
    """Everybody born and in one city, all the cities visited, full spaces and a full market."""
    seats = TABLES[count]
    spaces = {
        space: dict.fromkeys(("orange", "green", "brown", "pink", "black"), cubes)
        for space in SPACES
    }
    state = given(round_began(9, seats[0], **spaces), seats=seats)
    customers = sorted(state.box.customers)
    blue = tuple(customers[-5:][: len(state.board.blue)])
    GAME.evolve(state, facts.MarketFilled(blue, tuple(customers[:5])))
    for seat in seats:
        for member in state.farms[seat].members:
            GAME.evolve(state, facts.MemberBorn(seat, member))
            trip = facts.MemberTravelled(seat, member, "farm", city, facts.NOTHING)
            GAME.evolve(state, trip)
        for visited in state.box.travel.cities:
            GAME.evolve(state, facts.CityVisited(seat, visited))
    return state


def colourless(picture: Any, width: int) -> str:
    """The picture as it comes out where there is no terminal, or one without colours."""
    console = Console(width=width, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(picture)
    return capture.get()


def widths(text: str) -> set[int]:
    """The lengths of a picture's lines."""
    return {len(line) for line in text.splitlines()}


def panel(text: str, title: str) -> str:
    """The inside of the panel of that title, its upper and lower edge included."""
    lines = text.splitlines()
    pattern = re.compile(rf"╭─ {re.escape(title)}(?= )")
    top, found = next((n, m) for n, line in enumerate(lines) if (m := pattern.search(line)))
    left = found.start()
    right = lines[top].index("╮", left)
    inside = [lines[top][left : right + 1]]
    for line in lines[top + 1 :]:
        inside.append(line[left : right + 1])
        if inside[-1][:1] == "╰":
            break
    return "\n".join(inside)


def cubes_on(text: str, space: str) -> list[str]:
    """The letters of the cubes on an action space."""
    edge = panel(text, space).splitlines()[0]
    letters = re.search(r" ─ (.*?) ─*╮$", edge)
    assert letters is not None
    return letters[1].split()


def members(text: str, mark: str) -> list[str]:
    """The numbers of the members of one letter that can be seen, in order."""
    groups = re.findall(rf"(?<![\w.]){mark}(\d+)(?![\w/.])", text)
    return sorted(number for group in groups for number in group)


def letters(state: State) -> dict[str, str]:
    """The letter of each family."""
    return marks(state.order, state.box.travel.cities)
