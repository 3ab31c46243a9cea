"""What arithmetic cannot tell of many players: waiting, shared commits, and uneven shards.

    python -m benchmarks.scale [--cpu MS] [--sync MS] [--row MS] [--seconds S]

Simulates server processes that give each command `cpu` milliseconds of one core and then make it
durable: whoever waits when a commit begins shares it, and a commit takes `sync` milliseconds and
`row` for each command in it. Commands arrive by chance at a given rate. Then it deals games, of
which some are far busier than others, to shards by their ids. Prints two tables in Markdown. Chance
is seeded: the same tables come out again.
"""

import argparse
import hashlib
import random
from collections.abc import Iterator
from itertools import accumulate
from statistics import quantiles
from typing import NamedTuple

RATES = (0.2, 0.4, 0.6, 0.8, 0.9, 0.95)
"""Of what the core could carry."""
SHARDS = (2, 8, 32, 128)
GAMES = 200_000


class Costs(NamedTuple):
    """Milliseconds: of a core for a command, of a commit, and of each command within it."""

    cpu: float
    sync: float
    row: float


def main() -> None:
    """Print both tables."""
    asked = _arguments()
    costs = Costs(asked.cpu, asked.sync, asked.row)
    print("| commands/s | of the core | p50 | p99 | p99, a commit each | in a commit |")
    print("|---" * 6 + "|")
    for share in RATES:
        rate = share * 1000 / costs.cpu
        arrivals = list(_arrivals(random.Random(1), rate, asked.seconds * 1000))
        waits, commits = waiting(arrivals, costs, shared=True)
        alone, _ = waiting(arrivals, costs, shared=False)
        print(
            f"| {rate:,.0f} | {share:.0%} | {_part(waits, 50):.1f} ms | {_part(waits, 99):.1f} ms "
            f"| {_part(alone, 99):,.0f} ms | {len(arrivals) / commits:.1f} |"
        )
    print("\n| shards | busiest shard, of the mean |\n|---|---|")
    for shards in SHARDS:
        print(f"| {shards} | {unevenness(shards):.2f} |")


def waiting(arrivals: list[float], costs: Costs, *, shared: bool) -> tuple[list[float], int]:
    """How many milliseconds each command waits for its answer, and how many commits there were."""
    chance = random.Random(2)
    computed: list[float] = []
    free = 0.0
    for arrival in arrivals:
        # The time of a command varies: a short choice here, a long list of legal commands there.
        free = max(free, arrival) + chance.gammavariate(2, costs.cpu / 2)
        computed.append(free)
    waits: list[float] = []
    done, commits = 0.0, 0
    while len(waits) < len(computed):
        first = len(waits)
        begin = max(done, computed[first])
        count = 1
        while shared and first + count < len(computed) and computed[first + count] <= begin:
            count += 1
        done = begin + costs.sync + costs.row * count
        waits += [done - arrival for arrival in arrivals[first : first + count]]
        commits += 1
    return waits, commits


def unevenness(shards: int) -> float:
    """The load of the busiest of so many shards, when games are dealt by their ids.

    One game in ten is played at one sitting, with a hundred times the commands of the others.
    """
    loads = [0.0] * shards
    for number in range(GAMES):
        digest = hashlib.sha256(str(number).encode()).digest()
        loads[int.from_bytes(digest[:8], "big") % shards] += 100 if digest[8] % 10 == 0 else 1
    return max(loads) * shards / sum(loads)


def _arrivals(chance: random.Random, rate: float, until: float) -> Iterator[float]:
    """The moments (ms) at which commands come, `rate` a second on average."""
    count = round(rate * until / 1000)
    return accumulate(chance.expovariate(rate / 1000) for _ in range(count))


def _part(waits: list[float], percent: int) -> float:
    return quantiles(waits, n=100, method="inclusive")[percent - 1]


def _arguments() -> argparse.Namespace:
    about = __doc__.splitlines()[0] if __doc__ else None
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=about)
    for name, default, what in (
        ("cpu", 1.0, "what a command needs of a core, in ms"),
        ("sync", 2.0, "what a commit waits for the disk, in ms"),
        ("row", 0.05, "what each command adds to that, in ms"),
        ("seconds", 120.0, "how much time is simulated"),
    ):
        parser.add_argument(f"--{name}", type=float, default=default, help=f"{what} ({default})")
    return parser.parse_args()


if __name__ == "__main__":
    main()
