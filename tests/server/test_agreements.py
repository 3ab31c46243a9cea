"""Whatever people play, ask for and answer: the service does as a naive model of the terms."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.envelope import Event
from events.lifecycle import Fact, HeadMoved, UndoAnswered, UndoAsked, UndoWithdrawn
from server.recorded import draws_in
from server.rerun import groups
from server.rules import registry
from server.timeline import Timeline
from tests.plays import picture
from tests.server.tables import Table

PEOPLE = ("ana", "rita", "eva")


class Deed(NamedTuple):
    """One command of the game: its first event, whose it was, whether chance came into it."""

    seq: int
    seat: str | None
    drew: bool


Path = tuple[Deed, ...]


@dataclass
class Request:
    """What a seat asks for, and who agreed."""

    seat: str
    agreed: set[str] = field(default_factory=set)


class Model:
    """A naive game under terms: each state is the list of what was done to reach it."""

    def __init__(self, policy: str, start: int) -> None:
        self.policy = policy
        self.path: Path = ()
        self.states: dict[int, Path] = {start: ()}
        self.returns: list[Path] = []
        self.request: Request | None = None

    def aim(self, seat: str, way: str, to: int) -> Path | None:
        """Where a move of the head would lead; None if nowhere."""
        if way == "redo":
            return self.returns[-1] if self.returns else None
        there = self.states.get(to)
        if way == "back":
            return there
        if to:
            behind = there is not None and self.path[: len(there)] == there != self.path
            return there if behind else None
        counting = [place for place, deed in enumerate(self.path) if deed.seat == seat]
        return self.path[: counting[-1]] if counting else None

    def free(self, seat: str, there: Path) -> bool:
        """Whether a seat may go there by itself."""
        same = 0
        while self.path[same : same + 1] == there[same : same + 1] != ():
            same += 1
        undone, restored = self.path[same:], there[same:]
        theirs = any(deed.seat in PEOPLE and deed.seat != seat for deed in undone + restored)
        return self.policy == "open" or not (theirs or any(deed.drew for deed in undone))

    def moving(self, seat: str, way: str, to: int) -> list[str]:
        """The facts that a move of the head leads to; none if it is refused."""
        there = self.aim(seat, way, to)
        if there is None:
            return []
        closing = ["UndoWithdrawn"] if self.request else []
        if self.free(seat, there):
            return [*closing, "HeadMoved"]
        return [*closing, "UndoAsked"] if self.policy == "consent" else []

    def answering(self, seat: str, agrees: bool) -> list[str]:
        """The facts that an answer leads to; none if it is refused."""
        asked = self.request
        if asked is None or (agrees and seat in {asked.seat, *asked.agreed}):
            return []
        if seat == asked.seat:
            return ["UndoWithdrawn"]
        last = agrees and {seat, asked.seat, *asked.agreed} == set(PEOPLE)
        return ["UndoAnswered", "HeadMoved"] if last else ["UndoAnswered"]

    def take(self, group: list[tuple[Event, Fact]]) -> None:
        """Follow one recorded command."""
        played: list[Fact] = []
        for event, fact in group:
            match fact:
                case UndoAsked(seat):
                    self.request = Request(seat)
                case UndoAnswered(seat, True) if self.request:
                    self.request.agreed.add(seat)
                case UndoAnswered() | UndoWithdrawn():
                    self.request = None
                case HeadMoved():
                    self._move(fact)
                case _:
                    played.append(fact)
                    continue
            self.states[event.seq] = self.path
        last, _ = group[-1]
        if played:
            drew = any(draw.drawn for fact in played for draw in draws_in(fact))
            self.path = (*self.path, Deed(last.cause, last.seat, drew))
            self.returns, self.request = [], None
            self.states[last.seq] = self.path

    def _move(self, moved: HeadMoved) -> None:
        if moved.why == "redo":
            self.returns.pop()
        else:
            self.returns.append(self.path)
        self.path, self.request = self.states[moved.to], None


Act = tuple[str, str, int]
"""What is done, by whom, and a number that says which command or event."""

SEAT = st.sampled_from(PEOPLE)
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("play"), SEAT, st.integers(0, 20)),
        st.tuples(st.just("play"), SEAT, st.integers(0, 20)),
        st.tuples(st.sampled_from(["undo", "undo to", "redo", "back"]), SEAT, st.integers(1, 60)),
        st.tuples(st.sampled_from(["yes", "yes", "no", "all yes"]), SEAT, st.just(0)),
    ),
    min_size=10,
    max_size=30,
)


class Trial:
    """A game and its model side by side."""

    def __init__(self, policy: str, kind: str, *bots: str, **options: Any) -> None:
        self.table = Table(policy, *PEOPLE, *bots, kind=kind, **options)
        self.rules = registry.get(kind)
        store, game = self.table.caller.service.store, self.table.game
        self.known = sum(event.cause == 1 for event in store.read(game))
        self.model = Model(policy, self.known)
        self.pictures: dict[Path, bytes] = {}
        self._follow()

    def act(self, act: Act) -> None:
        """Do something, and compare what came of it."""
        name, seat, number = act
        match name:
            case "play":
                self._play(number)
            case "all yes":
                for each in PEOPLE:
                    self.act(("yes", each, number))
            case "yes" | "no":
                expected = self.model.answering(seat, name == "yes")
                self._post("answer", expected, seat=seat, agrees=name == "yes")
            case _:
                self._move(name, seat, number)
        self._follow()
        self._compare()

    def _play(self, number: int) -> None:
        legal = self.table.get("/legal")["commands"]
        played = self.table.do(legal[number % len(legal)]["text"])
        closes = played["events"][0]["type"] == "UndoWithdrawn"
        assert closes == (self.model.request is not None)

    def _move(self, name: str, seat: str, number: int) -> None:
        way = name.split(maxsplit=1)[0]
        to = number % (self.known + 1) if name in ("undo to", "back") else 0
        if name == "undo":
            self._offer(seat)
        there = {} if name in ("undo", "redo") else {"to": to}
        expected = [] if there and not to else self.model.moving(seat, way, to)
        self._post(way, expected, seat=seat, **there)

    def _offer(self, seat: str) -> None:
        """An offer says beforehand what an undo does."""
        offer, there = self.table.get("/undo", seat=seat)["offer"], self.model.aim(seat, "undo", 0)
        assert (offer is None) == (there is None)
        if there is not None:
            assert offer["free"] == self.model.free(seat, there)
            assert self.model.states[offer["to"]] == there
            assert (offer["barrier"] is None) == offer["free"]
            furthest = self.model.states[offer["furthest"]]
            assert self.model.free(seat, furthest)

    def _post(self, way: str, expected: list[str], **body: Any) -> None:
        if expected:
            assert [e["type"] for e in self.table.post(way, **body)["events"]] == expected
        else:
            assert self.table.refused(way, **body)["status"] in (404, 422)

    def _follow(self) -> None:
        """Let the model take in what was recorded, that of bots as well."""
        events = self.table.caller.service.store.read(self.table.game, self.known)
        for group in groups(events):
            self.model.take([(event, self.rules.codec.decode(event)) for event in group])
        self.known += len(events)

    def _compare(self) -> None:
        request, model = self.table.request, self.model
        assert (request is None) == (model.request is None)
        if model.request:
            assert (request["asker"], set(request["agreed"])) == (
                model.request.seat, model.request.agreed,
            )  # fmt: skip
        assert model.states[self.table.head] == model.path
        # The same deeds lead to the same state, whatever was done and undone in between.
        assert self.pictures.setdefault(model.path, self._picture()) == self._picture()

    def _picture(self) -> bytes:
        with self.table.caller.service.enter(self.table.game) as room:
            return picture(room.timeline.game, room.timeline.state())

    def finish(self) -> None:
        """Read the log again."""
        log = self.table.caller.service.store.read(self.table.game)
        assert picture(self.rules, Timeline(self.rules, log).state()) == self._picture()
        assert self.table.holds()


def fair(examples: int) -> Any:
    return settings(
        max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )


@pytest.mark.parametrize("policy", ["open", "turn", "consent"])
@given(acts=ACTS)
@fair(60)
def test_the_toy_does_as_agreed(policy: str, acts: list[Act]) -> None:
    trial = Trial(policy, "trio")
    for act in acts:
        trial.act(act)
    trial.finish()


@pytest.mark.parametrize("bot", ["carla:still", "carla:careful"])
@given(acts=ACTS)
@fair(25)
def test_bots_agree_to_everything_and_their_draws_are_draws(bot: str, acts: list[Act]) -> None:
    trial = Trial("consent", "trio", bot)
    for act in acts:
        trial.act(act)
    trial.finish()


@pytest.mark.parametrize("policy", ["turn", "consent"])
@given(acts=ACTS)
@fair(12)
def test_village_does_as_agreed(policy: str, acts: list[Act]) -> None:
    trial = Trial(policy, "village")
    for act in acts:
        trial.act(act)
    trial.finish()
