"""Which module draws which game; a game without one is shown as a tree of its view."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from projections.words import Words

if TYPE_CHECKING:
    from rich.console import RenderableType

View = Mapping[str, Any]
MODULES = {"village": "client.village"}
FALLBACK = "client.tree"


class Drawing(Protocol):
    """What a game's drawing module offers. `view` is the JSON of the game's whole view."""

    TURNS: tuple[str, ...]
    """The kinds of decisions that begin a turn: the table is drawn again before each."""
    RESULTS: tuple[str, ...]
    """The facts that say no more than the result of the game."""

    def board(self, view: View, width: int, words: Words) -> "RenderableType":
        """What lies on the table."""
        ...

    def farm(self, view: View, seat: str, width: int, words: Words) -> "RenderableType":
        """What lies in front of one seat."""
        ...

    def chronicle(self, view: View, width: int, words: Words) -> "RenderableType":
        """What was written down for good."""
        ...

    def score(self, view: View, width: int, words: Words) -> "RenderableType":
        """The points by category."""
        ...

    def headline(self, view: View, width: int, words: Words) -> "RenderableType":
        """Where the game stands, in a line or two."""
        ...

    def event(
        self, fact: Mapping[str, Any], seat: str | None, words: Words, *, chosen: bool = True
    ) -> str:
        """One line for one fact: `{"type": its name, **its data}`; "" if it needs no telling.

        `chosen` says that the fact is what a command was for, rather than what followed from it.
        """
        ...


def drawing(kind: str) -> Drawing:
    """The module that draws a kind of game, imported on first use."""
    return cast(Drawing, import_module(MODULES.get(kind, FALLBACK)))
