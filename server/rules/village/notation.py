"""The notation of Village: one canonical line per command, read back without the state.

The grammar is in docs/notation.md.
"""

from collections.abc import Callable

import msgspec

from projections.words import N_
from server.rules.game import Unreadable
from server.rules.village import commands as c
from server.rules.village.commands import Command, Pay
from server.rules.village.payments import in_order


def format_command(command: Command) -> str:
    """The canonical line of a command."""
    match command:
        case c.Well(pay):
            return " ".join(("well", *pay))
        case c.Gain(things):
            return " ".join(("gain", *things))
        case c.Travel(city, number, origin, pay):
            start = "" if origin == "farm" else f" from {origin}"
            return f"travel {city} {number}{start}{_with(pay)}"
    values = msgspec.structs.asdict(command)
    pay = values.pop("pay", ())
    verb = type(command).__name__.lower()
    return " ".join((verb, *map(str, values.values()))) + _with(pay)


def _with(pay: Pay) -> str:
    return " with " + " ".join(pay) if pay else ""


def parse_command(text: str) -> Command:
    """The command on a canonical line.

    Raises:
        Unreadable: naming what was wrong and what would be right.
    """
    words = text.split()
    form = _FORMS.get(words[0]) if words else None
    if form is None:
        raise Unreadable(
            "unknown_command",
            N_("“{text}” is no command; one begins with {verbs}."),
            text=text,
            verbs=", ".join(_FORMS),
        )
    usage, read = form
    try:
        return read(words[1:])
    except (ValueError, IndexError) as error:
        raise Unreadable(
            "malformed_command",
            N_("“{text}” cannot be read; it should be like “{usage}”."),
            text=text,
            usage=usage,
        ) from error


def _split_pay(words: list[str]) -> tuple[list[str], Pay]:
    if "with" not in words:
        return words, ()
    at = words.index("with")
    if at == len(words) - 1:
        raise ValueError("nothing after with")
    return words[:at], in_order(tuple(words[at + 1 :]))


def _no_words(make: Callable[[], Command]) -> Callable[[list[str]], Command]:
    def read(words: list[str]) -> Command:
        if words:
            raise ValueError(words)
        return make()

    return read


def _typed(make: type[msgspec.Struct], *kinds: type) -> Callable[[list[str]], Command]:
    """Read as many words as there are kinds, then perhaps a payment."""
    pays = "pay" in make.__struct_fields__

    def read(words: list[str]) -> Command:
        fixed, pay = _split_pay(words) if pays else (words, ())
        if len(fixed) != len(kinds):
            raise ValueError(words)
        values = [_value(kind, word) for kind, word in zip(kinds, fixed, strict=True)]
        command: Command = make(*values, pay=pay) if pays else make(*values)  # type: ignore[assignment]
        return command

    return read


def _value(kind: type, word: str) -> str | int:
    return _whole(word) if kind is int else word


def _whole(word: str) -> int:
    if not word.isascii() or not word.isdecimal() or word != str(int(word)):
        raise ValueError(word)
    return int(word)


def _read_travel(words: list[str]) -> Command:
    fixed, pay = _split_pay(words)
    city, number, *rest = fixed
    origin = "farm"
    if rest:
        word, origin = rest
        if word != "from" or origin == "farm":
            raise ValueError(words)
    return c.Travel(city, _whole(number), origin, pay)


def _some(make: Callable[[tuple[str, ...]], Command]) -> Callable[[list[str]], Command]:
    def read(words: list[str]) -> Command:
        if not words:
            raise ValueError(words)
        return make(in_order(tuple(words)))

    return read


_FORMS: dict[str, tuple[str, Callable[[list[str]], Command]]] = {
    "take": ("take crafts pink", _typed(c.Take, str, str)),
    "well": ("well orange orange orange", _some(c.Well)),
    "use": ("use crafts", _typed(c.Use, str)),
    "pass": ("pass", _no_words(c.Pass)),
    "harvest": ("harvest", _no_words(c.Harvest)),
    "birth": ("birth", _no_words(c.Birth)),
    "recall": ("recall smithy 1", _typed(c.Recall, str, int)),
    "train": ("train smithy 1", _typed(c.Train, str, int)),
    "produce": ("produce plow", _typed(c.Produce, str)),
    "buy": ("buy plow with orange coin", _typed(c.Buy, str)),
    "mill": ("mill", _no_words(c.Mill)),
    "serve": ("serve 3 with coin", _typed(c.Serve, int)),
    "travel": ("travel N2 1 from N1 with orange coin", _read_travel),
    "council": ("council 2 with scroll", _typed(c.Council, int)),
    "advance": ("advance council-1 2 with scroll", _typed(c.Advance, str, int)),
    "privilege": ("privilege 2", _typed(c.Privilege, int)),
    "gain": ("gain orange pink", _some(c.Gain)),
    "church": ("church 2 with time", _typed(c.Church, int)),
    "call": ("call 2", _typed(c.Call, int)),
    "promote": ("promote church-1 2 church-2", _typed(c.Promote, str, int, str)),
    "carla": ("carla black", _typed(c.Carla, str)),
    "die": ("die smithy 1", _typed(c.Die, str, int)),
}
