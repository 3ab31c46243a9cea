"""Clocks of a game, told in words."""

from collections.abc import Mapping
from typing import Any

from projections.words import N_, Words

_UNITS = ((86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1000, "s"))


def duration(milliseconds: int) -> str:
    """A duration in its two largest units, as it is typed: `2d 5h`, `45m`, `9s`."""
    parts: list[tuple[int, str]] = []
    for size, unit in _UNITS:
        count, milliseconds = divmod(milliseconds, size)
        if count or parts:
            parts.append((count, unit))
    told = " ".join(f"{count}{unit}" for count, unit in parts[:2] if count)
    return told or "0s"


def time_left(game: Mapping[str, Any], words: Words) -> str:
    """What the seat that must choose has left, "" where nothing limits it."""
    clock, pending = game.get("clock") or {}, game["pending"]
    if not pending or pending["seat"] not in clock:
        return ""
    left = duration(clock[pending["seat"]])
    return words.say(N_("{text} left for {seat}"), text=left, seat=pending["seat"])
