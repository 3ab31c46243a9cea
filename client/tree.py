"""The drawing of any game: its view as a tree, its facts as they were recorded."""
# ruff: noqa: ARG001 (the drawing modules of all games offer the same functions)

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from projections.words import Words

View = Mapping[str, Any]
INDENT = 2
TURNS: tuple[str, ...] = ()
"""Nothing is known of the turns of any game; the table is drawn when the seat changes."""
RESULTS: tuple[str, ...] = ()


def board(view: View, width: int, words: Words) -> Text:
    """The whole view, but for what has a drawing of its own."""
    return tree({k: v for k, v in view.items() if k not in ("farms", "score")}, width)


def farm(view: View, seat: str, width: int, words: Words) -> Text:
    """What the view holds under a seat's farm."""
    return tree({seat: view["farms"][seat]}, width)


def chronicle(view: View, width: int, words: Words) -> Text:
    """What the view holds as the chronicle."""
    return tree(view["chronicle"], width)


def score(view: View, width: int, words: Words) -> Text:
    """What the view holds as scores."""
    return tree(view["score"], width)


def headline(view: View, width: int, words: Words) -> Text:
    """What fits on one line of the view's own values."""
    plain = {k: v for k, v in view.items() if not isinstance(v, Mapping)}
    return Text(_flat(plain)[:width])


def event(fact: Mapping[str, Any], seat: str | None, words: Words, *, chosen: bool = True) -> str:
    """The name of the fact and its fields."""
    fields = ", ".join(f"{k}: {_flat(v)}" for k, v in fact.items() if k != "type")
    return f"{fact['type']}  {fields}".rstrip()


def tree(value: Any, width: int) -> Text:
    """Any JSON as indented lines."""
    return Text("\n".join(_lines(value, "", width)))


def _lines(value: Any, margin: str, width: int) -> list[str]:
    """Lines of a value; what fits on one line stays on one."""
    if isinstance(value, Mapping):
        return [line for k, v in value.items() for line in _entry(f"{k}:", v, margin, width)]
    if isinstance(value, list):
        return [line for v in value for line in _entry("-", v, margin, width)]
    return [margin + _flat(value)]


def _entry(head: str, value: Any, margin: str, width: int) -> list[str]:
    line = f"{margin}{head} {_flat(value)}"
    if len(line) <= width or not isinstance(value, Mapping | list):
        return [line]
    return [margin + head, *_lines(value, margin + " " * INDENT, width)]


def _flat(value: Any) -> str:
    if isinstance(value, Mapping):
        if "drawn" in value:  # a draw: its label and pool are for those who check the dice
            return _flat(value["drawn"])
        return ", ".join(f"{k} {_flat(v)}" for k, v in value.items()) or "–"
    if isinstance(value, list):
        return ", ".join(_flat(v) for v in value) or "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None or value == "" else str(value)
