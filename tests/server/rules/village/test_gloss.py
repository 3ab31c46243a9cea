"""The half line beside every legal command."""

from typing import Any

import pytest

from client.menu import Menu, beside
from events.village import ChoiceDue
from projections.words import LANGUAGES, Words
from server.rules.village import GAME
from server.rules.village.commands import Command, Take, Use
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
        ("take crafts pink", "pink cube, then the crafts action",
         "cubo rosa e a ação (ofícios)"),
        ("take market black", "2 time: plague cube, then a market day",
         "2 de tempo: cubo de peste e um dia de mercado"),
        ("well green green coin", "give 2 green, 1 coin, then any action",
         "dar 2 verdes, 1 moeda, depois qualquer ação"),
    ],
)  # fmt: skip
def test_a_turn(text: str, english: str, portuguese: str):
    chris = farm(cubes="green green", coins=1, grain=5, goods="scroll horse plow ox wagon")
    game = given(chris=chris, julie=farm(), spaces={"crafts": "pink", "market": "black"},
                 blue="c03")  # fmt: skip
    assert said(game, "chris", text) == english
    assert said(game, "chris", text, "pt_BR") == portuguese


def test_a_price_is_told_and_that_it_costs_a_life():
    game = given(chris=farm(time=9), julie=farm(), spaces={"crafts": "black"})
    time = game.state.box.crafts["smithy"].train
    game.do("chris", "take crafts black")
    line = said(game, "chris", "train smithy 1")
    assert line == f"{time} time: your 1 learns at smithy"
    late = given(chris=farm(time=game.state.box.life_time - 1), julie=farm(),
                 spaces={"crafts": "pink"})  # fmt: skip
    late.do("chris", "take crafts pink")
    assert said(late, "chris", "train smithy 1").startswith(
        f"{time} time, one of yours dies: your 1"
    )
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


@pytest.mark.parametrize(
    ("text", "english", "portuguese"),
    [
        ("take council orange", "orange cube (council), no action possible",
         "cubo laranja (conselho), nenhuma ação possível"),
        ("take travel brown", "brown cube (travel), no action possible",
         "cubo marrom (viagem), nenhuma ação possível"),
        ("take market black", "2 time: plague cube, then a market day, nothing to sell",
         "2 de tempo: cubo de peste e um dia de mercado, nada a vender"),
    ],
)  # fmt: skip
def test_what_a_cube_does_not_open_is_not_promised(text: str, english: str, portuguese: str):
    game = given(chris=farm(coins=0), julie=farm(), blue="c03",
                 spaces={"council": "orange", "travel": "brown", "market": "black"})  # fmt: skip
    assert said(game, "chris", text) == english
    assert said(game, "chris", text, "pt_BR") == portuguese


NOTHING = ("no action possible", "nothing to sell")


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_an_action_is_promised_exactly_where_there_is_one(players: int, options: dict[str, Any]):
    """What follows a cube or a choice of action is what was foretold beside it."""
    seen = set()
    for number, bias in enumerate(BIASES):
        state, _ = opening(started(players, number, **options), number)
        for step in play(state, number, bias):
            if not isinstance(step.command, Take | Use):
                continue
            due = GAME.pending(step.before)
            assert due is not None
            told = GAME.gloss(step.before, due.seat, step.command)
            nothing = any(word in str(told) for word in NOTHING)
            kind = "market" if step.command.space == "market" else "action"
            asked = (f for f in step.facts if isinstance(f, ChoiceDue) and f.seat == due.seat)
            assert nothing != any(f.choice == kind for f in asked), (
                step.command,
                step.facts,
            )
            seen.add(nothing)
    assert seen == {True, False}


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_at_80_columns_no_price_is_lost(players: int, options: dict[str, Any]):
    number_and_gap = 6
    for number, bias in enumerate(BIASES):
        state, _ = opening(started(players, number, **options), number)
        for step in play(state, number, bias):
            due = GAME.pending(step.before)
            assert due is not None
            legal = {GAME.format(c): c for c in GAME.legal(step.before, due.seat)}
            shown = [i.text for i in Menu(tuple(legal)).items() if not i.is_group]
            said = {text: GAME.gloss(step.before, due.seat, legal[text]) for text in shown}
            for words in (words.of(options.get("edition")) for words in SPOKEN):
                rows = [(" " * number_and_gap + t, s.told(words)) for t, s in said.items() if s]
                for (_, cut), told in zip(beside(rows, 80), said.values(), strict=True):
                    assert told is not None
                    price = told.params.get("price", ())
                    assert cut.startswith(", ".join(p.told(words) for p in price)), cut
