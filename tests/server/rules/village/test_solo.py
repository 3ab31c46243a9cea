"""Solo: the set-up (p. 15 and 16), and how Carla follows each cube (p. 16 to 18)."""

import pytest

from events import village as facts
from events.village import CARLA
from projections.village.state import Choice
from projections.village.views import CarlaView
from server.rules.game import Invalid
from server.rules.village import GAME
from tests.server.rules.village.solo import board, printed, rival, solo
from tests.server.rules.village.table import ALL_SPACES, Game, farm, fresh

CLOCKWISE = ("market", "travel", "council", "church", "family", "harvest", "crafts")


def hers(game: Game) -> CarlaView:
    """Her board as you see it."""
    seen = game.view("chris").carla
    assert seen is not None
    return seen


def take(game: Game, space: str, colour: str) -> None:
    """Take a cube and decline its action, if it has one."""
    game.do("chris", f"take {space} {colour}")
    if "pass" in game.offers:
        game.do("chris", "pass")


def test_she_has_11_members_those_of_1_and_2_at_home_and_4_waiting_in_the_church():
    game = fresh(1)

    assert game.at(CARLA, "home") == [1, 1, 1, 1, 2, 2, 2]
    assert game.at(CARLA, "waiting") == [3, 3, 4, 4]
    assert len(game.farm(CARLA).members) == 11


def test_she_has_no_coin_and_nothing_else_but_you_have_one():
    game = fresh(1)

    hers = game.farm(CARLA)
    assert (hers.coins, hers.grain, hers.prestige, hers.time) == (0, 0, 0, 0)
    assert not any(hers.goods.values())
    assert not any(hers.cubes.values())
    assert (game.farm("a").coins, game.farm("a").grain) == (1, 0)
    assert game.state.board.coins == 24


def test_her_fate_tiles_are_two_sets_of_three_face_down():
    game = fresh(1)

    assert [sum(tiles.values()) for tiles in board(game).fates.values()] == [3, 3]
    assert (board(game).space, board(game).cubes) == (0, [])


def test_everything_else_is_set_up_for_two():
    game, two = fresh(1), fresh(2)

    began = game.one(facts.RoundBegan)
    assert sum(began.added.values()) == 20
    for space in ALL_SPACES:
        placed = sum(began.spaces[space].values())
        assert placed == two.state.box.rounds["2"].place[space]
    assert (len(game.state.board.blue), len(game.state.board.queue)) == (3, 5)
    assert game.view("a").chronicle.graves.places == two.view("a").chronicle.graves.places == 6
    for section, rests in two.view("a").chronicle.sections.items():
        assert game.view("a").chronicle.sections[section].places == rests.places
    assert game.state.board.monks == 4


def test_you_start():
    game = fresh(1)

    assert game.due == ("a", "turn")
    assert game.state.seats == ("a",)
    assert game.state.order == ("a", CARLA)


def test_one_seat_is_a_solo_game_without_asking_and_two_are_none():
    assert fresh(1, {"solo": True}).state == fresh(1).state
    assert fresh(2).state.carla is None
    assert CARLA not in fresh(2).state.farms


@pytest.mark.parametrize(
    ("options", "players", "code"),
    [
        ({"solo": True}, 2, "no_solo"),
        ({"solo": False}, 1, "wrong_number_of_seats"),
        ({"solo": True, "edition": "original"}, 1, "no_solo"),
    ],
)
def test_solo_is_for_one_seat_and_the_big_box(options: dict[str, object], players: int, code: str):
    with pytest.raises(Invalid) as refusal:
        GAME.options(options, players)

    assert refusal.value.code == code


# Following (p. 16)


def test_the_same_colour_from_the_same_space():
    game = solo(spaces={"crafts": "pink pink green", "church": "pink"})

    game.do("chris", "take crafts pink; pass")

    assert game.one(facts.CarlaTook) == facts.CarlaTook("crafts", "pink", 1, "pink", "crafts")
    assert game.state.board.spaces["crafts"] == {"green": 1}
    assert game.due == ("chris", "turn")


def test_the_circle_of_the_action_spaces():
    assert printed(fresh(1)).order == CLOCKWISE


