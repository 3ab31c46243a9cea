"""Waiting for what other threads and processes do, without saying how long it should take."""

import time
from collections.abc import Callable
from typing import TypeVar

from events.store import StoreUnavailable

LONG = 30.0
"""More seconds than anything in a test should take."""

T = TypeVar("T")


def soon(condition: Callable[[], T]) -> T:
    """The condition's value once it is true."""
    end = time.monotonic() + LONG
    while not (value := condition()):
        assert time.monotonic() < end
        time.sleep(0.01)
    return value


def patiently(deed: Callable[[], T]) -> T:
    """What the deed comes to as soon as the store is available."""
    end = time.monotonic() + LONG
    while True:
        try:
            return deed()
        except StoreUnavailable:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
