"""What is wrong with a value that somebody gave, in words for people.

Structs say what may be given; msgspec finds what does not fit, and names types as programs do.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from projections.words import N_, NN_, Counted, Said

_PLACE = re.compile(r" - at `(?:key in |key )?\$\.?(.*)`$")
_KINDS = {
    "str": N_("a text"),
    "int": N_("a whole number"),
    "float": N_("a number"),
    "bool": N_("true or false"),
    "array": N_("a list"),
    "object": N_("an object"),
}
_MUST_BE = N_("“{name}” must be {kind}.")
_Told = Callable[[str, Any], Said]


def told(error: Exception, known: Sequence[str]) -> Said | None:
    """What must be otherwise, and how; None for what nobody could have typed.

    `known` are the names of all that can be given.
    """
    if not isinstance(error, msgspec.ValidationError):
        return None
    place = _PLACE.search(str(error))
    what, name = str(error)[: place.start() if place else None], place[1] if place else ""
    for pattern, say in _SENTENCES.items():
        match = re.fullmatch(pattern, what)
        if match and say in _ABOUT_FIELDS:
            return say(match[1], known)
        if match and name:
            return say(name, match[1])
    return None


def must_be(*kinds: str) -> dict[str, Any]:
    """Message and parameters, except `name`, for a value that is none of these kinds."""
    return {"message": _MUST_BE, "kind": _or([Said(_KINDS[kind]) for kind in kinds])}


def _kind(name: str, found: str) -> Said:
    wanted = [k for k in found.split(" | ") if k != "null"]
    kinds = [Said(_KINDS.get(kind, kind)) for kind in wanted]
    return Said(_MUST_BE, name=name, kind=_or(kinds))


def _or(kinds: list[Said]) -> Said:
    first, *rest = kinds
    for kind in rest:
        first = Said(N_("{what} or {other}"), what=first, other=kind)
    return first


def _longest(name: str, found: str) -> Said:
    message = N_("“{name}” must not be longer than {count}.")
    return Said(message, name=name, count=_characters(found))


def _shortest(name: str, found: str) -> Said:
    return Said(N_("“{name}” must have {count} or more."), name=name, count=_characters(found))


def _characters(found: str) -> Said:
    return Counted(NN_("{n} character", "{n} characters"), int(found))


def _least(name: str, found: str) -> Said:
    return Said(N_("“{name}” must be {n} or more."), name=name, n=found)


def _most(name: str, found: str) -> Said:
    return Said(N_("“{name}” must be {n} or less."), name=name, n=found)


def _like(name: str, found: str) -> Said:
    return Said(N_("“{name}” must match {text}."), name=name, text=found)


def _chosen(name: str, found: str) -> Said:
    return Said(N_("“{name}” cannot be “{text}”."), name=name, text=found)


def _unknown(name: str, known: Sequence[str]) -> Said:
    message = N_("There is no “{name}” here; there are: {names}.")
    return Said(message, name=name, names=", ".join(known) or "–")


def _missing(name: str, _: Sequence[str]) -> Said:
    return Said(N_("“{name}” is missing."), name=name)


_SENTENCES: Mapping[str, _Told] = {
    r"Expected `str` of length <= (\d+)": _longest,
    r"Expected `str` of length >= (\d+)": _shortest,
    r"Expected `(?:int|float)` >= (-?[\d.]+)": _least,
    r"Expected `(?:int|float)` <= (-?[\d.]+)": _most,
    r"Expected `([a-z| ]+)`(?:, got .*)?": _kind,
    r"Expected `str` matching regex '(.*)'": _like,
    r"Invalid enum value '(.*)'": _chosen,
    r"Object contains unknown field `(.*)`": _unknown,
    r"Object missing required field `(.*)`": _missing,
}
_ABOUT_FIELDS = (_unknown, _missing)
