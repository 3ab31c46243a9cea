"""Stories of whole games, played at random."""

import random
from collections import Counter

import pytest

from events import village as facts
from events.dice import SeededDice
from events.lifecycle import Fact, GameStarted
from projections.village import fold
from projections.village.story import story
from server.rules.village import GAME
from tests.projections.village.positions import started

SEATS = ("ana", "bruno", "clara", "dora", "emil")
History = list[tuple[int, Fact]]


def played(count: int, seed: int) -> tuple[History, GameStarted]:
    """A whole game of so many seats, every choice made at random."""
    start = started(SEATS[:count], **({"solo": True} if count == 1 else {}))
    dice, choices = SeededDice(bytes([seed]) * 32), random.Random(seed)
    state = fold.new(start)
    told: list[Fact] = [start]
    new = GAME.begin(fold.new(start), dice)
    while new:
        for fact in new:
            fold.evolve(state, fact)
        told += new
        pending = GAME.pending(state)
        if pending is None:
            break
        command = choices.choice(list(GAME.legal(state, pending.seat)))
        new = GAME.decide(state, command, dice)
    return list(enumerate(told, 1)), start


GAMES = {count: played(count, seed=count) for count in (1, 2, 3, 5)}


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> tuple[History, GameStarted]:
    return GAMES[request.param]


def test_every_death_birth_and_round_has_its_line(game: tuple[History, GameStarted]) -> None:
    history, start = game
    lines = Counter(line.seq for line in story(history, start, "en"))
    kinds = (facts.MemberDied, facts.MemberBorn, facts.MemberTrained, facts.RoundBegan)

    assert history
    assert all(lines[seq] == 1 for seq, fact in history if isinstance(fact, kinds))


def test_lines_come_in_order_and_belong_to_their_round(game: tuple[History, GameStarted]) -> None:
    history, start = game
    lines = story(history, start, "en")
    begun = {seq: fact.round for seq, fact in history if isinstance(fact, facts.RoundBegan)}

    assert [line.seq for line in lines] == sorted(line.seq for line in lines)
    for line in lines:
        assert line.round == max((n for seq, n in begun.items() if seq <= line.seq), default=0)


def test_both_languages_tell_the_same_in_whole_sentences(game: tuple[History, GameStarted]) -> None:
    history, start = game
    english, portuguese = (story(history, start, language) for language in ("en", "pt-BR"))

    assert [(line.seq, line.round) for line in english] == [
        (line.seq, line.round) for line in portuguese
    ]
    for line in english + portuguese:
        assert line.text[0].isupper()
        assert line.text.endswith(".")
        assert "{" not in line.text


def test_the_past_is_not_retold_while_the_game_goes_on(game: tuple[History, GameStarted]) -> None:
    history, start = game
    going_on = [(seq, fact) for seq, fact in history if not isinstance(fact, facts.GameEnded)]
    whole = story(going_on, start, "en")

    for end in range(1, len(going_on), 37):
        part = story(going_on[:end], start, "en")
        assert part == whole[: len(part)]
