"""Forgiving reading of the notation: a text is matched against the legal commands' lines.

Every word may be cut short to an unambiguous beginning, upper and lower case are the same, and
words may be left out as long as exactly one legal command remains. Numbers are never cut short.
"""

import difflib
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from projections.words import N_
from server.rules.game import Game, Refusal, Unreadable

C = TypeVar("C")
NEAREST = 5
LONGEST = 300
"""Characters that are looked at of one command."""


def split(text: str) -> list[str]:
    """The commands of a batch: one per line, or separated by `;`."""
    return [part.strip() for part in re.split(r"[;\n]", text) if part.strip()]


def resolve(game: Game[Any, C], state: Any, seat: str, text: str) -> C:
    """The legal command of `seat` that `text` means.

    Raises:
        Illegal: if it is a command that the rules do not allow now; says why.
        Unreadable: if it is none, or could be several.
    """
    if len(text) > LONGEST:
        raise Unreadable("too_long", N_("A command has at most {n} characters."), n=LONGEST)
    legal = game.legal(state, seat)
    command = _parsed(game, text)
    if command is not None and command in legal:
        return command
    lines = [game.format(c) for c in legal]
    found = matches(text, lines)
    if len(found) == 1:
        return legal[found[0]]
    if command is not None:
        raise _with_nearest(game.why(state, seat, command), text, lines)
    if found:
        raise ambiguous(text, [lines[i] for i in found])
    raise _with_nearest(
        Unreadable(
            "unreadable", N_("“{text}” is no command here; “legal” lists those there are."),
            text=text,
        ),
        text,
        lines,
    )  # fmt: skip


def explain(game: Game[Any, C], state: Any, seat: str, command: C) -> Refusal:
    """Why a command that is not in the legal list is not, with the nearest that are."""
    lines = [game.format(c) for c in game.legal(state, seat)]
    return _with_nearest(game.why(state, seat, command), game.format(command), lines)


def ambiguous(text: str, lines: Sequence[str]) -> Unreadable:
    """What to raise where a text could mean several commands."""
    refusal = Unreadable(
        "ambiguous", N_("“{text}” could mean {n} commands; say more."), text=text, n=len(lines)
    )
    refusal.nearest = tuple(lines[:NEAREST])
    return refusal


def matches(text: str, lines: Sequence[str]) -> list[int]:
    """The indices of the lines that `text` could mean, the better readings alone."""
    words = text.casefold().split()
    split_lines = [line.casefold().split() for line in lines]
    found = [i for i, line in enumerate(split_lines) if _fits(words, line)]
    for better in (_whole(words, split_lines), _complete(words, split_lines)):
        if len(found) > 1:
            found = [i for i in found if better(i)] or found
    return found


def filtered(text: str, lines: Sequence[str]) -> list[int]:
    """The indices of all lines that begin to say what `text` says."""
    words = text.casefold().split()
    return [i for i, line in enumerate(lines) if _fits(words, line.casefold().split())]


def nearest(text: str, lines: Sequence[str]) -> tuple[str, ...]:
    """A few lines that look most like `text`."""
    wanted = text.casefold()
    first = wanted.split()[:1]

    def likeness(line: str) -> float:
        same = [line.casefold().split()[:1] == first]
        return difflib.SequenceMatcher(None, wanted, line.casefold()).ratio() + 0.5 * same[0]

    return tuple(sorted(lines, key=likeness, reverse=True)[:NEAREST])


def _parsed(game: Game[Any, C], text: str) -> C | None:
    try:
        return game.parse(text)
    except Unreadable:
        return None


R = TypeVar("R", bound=Refusal)


def _with_nearest(refusal: R, text: str, lines: Sequence[str]) -> R:
    if not refusal.nearest:
        refusal.nearest = nearest(text, lines)
    return refusal


def _fits(words: Sequence[str], line: Sequence[str]) -> bool:
    """Whether the words, each whole or cut short, occur in the line in this order."""
    rest = iter(line)
    return all(any(_begins(word, whole) for whole in rest) for word in words)


def _begins(word: str, whole: str) -> bool:
    return word == whole or (not word[-1].isdigit() and whole.startswith(word))


def _whole(words: Sequence[str], lines: Sequence[Sequence[str]]) -> Callable[[int], bool]:
    """Prefer lines with every word of the text in full."""
    return lambda i: set(words) <= set(lines[i])


def _complete(words: Sequence[str], lines: Sequence[Sequence[str]]) -> Callable[[int], bool]:
    """Prefer lines of which no word was left out."""
    return lambda i: len(words) == len(lines[i])
