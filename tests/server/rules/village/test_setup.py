"""Set-up (p. 3) and the stocking of the action spaces (p. 4)."""

import pytest

from events import village as facts
from tests.server.rules.village.table import ALL_SPACES, farm, fresh, given

PLAYERS = (2, 3, 4, 5)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_family_starts_with_its_1s_at_home_and_a_coin(players: int):
    game = fresh(players)

    for seat in game.state.seats:
        assert game.at(seat, "farm") == [1, 1, 1, 1]
        assert game.at(seat, "reserve") == [2, 2, 2, 3, 3, 4, 4]
        assert len(game.farm(seat).members) == 11
        assert (game.farm(seat).time, game.farm(seat).prestige) == (0, 0)
        assert game.farm(seat).coins == (2 if seat == "e" else 1)


@pytest.mark.parametrize(("players", "blue"), [(2, 3), (3, 4), (4, 5), (5, 5)])
def test_customers_on_8_9_10_10_spaces(players: int, blue: int):
    game = fresh(players)

    board = game.state.board
    assert (len(board.blue), len(board.queue), len(board.stack)) == (blue, 5, 19 - blue)
    assert all(board.blue)
    assert len({*board.blue, *board.queue, *board.stack}) == 24


@pytest.mark.parametrize(
    ("players", "spaces", "graves"),
    [
        (2, (2, 3, 2, 2, 2), 6),
        (3, (2, 4, 2, 2, 3), 7),
        (4, (3, 4, 3, 2, 3), 8),
        (5, (4, 5, 4, 2, 4), 9),
    ],
)  # fmt: skip
def test_chronicle_and_graves_by_players(players: int, spaces: tuple[int, ...], graves: int):
    printed = fresh(players).state.box.chronicle

    open_spaces = printed.spaces[str(players)]
    assert (
        tuple(open_spaces[s] for s in ("farm", "crafts", "council", "travel", "church")) == spaces
    )
    assert printed.graves[str(players)] == graves


@pytest.mark.parametrize("players", PLAYERS)
def test_ring_in_the_council_and_monks_in_the_bag(players: int):
    game = fresh(players)

    assert game.state.board.ring == ""
    assert game.state.board.monks == 4
    assert game.state.board.starter == "a"
    assert game.state.board.round == (0 if players >= 4 else 1)


def test_compensations_of_two():
    game = fresh(2)

    assert (game.farm("a").grain, game.farm("b").grain) == (0, 1)
    assert game.due == ("a", "turn")


def test_third_gets_a_random_cube():
    game = fresh(3, compensation_c="pink")

    assert game.farm("c").cubes == {"orange": 0, "green": 0, "brown": 0, "pink": 1}
    given_cube = game.all(facts.CompensationGiven)[-1]
    assert given_cube.draw is not None
    assert given_cube.draw.pool == {"orange": 1, "green": 1, "brown": 1, "pink": 1}
    assert game.due == ("a", "turn")


@pytest.mark.parametrize("players", [4, 5])
def test_fourth_chooses_a_cube_before_the_first_round(players: int):
    game = fresh(players)

    assert game.due == ("d", "cubes")
    assert game.offers == ["gain orange", "gain green", "gain brown", "gain pink"]
    assert not any(game.state.board.spaces.values())

    game.do("d", "gain brown")

    assert game.farm("d").cubes["brown"] == 1
    assert game.one(facts.RoundBegan).round == 1
    assert game.due == ("a", "turn")


def test_fifth_gets_a_coin_more():
    game = fresh(5)

    assert [game.farm(seat).coins for seat in "abcde"] == [1, 1, 1, 1, 2]
    assert game.state.board.coins == 25 - 6


def test_no_compensations_if_agreed():
    game = fresh(5, {"compensation": False})

    assert game.due == ("a", "turn")
    for seat in "abcde":
        assert (game.farm(seat).grain, game.farm(seat).coins) == (0, 1)
        assert not any(game.farm(seat).cubes.values())


