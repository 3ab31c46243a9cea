"""What holds in every solo game, tried on random ones of many kinds."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from events import village as facts
from events.lifecycle import Fact
from events.village import CARLA
from projections.village.box import Solo
from projections.village.state import SPACES, Carla, State
from projections.village.views import view
from server.rules.village import GAME
from tests.server.rules.village import census
from tests.server.rules.village.playing import BIASES, opening, play, started

fewer = settings(max_examples=settings().max_examples // 2)
"""For whole games."""
games = given(bias=st.sampled_from(sorted(BIASES)), number=st.integers(0, 1 << 32))


def each_fact(bias: str, number: int) -> Iterator[tuple[State, Fact]]:
    """Every fact of a whole game, with the state just before it."""
    state, _ = opening(started(1, number), number)
    for step in play(state, number, bias):
        before = step.before
        for fact in step.facts:
            yield before, fact
            GAME.evolve(before, fact)
        assert before == step.state


def board(state: State) -> tuple[Carla, Solo]:
    assert state.carla is not None
    assert state.box.solo is not None
    return state.carla, state.box.solo


@fewer
@games
def test_she_takes_what_the_book_says(bias: str, number: int):
    """The same colour at the first space that has it; else any at the first with cubes (p. 16)."""
    followed = ("", "")
    for state, fact in each_fact(bias, number):
        if isinstance(fact, facts.CubeTaken):
            followed = (fact.space, fact.colour)
        elif isinstance(fact, facts.CarlaTook):
            assert (fact.origin, fact.sought) == followed
            circle = board(state)[1].order
            at = circle.index(fact.origin)
            clockwise = [*circle[at:], *circle[:at]]
            spaces = state.board.spaces
            same = [space for space in clockwise if fact.sought in spaces[space]]
            if same:
                assert (fact.space, fact.colour, fact.chosen) == (same[0], fact.sought, False)
            else:
                first = next(space for space in clockwise if spaces[space])
                assert (fact.space, fact.chosen) == (first, True)
                assert fact.colour in spaces[first]


@fewer
@games
def test_she_takes_once_for_each_cube_of_yours_and_never_else(bias: str, number: int):
    turns: list[str] = []
    ended = False
    for _, fact in each_fact(bias, number):
        if isinstance(fact, facts.CubeTaken | facts.CarlaTook | facts.WellPaid | facts.CarlaWaited):
            turns.append(type(fact).__name__)
        ended = ended or isinstance(fact, facts.LastActionsDue)
        if isinstance(fact, facts.RoundBegan):
            assert turns[-1:] == ["CarlaTook"]
    pairs = [" ".join(turns[at : at + 2]) for at in range(0, len(turns) - 1, 2)]
    allowed = {"CubeTaken CarlaTook", "WellPaid CarlaWaited", "CubeTaken CarlaWaited"}
    assert set(pairs) <= allowed
    if not ended:
        assert "CubeTaken CarlaWaited" not in pairs[:-1]


@fewer
@games
def test_her_cubes_lie_one_after_another_on_the_track(bias: str, number: int):
    for state, fact in each_fact(bias, number):
        carla, solo = board(state)
        spaces = [space for space, _, _ in carla.cubes]
        assert len(spaces) == len(set(spaces)) <= solo.track
        assert all(b == a % solo.track + 1 for a, b in pairwise(spaces))
        if isinstance(fact, facts.CarlaTook):
            assert fact.track == carla.space % solo.track + 1
        if isinstance(fact, facts.RoundBegan):
            assert len(spaces) == 1


@fewer
@games
def test_three_tiles_of_a_half_hold_one_quill_and_each_quill_a_death(bias: str, number: int):
    revealed: dict[str, list[str]] = {"upper": [], "lower": []}
    quills = ends = 0
    for state, fact in each_fact(bias, number):
        assert quills == ends + state.farms[CARLA].owed
        if isinstance(fact, facts.FateRevealed):
            revealed[fact.half] += fact.draw.drawn
            assert bool(fact.reshuffled) == (len(revealed[fact.half]) % 3 == 0)
            quills += fact.draw.drawn == ("quill",)
        elif isinstance(fact, facts.MemberDied | facts.DeathSpared) and fact.seat == CARLA:
            ends += 1
    for tiles in revealed.values():
        for at in range(0, len(tiles) - 2, 3):
            assert sorted(tiles[at : at + 3]) == ["blank", "blank", "quill"]


@fewer
@games
def test_who_dies_in_her_family_and_where(bias: str, number: int):
    last = ""
    for state, fact in each_fact(bias, number):
        if isinstance(fact, facts.CarlaTook):
            last = fact.space
        if isinstance(fact, facts.MemberDied) and fact.seat == CARLA:
            members = state.farms[CARLA].members
            _is_next(members, fact.member)
            assert fact.rest in ({"market": "grave"}.get(last) or _section(last), "grave", "beside")
            if fact.rest in ("grave", "beside") and last != "market":
                places = state.box.chronicle.spaces["2"][_section(last)]
                assert len(state.chronicle.sections[_section(last)]) == places


def _section(space: str) -> str:
    return {"harvest": "farm", "family": "farm"}.get(space, space)


def _is_next(members: dict[str, str], member: str) -> None:
    place = members[member]
    places = Counter(members.values())
    if place == "home":
        assert member[0] == min(m[0] for m, p in members.items() if p == "home")
    elif place == "waiting":
        assert not places["home"]
        assert member[0] == min(m[0] for m, p in members.items() if p == "waiting")
    else:
        assert not places["home"] + places["waiting"]
        assert place == min(p for p in members.values() if p.startswith("church-"))


@fewer
@games
def test_she_reacts_at_the_church_and_the_market_and_serves_once_a_day(bias: str, number: int):
    entering = opening_day = False
    served = 0
    for state, fact in each_fact(bias, number):
        if entering:
            waiting = [m for m, p in state.farms[CARLA].members.items() if p == "waiting"]
            if not isinstance(fact, facts.FateRevealed):
                assert isinstance(fact, facts.CarlaEntered) == bool(waiting)
                entering = False
        if opening_day and not isinstance(fact, facts.FateRevealed):
            assert fact == facts.MarketOpened(CARLA, (CARLA, *state.seats))
            opening_day = False
        if isinstance(fact, facts.CarlaTook):
            entering, opening_day = fact.space == "church", fact.space == "market"
        if isinstance(fact, facts.MarketOpened):
            served = 0
        if isinstance(fact, facts.CarlaServed):
            served += 1
            assert fact.customer == next(customer for customer in state.board.blue if customer)
        assert served <= 1


@fewer
@games
def test_she_owns_nothing_but_customers_and_stands_once_on_a_stage(bias: str, number: int):
    for state, _ in each_fact(bias, number):
        hers = state.farms[CARLA]
        assert (hers.time, hers.grain, hers.coins, hers.prestige) == (0, 0, 0, 0)
        assert not any(hers.goods.values())
        assert not any(hers.cubes.values())
        assert hers.cities == []
        stages = Counter(p for p in hers.members.values() if p.startswith("church-"))
        assert all(count == 1 for count in stages.values())


@fewer
@games
def test_your_choice_for_her_is_among_colours_at_one_space(bias: str, number: int):
    state, _ = opening(started(1, number), number)
    for step in play(state, number, bias):
        due = GAME.pending(step.before)
        assert due is not None
        if due.kind == "carla":
            assert due.seat == step.before.seats[0]
            lines = [GAME.format(command) for command in GAME.legal(step.before, due.seat)]
            choice = step.before.turn.pending
            assert choice is not None
            assert choice.where in SPACES
            cubes = step.before.board.spaces[choice.where]
            assert sorted(lines) == sorted(f"carla {colour}" for colour in cubes)
            assert len(lines) > 1


@fewer
@games
def test_the_view_shows_tiles_that_lie_open_and_counts_the_others(bias: str, number: int):
    for state, _ in each_fact(bias, number):
        carla, solo = board(state)
        seen = view(state, "ana").carla
        assert seen is not None
        for half, tiles in carla.fates.items():
            assert seen.face_down[half] == sum(tiles.values())
            assert solo.fates == {
                tile: tiles.get(tile, 0) + seen.face_up[half].get(tile, 0) for tile in solo.fates
            }
        assert view(state, "ana").board.stack == len(state.board.stack)


@fewer
@given(bias=st.sampled_from(["busy", "dying", "praying"]), number=st.integers(0, 1 << 32))
def test_games_come_to_an_end_with_a_rank(bias: str, number: int):
    state, _ = opening(started(1, number), number)
    for step in play(state, number, bias, 6000):
        census.check(step.state)

    assert state.turn.rank in {title.name for title in board(state)[1].titles}
    assert GAME.outcome(state) is not None