@pytest.mark.parametrize("space", CLOCKWISE)
def test_the_same_colour_from_the_next_space_clockwise_that_has_it(space: str):
    after = [*CLOCKWISE, *CLOCKWISE][CLOCKWISE.index(space) + 1 :][:6]
    before, nearer, farther = after[0], after[2], after[4]
    spaces = {space: "pink green", before: "green", nearer: "pink brown", farther: "pink"}
    game = solo(spaces=spaces, blue="c01 c02 c03")

    take(game, space, "pink")

    took = game.one(facts.CarlaTook)
    assert (took.space, took.colour, took.origin, took.chosen) == (nearer, "pink", space, False)
    assert game.due[0] == "chris"


def test_going_round_past_the_start_of_the_circle():
    game = solo(spaces={"crafts": "pink green", "council": "pink"})

    game.do("chris", "take crafts pink; pass")

    assert game.one(facts.CarlaTook).space == "council"


def test_none_of_that_colour_anywhere_then_your_choice_from_the_same_space():
    game = solo(spaces={"crafts": "pink green black", "council": "brown orange"})

    game.do("chris", "take crafts pink; pass")
    assert game.due == ("chris", "carla")
    assert game.offers == ["carla green", "carla black"]
    assert game.refuses("carla brown") == ("no_such_cube", 17)
    assert game.refuses("pass") == ("not_now", 17)

    game.do("chris", "carla green")
    assert game.one(facts.CarlaTook) == facts.CarlaTook(
        "crafts", "green", 1, "pink", "crafts", chosen=True
    )
    assert game.due == ("chris", "turn")


def test_none_of_that_colour_and_the_same_space_empty_then_your_choice_from_the_next_with_cubes():
    game = solo(spaces={"family": "pink", "crafts": "brown orange", "market": "green"})

    game.do("chris", "take family pink; birth")
    assert game.offers == ["carla orange", "carla brown"]
    game.do("chris", "carla orange")

    took = game.one(facts.CarlaTook)
    assert (took.space, took.origin, took.sought) == ("crafts", "family", "pink")


def test_a_choice_of_one_colour_is_none():
    game = solo(spaces={"harvest": "pink green green"})

    game.do("chris", "take harvest pink; harvest")

    assert game.one(facts.CarlaTook).colour == "green"
    assert "carla" not in [due.choice for due in game.all(facts.ChoiceDue)]


def test_she_follows_a_plague_cube_like_any_other():
    game = solo(spaces={"harvest": "black green", "crafts": "black pink"})

    game.do("chris", "take harvest black; pass")

    assert game.one(facts.CarlaTook).colour == "black"
    assert game.farm(CARLA).time == 0
    assert board(game).cubes == [(1, "black", "crafts")]
    assert game.state.board.cubes["black"] == 6 - 1


def test_she_follows_whether_you_act_or_not():
    for action in ("pass", "harvest"):
        game = solo(spaces={"harvest": "pink pink"})
        game.do("chris", f"take harvest pink; {action}")
        assert len(game.all(facts.CarlaTook)) == 1


def test_she_takes_after_your_action_and_your_dead():
    game = solo(farm(time=8), spaces={"harvest": "black black"})

    game.do("chris", "take harvest black; harvest")

    kinds = [type(fact) for fact in game.facts]
    assert (
        kinds.index(facts.GrainHarvested)
        < kinds.index(facts.MemberDied)
        < kinds.index(facts.CarlaTook)
    )


def test_she_does_not_follow_cubes_of_rewards():
    game = solo(farm(members="council-2 2"), spaces={"council": "pink", "harvest": "pink green"})

    game.do("chris", "take council pink; privilege 2; gain green green")

    assert game.one(facts.CarlaTook).colour == "pink"


def test_nothing_after_the_well_and_your_turn_goes_on():
    game = solo(farm(cubes="pink pink pink"), spaces={"harvest": "pink green", "church": "brown"})

    game.do("chris", "well pink pink pink; use harvest; harvest")

    assert game.one(facts.CarlaWaited).why == "no cube taken"
    assert not game.all(facts.CarlaTook)
    assert game.due == ("chris", "turn")
    assert sum(len(cubes) for cubes in game.state.board.spaces.values()) == 3


def test_the_well_does_not_let_her_follow_an_older_cube():
    game = solo(farm(cubes="brown brown brown"), spaces={"harvest": "pink pink green green"})

    game.do("chris", "take harvest pink; pass; well brown brown brown; pass")

    assert len(game.all(facts.CarlaTook)) == 1
    assert len(game.all(facts.CarlaWaited)) == 1


