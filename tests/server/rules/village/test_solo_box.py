"""Solo: which boxes and seats it can be played with."""

import tomllib
from typing import Any

import pytest

from server.rules.game import Invalid
from server.rules.village import GAME
from server.rules.village.boxes import FOLDER
from tests.server.rules.village.solo import rival, solo
from tests.server.rules.village.table import farm, given

SOLO = GAME.options({}, 1)
TEXT = (FOLDER / "big-box.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["carla", "Carla", "CARLA"])
def test_nobody_else_is_called_carla(name: str):
    seats: dict[str, Any] = {name: farm()}
    game = given(**seats)
    with pytest.raises(Invalid) as refusal:
        GAME.begin(game.state, game.dice)

    assert refusal.value.code == "seat_twice"


def test_with_more_players_somebody_may_be():
    game = given(carla=farm(), chris=farm())

    assert GAME.begin(game.state, game.dice)


def without_solo() -> str:
    start = TEXT.index("[solo]")
    return TEXT[:start] + TEXT[TEXT.rindex("[labels]") :]


def test_a_box_without_solo_is_for_more_players_only():
    assert GAME.box(GAME.options({}, 2), without_solo())["solo"] is None
    with pytest.raises(Invalid, match="solo: the game is started solo"):
        GAME.box(SOLO, without_solo())


@pytest.mark.parametrize(
    ("printed", "corrected", "field"),
    [
        ('card = "2"', 'card = "6"', "solo.card"),
        ('card = "2"', 'card = "x"', "solo.card"),
        ("track = 10", "track = 9", "solo.upper and solo.lower"),
        ("track = 10\nupper = [1, 3, 5]\nlower = [6, 8, 10]", "track = 0\nupper = []\nlower = []",
         "solo.upper and solo.lower"),
        ("fates = { quill = 1, blank = 2 }", "fates = {}", "solo.fates"),
        ("fates = { quill = 1, blank = 2 }", "fates = { quill = 0, blank = 2 }", "solo.fates"),
        ("fates = { quill = 1, blank = 2 }", "fates = { feather = 1, blank = 2 }", "solo.fates"),
        ("home = [1, 2]", "home = [1]", "solo.home"),
        ("home = [1, 2]\nwaiting = [3, 4]", "home = [3, 4]\nwaiting = [1, 2]", "solo.waiting"),
        ('order = ["market", ', "order = [", "solo.order"),
        ('market = "grave"', 'market = "market"', "solo.sections"),
    ],
)  # fmt: skip
def test_what_does_not_fit_together_is_named(printed: str, corrected: str, field: str):
    assert printed in TEXT
    text = TEXT[: TEXT.index("[solo]")] + TEXT[TEXT.index("[solo]") :].replace(
        printed, corrected, 1
    )
    tomllib.loads(text)

    with pytest.raises(Invalid, match=f"wrong at {field}"):
        GAME.box(SOLO, text)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"solo.track": 12}, [(12, "green"), (1, "pink")]),
        ({"solo.track": 5, "solo.lower": []}, [(5, "green"), (1, "pink")]),
    ],
)
def test_a_track_of_another_length(changes: dict[str, Any], expected: list[tuple[int, str]]):
    last = changes["solo.track"]
    game = solo(
        carla=rival("crafts green", space=last), spaces={"harvest": "pink pink green"}, box=changes
    )

    game.do("chris", "take harvest pink; pass")

    assert game.state.carla is not None
    assert [(track, colour) for track, colour, _ in game.state.carla.cubes] == expected


def test_all_tiles_may_be_quills():
    game = solo(
        carla=rival("crafts green", space=1), spaces={"harvest": "pink pink green"},
        box={"solo.fates": {"quill": 3}}, draws={"fate 1": "quill"},
    )  # fmt: skip

    game.do("chris", "take harvest pink; pass")

    assert game.state.farms["carla"].members["1a"] == "chronicle"
