"""The greedy bot: what it sees, what it must not see, and how it plays."""

from collections.abc import Mapping

import pytest

from events.dice import Draw, SeededDice
from projections.village.state import State
from server.bots import Bot, BotDice, bots_of
from server.rules.village import GAME
from server.rules.village.commands import Command
from server.rules.village.greedy import choose, promising, promising_at_all
from tests.server.rules.village.playing import opening, play, started
from tests.server.rules.village.table import Game, farm, given

BOTS = bots_of(GAME)
NO_ROOM_AT_HOME = {"farm": 0, "crafts": 1, "council": 1, "travel": 1, "church": 1}


class NoChance:
    """Dice that must not be thrown."""

    def draw(self, label: str, pool: Mapping[str, int], count: int) -> Draw:
        raise AssertionError(f"drew {label}")


def chosen(game: Game) -> str:
    """What the bot does in a position where it need not leave it to the dice."""
    due = GAME.pending(game.state)
    assert due is not None
    legal = GAME.legal(game.state, due.seat)
    return GAME.format(choose(GAME, game.state, due.seat, legal, NoChance()))


def best(state: State) -> list[Command]:
    due = GAME.pending(state)
    assert due is not None
    return promising(state, due.seat, GAME.legal(state, due.seat))


def positions(players: int, number: int) -> list[State]:
    """One position in twelve of a random game."""
    state, _ = opening(started(players, number, solo=players == 1), number)
    return [step.before for at, step in enumerate(play(state, number, "busy")) if at % 12 == 0]


def test_it_serves_the_best_customer():
    game = given(
        chris=farm(goods="horse plow"), julie=farm(), spaces={"market": "green", "church": "pink"},
        blue="c09 c23 c11",
    )  # fmt: skip

    game.do("chris", "take market green")

    assert chosen(game) == "serve 2"


def test_it_opens_the_market_for_what_follows():
    """Taking the cube brings nothing by itself: the sale after it does."""
    game = given(
        chris=farm(goods="horse plow"), julie=farm(), blue="c23 - -",
        spaces={"market": "pink", "travel": "pink", "church": "pink"},
    )  # fmt: skip

    assert chosen(game) == "take market pink"


def test_it_lets_somebody_die_for_whom_the_chronicle_has_room():
    game = given(
        chris=farm(time=9, cubes="green green", members="smithy 1, council-1 1, farm 2"),
        julie=farm(dead="crafts 1 1 1"), spaces={"crafts": "black", "church": "pink"},
    )  # fmt: skip

    game.do("chris", "take crafts black; pass")

    assert game.due == ("chris", "death")
    assert chosen(game) == "die council-1 1"


def test_in_the_last_action_only_points_count():
    game = given(
        chris=farm(time=9), julie=farm(grain=4, coins=0, goods="horse"), blue="c09 - -",
        spaces={"market": "green", "harvest": "black black", "family": "pink"},
        box={"chronicle.spaces": dict.fromkeys("2345", NO_ROOM_AT_HOME),
             "chronicle.graves": dict.fromkeys("2345", 1)},
    )  # fmt: skip

    game.do("chris", "take harvest black; pass")

    assert game.state.turn.last is not None
    assert chosen(game) == "take market green"


def test_it_spends_no_coin_where_a_cube_does_nor_goes_to_the_well_for_what_a_cube_gives():
    game = given(
        chris=farm(coins=3, cubes="green green green pink"), julie=farm(),
        spaces={"church": "pink", "family": "black"},
    )  # fmt: skip
    legal = GAME.legal(game.state, "chris")

    at_all = [GAME.format(command) for command in promising_at_all(game.state, legal)]
    assert at_all == ["take family black", "take church pink", "well green green green"]
    assert len(legal) > len(at_all)

    game.do("chris", "well green green green")
    legal = GAME.legal(game.state, "chris")
    left_out = {*legal}.difference(promising_at_all(game.state, legal))
    assert [GAME.format(command) for command in left_out] == ["use church"]


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_it_never_changes_the_position(players: int):
    for state in positions(players, 7):
        before = GAME.copy(state)
        best(state)
        assert state == before


@pytest.mark.parametrize("players", [2, 4])
def test_it_does_not_know_what_lies_face_down(players: int):
    """Customers of rivals and those in the stack may change places: nothing it does changes."""
    for state in positions(players, 11):
        due = GAME.pending(state)
        other = GAME.copy(state)
        for seat in other.seats:
            for at, tile in enumerate(other.farms[seat].customers):
                if due is not None and seat != due.seat and other.board.stack:
                    other.farms[seat].customers[at] = other.board.stack.pop()
                    other.board.stack.insert(0, tile)
        other.board.stack.reverse()
        assert best(other) == best(state)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_draws_to_come_cannot_sway_it(players: int):
    """Its dice only break ties, under labels of its own; looking ahead it has none."""
    for state in positions(players, 13):
        due = GAME.pending(state)
        assert due is not None
        legal, ties = GAME.legal(state, due.seat), best(state)
        for seed in (b"one", b"another"):
            dice = BotDice(SeededDice(seed), due.seat, 1)
            command = choose(GAME, state, due.seat, legal, dice)
            assert command in ties
            assert choose(GAME, state, due.seat, legal, dice) == command


def whole_game(bots: Mapping[str, Bot], number: int, **options: bool) -> State:
    state, facts = opening(started(len(bots), number, **options), number)
    dice = SeededDice(number.to_bytes(32, "big"))
    depth = len(facts)
    while (due := GAME.pending(state)) is not None:
        legal = GAME.legal(state, due.seat)
        mine = BotDice(dice, due.seat, depth)
        command = bots[due.seat](GAME, state, due.seat, legal, mine)
        for fact in GAME.decide(state, command, dice):
            GAME.evolve(state, fact)
            depth += 1
    return state


@pytest.mark.slow
def test_it_beats_chance():
    for number, seats in enumerate((("greedy", "random"), ("random", "greedy"))):
        bots = {name: BOTS[kind] for name, kind in zip(("ana", "bia"), seats, strict=True)}
        outcome = GAME.outcome(whole_game(bots, number))
        assert outcome is not None
        assert outcome.places == {"ana": 1 + number, "bia": 2 - number}


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_games_of_greedy_bots_come_to_an_end(players: int):
    seats = ("ana", "bia", "caio", "davi", "eva")[:players]

    state = whole_game(dict.fromkeys(seats, choose), 3, solo=players == 1)

    assert GAME.outcome(state) is not None
    assert state.board.round <= 12
