"""How people write seats and options on a command line."""

import json
import re
from collections.abc import Iterable
from typing import Any

from client.errors import Misused
from projections.words import N_

BOT = "bot:"
_UNITS = {"s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
_DURATION = re.compile(r"(\d{1,6})([smhd])")
COLOURS = ("red", "yellow", "blue", "white", "purple")
"""What the service calls the seats of online games, in this order."""


def seat(text: str, taken: Iterable[str] = ()) -> dict[str, str]:
    """A seat from `ana`, `bot:greedy` or `carla=bot:greedy`.

    A bot without a name is called after its kind, and numbered where that name is taken.
    """
    name, mark, bot = text.partition("=")
    if not mark and text.startswith(BOT):
        name, bot = "", text
    if mark and not bot.startswith(BOT):
        raise Misused(
            N_("“{text}” is no seat: write ana, bot:greedy or carla=bot:greedy"), text=text
        )
    kind = bot.removeprefix(BOT)
    if (mark and not name) or (bot and not kind):
        raise Misused(
            N_("“{text}” is no seat: write ana, bot:greedy or carla=bot:greedy"), text=text
        )
    found = {"id": name or _free(kind, set(taken))}
    return {**found, "bot": kind} if kind else found


def seats(texts: Iterable[str]) -> list[dict[str, str]]:
    """The seats of a game, in order."""
    texts = list(texts)
    named = {t.partition("=")[0] for t in texts if not t.startswith(BOT)}
    found: list[dict[str, str]] = []
    for text in texts:
        found.append(seat(text, named | {s["id"] for s in found}))
    return found


def open_seats(number: int | None, others: Iterable[str]) -> list[dict[str, str]]:
    """The seats of an online game: so many for people, called by colours, and `others` beside."""
    beside = seats(others)
    named = {seat["id"] for seat in beside}
    free = [colour for colour in COLOURS if colour not in named]
    people = [{"id": colour} for colour in free[: number or 0]]
    if not people and all("bot" in seat for seat in beside):
        raise Misused(N_("How many people join? Say --seats 3"))
    return [*people, *beside]


def options(texts: Iterable[str]) -> dict[str, Any]:
    """Options from `name=value`; a value that is JSON (`true`, `3`) is taken as such."""
    found = {}
    for text in texts:
        name, mark, value = text.partition("=")
        if not mark or not name:
            raise Misused(N_("“{text}” is no option: write name=value"), text=text)
        found[name] = _value(value)
    return found


def milliseconds(text: str) -> int:
    """A duration such as `90s`, `10m`, `48h` or `3d`."""
    match = _DURATION.fullmatch(text)
    if match is None:
        raise Misused(N_("“{text}” is no duration: write 90s, 10m, 48h or 3d"), text=text)
    return int(match[1]) * _UNITS[match[2]]


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _free(name: str, taken: set[str]) -> str:
    free, n = name, 1
    while free in taken:
        n += 1
        free = f"{name}{n}"
    return free
