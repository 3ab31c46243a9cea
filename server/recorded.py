"""Recorded draws: found in facts, and given again as they happened."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from events.dice import Dice, Draw


class Contradiction(Exception):
    """A draw is not what the record says, or what the seed gives. `line` is 0 if none is known."""

    def __init__(self, label: str, line: int = 0) -> None:
        super().__init__(label)
        self.label = label
        self.line = line


class DrawLine(msgspec.Struct, frozen=True):
    """One draw as a record tells it; `line` is where."""

    label: str
    drawn: tuple[str, ...]
    line: int = 0


def draws_in(fact: Any) -> Iterator[Draw]:
    """All draws in a fact's fields, however deep, in order."""
    if isinstance(fact, Draw):
        yield fact
    elif isinstance(fact, msgspec.Struct):
        for name in fact.__struct_fields__:
            yield from draws_in(getattr(fact, name))
    elif isinstance(fact, Mapping):
        for value in fact.values():
            yield from draws_in(value)
    elif isinstance(fact, list | tuple):
        for value in fact:
            yield from draws_in(value)


class RecordedDice:
    """Dice that show what a record says they showed; each recorded draw is given once.

    With `truth`, the dice of the seed, a draw that contradicts it is found.
    """

    def __init__(self, draws: Iterable[DrawLine], truth: Dice | None = None) -> None:
        self.left = list(draws)
        self._truth = truth

    def draw(self, label: str, pool: Mapping[str, int], count: int) -> Draw:
        """The recorded draw under `label`.

        Raises:
            Contradiction: if there is none, or not one that `pool` could give.
        """
        there = {piece: pool[piece] for piece in sorted(pool) if pool[piece] > 0}
        found = next((line for line in self.left if line.label == label), None)
        if found is None:
            raise Contradiction(label)
        self.left.remove(found)
        draw = Draw(label, there, found.drawn)
        wrong = len(draw.drawn) != min(count, sum(there.values()))
        if wrong or any(draw.drawn.count(p) > there.get(p, 0) for p in draw.drawn):
            raise Contradiction(label, found.line)
        if self._truth and self._truth.draw(label, pool, count) != draw:
            raise Contradiction(label, found.line)
        return draw
