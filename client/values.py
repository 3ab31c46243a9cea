"""Values of the command line, read without pydantic, which typer would load for each of them."""

from enum import Enum
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any

import typer

from projections.words import N_, Words


def finish(param: Any, words: Words) -> None:
    """Translate the help of an option or argument, and read its values here."""
    param.help = words.say(param.help or "")
    param.get_runtime_param = partial(Value, param, words)


class Value:
    """Reads what was typed for one option or argument; stands in for typer's own reader."""

    def __init__(self, param: Any, words: Words) -> None:
        inner = getattr(param.type_descriptor.annotation, "__args__", None)
        self._type: Any = inner[0] if inner else param.type_descriptor.annotation
        self._limits = param.type_descriptor.parameter_info
        self._words = words

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value, or the list of values, in the type that the command declares.

        Raises:
            typer.BadParameter: if it cannot be read, or lies outside its limits.
        """
        if param.multiple or param.nargs == -1:
            return tuple(self._one(v, param, ctx) for v in value or ())
        return None if value is None else self._one(value, param, ctx)

    def _one(self, value: Any, param: Any, ctx: Any) -> Any:
        if self._type in (str, Path, bool):
            return self._type(value)
        if issubclass(self._type, Enum):
            return self._choice(value, param, ctx)
        number = self._number(value)
        if number is None:
            raise self._bad(_NO_NUMBER[self._type], value, param, ctx)
        low, high = self._limits.min, self._limits.max
        if (low is not None and number < low) or (high is not None and number > high):
            message = _RANGES[low is not None, high is not None]
            raise self._bad(message, value, param, ctx, low=low, high=high)
        return number

    def _number(self, value: Any) -> Any:
        """The number that a text names; None if it names none, or none that can be reached."""
        try:
            number = self._type(value)
        except ValueError:
            return None
        return number if self._type is int or isfinite(number) else None

    def _choice(self, value: Any, param: Any, ctx: Any) -> Any:
        known = [choice.value for choice in self._type]
        if value not in known:
            message = N_("“{text}” cannot be chosen; what can is: {names}")
            raise self._bad(message, value, param, ctx, names=", ".join(known))
        return self._type(value)

    def _bad(
        self, message: str, value: Any, param: Any, ctx: Any, **more: Any
    ) -> typer.BadParameter:
        text = self._words.say(message, text=str(value), **more)
        return typer.BadParameter(text, ctx=ctx, param=param)


_NO_NUMBER = {
    int: N_("“{text}” is no whole number, such as 12"),
    float: N_("“{text}” is no number, such as 1.5"),
}
_RANGES = {
    (True, True): N_("“{text}” is out of range: it must be {low} to {high}"),
    (True, False): N_("“{text}” is too small: it must be {low} or more"),
    (False, True): N_("“{text}” is too large: it must be {high} or less"),
}
