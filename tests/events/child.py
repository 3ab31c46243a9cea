"""What the other processes of the store tests do; each waits for a line on its input to begin."""

import os
import signal
import sys
import time
from collections.abc import Callable

from events.store import Conflict, StoreUnavailable
from tests.events.places import open_store
from tests.events.samples import batch, command


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def race(address: str, name: str, times: str) -> None:
    """Append `times` commands to the game `shared`, starting again after each lost race."""
    sys.stdin.readline()
    store = open_store(address)
    last = store.last("shared")
    for turn in range(int(times)):
        while True:
            try:
                events = store.append("shared", last, f"{name}-{turn}", [command(name, 2)])
            except Conflict as lost:
                last = lost.actual
                continue
            last = events[-1].seq
            say(f"{name}-{turn}", events[0].seq)
            break
    store.close()


def retry(address: str, name: str) -> None:
    """Append the same command as everybody else, under the same id."""
    sys.stdin.readline()
    store = open_store(address)
    say([event.seal for event in store.append("shared", 0, "the one", batch(3))])
    store.close()


def run(address: str) -> None:
    """Append commands of three events for ever, and say which are safe."""
    store = open_store(address)
    last = store.last("shared")
    while True:
        last = store.append("shared", last, f"after-{last}", [command("ana", 3)])[-1].seq
        say(last)


def insist(address: str, times: str) -> None:
    """Append so many commands, each as often as it takes to hear that it is safe."""
    store = open_store(address, timeout=1)
    last = store.last("shared")
    for turn in range(int(times)):
        while True:
            try:
                last = store.append("shared", last, f"turn {turn}", [command("ana", 2)])[-1].seq
                break
            except StoreUnavailable:
                time.sleep(0.05)
        say(last)
    store.close()


def once(address: str, game: str) -> None:
    """Append one command to a game when told to."""
    store = open_store(address)
    say("ready")
    sys.stdin.readline()
    store.append(game, store.last(game), f"after-{store.last(game)}", [command("rui")])
    store.close()


def seeded(address: str, events: str) -> None:
    """Append one command that brings a seed."""
    store = open_store(address)
    store.append(
        "shared", store.last("shared"), "deadly", [command("ana", int(events))], seed=b"seed"
    )


class Deadly(bytes):
    """A seed that kills the process as SQLite is about to write it."""

    def __conform__(self, protocol: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


def die(address: str, events: str, size: str) -> None:
    """Die within an append, after its events were inserted and before they are committed."""
    store = open_store(address)
    fat = command("ana", int(events), text="x" * int(size))
    store.append("shared", store.last("shared"), "deadly", [fat], seed=Deadly(b"seed"))


def light(address: str) -> None:
    """Open and append, and say whether that loaded what only others need."""
    store = open_store(address)
    store.append("shared", store.last("shared"), "light", [command("ana", 1)])
    store.close()
    say(*sorted({"sqlite_utils", "psycopg", "httpx", "starlette"} & set(sys.modules)))


ROLES: dict[str, Callable[..., None]] = {
    "race": race, "retry": retry, "run": run, "insist": insist, "once": once, "seeded": seeded,
    "die": die, "light": light,
}  # fmt: skip

if __name__ == "__main__":
    ROLES[sys.argv[1]](*sys.argv[2:])
