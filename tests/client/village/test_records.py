"""The chronicle as a book, the table of scores, the headline."""

import pytest

from client import village
from events import village as facts
from projections.words import words
from tests.client.village.pictures import (
    ENGLISH,
    TABLES,
    WIDTHS,
    Wordy,
    colourless,
    crowded,
    panel,
    played,
    seen,
    widths,
)
from tests.projections.village.positions import given

SPEECHES = {"en": ENGLISH, "pt": words("pt-BR"), "wordy": Wordy("en")}


@pytest.mark.parametrize("part", ["chronicle", "score", "headline"])
@pytest.mark.parametrize("speech", SPEECHES)
@pytest.mark.parametrize("count", TABLES)
def test_no_line_is_longer_than_the_width(count, speech, part):
    positions = [played(count, commands)[0] for commands in (0, 120, 5000)]
    for state in [*positions, *([crowded(count)] if count > 1 else [])]:
        for width in WIDTHS:
            picture = getattr(village, part)(seen(state), width, SPEECHES[speech])
            assert max(widths(picture.plain)) <= width
            assert "\x1b" not in colourless(picture, width)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_chronicle_names_who_rests_where(width):
    state = given(
        facts.MemberDied("ana", "1a", "smithy", "crafts"),
        facts.MemberDied("bruno", "1a", "farm", "farm"),
        facts.MemberDied("bruno", "1b", "farm", "farm"),
        facts.MemberDied("clara", "1a", "farm", "grave"),
    )
    text = village.chronicle(seen(state), width, ENGLISH).plain
    assert "B1 bruno" in panel(text, "farm")
    assert "2/2" in panel(text, "farm")
    assert "A1 ana" in panel(text, "crafts")
    assert panel(text, "crafts").count("__") == 3
    assert "C1 clara" in panel(text, "graves")
    assert "beside" not in text


def test_entries_are_counted_with_what_the_next_ones_are_worth():
    deaths = [facts.MemberDied("ana", f"1{m}", "farm", "church") for m in "abc"]
    text = village.chronicle(seen(given(*deaths)), 100, ENGLISH).plain
    assert "A ana    3 written down  4★  4 would be worth 7★" in text
    assert "C clara  0 written down  0★  3 would be worth 4★" in text


def test_those_beside_the_graves_are_told_apart():
    state = given(facts.MemberDied("ana", "1a", "farm", "beside"))
    text = village.chronicle(seen(state), 120, ENGLISH).plain
    assert "A1 ana" in panel(text, "beside")


def served():
    return given(
        facts.MarketFilled(("c23", "c07", "c01"), ()),
        facts.MarketOpened("ana", ("ana", "bruno", "clara")),
        facts.CustomerServed("ana", 1, "c23", facts.NOTHING),
        facts.CityVisited("bruno", "N1", prestige=3),
    )


def test_points_stand_by_category_and_seat():
    lines = village.score(seen(served(), "ana"), 100, ENGLISH).plain.splitlines()
    cells = {line.strip("│ ").split()[0]: line.strip("│ ").split()[1:] for line in lines[2:-1]}
    assert cells["customers"] == ["6", "0", "0"]
    assert cells["prestige"] == ["0", "3", "0"]
    assert cells["travel"] == ["0", "1", "0"]
    assert cells["coins"] == ["1", "1", "1"]
    assert cells["total"] == ["7", "5", "1"]


def test_what_lies_face_down_is_a_question():
    text = village.score(seen(served(), "bruno"), 100, ENGLISH).plain
    assert next(line for line in text.splitlines() if "customers" in line).split()[2] == "?"
    assert "1+?" in text


def test_where_columns_do_not_fit_each_seat_has_its_own_lines():
    text = village.score(seen(played(5, 200)[0]), 40, ENGLISH).plain
    assert text.count("prestige") == 5
    assert text.count("chronicle") == 5


@pytest.mark.parametrize("count", TABLES)
def test_the_headline_takes_two_lines(count):
    text = village.headline(seen(played(count, 60)[0]), 100, ENGLISH).plain
    assert len(text.splitlines()) == 2


def test_the_headline_has_round_turn_and_what_each_seat_has():
    state = given(
        facts.GrainHarvested("bruno", 2),
        facts.CouncilEntered("bruno", "1a", facts.Cost(time=4)),
        facts.ChoiceDue("bruno", "action", "council"),
    )
    first, second = village.headline(seen(state), 120, ENGLISH).plain.splitlines()
    assert first == "Village: Big Box · round 0 · bruno may use the action: council"
    assert "▸B bruno 1★ 2 grain 1 coin time 4/10" in second
    short = village.headline(seen(state), 80, ENGLISH).plain.splitlines()[1]
    assert short == "★/grain/coins/time  A ana 1/0/1/0  ▸B bruno 1/2/1/4  C clara 1/0/1/0"
    shorter = village.headline(seen(state), 60, ENGLISH).plain.splitlines()[-1]
    assert shorter == "★/grain/coins/time  A 1/0/1/0  ▸B 1/2/1/4  C 1/0/1/0"


def test_when_the_game_is_over_it_says_so():
    assert "the game is over" in village.headline(seen(played(2, 5000)[0]), 100, ENGLISH).plain
    alone = village.headline(seen(played(1, 5000)[0]), 100, ENGLISH).plain
    assert "the game is over: apprentice" in alone


def test_what_points_come_for_is_told_below_the_scores():
    text = village.score(seen(given()), 100, ENGLISH).plain
    assert "cities visited  1 1★   2 3★   3 6★   4 10★   5 14★   6 18★" in text
    assert "written down    3 4★   4 7★   5 12★" in text
    assert "each coin       1★" in text
    assert "your rank" not in text


def test_alone_the_ranks_are_told_with_the_points_they_take():
    text = village.score(seen(played(1, 0)[0]), 100, ENGLISH).plain
    assert "your rank       apprentice 0★   journeyman 40★" in text


def test_the_headline_says_whose_family_must_still_lose_somebody():
    state = given(
        facts.WellPaid("bruno", facts.Cost(crossed=2)),
        facts.WellPaid("ana", facts.Cost(crossed=1)),
        facts.ChoiceDue("ana", "death"),
    )
    first = village.headline(seen(state), 150, ENGLISH).plain.splitlines()[0]
    assert "ana must choose who dies · bruno: 2 deaths due" in first
    assert "ana: 1 death" not in first
