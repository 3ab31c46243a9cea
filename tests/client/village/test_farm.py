"""A farm: all that a seat has, and where its members are."""

import pytest

from client import village
from events import village as facts
from events.village import Cost
from projections.words import words
from tests.client.village.pictures import (
    ENGLISH,
    TABLES,
    WIDTHS,
    Wordy,
    crowded,
    letters,
    members,
    played,
    seen,
    widths,
)
from tests.projections.village.positions import given


def farm(state, seat="ana", width=100, viewer=None, speech=ENGLISH):
    return village.farm(seen(state, viewer), seat, width, speech).plain


def row(text, label):
    """What stands beside a label."""
    line = next(part for part in text.splitlines() if f"│ {label} " in part)
    return line.split(f"│ {label} ", 1)[1].split("│")[0].strip()


@pytest.mark.parametrize(
    "speech", [ENGLISH, words("pt-BR"), Wordy("en")], ids=["en", "pt", "wordy"]
)
@pytest.mark.parametrize("count", TABLES)
def test_no_line_is_longer_than_the_width(count, speech):
    positions = [played(count, 120)[0], *([crowded(count)] if count > 1 else [])]
    for state in positions:
        for width in WIDTHS:
            for seat in state.seats:
                assert max(widths(farm(state, seat, width, seat, speech))) <= width


@pytest.mark.parametrize("width", WIDTHS)
def test_every_member_of_the_family_can_be_seen(width):
    for state in (played(3, 150)[0], crowded(3)):
        for seat, mark in letters(state).items():
            text = farm(state, seat, width)
            assert members(text, mark) == list("11112223344")


def test_members_stand_by_their_places():
    state = given(
        facts.MemberTrained("ana", "1a", "smithy", facts.NOTHING),
        facts.CouncilEntered("ana", "1b", facts.NOTHING),
        facts.ChurchEntered("ana", "1c", facts.NOTHING),
        facts.MemberBorn("ana", "2a"),
        facts.MemberDied("ana", "1d", "farm", "farm"),
        facts.MemberBorn("ana", "2b"),
        facts.MemberDied("ana", "2b", "farm", "grave"),
    )
    text = farm(state)
    assert row(text, "at home") == "A2"
    assert row(text, "at work") == "council-1 A1   smithy A1"
    assert row(text, "black bag") == "A1"
    assert row(text, "unborn") == "A2 A3 A3 A4 A4"
    assert row(text, "written down") == "farm A1"
    assert row(text, "in graves") == "A2"


def test_goods_cubes_and_money_are_counted():
    state = given(
        facts.GrainHarvested("ana", 3),
        facts.RewardChosen("ana", cubes={"pink": 2, "orange": 1}),
        facts.RewardChosen("ana", goods={"plow": 2, "ox": 1}),
        facts.CityVisited("ana", "N2", coins=1),
    )
    text = farm(state)
    assert row(text, "grain") == "3/5"
    assert row(text, "coins") == "2"
    assert row(text, "cubes") == "O P P"
    assert row(text, "goods") == "2 plows   1 ox"
    assert row(text, "cities") == "●N2   5 discs left"
    assert row(farm(given()), "cubes") == "–"


def test_the_marker_stands_on_its_space_between_the_quills():
    text = farm(given(facts.WellPaid("ana", Cost(time=13, crossed=1))))
    assert "✎ │   │   │   │ ● │   │   │   │   │   │   │ ✎" in text
    assert "3/10 · 7 more to the quill" in text
    assert "1 death due · 3/10" in text
    narrow = farm(given(facts.WellPaid("ana", Cost(time=13))), width=40)
    assert "✎ │ │ │ │●│ │ │ │ │ │ │ ✎" in narrow
    assert "due" not in narrow


def test_customers_are_shown_to_their_owner_only():
    state = given(
        facts.MarketFilled(("c23", "c07", "c01"), ()),
        facts.MarketOpened("ana", ("ana", "bruno", "clara")),
        facts.CustomerServed("ana", 1, "c23", facts.NOTHING),
    )
    assert row(farm(state, viewer="ana"), "customers") == "6★ horse + plow"
    assert row(farm(state, viewer="bruno"), "customers") == "1 face down"
    assert "A ana ─ 7★" in farm(state, viewer="ana")
    assert "A ana ─ 1+?★" in farm(state, viewer="bruno")
