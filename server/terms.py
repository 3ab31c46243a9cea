"""The terms of a game: undo, time, and who may join, apart from the game's own options."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from events.lifecycle import Terms
from projections.words import N_
from server.rules.game import Invalid, Setting
from server.rules.values import must_be

POLICIES = ("open", "turn", "consent")
DURATIONS = ("", "90s", "10m", "48h", "3d")
SETTINGS = {
    "undo": Setting(
        N_("Who may take back what: anybody anything; each their own decisions, until something "
           "was learned by it; or beyond that whatever the others agree to."),
        POLICIES,
    ),
    "decision": Setting(N_("How long each decision may take."), DURATIONS),
    "bank": Setting(N_("How long all decisions of a seat may take together."), DURATIONS),
    "increment": Setting(N_("What each decision adds to the bank."), DURATIONS),
    "overrun": Setting(
        N_("What follows when the time has run out: chance chooses once, the seat is out, or a "
           "bot plays on."),
        ("random", "out"),
    ),
}  # fmt: skip
"""Terms that are given as options, for people; `overrun` can be any bot of the game, too.

`online` follows from how the game is made.
"""
_UNITS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
_DURATION = re.compile(r"(\d{1,9})(ms|s|m|h|d)")


def split(given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options that are terms, and those that are the game's own.

    Raises:
        Invalid: if the value of one is a list or an object.
    """
    plain(given)
    terms = {name: value for name, value in given.items() if name in SETTINGS}
    return terms, {name: value for name, value in given.items() if name not in SETTINGS}


def plain(given: Mapping[str, Any]) -> None:
    """Check that options have plain values: one that is wrong is told again, however deep it is.

    Raises:
        Invalid: if one is a list or an object.
    """
    for name, value in given.items():
        if isinstance(value, list | dict):
            raise Invalid("invalid_option", name=name, **must_be("str", "int", "bool"))


def terms(given: Mapping[str, Any], *, online: bool, bots: list[str]) -> Terms:
    """The terms that options ask for, checked.

    Raises:
        Invalid: naming the term that is wrong.
    """
    fields = dict(given)
    _one_of("undo", fields.get("undo", POLICIES[0]), POLICIES)
    for name in ("decision", "bank", "increment"):
        if name in fields:
            fields[name] = duration(name, fields[name])
    try:
        made = msgspec.convert({**fields, "online": online}, Terms)
    except msgspec.ValidationError as error:
        message = N_("The terms are wrong: {error}")
        raise Invalid("invalid_terms", message, error=str(error)) from error
    _one_of("overrun", made.overrun, tuple(dict.fromkeys(("random", "out", *bots))))
    return made


def _one_of(option: str, value: Any, known: tuple[str, ...]) -> None:
    if value not in known:
        message = N_("The option “{option}” can be {names}, not “{text}”.")
        raise Invalid(
            f"option_{option}", message, option=option, names=", ".join(known), text=str(value)
        )


def duration(name: str, value: Any) -> int:
    """Milliseconds of a duration such as `90s`, `10m`, `48h` or `3d`; plain numbers are seconds.

    Raises:
        Invalid: if it is none.
    """
    text = str(value)
    match = _DURATION.fullmatch(f"{text}s" if text.isdecimal() else text)
    if match is None:
        message = N_("“{text}” is no duration for {option}; write 90s, 10m, 48h or 3d.")
        raise Invalid("no_duration", message, option=name, text=text)
    return int(match[1]) * _UNITS[match[2]]
