"""Solo: Carla's fate tiles, and who dies in her family and rests where (p. 16 and 18)."""

import pytest

from events import village as facts
from events.village import CARLA
from tests.server.rules.village.solo import board, rival, solo
from tests.server.rules.village.table import Game, farm

TWO = {"harvest": "pink pink", "church": "brown brown"}
TILES = {1: "upper", 3: "upper", 5: "upper", 6: "lower", 8: "lower", 10: "lower"}
"""The space of the track after which each tile lies."""


def next_cube(
    space: int, tile: str = "blank", at: str = "harvest", carla: rival | None = None, **rest: object
) -> Game:
    """Her last cube lies at `space` of the track, and she takes the next one from `at`."""
    carla = carla or rival()
    carla.cubes, carla.space = "family green", space
    spaces = {at: "pink pink", "crafts": "brown brown"}
    if at == "crafts":
        spaces = {at: "pink pink brown brown"}
    ready = {f"fate {n}": tile for n in range(1, 8)}
    game = solo(farm(), carla, spaces=spaces, draws=ready, **rest)
    game.do("chris", f"take {at} pink")
    if "pass" in game.offers:
        game.do("chris", "pass")
    return game


# Tiles


def test_the_first_cube_passes_no_tile():
    game = solo(spaces=TWO)

    game.do("chris", "take harvest pink; pass")

    assert not game.all(facts.FateRevealed)


@pytest.mark.parametrize("space", range(1, 11))
def test_a_cube_reveals_the_tile_it_passes(space: int):
    game = next_cube(space)

    assert game.one(facts.CarlaTook).track == (space + 1 if space < 10 else 1)
    assert [fact.half for fact in game.all(facts.FateRevealed)] == [
        half for after, half in TILES.items() if after == space
    ]


def test_a_tile_is_one_of_those_face_down_in_its_half():
    game = next_cube(3, carla=rival(fates="upper blank, lower quill"))

    draw = game.one(facts.FateRevealed).draw
    assert draw.pool == {"blank": 1, "quill": 1}
    assert board(game).fates == {
        "upper": {"blank": 0, "quill": 1},
        "lower": {"blank": 2, "quill": 0},
    }


def test_each_half_has_three_tiles_one_with_a_quill():
    game = solo()

    assert board(game).fates == {half: {"quill": 1, "blank": 2} for half in ("upper", "lower")}


def test_a_quill_means_a_death_and_a_blank_does_not():
    assert len(next_cube(1, "quill").all(facts.MemberDied)) == 1
    assert next_cube(1, "blank").all(facts.MemberDied) == []


def test_a_quill_revealed_before_means_no_further_death():
    game = next_cube(2, carla=rival(fates="upper quill"))

    assert not game.all(facts.MemberDied)


def test_after_its_third_tile_a_half_is_shuffled_face_down_again():
    game = next_cube(5, carla=rival(fates="upper quill, upper blank, lower blank"))

    assert game.one(facts.FateRevealed).reshuffled == {"quill": 1, "blank": 2}
    assert board(game).fates == {
        "upper": {"quill": 1, "blank": 2}, "lower": {"quill": 1, "blank": 1},
    }  # fmt: skip


def test_the_second_tile_of_a_half_does_not_shuffle_it():
    game = next_cube(3, carla=rival(fates="upper quill"))

    assert game.one(facts.FateRevealed).reshuffled == {}
    assert board(game).fates["upper"] == {"quill": 0, "blank": 1}


def test_a_quill_may_be_the_last_tile_of_its_half():
    game = next_cube(5, "quill", carla=rival(fates="upper blank, upper blank"))

    assert len(game.all(facts.MemberDied)) == 1
    assert board(game).fates["upper"] == {"quill": 1, "blank": 2}


def test_everybody_sees_how_many_tiles_lie_face_down_and_those_face_up():
    game = solo(carla=rival(fates="upper blank, upper quill, lower blank"))

    seen = game.view("chris").carla
    assert seen is not None
    assert seen.face_down == {"upper": 1, "lower": 2}
    assert seen.face_up == {"upper": {"blank": 1, "quill": 1}, "lower": {"blank": 1}}


# Where her dead rest


@pytest.mark.parametrize(
    ("space", "section"),
    [
        ("harvest", "farm"), ("family", "farm"), ("crafts", "crafts"), ("council", "council"),
        ("travel", "travel"), ("church", "church"), ("market", "grave"),
    ],
)  # fmt: skip
def test_in_the_section_of_the_space_that_the_cube_came_from(space: str, section: str):
    # The market holds but one cube: yours comes from the space before it in the circle.
    if space == "market":
        game = solo(
            carla=rival("family green", space=1),
            spaces={"crafts": "pink brown", "market": "pink", "harvest": "green green"},
            draws={"fate 1": "quill"},
        )
        game.do("chris", "take crafts pink; pass")
    else:
        game = next_cube(1, "quill", at=space)

    died = game.one(facts.MemberDied)
    assert (died.seat, died.member, died.place, died.rest) == (CARLA, "1a", "home", section)


