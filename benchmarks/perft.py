"""Count sequences of legal commands and compare with the known counts: `just perft [seconds]`.

Each row is a position in tests/perft; a depth is skipped once its row has taken that long.
"""

import sys
import time

from server.rules import registry
from tests.perft import perft, position, rows

HEAD = (
    f"{'position':24} {'players':>7} {'depth':>5} {'sequences':>12} {'seconds':>8} {'a second':>11}"
)


def main(seconds: float) -> int:
    """Print the table; 1 if a count is not the known one."""
    print(HEAD)
    game, wrong = registry.get("village"), 0
    for row in rows("village"):
        state, dice = position(game, row)
        spent = 0.0
        for depth, known in enumerate(row.nodes, 1):
            if spent > seconds:
                break
            start = time.perf_counter()
            count = perft(game, state, dice, depth)
            spent = time.perf_counter() - start
            wrong += count != known
            note = "" if count == known else f"  known: {known:,}"
            pace = f"{count / spent:,.0f}" if spent else ""
            print(
                f"{row.name:24} {row.players:7} {depth:5} {count:12,} {spent:8.2f} {pace:>11}{note}"
            )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0))
