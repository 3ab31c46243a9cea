"""Facts to JSON and back, old shapes included."""

from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.codec import Codec, UnknownEvent
from events.envelope import Event, NewCommand, NewEvent
from events.lifecycle import (
    Fact,
    GameForked,
    GameStarted,
    HeadMoved,
    Seat,
    SeedRevealed,
)
from tests.events.samples import chained


class Walked(Fact, frozen=True, omit_defaults=True):
    """Third shape: first `steps` in feet, then in metres, then with a direction."""

    version: ClassVar[int] = 3

    metres: float
    towards: str = "north"


class Whispered(Fact, frozen=True):
    to: tuple[str, ...]
    text: str

    def audience(self) -> tuple[str, ...]:
        return self.to


def to_metres(data: dict[str, Any]) -> dict[str, Any]:
    return {"metres": data["feet"] * 0.3048}


def with_direction(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "towards": "unknown"}


CODEC = Codec([Walked, Whispered], {("Walked", 1): to_metres, ("Walked", 2): with_direction})


def recorded(new: NewEvent) -> Event:
    [event] = chained(NewCommand(None, "x", (new,)))
    return event


def old(kind: str, version: int, data: str) -> Event:
    return recorded(NewEvent(kind, version, data))


texts = st.text(st.characters(codec="utf-8"), max_size=20)
names = st.tuples(texts, texts)
facts = st.one_of(
    st.builds(Walked, metres=st.floats(allow_nan=False, allow_infinity=False), towards=texts),
    st.builds(Whispered, to=names, text=texts),
    st.builds(HeadMoved, to=st.integers(1, 10_000), why=st.sampled_from(["undo", "redo", "back"])),
    st.builds(GameForked, parent=texts, at=st.integers(1, 99), seal=texts, commitment=texts),
    st.builds(SeedRevealed, seed=texts),
    st.builds(
        GameStarted,
        kind=texts, rules=st.integers(1, 9), name=texts, commitment=texts,
        seats=st.tuples(st.builds(Seat, id=texts, bot=texts)),
        options=st.dictionaries(texts, st.one_of(texts, st.booleans(), st.integers(-9, 9))),
        box=st.dictionaries(texts, st.lists(st.integers(-9, 9))),
        entropy=st.dictionaries(texts, texts),
    ),
)  # fmt: skip


@given(facts)
def test_every_fact_decodes_to_itself(fact: Fact) -> None:
    event = recorded(CODEC.encode(fact))

    assert CODEC.decode(event) == fact
    assert (event.type, event.version) == (type(fact).__name__, fact.version)


def test_data_is_compact_json_without_what_goes_without_saying() -> None:
    assert CODEC.encode(Walked(2.5)) == NewEvent("Walked", 3, '{"metres":2.5}')


def test_a_fact_names_who_may_see_it() -> None:
    whisper = Whispered(("ana", "rui"), "psst")

    assert CODEC.encode(whisper).visible_to == ("ana", "rui")
    assert CODEC.encode(Walked(1)).visible_to is None


def test_old_shapes_are_upcast_step_by_step() -> None:
    assert CODEC.decode(old("Walked", 1, '{"feet":10}')) == Walked(3.048, "unknown")
    assert CODEC.decode(old("Walked", 2, '{"metres":7}')) == Walked(7, "unknown")
    assert CODEC.decode(old("Walked", 3, '{"metres":7}')) == Walked(7, "north")


@pytest.mark.parametrize(
    ("event", "complaint"),
    [
        (old("Flew", 1, "{}"), "event 1 has the unknown type 'Flew'"),
        (old("Walked", 4, '{"metres":7}'), "Walked 4 is newer than this program"),
        (old("Walked", 0, "{}"), "no way from Walked 0 on"),
        (old("Walked", 3, '{"feet":7}'), "missing required field `metres`"),
        (old("Walked", 3, '{"metres":"far"}'), r"Expected `float`, got `str` - at `\$.metres`"),
        (old("Walked", 3, '{"metres":'), "truncated"),
        (old("Walked", 2, '{"metres":'), "truncated"),
        (old("Walked", 2, '{"metres":"far"}'), "Expected `float`"),
    ],
)
def test_what_cannot_be_read_says_why(event: Event, complaint: str) -> None:
    with pytest.raises(UnknownEvent, match=complaint):
        CODEC.decode(event)


def test_only_what_can_be_read_back_is_encoded() -> None:
    class Walked(Fact, frozen=True):
        """Not the one the codec knows."""

    class Sung(Fact, frozen=True):
        """Not known at all."""

    for stranger in (Walked(), Sung()):
        with pytest.raises(UnknownEvent, match="is not an event of this game"):
            CODEC.encode(stranger)


def test_names_of_events_are_unique() -> None:
    class SeedRevealed(Fact, frozen=True):
        """Takes the name of a fact that every game has."""

    with pytest.raises(ValueError, match="two types of event are called SeedRevealed"):
        Codec([SeedRevealed])


def test_facts_do_not_change() -> None:
    with pytest.raises(AttributeError):
        Walked(1).metres = 2  # type: ignore[misc]
    assert msgspec.structs.replace(Walked(1), metres=2) == Walked(2)
