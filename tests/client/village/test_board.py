"""The board: everything is on it, in its place, at every width."""

import re
from collections import Counter

import msgspec
import pytest

from client import village
from events import village as facts
from events.dice import Draw
from projections.village.state import SPACES, State
from projections.words import words
from tests.client.village.pictures import (
    ENGLISH,
    TABLES,
    WIDTHS,
    Wordy,
    colourless,
    crowded,
    cubes_on,
    letters,
    members,
    panel,
    played,
    seen,
    widths,
)
from tests.projections.village.positions import given, round_began

LETTERS = {"orange": "O", "green": "G", "brown": "B", "pink": "P", "black": "X"}
PORTUGUESE = words("pt-BR")
WORDY = Wordy("en")


def board(state: State, width: int = 100, speech=ENGLISH) -> str:
    return village.board(seen(state), width, speech).plain


@pytest.mark.parametrize("count", TABLES)
@pytest.mark.parametrize("speech", [ENGLISH, PORTUGUESE, WORDY], ids=["en", "pt", "wordy"])
def test_no_line_is_longer_than_the_width(count, speech):
    positions = [played(count, commands)[0] for commands in (0, 40, 120, 5000)]
    if count > 1:
        positions.append(crowded(count))
    for state in positions:
        for width in WIDTHS:
            assert max(widths(board(state, width, speech))) <= width


@pytest.mark.parametrize("count", TABLES)
def test_it_fits_a_terminal_of_100_by_40(count):
    for seed in range(4):
        for commands in (0, 30, 60, 90, 120, 180, 240, 5000):
            for speech in (ENGLISH, PORTUGUESE):
                text = board(played(count, commands, seed)[0], speech=speech)
                assert len(text.splitlines()) <= 40, text


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_it_fits_a_terminal_even_when_everybody_is_in_one_city(count):
    text = board(crowded(count))
    assert len(text.splitlines()) <= 40, text


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("count", TABLES)
def test_every_member_can_be_seen_but_the_unborn(count, width):
    state = played(count, 110, seed=3)[0]
    text = board(state, width).replace("A1 member of", "")
    for seat, mark in letters(state).items():
        farm = state.farms[seat]
        born = sorted(m[0] for m, place in farm.members.items() if place != "reserve")
        assert members(text, mark) == born


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_every_member_of_a_crowd_can_be_seen(count, width):
    state = crowded(count)
    text = board(state, width).replace("A1 member of", "")
    for mark in letters(state).values():
        assert members(text, mark) == list("11112223344")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("count", TABLES)
def test_every_cube_lies_on_its_space(count, width):
    state = played(count, 12)[0]
    text = board(state, width)
    for space in SPACES:
        cubes = Counter({LETTERS[c]: n for c, n in state.board.spaces[space].items()})
        assert Counter(cubes_on(text, space)) == (cubes or {"–": 1})


def test_many_cubes_are_counted_by_colour():
    state = given(round_began(1, "ana", market=dict.fromkeys(LETTERS, 5), church={"pink": 2}))
    text = board(state)
    assert " ".join(cubes_on(text, "market")) == "O 5 G 5 B 5 P 5 X 5"
    assert cubes_on(text, "church") == ["P", "P"]


@pytest.mark.parametrize("width", WIDTHS)
def test_customers_are_numbered_as_they_are_served(width):
    state = given(facts.MarketFilled(("c23", "", "c07", "c01"), ("c12", "c15")))
    market = re.sub(r"(?<=\w)\+(?=\w)", " + ", panel(board(state, width), "market"))
    for line in ("1 6★ horse + plow", "2 empty", "3 3★ scroll + grain", "4 1★ grain", "– closed"):
        assert line in market
    for line in ("4★ horse + grain", "4★ 2 scroll", "stack 24"):
        assert line in market


def test_members_stand_on_their_stages_and_in_their_guilds():
    state = given(
        facts.CouncilEntered("ana", "1a", facts.NOTHING),
        facts.CouncilAdvanced("ana", "1a", 2, facts.NOTHING),
        facts.CouncilEntered("bruno", "1b", facts.NOTHING),
        facts.MemberTrained("clara", "1a", "smithy", facts.NOTHING),
        facts.ChurchEntered("clara", "1b", facts.NOTHING),
        facts.PiecesDrawn(Draw("mass", {}, ("clara:1b",)), (("clara", "1b", 1),)),
        facts.ChurchEntered("bruno", "1a", facts.NOTHING),
    )
    text = board(state)
    council = panel(text, "council").splitlines()
    assert council[1].rstrip("│ ").endswith("0★  B1")
    assert council[2].rstrip("│ ").endswith("2★  A1")
    church = panel(text, "church").splitlines()
    assert church[1].rstrip("│ ").endswith("2★  C1")
    assert "black bag  4 monks  B1" in church[5]
    assert "smithy  C1" in panel(text, "crafts")


def test_the_ring_is_in_the_council_or_with_a_seat():
    taken = facts.PrivilegeUsed("bruno", 1, ring=True)
    assert "ring here" in panel(board(given()), "council")
    assert "ring: B" in panel(board(given(taken)), "council")


def test_the_map_shows_roads_discs_and_travellers():
    state = given(
        facts.MemberTravelled("ana", "1a", "farm", "N1", facts.NOTHING),
        facts.CityVisited("ana", "N1", prestige=3),
        facts.MemberTravelled("ana", "1a", "N1", "N2", facts.NOTHING),
        facts.CityVisited("ana", "N2", coins=1),
    )
    text = panel(board(state), "travel")
    assert "╭─B B─┤ ●A         ├─O O─┤ ●A         ├─P P─┤" in text
    assert "village  ╰ 3★ ──────┬─╯     ╰ 1 coin ──┬─╯" in text
    assert "│            │     │ A1         │" in text