def test_shuffled_seats_draw_their_order():
    game = fresh(4, {"shuffle": True}, seats="c a d b")

    assert game.state.seats == ("c", "a", "d", "b")
    assert game.state.board.starter == "c"
    assert game.farm("a").grain == 1, "the second seat in the drawn order is made up for"
    assert game.due == ("b", "cubes")
    assert game.do("b", "gain pink").due == ("c", "turn")


@pytest.mark.parametrize(
    ("players", "added", "placed", "left"),
    [
        (2, (5, 3, 2, 4), 18, 2),
        (3, (6, 4, 3, 4), 21, 2),
        (4, (7, 4, 4, 5), 24, 2),
        (5, (8, 6, 4, 6), 30, 0),
    ],
)  # fmt: skip
def test_first_round_as_the_card_says(players: int, added: tuple[int, ...], placed: int, left: int):
    game = fresh(players)
    if players >= 4:
        game.do("d", "gain pink")

    began = game.one(facts.RoundBegan)
    assert tuple(began.added[c] for c in ("orange", "green", "brown", "pink")) == added
    assert began.added["black"] == 6
    assert sum(sum(cubes.values()) for cubes in game.state.board.spaces.values()) == placed
    assert sum(game.state.board.green_bag.values()) == left
    card = game.state.box.rounds[str(players)].place
    for space in ALL_SPACES:
        assert sum(game.state.board.spaces[space].values()) == card[space]


@pytest.mark.parametrize("players", PLAYERS)
def test_cards_keep_the_invariants_of_the_printed_ones(players: int):
    card = fresh(players).state.box.rounds[str(players)]

    placed = sum(card.place.values())
    assert placed == {2: 18, 3: 21, 4: 24, 5: 30}[players]
    assert placed % players == 0
    assert card.place["market"] == 1
    assert players == 5 or card.place["church"] != 4
    assert sum(card.add.values()) + 6 >= placed


def test_what_stays_in_the_bag_stays_for_the_next_round():
    """The 2 cubes left are drawn from again, and only missing plague cubes are added."""
    first = "orange orange orange orange orange green green green brown brown pink pink pink pink"
    game = fresh(2, round_1=f"{first} black black black black")
    assert game.state.board.green_bag == dict.fromkeys(("orange", "green", "brown", "pink"), 0) | {
        "black": 2
    }

    for _ in range(18):
        seat = game.due[0]
        take = next(line for line in game.offers if line.startswith("take"))
        game.do(seat, take)
        while game.due[1] not in ("turn", "call", "promote"):
            game.do(game.due[0], "pass" if "pass" in game.offers else game.offers[0])

    assert game.one(facts.RoundBegan).round == 2
    assert game.one(facts.RoundBegan).added["black"] == 4


def test_plague_cubes_in_the_bag_are_not_in_the_supply():
    game = fresh(5, {"compensation": False})

    assert game.state.board.cubes["black"] == 0


def test_short_colours_add_what_is_left():
    """A colour short in the supply adds less (p. 4), and the last spaces stay short of cubes."""
    game = given(
        chris=farm(cubes="orange " * 31),
        julie=farm(cubes="green " * 32 + "brown " * 33),
        spaces={"market": "pink"},
        round=3,
        blue="c01",
    )
    assert game.state.board.cubes == {
        "orange": 2, "green": 1, "brown": 0, "pink": 32, "black": 6,
    }  # fmt: skip

    game.do("chris", "take market pink")

    began = game.one(facts.RoundBegan)
    assert began.added == {"orange": 2, "green": 1, "brown": 0, "pink": 4, "black": 6}
    filled = {space: sum(cubes.values()) for space, cubes in began.spaces.items()}
    assert filled == {
        "harvest": 3, "family": 3, "crafts": 4, "market": 1, "travel": 2, "council": 0, "church": 0,
    }  # fmt: skip
    assert sum(game.state.board.green_bag.values()) == 0
