"""Fair dice: every draw follows from a secret seed, committed to beforehand, and a label.

The construction is in docs/fair-dice.md, precise enough to write a verifier from.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec


class Draw(msgspec.Struct, frozen=True):
    """A draw without replacement: from `pool` (piece to count), under `label`, came `drawn`."""

    label: str
    pool: dict[str, int]
    drawn: tuple[str, ...]


class Dice(Protocol):
    """What the rules may ask of chance."""

    def draw(self, label: str, pool: Mapping[str, int], count: int) -> Draw:
        """Draw `count` pieces, or all there are, in order and without replacement."""
        ...


def new_seed() -> bytes:
    """32 secret random bytes."""
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    """What the log says of the seed before the end: its hex SHA-256."""
    return hashlib.sha256(seed).hexdigest()


def combine(seed: bytes, entropy: Mapping[str, str]) -> bytes:
    """The key of all draws: the seed together with what the seats added, in order of seat id."""
    # Keyed by the seed: a plain SHA-256 of it, without entropy, would be the public commitment.
    parts = "".join(f"\n{seat}={entropy[seat]}" for seat in sorted(entropy))
    return hmac.digest(seed, f"cronica dice{parts}".encode(), "sha256")


class SeededDice:
    """Draws derived from a key by HMAC-SHA256: the same label and pool give the same draw."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def draw(self, label: str, pool: Mapping[str, int], count: int) -> Draw:
        """Draw `count` pieces, or all there are, in order and without replacement.

        Raises:
            ValueError: if the pool holds more than 2**32 pieces.
        """
        left = {piece: pool[piece] for piece in sorted(pool) if pool[piece] > 0}
        numbers = self._numbers(label)
        drawn: list[str] = []
        for total in range(sum(left.values()), max(0, sum(left.values()) - count), -1):
            drawn.append(_take(left, _below(total, numbers)))
        return Draw(label, {p: pool[p] for p in sorted(pool) if pool[p] > 0}, tuple(drawn))

    def _numbers(self, label: str) -> Iterator[int]:
        """Unsigned 32-bit numbers: eight from each HMAC of label and block number."""
        block = 0
        while True:
            digest = hmac.digest(self._key, f"{label}\n{block}".encode(), "sha256")
            for start in range(0, 32, 4):
                yield int.from_bytes(digest[start : start + 4], "big")
            block += 1


def _below(total: int, numbers: Iterator[int]) -> int:
    """An unbiased number in [0, total): numbers beyond the last whole multiple are rejected."""
    if total > 1 << 32:  # no number would ever be taken
        raise ValueError(f"{total} pieces are more than can be drawn from")
    limit = (1 << 32) // total * total
    return next(n for n in numbers if n < limit) % total


def _take(left: dict[str, int], index: int) -> str:
    for piece, count in left.items():
        if index < count:
            left[piece] = count - 1
            return piece
        index -= count
    raise IndexError(index)
