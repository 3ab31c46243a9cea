"""The seal: what it is made of, and that no change of a log escapes it."""

import hashlib
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.chain import check
from events.envelope import Event, NewCommand, NewEvent
from events.seal import GENESIS, seal, sealed
from tests.events.samples import chained, command

texts = st.text(st.characters(codec="utf-8"), max_size=20)


def by_the_book(event: Event) -> str:
    """The seal as docs/events.md describes it, made with nothing but the standard library."""
    fields = [
        event.previous, event.game, event.seq, event.cause, event.type, event.version, event.data,
        event.seat, event.command_id, event.command, event.recorded_at,
        None if event.visible_to is None else list(event.visible_to),
    ]  # fmt: skip
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


commands = st.builds(
    NewCommand,
    seat=st.none() | texts,
    text=texts,
    events=st.tuples(
        st.builds(NewEvent, texts, st.integers(1, 9), texts, st.none() | st.tuples(texts))
    ),
)


@given(texts, commands, st.integers(0, 2**53))
def test_the_seal_is_made_as_described(game: str, new: NewCommand, recorded_at: int) -> None:
    [first, second] = chained(new, new, game=game, recorded_at=recorded_at)

    assert (first.previous, first.seal) == (GENESIS, by_the_book(first))
    assert (second.previous, second.seal) == (first.seal, by_the_book(second))


LOG = chained(command("ana", 2), command("rui", 3), command("leo"), command("ana", 2))
CHANGES: list[dict[str, Any]] = [
    {"game": "other"}, {"seq": 9}, {"cause": 2}, {"cause": 5}, {"type": "Sung"}, {"version": 2},
    {"data": "{}"}, {"seat": "eva"}, {"seat": None}, {"command_id": "c9"}, {"command": "bye"},
    {"recorded_at": 0}, {"previous": GENESIS}, {"previous": "f" * 64}, {"visible_to": ()},
    {"visible_to": ("ana",)}, {"seal": GENESIS},
]  # fmt: skip


def test_a_log_that_was_left_alone_holds() -> None:
    assert check(LOG) is None
    assert check([]) is None


@pytest.mark.parametrize("change", CHANGES, ids=str)
@pytest.mark.parametrize("at", range(1, len(LOG)))
def test_any_changed_field_breaks_the_chain_there(change: dict[str, Any], at: int) -> None:
    changed = msgspec.structs.replace(LOG[at], **change)
    assert changed != LOG[at]

    broken = check([*LOG[:at], changed, *LOG[at + 1 :]])

    assert broken is not None
    assert broken.seq == at + 1


def test_the_first_event_is_held_by_its_seal_as_well() -> None:
    broken = check([msgspec.structs.replace(LOG[0], data="{}"), *LOG[1:]])

    assert broken is not None
    assert (broken.seq, broken.reason) == (1, "event 1 is not what its seal was made for")


@pytest.mark.parametrize("at", range(len(LOG)))
def test_a_resealed_change_breaks_the_next_link(at: int) -> None:
    forged = sealed(msgspec.structs.replace(LOG[at], data='{"text":"forged"}'))

    broken = check([*LOG[:at], forged, *LOG[at + 1 :]])

    # The last event has no successor to give the forgery away: see the docstring of `check`.
    assert (broken.seq if broken else None) == (at + 2 if at + 1 < len(LOG) else None)


@pytest.mark.parametrize(
    ("log", "seq", "reason"),
    [
        (LOG[1:], 1, "event 2 stands where event 1 should"),
        (LOG[:3] + LOG[4:], 4, "event 5 stands where event 4 should"),
        (LOG[:3] + LOG[2:], 4, "event 3 stands where event 4 should"),
        ([*LOG[:2], LOG[3], LOG[2], *LOG[4:]], 3, "event 4 stands where event 3 should"),
    ],
)
def test_gaps_repetitions_and_swaps_are_named(log: list[Event], seq: int, reason: str) -> None:
    broken = check(log)

    assert broken is not None
    assert (broken.seq, broken.reason) == (seq, reason)


def test_two_games_do_not_make_one_log() -> None:
    broken = check([*LOG[:3], *chained(command("ana", 4), game="h")[3:]])

    assert broken is not None
    assert (broken.seq, broken.reason) == (4, "event 4 belongs to the game h, not g")


def test_a_part_of_a_log_is_checked_from_the_seal_before_it() -> None:
    assert check(LOG[2:], LOG[1].seal, 2) is None
    assert check(LOG[3:], LOG[2].seal, 3) is None
    broken = check(LOG[2:], LOG[0].seal, 2)
    assert broken is not None
    assert broken.seq == 3


@given(st.lists(st.integers(1, 4), min_size=1, max_size=8))
def test_every_log_that_is_linked_holds(sizes: list[int]) -> None:
    log = chained(*(command("ana", size) for size in sizes))

    assert check(log) is None
    assert len(log) == sum(sizes)
    assert all(event.seal == seal(event) for event in log)
