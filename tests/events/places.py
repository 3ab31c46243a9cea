"""Where the store contract is tested: each place can be opened again and again, also by children.

A child process finds its store by the place's `address`, so that one suite serves every database.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from events.sqlite import SQLiteStore
from events.store import Store

ROOT = Path(__file__).parents[2]


def open_store(address: str, **settings: Any) -> Store:
    """The store at an address such as `sqlite:/path/to/file`."""
    kind, _, rest = address.partition(":")
    return _KINDS[kind](rest, **settings)


_KINDS: dict[str, Callable[..., Store]] = {"sqlite": SQLiteStore}


class Place:
    """One database that belongs to one test."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._opened: list[Store] = []

    def open(self, **settings: Any) -> Store:
        """A store of its own on the same database; closed when the test ends."""
        store = open_store(self.address, **settings)
        self._opened.append(store)
        return store

    def close(self) -> None:
        for store in self._opened:
            store.close()

    def child(self, role: str, *words: object) -> subprocess.Popen[str]:
        """A process of `tests.events.child` that plays a role on this database."""
        return subprocess.Popen(
            [sys.executable, "-m", "tests.events.child", role, self.address, *map(str, words)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
