"""Corrected boxes: what is wrong is named, and with what is accepted every game can be played."""

import copy
import json
import random
import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.lifecycle import GameStarted, Seat
from projections.village.box import Box
from server.rules.game import Invalid
from server.rules.village import GAME, boxes
from tests.server.rules.village import census
from tests.server.rules.village.playing import SEATS, dice, play

TEXT = (boxes.FOLDER / "big-box.toml").read_text("utf-8")
PRINTED: dict[str, Any] = json.loads(json.dumps(tomllib.loads(TEXT)))

WRONG = {
    "coins = 1\n": ("coins = -1\n", "coins: cannot be less than 0"),
    "coin_points = 1": ("coin_points = 1000", "coin_points: cannot be more than 999"),
    "life_time = 10": ("life_time = 0", "life_time"),
    "well = 3": ("well = 0", "well"),
    "black = 6 }": ("black = 0 }", "supply.cubes.black"),
    "members = { 1 = 4": ("members = { 1 = 12", "members"),
    "N1 = { prestige": ("from = { prestige", "travel.cities.from"),
    "[crafts.smithy]": ('[crafts."black smith"]', "crafts.black smith"),
    "[crafts.wainwright]": ("[crafts.N1]", "travel.cities.N1"),
    'ends = ["N1", "N2"]': ('ends = ["N1", "Rome"]', "travel.roads.3.ends"),
    'ends = ["N2", "N3"]': ('ends = ["S1", "N1"]', "travel.roads.5.ends"),
    'ends = ["S2", "S3"]': ('ends = ["S2", "S2"]', "travel.roads.6.ends"),
    "cubes = { brown = 2 }": ("cubes = { black = 2 }", "travel.roads.0.cubes"),
    "cubes = { brown = 1 }": ("cubes = { grain = 1 }", "church.cubes"),
    'goods = ["ox", "plow"]': ('goods = ["ox", "plough"]', "harvest.2.goods"),
    "goods = { scroll = 1 }": ("goods = {}", "council.goods"),
    "chosen_cubes = 2": ("chosen_cubes = 60", "council.chosen_cubes"),
    "time = [1, 2, 2, 3]": ("time = [1, 2, 2]", "council"),
    "grain = [1, 2, 4]": ("grain = [1, 2]", "church.grain"),
    "pieces = 4": ("pieces = 5", "church.pieces"),
    "orange = 33,": ("orange = 1, pruple = 3,", "supply.cubes"),
    "points = 1, wants = { grain = 1 } }": ("points = 1, wants = {} }", "customers.c01"),
    "harvest = 3, family = 3": ("harvest = 4, family = 3", "rounds.2.place"),
    "graves = { 2 = 6": ("graves = { 2 = 0", "chronicle"),
    'tie_break = ["grain"': ('tie_break = ["goods"', "tie_break"),
    "players = [2, 5]": ("players = [2, 6]", "players"),
    'edition = "big-box"': ('edition = "mine"', "edition"),
    "monks = 4": ('monks = "four"', "monks"),
}  # fmt: skip


@pytest.mark.parametrize("printed", list(WRONG))
def test_what_is_wrong_is_named(printed: str):
    wrong, field = WRONG[printed]
    assert printed in TEXT

    with pytest.raises(Invalid) as raised:
        GAME.box(GAME.options({}, 2), TEXT.replace(printed, wrong, 1))

    assert raised.value.code == "invalid_box"
    assert field in str(raised.value)


@pytest.mark.parametrize("edition", boxes.EDITIONS)
def test_the_standard_boxes_are_sound(edition: str):
    options = GAME.options({"edition": edition}, 2)
    text = (boxes.FOLDER / f"{edition}.toml").read_text("utf-8")

    assert GAME.box(options, None) == GAME.box(options, text)


def test_every_label_names_a_printed_value():
    for path in PRINTED["labels"]:
        value: Any = PRINTED
        for key in path.split("."):
            value = value[int(key)] if isinstance(value, list) else value[key]


@pytest.mark.parametrize("edition", boxes.EDITIONS)
def test_every_printed_value_has_a_label(edition: str):
    printed = msgspec.to_builtins(boxes.standard_box(edition))
    labels = printed.pop("labels")
    for name in ("name", "edition"):
        printed.pop(name)

    for path in (".".join(map(str, path)) for path in _leaves(printed)):
        assert any(path == label or path.startswith(f"{label}.") for label in labels), path


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else ()
    for key, each in inner or (enumerate(value) if isinstance(value, list | tuple) else ()):
        yield from _leaves(each, (*path, key))
    if not isinstance(value, dict | list | tuple | None):
        yield path


NUMBERS = [path for path in _leaves(PRINTED) if path[0] not in ("labels", "name", "edition")]


@settings(max_examples=settings().max_examples * 2)
@given(
    changes=st.lists(
        st.tuples(st.sampled_from(NUMBERS), st.sampled_from([-1, 0, 1, 2, 3, 7, 60, "ox", "N1"])),
        min_size=1, max_size=3,
    ),
    players=st.integers(2, 5),
    number=st.integers(0, 1 << 16),
)  # fmt: skip
def test_any_box_that_is_accepted_can_be_played(
    changes: list[tuple[tuple[Any, ...], Any]], players: int, number: int
):
    printed = copy.deepcopy(PRINTED)
    for path, value in changes:
        inner = printed
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
    try:
        read = msgspec.convert(printed, Box)
        problem = next(boxes._wrong(read, boxes.standard_box("big-box"), False), None)
    except msgspec.ValidationError:
        return
    if problem is None:
        _play_with(read, players, number)


def _play_with(box: Box, players: int, number: int) -> None:
    options = GAME.options({}, players)
    seats = tuple(Seat(seat) for seat in SEATS[:players])
    plain = msgspec.to_builtins(box)
    start = GameStarted("village", GAME.rules, "corrected", seats, "0" * 64, options, plain)
    state = GAME.new(start)
    for fact in GAME.begin(state, dice(number)):
        GAME.evolve(state, fact)
    census.check(state)
    bias = random.Random(number).choice(["busy", "dying", "draining"])
    for step in play(state, number, bias, 300):
        census.check(step.state)
        line = GAME.format(step.command)
        assert GAME.parse(line) == step.command


def test_every_option_is_explained_with_what_holds_if_nothing_is_said():
    usual = GAME.options({}, 2)
    assert list(GAME.settings) == list(usual)
    for name, setting in GAME.settings.items():
        values = [{"true": True, "false": False}.get(v, v) for v in setting.values]
        assert values[0] == usual[name]
        for value in values:
            assert GAME.options({name: value}, 1 if name == "solo" and value else 2)[name] == value
