"""What a service does by itself while it is served to others."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from server.bots.backlog import Backlog
from server.courier import Courier
from server.service import Service
from server.ticker import Ticker


class Task(Protocol):
    """Something that goes on in a thread of its own."""

    def run(self) -> None:
        """Go on until closed."""
        ...

    def close(self) -> None:
        """End `run`."""
        ...


@contextmanager
def running(*tasks: Task) -> Iterator[None]:
    """Let tasks go on while the block runs."""
    threads = [
        threading.Thread(target=task.run, name=type(task).__name__, daemon=True) for task in tasks
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for task in tasks:
            task.close()
        for thread in threads:
            thread.join()


def tasks_of(service: Service) -> list[Task]:
    """What a served service does by itself."""
    return [Ticker(service), Backlog(service), *([Courier(service)] if service.guarded else [])]