def test_the_space_of_her_cube_counts_not_of_yours():
    game = solo(
        carla=rival("harvest green", space=1), spaces={"crafts": "pink", "council": "pink brown"},
        draws={"fate 1": "quill"},
    )  # fmt: skip

    game.do("chris", "take crafts pink; pass")

    assert game.one(facts.MemberDied).rest == "council"


def test_in_the_graves_when_the_section_is_full():
    game = next_cube(1, "quill", carla=rival(dead="farm 1 1"))

    assert game.one(facts.MemberDied).rest == "grave"
    assert [rest.seat for rest in game.state.chronicle.graves] == [CARLA]


def test_your_dead_fill_sections_for_her_and_hers_for_you():
    game = solo(
        farm(time=8, members="smithy 1"),
        rival("family green", space=1, dead="crafts 1 1"),
        spaces={"crafts": "black black", "harvest": "pink"},
        draws={"fate 1": "quill"},
    )

    game.do("chris", "take crafts black; pass; die smithy 1")

    yours, hers = game.all(facts.MemberDied)
    assert (yours.seat, yours.rest) == ("chris", "crafts")
    assert (hers.seat, hers.rest) == (CARLA, "grave")


def test_beside_the_graves_when_these_are_full_too():
    game = next_cube(
        1, "quill", carla=rival(dead="farm 1 1, grave 1"),
        box={"chronicle.graves": {"2": 1}},
    )  # fmt: skip

    assert game.one(facts.MemberDied).rest == "beside"
    assert [rest.member for rest in game.state.chronicle.beside] == ["1d"]


# Who dies


def family(members: str = "", dead: str = "") -> Game:
    """A quill for her, whose cube came from the church."""
    return next_cube(1, "quill", at="council", carla=rival(members=members, dead=dead))


ALL_HOME = "crafts 1 1 1, travel 1 2, farm 2 2"
"""All seven who were beside her board are dead."""


def test_the_lowest_number_beside_her_board():
    assert family().one(facts.MemberDied).member == "1a"
    assert family(dead="crafts 1 1 1").one(facts.MemberDied).member == "1d"
    assert family(dead="crafts 1 1 1, travel 1").one(facts.MemberDied).member == "2a"


def test_then_those_who_wait_the_3s_first():
    assert family(dead=ALL_HOME).one(facts.MemberDied).member == "3a"
    game = family(dead=f"{ALL_HOME}, grave 3 3")
    assert game.one(facts.MemberDied) == facts.MemberDied(CARLA, "4a", "waiting", "council")


def test_those_who_wait_die_before_those_on_the_church_track():
    game = family("church-1 3 3", ALL_HOME)

    assert game.one(facts.MemberDied).member == "4a"


def test_at_last_those_on_the_church_track_from_the_first_stage_on():
    game = family("church-1 4, church-2 3, church-3 3, church-4 4", ALL_HOME)

    died = game.one(facts.MemberDied)
    assert (died.member[0], died.place, died.rest) == ("4", "church-1", "council")

    game = family("church-2 4, church-4 3", f"{ALL_HOME}, grave 3 4")
    assert game.one(facts.MemberDied).place == "church-2"


def test_nobody_in_the_black_bag_dies():
    game = family("bag 3 3 4 4", ALL_HOME)

    assert not game.all(facts.MemberDied)
    assert game.one(facts.DeathSpared).seat == CARLA
    assert game.due == ("chris", "turn")


def test_nobody_left_nobody_dies():
    game = family(dead=f"{ALL_HOME}, grave 3 3 4 4")

    assert game.one(facts.DeathSpared).seat == CARLA
    assert game.farm(CARLA).owed == 0


def test_the_place_left_on_the_church_track_is_free_for_another_of_hers():
    game = solo(
        carla=rival(
            "harvest green", space=1, dead=ALL_HOME, members="church-1 3, church-2 3, bag 4 4"
        ),
        spaces={"council": "pink pink"},
        draws={"fate 1": "quill", "mass 1": "carla:4a monk carla:4b monk"},
    )

    game.do("chris", "take council pink")

    assert game.one(facts.MemberDied).place == "church-1"
    assert game.one(facts.PiecesDrawn).members == ((CARLA, "4a", 1), (CARLA, "4b", 3))


def test_her_dead_are_no_choice_of_yours():
    game = next_cube(1, "quill")

    assert "death" not in [due.choice for due in game.all(facts.ChoiceDue)]
