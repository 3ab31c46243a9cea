"""Files that were exported, and what somebody hostile makes of them."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st

from events.envelope import Event
from events.seal import GENESIS, sealed
from tests.plays import Caller

HUGE = 10**400
STARTS = ["[", '{"a":' * 2000, "= ", "! fork - 0 0 0", '= "\\ud800": 1', '[Game "\\ud800"]']
NUMBERS = st.sampled_from([0, 1, -1, 2, 10, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64, HUGE])
ODD_TEXT = st.sampled_from(
    [
        "", " ", "\0", "\u2028", "\x85", "ﬁ", "İ", "🐑" * 50, "a" * 5000, "[" * 3000, "{}", "null",
        "..", "%s", "{0}", "{text}", "ana", "red", "-", "=", "! fork", "; ; ;", "#", '"', "\\",
        "9" * 5000, "\ud800", '"\\ud800"', "\\udfff",
    ]
)  # fmt: skip
ODD = st.one_of(
    NUMBERS, ODD_TEXT, st.none(), st.booleans(), st.just([]), st.just({}), st.just(1.5),
    st.just(["ana"]), st.just({"id": "ana"}), st.text(max_size=8),
)  # fmt: skip
TYPES = st.sampled_from(
    ["GameStarted", "HeadMoved", "GameForked", "SeedRevealed", "SeatJoined", "UndoAsked",
     "UndoAnswered", "UndoWithdrawn", "TimeRanOut", "Rolled", "TurnEnded", "Nothing", ""]
)  # fmt: skip


@cache
def exports() -> tuple[str, ...]:
    """Games in both formats: with undone commands, forked, over, and just begun."""
    caller = Caller()
    toy = caller.create("toy", "ana", "rita", options={"secrets": False, "target": 30})
    caller.play(toy, 1, 3)
    caller.post(f"/games/{toy}/undo")
    fork = caller.post(f"/games/{toy}/fork")["id"]
    caller.play(toy, 2)
    caller.play(fork, 3, 2)
    begun = caller.create("village", "ana", "rita")
    caller.play(begun, 4, 6)
    return tuple(
        caller.text(f"/games/{game}/export", format=format_)
        for game in (toy, fork, begun)
        for format_ in ("notation", "events")
    )


def mangled_texts() -> st.SearchStrategy[str]:
    """Exports with lines repeated, dropped, moved, cut or replaced, and odd characters put in."""

    @st.composite
    def mangle(draw: Any) -> str:
        lines = draw(st.sampled_from(exports())).split("\n")
        for _ in range(draw(st.integers(1, 4))):
            at, to = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
            line = lines[at]
            cut = draw(st.integers(0, len(line)))
            piece = draw(st.one_of(ODD_TEXT, st.text(max_size=6), NUMBERS.map(str)))
            match draw(st.integers(0, 5)):
                case 0:
                    lines.insert(to, line)
                case 1 if len(lines) > 1:
                    del lines[at]
                case 2:
                    lines[at], lines[to] = lines[to], line
                case 3:
                    lines[at] = line[:cut] + piece + line[cut:]
                case 4:
                    lines[at] = line[:cut] + line[cut + draw(st.integers(1, 5)) :]
                case _:
                    lines[at] = draw(st.sampled_from([*STARTS, piece]))
        return "\n".join(lines)

    return mangle()


def forged_logs() -> st.SearchStrategy[str]:
    """Logs with facts changed, moved, repeated or made up, and all their seals made to fit."""

    @st.composite
    def forge(draw: Any) -> str:
        rows = _rows(draw(st.sampled_from(exports()[1::2])))
        for _ in range(draw(st.integers(1, 3))):
            _CHANGES[draw(st.integers(0, len(_CHANGES) - 1))](draw, rows)
        if draw(st.booleans()):
            rows = _fitting(rows)
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)

    return forge()


def _rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def _any(draw: Any, rows: list[dict[str, Any]]) -> dict[str, Any]:
    row: dict[str, Any] = rows[draw(st.integers(0, len(rows) - 1))]
    return row


def _odd_field(draw: Any, rows: list[dict[str, Any]]) -> None:
    row = _any(draw, rows)
    row[draw(st.sampled_from(sorted(row)))] = draw(ODD)


def _odd_fact(draw: Any, rows: list[dict[str, Any]]) -> None:
    fact = _any(draw, rows)["data"]
    if isinstance(fact, dict) and fact:
        fact[draw(st.sampled_from(sorted(fact)))] = draw(ODD)


def _another_type(draw: Any, rows: list[dict[str, Any]]) -> None:
    _any(draw, rows)["type"] = draw(TYPES)


def _repeat(draw: Any, rows: list[dict[str, Any]]) -> None:
    rows.insert(draw(st.integers(0, len(rows))), json.loads(json.dumps(_any(draw, rows))))


def _drop(draw: Any, rows: list[dict[str, Any]]) -> None:
    if len(rows) > 1:
        rows.remove(_any(draw, rows))


def _move_head(draw: Any, rows: list[dict[str, Any]]) -> None:
    """A head that points to itself, to the future, to nowhere, or into a command."""
    at = draw(st.integers(0, len(rows)))
    to = draw(st.one_of(st.integers(-2, len(rows) + 2), NUMBERS))
    made = {
        **_any(draw, rows),
        "type": "HeadMoved",
        "data": {"to": to, "why": "undo"},
        "version": 1,
    }
    rows.insert(at, {**made, "cause": at + 1, "command": "undo", "command_id": f"u{at}"})


def _same_ids(draw: Any, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        row["command_id"] = "the same"


_CHANGES: tuple[Callable[[Any, list[dict[str, Any]]], None], ...] = (
    _odd_field, _odd_fact, _another_type, _repeat, _drop, _move_head, _same_ids,
)  # fmt: skip


def _fitting(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same with numbers and seals that fit, as far as it still has the shape of a log."""
    previous = GENESIS
    causes: dict[str, int] = {}
    found: list[dict[str, Any]] = []
    for seq, row in enumerate(rows, 1):
        cause = causes.setdefault(str(row.get("cause")), seq)
        changed = {**row, "seq": seq, "cause": cause, "previous": previous}
        fields = {name: changed.get(name) for name in Event.__struct_fields__}
        fields["data"] = json.dumps(fields["data"], separators=(",", ":"), ensure_ascii=False)
        try:
            event = sealed(msgspec.convert(fields, Event))
        except (msgspec.ValidationError, UnicodeEncodeError, OverflowError):
            return rows
        previous = event.seal
        found.append({**changed, "seal": event.seal})
    return found
