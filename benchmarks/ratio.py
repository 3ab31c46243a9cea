"""Two pieces of work measured in turns, so that what disturbs one disturbs the other."""

import gc
import time
from collections.abc import Callable
from statistics import median, quantiles
from typing import NamedTuple

Work = Callable[[], float]
"""Do the work once, and say how many seconds one unit of it took."""


class Pace(NamedTuple):
    """How thorough a measurement is: `rounds` of both kinds of work, each of `size` of its most."""

    rounds: int
    size: float

    def of(self, most: int, least: int = 1) -> int:
        """This pace's share of a number that a thorough measurement would use."""
        return max(least, round(most * self.size))


FULL = Pace(rounds=9, size=1.0)
SHORT = Pace(rounds=1, size=0.02)
"""Enough to see that a benchmark works; its figures mean nothing."""


class Series(NamedTuple):
    """What was done, and what it cost in each round, in seconds (or bytes) for one unit of it."""

    what: str
    unit: str
    costs: tuple[float, ...]


class Measured(NamedTuple):
    """Ours and the control, round by round."""

    ours: Series
    control: Series
    notes: str = ""

    def ratios(self) -> list[float]:
        """How many times the control's cost is ours, in each round, from least to most."""
        pairs = zip(self.ours.costs, self.control.costs, strict=True)
        return sorted(ours / control for ours, control in pairs)


def timed(do: Callable[[], object], units: int = 1) -> float:
    """The seconds that one of the `units` of a piece of work takes."""
    start = time.perf_counter()
    do()
    return (time.perf_counter() - start) / units


def in_turns(ours: Work, control: Work, rounds: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The costs of both, measured alternately; who begins alternates too."""
    costs: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds):
        for which in (0, 1) if number % 2 else (1, 0):
            gc.collect()
            costs[which].append((ours, control)[which]())
    return tuple(costs[0]), tuple(costs[1])


def middle(ratios: list[float]) -> tuple[float, float, float]:
    """The median of some ratios, and the quartiles around it."""
    if len(ratios) == 1:
        return ratios[0], ratios[0], ratios[0]
    low, _, high = quantiles(ratios, n=4, method="inclusive")
    return median(ratios), low, high