def test_no_reaction_to_the_church_or_the_market_by_the_well():
    game = solo(farm(cubes="pink pink pink"), spaces={"harvest": "pink"}, blue="c01")

    game.do("chris", "well pink pink pink; use church; church 1 with time")
    assert game.at(CARLA, "bag") == []

    game = solo(farm(cubes="pink pink pink"), spaces={"harvest": "pink"}, blue="c01")
    game.do("chris", "well pink pink pink; use market")
    assert game.farm(CARLA).customers == []


def test_cubes_leave_in_pairs_so_that_both_take_9_in_a_round():
    game = fresh(1)
    for _ in range(9):
        assert game.due == ("a", "turn")
        game.do("a", next(line for line in game.offers if line.startswith("take")))
        while game.due[1] not in ("turn", "call", "promote"):
            game.do("a", "pass" if "pass" in game.offers else game.offers[0])

    assert game.state.board.round == 2


def test_none_left_when_she_would_take():
    """An odd cube, as after a shortage: you take the last one, and she takes none."""
    game = solo(spaces={"harvest": "pink"}, draws={"mass 1": "monk monk monk monk"})

    game.do("chris", "take harvest pink; pass")

    assert not game.all(facts.CarlaTook)
    assert game.one(facts.RoundBegan).round == 2


def test_a_cube_she_could_not_follow_is_not_followed_later():
    game = solo(
        farm(cubes="brown brown brown"), spaces={"harvest": "pink"},
        draws={"mass 1": "monk monk monk monk"},
    )  # fmt: skip

    game.do("chris", "take harvest pink; pass; well brown brown brown; pass")

    assert not game.all(facts.CarlaTook)
    assert [waited.why for waited in game.all(facts.CarlaWaited)] == ["no cube taken"]


def test_the_position_shows_which_cube_she_follows():
    """The tip on p. 16: a marker under the cube that she takes next."""
    game = solo(spaces={"crafts": "pink green black"})
    assert hers(game).follow is None

    game.do("chris", "take crafts pink; pass")

    assert hers(game).follow == ("crafts", "pink")
    assert game.view("chris").turn.pending == Choice("chris", "carla", "crafts")


# Her track (p. 16 and 18)


def test_the_first_cube_lies_beside_the_council_icon_and_the_next_ones_along_the_arrow():
    game = solo(spaces={"harvest": "pink pink pink pink green green"})

    game.do("chris", "take harvest pink; pass; take harvest pink; pass; take harvest green; pass")

    assert [took.track for took in game.all(facts.CarlaTook)] == [1, 2, 3]


def test_the_track_goes_round():
    game = solo(carla=rival("harvest pink", space=10), spaces={"harvest": "pink pink green"})

    game.do("chris", "take harvest pink; pass")

    assert game.one(facts.CarlaTook).track == 1
    assert board(game).cubes == [(10, "pink", "harvest"), (1, "pink", "harvest")]


def test_before_a_new_round_all_but_her_last_cube_go_back():
    game = solo(
        carla=rival("church black, council green, harvest green", space=6),
        spaces={"harvest": "pink pink"},
    )
    supply = dict(game.state.board.cubes)

    game.do("chris", "take harvest pink; pass")

    cleared, began = game.one(facts.CarlaCleared), game.one(facts.RoundBegan)
    assert cleared.cubes == {"black": 1, "green": 2}
    assert game.facts.index(cleared) < game.facts.index(began), "they can be added again at once"
    assert began.added["black"] == supply["black"] + 1 == 6
    assert board(game).cubes == [(7, "pink", "harvest")]


def test_a_plague_cube_that_stays_on_her_board_is_missing_in_the_bag():
    game = solo(spaces={"harvest": "black black"})

    game.do("chris", "take harvest black; pass")

    assert board(game).cubes == [(1, "black", "harvest")]
    assert game.one(facts.RoundBegan).added["black"] == 5


def test_after_a_new_round_the_track_goes_on_where_it_was():
    game = solo(
        carla=rival("harvest green", space=3),
        spaces={"harvest": "pink pink"},
    )

    take(game, "harvest", "pink")
    assert (game.state.board.round, board(game).space) == (2, 4)
    take(game, "harvest", min(game.state.board.spaces["harvest"]))
    if game.due[1] == "carla":
        game.do("chris", game.offers[0])

    assert board(game).space == 5
