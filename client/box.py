"""A game's box for people: as a tree with its labels beside the values, or as a TOML file."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from projections.words import T_, Words

LABELS = "labels"
LEVELS = (T_("one source"), T_("deduced"), T_("house value"))
SURE = "confirmed"
"""The label that needs no mention."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def lines(box: Mapping[str, Any], words: Words) -> list[str]:
    """The box as indented lines; what is less than sure says so.

    A box may hold `labels`: how sure a value is, by the dotted path that leads to it.
    """
    labels = {k: v for k, v in box.get(LABELS, {}).items() if v != SURE}
    shown = {k: v for k, v in box.items() if k != LABELS}
    return list(_lines(shown, "", "", labels, words))


def _lines(
    value: Any, path: str, margin: str, labels: Mapping[str, str], words: Words
) -> Iterator[str]:
    for name, inner in _entries(value):
        here = f"{path}.{name}" if path else name
        label = f"  ({words.term(labels[here])})" if here in labels else ""
        deeper = any(known.startswith(here + ".") for known in labels)
        if isinstance(inner, Mapping | list) and (deeper or _is_deep(inner)):
            yield f"{margin}{name}:{label}"
            yield from _lines(inner, here, margin + "  ", labels, words)
        else:
            yield f"{margin}{name}: {_flat(inner)}{label}"


def _entries(value: Any) -> Iterator[tuple[str, Any]]:
    pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
    return ((str(k), v) for k, v in pairs)


def _is_deep(value: Any) -> bool:
    return any(isinstance(v, Mapping | list) for _, v in _entries(value))


def _flat(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {v}" for k, v in value.items()) or "–"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    return "–" if value is None or value == "" else str(value)


def toml(box: Mapping[str, Any]) -> str:
    """The box as a TOML file that `--box` takes; what is null is left out."""
    return "\n".join(_table(box, ())) + "\n"


def _table(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    plain = {k: v for k, v in table.items() if not isinstance(v, Mapping) and v is not None}
    if path and (plain or not table):
        yield f"\n[{'.'.join(map(_key, path))}]"
    for name, value in plain.items():
        yield f"{_key(name)} = {_value(value)}"
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _table(value, (*path, name))


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        inner = (f"{_key(k)} = {_value(v)}" for k, v in value.items() if v is not None)
        return "{ " + ", ".join(inner) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
