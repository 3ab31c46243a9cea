"""The choices of a decision, grouped by their words until they fit on a screen."""

from collections.abc import Sequence
from dataclasses import dataclass

from client.screen import WIDE

ROOM = 20
"""More choices than this are grouped."""
GAP = 3
"""Columns between a choice and what stands beside it."""


@dataclass(frozen=True)
class Item:
    """One line of a menu: a whole command, or the first words that `count` commands share."""

    text: str
    count: int = 1

    @property
    def is_group(self) -> bool:
        """Whether choosing it leads to further choices."""
        return self.count > 1


@dataclass(frozen=True)
class Menu:
    """Legal commands, in order, seen through the first words chosen so far."""

    commands: tuple[str, ...]
    words: tuple[str, ...] = ()

    @property
    def within(self) -> tuple[str, ...]:
        """The commands that begin with the words chosen so far."""
        n = len(self.words)
        return tuple(c for c in self.commands if tuple(c.split()[:n]) == self.words)

    def items(self) -> list[Item]:
        """What to number: all commands if they fit, else groups by as many words as fit."""
        commands = self.within
        n = len(self.words)
        if len(commands) <= ROOM:
            return [Item(c) for c in commands]
        items = _grouped(commands, n + 1)
        while len(items) == 1 and items[0].is_group:
            n += 1
            items = _grouped(commands, n + 1)
        return items

    def narrowed(self, item: Item) -> "Menu":
        """The menu behind a group."""
        return Menu(self.commands, tuple(item.text.split()))

    def up(self) -> "Menu":
        """The menu with all commands again."""
        return Menu(self.commands)


def beside(choices: Sequence[tuple[str, str]], width: int) -> list[tuple[str, str]]:
    """Choices, and what stands beside them, in two columns of so many in all.

    The second is cut where the width ends; there is none where `width` is less than `WIDE`.
    """
    column = GAP + max((len(text) for text, gloss in choices if gloss), default=0)
    if width < WIDE:
        return [(text, "") for text, _ in choices]
    return [
        (text.ljust(column), shortened(gloss, width - column)) if gloss else (text, "")
        for text, gloss in choices
    ]


def shortened(text: str, room: int) -> str:
    """The text, or as much of it as there is room for."""
    return text if len(text) <= room else text[: max(0, room - 1)].rstrip() + "…"


def _grouped(commands: Sequence[str], words: int) -> list[Item]:
    """Commands that share their first words become one group, where the first of them stands."""
    groups: dict[str, list[str]] = {}
    for command in commands:
        groups.setdefault(" ".join(command.split()[:words]), []).append(command)
    return [
        Item(head, len(found)) if len(found) > 1 else Item(found[0])
        for head, found in groups.items()
    ]
