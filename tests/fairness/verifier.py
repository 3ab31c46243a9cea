"""A verifier of finished games, written from docs/fair-dice.md and docs/events.md alone.

    python tests/fairness/verifier.py GAME.jsonl [SEED …]

It reads what `cronica export --events` writes and knows nothing of this project's code nor of any
game's rules. Seeds in hex are those of games that the game was forked from.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SEALED = (
    "previous", "game", "seq", "cause", "type", "version", "data", "seat", "command_id", "command",
    "recorded_at", "visible_to",
)  # fmt: skip


class Unfair(Exception):
    """What is wrong with a log, and at which event."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(f"event {seq}: {reason}")
        self.seq = seq


@dataclass
class Verdict:
    """How many draws were made again, and how many could not be for want of a seed."""

    proved: int = 0
    unproved: int = 0


def verify(text: str, seeds: Sequence[str] = ()) -> Verdict:
    """Check a log as it was exported.

    Raises:
        Unfair: at the first event that is not what it should be.
    """
    events = [json.loads(line) for line in text.splitlines() if line.strip()]
    check_seals(events)
    known = {commitment(bytes.fromhex(seed)): bytes.fromhex(seed) for seed in seeds}
    known |= revealed(events)
    entropy = entropies(events)
    verdict = Verdict()
    seed: bytes | None = None
    for event in events:
        if event["type"] in ("GameStarted", "GameForked"):
            seed = known.get(event["data"]["commitment"])
        for draw in draws_in(event["data"]):
            if seed is None:
                verdict.unproved += 1
                continue
            key = key_of(seed, entropy)
            again = draw_again(key, draw["label"], draw["pool"], len(draw["drawn"]))
            if again != draw["drawn"]:
                raise Unfair(event["seq"], f"the seed gives another draw for {draw['label']!r}")
            verdict.proved += 1
    return verdict


def check_seals(events: Sequence[Mapping[str, Any]]) -> None:
    """Numbers without gaps, and a chain of seals."""
    previous = "0" * 64
    for number, event in enumerate(events, 1):
        if event["seq"] != number:
            raise Unfair(number, "is missing")
        if event["previous"] != previous:
            raise Unfair(number, "does not follow the event before it")
        fields = {**event, "data": compact(event["data"])}
        sealed = compact([fields[name] for name in SEALED])
        previous = hashlib.sha256(sealed.encode()).hexdigest()
        if event["seal"] != previous:
            raise Unfair(number, "is not what its seal was made for")


def revealed(events: Sequence[Mapping[str, Any]]) -> dict[str, bytes]:
    """The seed at the end, by its commitment: that of the last event which made one."""
    promised = [e for e in events if e["type"] in ("GameStarted", "GameForked")][-1]
    for event in events:
        if event["type"] == "SeedRevealed":
            seed = bytes.fromhex(event["data"]["seed"])
            if commitment(seed) != promised["data"]["commitment"]:
                raise Unfair(event["seq"], "reveals another seed than was committed to")
            return {commitment(seed): seed}
    return {}


def entropies(events: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """What seats added, all of it before the first draw."""
    found = dict(events[0]["data"].get("entropy", {}))
    drawn = False
    for event in events:
        if event["type"] == "SeatJoined":
            if drawn:
                raise Unfair(event["seq"], "adds entropy after something was drawn")
            found[event["data"]["seat"]] = event["data"]["entropy"]
        drawn = drawn or any(True for _ in draws_in(event["data"]))
    return found


def commitment(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def key_of(seed: bytes, entropy: Mapping[str, str]) -> bytes:
    parts = "".join(f"\n{seat}={entropy[seat]}" for seat in sorted(entropy))
    return hmac.new(seed, ("cronica dice" + parts).encode(), hashlib.sha256).digest()


def numbers(key: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.new(key, f"{label}\n{block}".encode(), hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def draw_again(key: bytes, label: str, pool: Mapping[str, int], count: int) -> list[str]:
    row = [piece for piece in sorted(pool) for _ in range(pool[piece])]
    stream = numbers(key, label)
    drawn: list[str] = []
    while row and len(drawn) < count:
        number = next(stream)
        if number < 2**32 - 2**32 % len(row):
            drawn.append(row.pop(number % len(row)))
    return drawn


def draws_in(data: Any) -> Iterator[Mapping[str, Any]]:
    """Every object with exactly the fields of a draw, however deep."""
    if isinstance(data, dict):
        if set(data) == {"label", "pool", "drawn"}:
            yield data
        else:
            for value in data.values():
                yield from draws_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from draws_in(value)


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    verdict = verify(Path(sys.argv[1]).read_text("utf-8"), sys.argv[2:])
    sys.stdout.write(f"{verdict.proved} draws are fair, {verdict.unproved} cannot be told yet\n")
