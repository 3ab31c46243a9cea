"""Where the store contract is tested: each place can be opened again and again, also by children.

A child process finds its store by the place's `address`, so that one suite serves every database.
"""

import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from events.sqlite import SQLiteStore
from events.store import Store

ROOT = Path(__file__).parents[2]


def open_store(address: str, **settings: Any) -> Store:
    """The store at an address such as `sqlite:/path/to/file` or `postgresql://…`."""
    if address.startswith("sqlite:"):
        return SQLiteStore(address.removeprefix("sqlite:"), **settings)
    from events.postgres import PostgresStore

    return PostgresStore(address, **settings)


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

    def __enter__(self) -> "Place":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

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