@pytest.mark.parametrize("width", [40, 60])
def test_where_the_map_is_too_wide_it_is_a_list(width):
    state = crowded(2)
    text = panel(board(state, width), "travel")
    for words_ in ("●A ●B", "village – N1  B B", "N2 – S2  O B", "N3  2 cubes"):
        assert words_ in text


def test_chronicle_and_graves_show_free_and_taken_places():
    state = given(
        facts.MemberDied("ana", "1a", "farm", "farm"),
        facts.MemberDied("clara", "1a", "smithy", "grave"),
    )
    text = panel(board(state), "village chronicle")
    assert "farm     A1 __ " in text
    assert "graves   C1 __ __ __ __ __ __ " in text
    assert "beside" not in text
    beside = given(facts.MemberDied("ana", "1a", "farm", "beside"))
    assert "beside   A1" in panel(board(beside), "village chronicle")


def test_it_says_whose_turn_it_is_and_what_is_under_way():
    state = given(
        round_began(3, "bruno", market={"green": 1}),
        facts.MarketOpened("bruno", ("bruno", "clara", "ana")),
        facts.EndTriggered("ana", "graves"),
        facts.LastActionsDue(("clara", "ana")),
        facts.ChoiceDue("clara", "market"),
    )
    text = board(state)
    assert text.startswith("Village: Big Box · round 3 · clara may serve a customer · market day")
    assert "market day of bruno · ana brought on the end · last actions: clara, ana" in " ".join(
        text.splitlines()[:2]
    )
    assert "▸C clara" in panel(text, "families")
    assert "starts: B bruno" in panel(text, "families")


def test_a_seat_has_a_letter_of_its_own():
    state = played(5, 0)[0]
    assert letters(state) == {"ana": "A", "andre": "D", "anita": "I", "bruno": "B", "beatriz": "E"}
    assert "N" not in letters(state).values(), "N1 is a city, not a member"


def test_all_numbers_come_from_the_box():
    view = seen(given())
    box = view["box"]
    box["council"]["time"] = [11, 12, 13, 14]
    box["council"]["points"] = [21, 22, 23, 24]
    box["church"]["grain"] = [31, 32, 33]
    box["church"]["points"] = [41, 42, 43, 44]
    box["crafts"]["smithy"] |= {"train": 51, "produce": 52, "cubes": {"green": 3}}
    box["mill"] = {"time": 61, "grain": 62, "coins": 63}
    box["travel"]["time"] = 71
    box["harvest"][2]["grain"] = 81
    box["well"] = 91
    box["grain_limit"] = 92
    box["life_time"] = 93
    text = village.board(view, 110, ENGLISH).plain
    for words_ in (
        "4  14 time", "24★", "33 grain", "44★", "51+52 or G G G",
        "61 time, 62 grain → 63 coins", "every trip: 71 time + 1 wagon",
        "81 with ox, plow", "well: 91 of one colour", "0/92", "0/93",
    ):  # fmt: skip
        assert words_ in text


def test_without_colours_it_reads_the_same():
    state = played(4, 100)[0]
    picture = village.board(seen(state), 100, ENGLISH)
    text = colourless(picture, 100)
    assert "\x1b" not in text
    assert [line.rstrip() for line in text.splitlines()] == [
        line.rstrip() for line in picture.plain.splitlines()
    ]


def test_frames_are_closed():
    for width in WIDTHS:
        text = board(played(3, 100)[0], width)
        for upper, lower in (("╭", "╰"), ("╮", "╯")):
            assert text.count(upper) == text.count(lower)


def test_carlas_board_is_shown_in_the_solo_game():
    state = played(1, 60)[0]
    view = seen(state)
    text = panel(board(state), "C carla")
    assert "track" in text
    assert text.count("▒") == sum(view["carla"]["face_down"].values())
    track = text.splitlines()[1]
    for _, colour, _ in view["carla"]["cubes"]:
        assert LETTERS[colour] in track


def test_another_map_is_drawn_as_far_as_it_is_straight():
    view = seen(given())
    view["box"]["travel"]["cities"] = {"Lund": {"coins": 2}, "Ribe": {"prestige": 5}, "Ystad": {}}
    view["box"]["travel"]["roads"] = [
        {"ends": ["village", "Lund"], "cubes": {"pink": 1}},
        {"ends": ["Lund", "Ribe"], "cubes": {"orange": 1}},
        {"ends": ["Ribe", "Ystad"], "cubes": {"brown": 1}},
        {"ends": ["Ystad", "Lund"], "cubes": {"pink": 2}},
    ]
    text = panel(village.board(view, 100, ENGLISH).plain, "travel")
    assert "╭──P──┤                  ├──O──┤" in text
    assert "village  │" in text
    assert "╰ 2 coins ─" in text
    assert "╰ 5★ ─" in text
    assert "Ystad – Lund  P P" in text


def test_a_map_with_a_city_that_no_road_reaches_is_a_list():
    view = seen(given())
    view["box"]["travel"]["roads"] = view["box"]["travel"]["roads"][:1]
    text = panel(village.board(view, 100, ENGLISH).plain, "travel")
    assert "village – N1  B B" in text
    assert "S3  1 coin" in text
    view["box"]["travel"]["roads"] = []
    assert "S3  1 coin" in village.board(view, 100, ENGLISH).plain


def test_a_view_of_the_wrong_shape_is_an_error():
    with pytest.raises(msgspec.ValidationError):
        village.board({"seats": ["ana"]}, 100, ENGLISH)
