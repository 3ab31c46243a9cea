"""One core for each process that serves.

Of all threads of a process only one runs Python at a time. They take turns many times within a
request, whenever one asks the database something; where the next one sits on another core, each
turn costs more than what is done in it. On a single core a command takes less than half the time.
"""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def one_core(name: str = "cronica") -> Iterator[int | None]:
    """Keep this thread, and those it starts, on a core that no other process of ours has.

    Gives the core; None where there is none left, or no choice.
    """
    cores = _choice()
    claimed = _claimed(name, cores)
    if claimed is None:
        yield None
        return
    core, claim = claimed
    os.sched_setaffinity(0, {core})
    try:
        yield core
    finally:
        os.sched_setaffinity(0, cores)
        claim.close()


def _choice() -> set[int]:
    """The cores that this process may use, if it is for it to choose one."""
    if not sys.platform.startswith("linux"):
        return set()
    gil = getattr(sys, "_is_gil_enabled", lambda: True)()
    cores = os.sched_getaffinity(0)
    return cores if gil and len(cores) > 1 else set()


def _claimed(name: str, cores: set[int]) -> tuple[int, socket.socket] | None:
    """A core and the claim to it: a name that one process of the machine has until it ends."""
    for core in sorted(cores, reverse=True):
        claim = socket.socket(socket.AF_UNIX)
        try:
            claim.bind(f"\0{name}-core-{core}")
        except OSError:
            claim.close()
        else:
            return core, claim
    return None


def _here() -> int:
    """The core that this process was on last."""
    after_name = Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2]
    return int(after_name.split()[36])
