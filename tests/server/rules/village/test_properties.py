"""What holds in every game of Village, tried on random games of many kinds."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from events import village as facts
from events.envelope import Event
from events.lifecycle import Fact
from projections.village.score import score
from projections.village.state import State
from projections.village.views import view
from server.rules.game import Illegal
from server.rules.village import GAME
from server.rules.village.boxes import EDITIONS
from server.rules.village.commands import Command
from tests.server.rules.village import census
from tests.server.rules.village.playing import BIASES, Step, dice, opening, play, started

PLAYERS = (1, 2, 3, 4, 5)

fewer = settings(max_examples=settings().max_examples // 2)
"""For whole games, each of which is hundreds of positions."""

games = given(
    players=st.sampled_from(PLAYERS),
    bias=st.sampled_from(sorted(BIASES)),
    number=st.integers(0, 1 << 32),
)
everything = msgspec.json.Encoder(order="deterministic")


def steps(players: int, bias: str, number: int, most: int = 3000, **options: Any) -> Iterator[Step]:
    state, _ = opening(started(players, number, **options), number)
    return play(state, number, bias, most)


@fewer
@games
def test_every_piece_is_somewhere_at_every_step(players: int, bias: str, number: int):
    state, _ = opening(started(players, number), number)
    census.check(state)
    for step in play(state, number, bias):
        census.check(step.state)
    event("over" if state.turn.places else "stopped")


@fewer
@games
def test_there_is_a_choice_until_the_end_and_then_none(players: int, bias: str, number: int):
    state, _ = opening(started(players, number), number)
    for _ in play(state, number, bias):
        due = GAME.pending(state)
        if due is None:
            assert GAME.outcome(state) is not None
            assert all(GAME.legal(state, seat) == [] for seat in state.seats)
            return
        legal = GAME.legal(state, due.seat)
        assert legal
        assert len(legal) == len(set(legal)), "a command is offered twice"
        assert GAME.outcome(state) is None
        assert all(GAME.legal(state, seat) == [] for seat in state.seats if seat != due.seat)


@fewer
@games
def test_deciding_leaves_the_state_alone_and_copies_are_independent(
    players: int, bias: str, number: int
):
    for step in steps(players, bias, number, 400):
        original, kept = step.before, GAME.copy(step.before)
        assert GAME.decide(original, step.command, dice(number)) == step.facts
        assert original == kept
        for fact in step.facts:
            GAME.evolve(original, fact)
        assert original == step.state
        assert kept != original


@fewer
@games
def test_folding_again_gives_the_live_state(players: int, bias: str, number: int):
    start = started(players, number)
    live, log = opening(start, number)
    for step in play(live, number, bias):
        log += step.facts
    again = GAME.new(msgspec.json.decode(msgspec.json.encode(start), type=type(start)))
    for fact in log:
        GAME.evolve(again, _recorded(fact))

    assert again == live
    assert everything.encode(again) == everything.encode(live)


def _recorded(fact: Fact) -> Fact:
    """The fact as it comes back from the log."""
    new = GAME.codec.encode(fact)
    row = Event(
        game="g", seq=1, cause=1, type=new.type, version=new.version, data=new.data, seat=None,
        command_id="c", command="", recorded_at=0, previous="", seal="",
    )  # fmt: skip
    decoded = GAME.codec.decode(row)
    assert decoded == fact
    assert GAME.codec.encode(decoded) == new
    return decoded


@fewer
@games
def test_text_and_json_of_each_legal_command_lead_back_to_it(players: int, bias: str, number: int):
    seen: set[Command] = set()
    for step in steps(players, bias, number):
        due = GAME.pending(step.before)
        assert due is not None
        seen.update(GAME.legal(step.before, due.seat))
    for command in seen:
        line = GAME.format(command)
        assert line == " ".join(line.split()).strip()
        assert GAME.parse(line) == command
        assert msgspec.json.decode(msgspec.json.encode(command), type=GAME.commands) == command
    assert len({GAME.format(command) for command in seen}) == len(seen)


@fewer
@games
def test_every_legal_command_can_be_decided(players: int, bias: str, number: int):
    chance = random.Random(number)
    for step in steps(players, bias, number):
        if chance.random() < 0.9:
            continue
        due = GAME.pending(step.before)
        assert due is not None
        for command in GAME.legal(step.before, due.seat):
            state = GAME.copy(step.before)
            for fact in GAME.decide(step.before, command, dice(number)):
                GAME.evolve(state, fact)
            census.check(state)


@fewer
@games
def test_every_other_command_is_refused_with_a_reason(players: int, bias: str, number: int):
    """Commands of other moments, and broken ones: `Illegal` with a code, and nothing changes."""
    chance = random.Random(number)
    seen: list[Command] = []
    for step in steps(players, bias, number):
        due = GAME.pending(step.before)
        assert due is not None
        legal = GAME.legal(step.before, due.seat)
        seen.append(chance.choice(legal))
        for command in (*chance.sample(seen, min(3, len(seen))), _broken(chance, seen)):
            if command not in legal:
                _is_refused(step.before, due.seat, command)
    if not GAME.pending(step.state):
        _is_refused(step.state, step.state.seats[0], seen[0], "game_over")


def _broken(chance: random.Random, seen: list[Command]) -> Command:
    """A command that nobody could mean: fields of one with words of others."""
    fields = msgspec.to_builtins(chance.choice(seen))
    words = [value for command in seen[-20:] for value in msgspec.to_builtins(command).values()]
    for name, value in fields.items():
        if name != "do" and chance.random() < 0.7:
            fields[name] = chance.choice([w for w in words if type(w) is type(value)] or [value])
    command: Command = msgspec.convert(fields, GAME.commands)
    return command


def _is_refused(state: State, seat: str, command: Command, code: str = "") -> None:
    kept = GAME.copy(state)
    with pytest.raises(Illegal) as raised:
        GAME.decide(state, command, dice(0))
    assert state == kept
    assert raised.value.code == (code or raised.value.code) != ""
    assert raised.value.message.format(**raised.value.params)
    assert GAME.why(state, seat, command).code == raised.value.code


@fewer
@games
def test_nobody_sees_the_stack_or_what_others_served(players: int, bias: str, number: int):
    """Two positions that differ only in what lies face down look the same."""
    chance = random.Random(number)
    for step in steps(players, bias, number):
        owner = chance.choice(step.state.seats)
        if step.state.turn.places or not step.state.farms[owner].customers or chance.random() < 0.8:
            continue
        other = GAME.copy(step.state)
        other.farms[owner].customers = ["c01" for _ in other.farms[owner].customers]
        other.board.stack = ["c02" for _ in other.board.stack]
        for viewer in (None, *step.state.seats):
            if viewer != owner:
                assert view(other, viewer) == view(step.state, viewer)


@fewer
@games
def test_the_end_scores_what_was_shown(players: int, bias: str, number: int):
    start = started(players, number)
    state, _ = opening(start, number)
    for step in play(state, number, bias):
        ended = [fact for fact in step.facts if isinstance(fact, facts.GameEnded)]
        if ended:
            assert ended[0].points == {seat: score(state, seat) for seat in state.seats}
            outcome = GAME.outcome(state)
            assert outcome is not None
            best = max(outcome.points.values())
            assert all(outcome.points[s] == best for s, p in outcome.places.items() if p == 1)
            shown = {seat: view(state, None).score[seat]["total"] for seat in state.seats}
            assert shown == outcome.points


@fewer
@games
def test_time_and_deaths_agree(players: int, bias: str, number: int):
    """One death, or one that was spared, for each time the marker has crossed the quill."""
    ends: dict[str, int] = {}
    for step in steps(players, bias, number):
        for fact in step.facts:
            if isinstance(fact, facts.MemberDied | facts.DeathSpared):
                ends[fact.seat] = ends.get(fact.seat, 0) + 1
        for seat in step.state.seats:
            farm = step.state.farms[seat]
            assert farm.time // step.state.box.life_time == ends.get(seat, 0) + farm.owed


@fewer
@games
def test_who_dies_had_the_lowest_number_that_could_be_seen(players: int, bias: str, number: int):
    for step in steps(players, bias, number):
        state = GAME.copy(step.before)
        for fact in step.facts:
            if isinstance(fact, facts.MemberDied) and fact.seat in state.seats:
                places = state.farms[fact.seat].members
                hidden = ("reserve", "bag", "chronicle", "grave", "beside")
                assert fact.member[0] == min(m[0] for m, p in places.items() if p not in hidden)
                assert places[fact.member] == fact.place
            GAME.evolve(state, fact)


@fewer
@games
def test_the_order_of_turns(players: int, bias: str, number: int):
    """Clockwise from the starter of the round, then those whose last actions are due."""
    state, log = opening(started(players, number), number)
    for step in play(state, number, bias):
        log += step.facts
    seats = state.seats
    due: list[str] = []
    for fact in log:
        if isinstance(fact, facts.RoundBegan):
            at = seats.index(fact.starter)
            due = [*seats[at:], *seats[:at]] * 100
        if isinstance(fact, facts.LastActionsDue):
            due = [seat for seat in fact.seats if seat in seats]
        if isinstance(fact, facts.ChoiceDue) and fact.choice in ("turn", "free"):
            assert fact.seat == due.pop(0)


@fewer
@given(
    players=st.sampled_from((2, 3, 4, 5)),
    bias=st.sampled_from(["busy", "dying", "praying", "governing"]),
    number=st.integers(0, 1 << 32),
)
def test_games_in_which_children_are_born_come_to_an_end(players: int, bias: str, number: int):
    state, _ = opening(started(players, number), number)
    for _ in play(state, number, bias, 6000):
        pass

    assert GAME.outcome(state) is not None


AGREED = st.fixed_dictionaries(
    {
        "compensation": st.booleans(),
        "coins_in_well": st.booleans(),
        "open_customers": st.booleans(),
        "shuffle": st.booleans(),
        "edition": st.sampled_from(EDITIONS),
    }
)


@fewer
@given(
    players=st.sampled_from((2, 3, 4)),
    bias=st.sampled_from(sorted(BIASES)),
    number=st.integers(0, 1 << 32),
    agreed=AGREED,
)
def test_whatever_is_agreed_on(players: int, bias: str, number: int, agreed: dict[str, Any]):
    for step in steps(players, bias, number, 500, **agreed):
        census.check(step.state)
