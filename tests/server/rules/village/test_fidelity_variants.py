"""Statements on the solo game and the edition of 2011 that no other test proves."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from events import village as facts
from events.village import CARLA
from projections.words import words
from server.rules.village.boxes import standard_box
from tests.server.rules.village.solo import rival, solo
from tests.server.rules.village.table import ALL_SPACES

BIG = standard_box("big-box")


# Solo (p. 15 to 18)


def test_carla_takes_no_goods_coins_or_grain_at_the_spaces_of_her_cubes():
    game = solo(spaces={space: "pink pink" for space in ALL_SPACES if space != "market"})

    for space in ("harvest", "family", "crafts", "travel", "council"):
        game.do("chris", f"take {space} pink")
        if game.due[1] == "action":
            game.do("chris", "pass")
        assert game.one(facts.CarlaTook).space == space

    hers = game.farm(CARLA)
    assert (hers.grain, hers.coins, hers.prestige, sum(hers.goods.values())) == (0, 0, 0, 0)
    assert game.at(CARLA, "home") == [1, 1, 1, 1, 2, 2, 2]


def test_her_track_goes_through_the_spaces_one_by_one():
    game = solo(spaces={"harvest": "pink " * 6})

    tracks: list[int] = []
    for _ in range(3):
        game.do("chris", "take harvest pink; pass")
        tracks.append(game.all(facts.CarlaTook)[0].track)

    assert tracks[0] == 1
    assert all(after == before + 1 for before, after in pairwise(tracks))


def test_her_members_count_once_on_a_stage_and_four_at_most():
    game = solo(
        carla=rival(members="church-1 3, church-2 3, church-3 4, bag 4"),
        spaces={"travel": "pink pink"}, draws={"mass 1": "carla:4b monk monk monk"},
    )  # fmt: skip

    game.do("chris", "take travel pink")

    assert [len(game.at(CARLA, f"church-{stage}")) for stage in (1, 2, 3, 4)] == [1, 1, 1, 1]


# The edition of 2011


@pytest.mark.parametrize(
    ("language", "terms"),
    [
        ("en", {"church": "monastery", "chronicle": "book of records", "graves": "common grave"}),
        (
            "pt-BR",
            {"church": "mosteiro", "chronicle": "livro de registro", "graves": "vala comum"},
        ),
    ],
)
def test_the_words_of_the_edition_of_2011(language: str, terms: dict[str, str]):
    said = words(language).of("original")

    assert {term: said.term(term) for term in terms} == terms


@pytest.mark.parametrize(
    ("language", "well", "bridge"),
    [("en", "wishing well", "bridge"), ("pt-BR", "poço dos desejos", "ponte")],
)
def test_its_well_and_its_bridge(language: str, well: str, bridge: str):
    said = words(language).of("original")

    assert well in said.say("The well is paid: choose any action, or pass.").casefold()
    assert bridge in said.say("{text}; the life time crosses the quill", text="x").casefold()


def test_its_scoring_tables_are_those_of_the_big_box():
    original = standard_box("original")

    for part in ("travel", "council", "church", "chronicle"):
        assert getattr(original, part).points == getattr(BIG, part).points
    assert original.travel.points == (0, 1, 3, 6, 10, 14, 18)
    assert original.council.points == (0, 2, 4, 6)
    assert original.church.points == (2, 3, 4, 6)


def test_its_costs_are_those_of_the_big_box():
    mine: dict[str, Any] = msgspec.to_builtins(standard_box("original"))
    theirs: dict[str, Any] = msgspec.to_builtins(BIG)

    for part in ("harvest", "crafts", "mill", "travel", "council", "church", "well"):
        assert mine[part] == theirs[part]
