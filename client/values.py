"""Values of the command line, read without pydantic, which typer would load for each of them."""

from collections.abc import Callable
from functools import partial
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
        self._type: Callable[[Any], Any] = inner[0] if inner else param.type_descriptor.annotation
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
        try:
            number = self._type(value)
        except ValueError as error:
            raise self._bad(N_("“{text}” is no number"), value, param, ctx) from error
        low, high = self._limits.min, self._limits.max
        if (low is not None and number < low) or (high is not None and number > high):
            raise self._bad(N_("“{text}” is out of range"), value, param, ctx)
        return number

    def _bad(self, message: str, value: Any, param: Any, ctx: Any) -> typer.BadParameter:
        return typer.BadParameter(self._words.say(message, text=str(value)), ctx=ctx, param=param)
