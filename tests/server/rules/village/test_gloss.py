"""The half line beside every legal command."""

from typing import Any

import pytest

from projections.words import LANGUAGES, Words
from server.rules.village import GAME
from server.rules.village.commands import Command
from tests.server.rules.village.playing import BIASES, opening, play, started
from tests.server.rules.village.solo import rival, solo
from tests.server.rules.village.table import farm, given

VARIANTS: tuple[tuple[int, dict[str, Any]], ...] = (
    (4, {}),
    (1, {"solo": True}),
    (3, {"edition": "original"}),
)
SPOKEN = [Words(language) for language in LANGUAGES]


def said(game: Any, seat: str, text: str, language: str = "en") -> str:
    """What stands beside a command that is legal now."""
    command = GAME.parse(text)
    assert command in GAME.legal(game.state, seat)
    told = GAME.gloss(game.state, seat, command)
    assert told is not None
    return told.told(Words(language).of(game.state.options.edition))


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_no_legal_command_of_any_game_lacks_one(players: int, options: dict[str, Any]):
    kinds = set()
    for number, bias in enumerate(BIASES):
        state, _ = opening(started(players, number, **options), number)
        for step in play(state, number, bias):
            due = GAME.pending(step.before)
            assert due is not None
            for command in GAME.legal(step.before, due.seat):
                kinds.add(type(command))
                told = GAME.gloss(step.before, due.seat, command)
                assert told is not None
                texts = [told.told(words.of(options.get("edition"))) for words in SPOKEN]
                assert all(texts), command
                assert texts[0] != texts[1], command
    never = {"Carla"} if players > 1 else set()
    assert {kind.__name__ for kind in kinds} >= {k.__name__ for k in Command.__args__} - never


@pytest.mark.parametrize(
    ("text", "english", "portuguese"),
    [
        ("take crafts pink", "pink cube from crafts, then its action",
         "cubo rosa (ofícios) e a ação"),
        ("take market black", "plague cube from market, then a market day (2 time)",
         "cubo de peste (mercado): dia de mercado (2 de tempo)"),
        ("well green green coin", "give 2 green, 1 coin, then any action",
         "dar 2 verde, 1 moeda, depois qualquer ação"),
    ],
)  # fmt: skip
def test_a_turn(text: str, english: str, portuguese: str):
    game = given(chris=farm(cubes="green green", coins=1), julie=farm(),
                 spaces={"crafts": "pink", "market": "black"})  # fmt: skip
    assert said(game, "chris", text) == english
    assert said(game, "chris", text, "pt_BR") == portuguese


def test_a_price_is_told_and_that_it_costs_a_life():
    game = given(chris=farm(time=9), julie=farm(), spaces={"crafts": "black"})
    time = game.state.box.crafts["smithy"].train
    game.do("chris", "take crafts black")
    line = said(game, "chris", "train smithy 1")
    assert line == f"your 1 learns at smithy ({time} time)"
    late = given(chris=farm(time=game.state.box.life_time - 1), julie=farm(),
                 spaces={"crafts": "pink"})  # fmt: skip
    late.do("chris", "take crafts pink")
    assert said(late, "chris", "train smithy 1").endswith("time, past the quill)")
    assert said(late, "chris", "pass") == "do nothing there"


def test_where_the_dead_will_rest_in_the_words_of_the_edition():
    game = given(chris=farm(time=9, members="smithy 1"), julie=farm(), spaces={"crafts": "black"},
                 options={"edition": "original"})  # fmt: skip
    game.do("chris", "take crafts black; pass")
    assert game.due == ("chris", "death")
    assert said(game, "chris", "die smithy 1") == "your 1 at smithy dies: book of records, crafts"


def test_carlas_choice():
    game = solo(farm(), rival("harvest pink"), spaces={"crafts": "pink green brown"})
    game.do("chris", "take crafts pink; pass")
    assert game.due == ("chris", "carla")
    assert said(game, "chris", "carla green") == "Carla takes a cube: green"
