"""`python -m tests.crash`: kill a real server many times, and see whether anything is lost."""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.crash.loop import crash
from tests.crash.trouble import trials as storage
from tests.events.postgres_server import PostgresServer


def main() -> int:
    """Run the loop and write the figures; the exit code is 1 if anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=main.__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0, help="of the moments at which it is killed")
    parser.add_argument("--kills-only", action="store_true", help="no full and read-only disks")
    parser.add_argument("--postgres", action="store_true", help="over PostgreSQL, from its wheel")
    given = parser.parse_args()
    database = PostgresServer() if given.postgres else None
    try:
        with tempfile.TemporaryDirectory() as folder:
            outcome = crash(
                Path(folder) / "data", given.kills, writers=given.writers, seed=given.seed,
                store=database.url() if database else "",
            )  # fmt: skip
            trials = [] if database or given.kills_only else list(storage(Path(folder)))
    finally:
        if database is not None:
            database.close()
    sound = outcome.sound and all(trial.sound for _, trial in trials)
    lines = [*outcome.lines(), *(f"{name + ':':26} {trial.line}" for name, trial in trials)]
    sys.stdout.write("\n".join([*lines, "sound" if sound else "NOT SOUND", ""]))
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
