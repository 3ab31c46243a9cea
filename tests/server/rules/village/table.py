"""A game of Village in the middle, for tests that read as given, when, then.

    game = given(chris=farm(grain=3, members="smithy 1"), julie=farm(), spaces={"crafts": "black"})
    game.do("chris", "take crafts black; produce plow")
    assert game.farm("chris").goods["plow"] == 1

A position is reached by folding hand-made facts, never by setting fields; from there on everything
goes through commands.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest

from events import village as facts
from events.dice import Draw, SeededDice
from events.lifecycle import Fact, GameStarted, Seat
from projections.village.state import Farm, State
from projections.village.views import View, view
from server.rules.game import Illegal
from server.rules.village import GAME

F = TypeVar("F", bound=Fact)

EVERY_SPACE = "orange green brown pink"
ALL_SPACES = ("harvest", "family", "crafts", "market", "travel", "council", "church")


@dataclass
class farm:  # noqa: N801 (reads as a word of the position)
    """What a family has: `members` as "smithy 1, council-2 2 2", `dead` as "church 1, grave 1".

    The rest of the members is where it is at the start: 1s at home, the others unborn. Coins are
    those of the start, 1, unless given.
    """

    time: int = 0
    grain: int = 0
    coins: int = 1
    prestige: int = 0
    cubes: str = ""
    goods: str = ""
    members: str = ""
    dead: str = ""
    customers: str = ""
    cities: str = ""


class RiggedDice(SeededDice):
    """Dice that draw what a test has laid ready under a label, else as seeded."""

    def __init__(self, ready: Mapping[str, str]) -> None:
        super().__init__(b"a test")
        self.ready = dict(ready)

    def draw(self, label: str, pool: Mapping[str, int], count: int) -> Draw:
        if label not in self.ready:
            return super().draw(label, pool, count)
        drawn = tuple(self.ready.pop(label).split())
        left = {piece: n for piece, n in sorted(pool.items()) if n > 0}
        assert len(drawn) == min(count, sum(left.values())), (label, count)
        assert all(drawn.count(piece) <= left.get(piece, 0) for piece in drawn), (label, left)
        return Draw(label, left, drawn)


class Game:
    """One game, its newest facts in `facts`, and what may be asked of it."""

    def __init__(self, state: State, dice: RiggedDice) -> None:
        self.state = state
        self.dice = dice
        self.facts: list[Fact] = []

    def do(self, seat: str, commands: str) -> "Game":
        """Let the seat, which must be the one to choose, play commands separated by ";"."""
        self.facts = []
        for text in commands.split(";"):
            due = GAME.pending(self.state)
            assert due is not None, f"the game is over: {text}"
            assert due.seat == seat, f"{due.seat} must choose ({due.kind}), not {seat}: {text}"
            decided = GAME.decide(self.state, GAME.parse(text), self.dice)
            self.fold(*decided)
            self.facts += decided
        return self

    def fold(self, *new: Fact) -> None:
        """Take in facts."""
        for fact in new:
            GAME.evolve(self.state, fact)

    def view(self, viewer: str | None) -> View:
        """What a viewer sees."""
        return view(self.state, viewer)

    def farm(self, seat: str) -> Farm:
        return self.state.farms[seat]

    @property
    def due(self) -> tuple[str, str]:
        """Who must choose, and what kind of choice; ("", "") when the game is over."""
        due = GAME.pending(self.state)
        return (due.seat, due.kind) if due else ("", "")

    @property
    def offers(self) -> list[str]:
        """The legal commands, as canonical lines."""
        return [GAME.format(command) for command in GAME.legal(self.state, self.due[0])]

    def offers_of(self, verb: str) -> list[str]:
        """Those of the legal commands that begin with a word."""
        return [line for line in self.offers if line.split()[0] == verb]

    def refuses(self, text: str) -> tuple[str, int | None]:
        """Code and page of the refusal of a command, which changes nothing."""
        before = GAME.copy(self.state)
        command = GAME.parse(text)
        with pytest.raises(Illegal) as raised:
            GAME.decide(self.state, command, self.dice)
        refusal = raised.value
        assert str(refusal)
        assert self.state == before
        assert GAME.why(self.state, self.due[0], command).code == refusal.code
        return refusal.code, refusal.page

    def all(self, kind: type[F]) -> list[F]:
        """The newest facts of a kind."""
        return [fact for fact in self.facts if type(fact) is kind]

    def one(self, kind: type[F]) -> F:
        """The only one of the newest facts of a kind."""
        (fact,) = self.all(kind)
        return fact

    def at(self, seat: str, place: str) -> list[int]:
        """The numbers on a seat's members at a place."""
        members = self.farm(seat).members
        return sorted(int(member[0]) for member, where in members.items() if where == place)


def given(
    *,
    starter: str = "",
    turn: str = "",
    round: int = 1,
    spaces: Mapping[str, str] | str = EVERY_SPACE,
    blue: str = "",
    queue: str = "",
    stack: str | None = None,
    ring: str = "",
    draws: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    box: Mapping[str, Any] | None = None,
    **farms: farm,
) -> Game:
    """A position in which `turn` (else the starter, else the first seat) takes its turn.

    `spaces` are the cubes at each action space, the same at each if it is one string; `box` changes
    printed values by dotted path; `blue`, `queue` and `stack` are customers (`-` for a gap; a stack
    of "" is used up); `draws` lays draws ready by label.
    """
    seats = tuple(farms)
    game = Game(GAME.new(_started(seats, options or {}, box or {})), RiggedDice(draws or {}))
    for seat, wanted in farms.items():
        game.fold(*_served(seats, seat, wanted))
    game.fold(*_customers(game.state, blue, queue, stack))
    for seat, wanted in farms.items():
        game.fold(*_family(game.state, seat, wanted))
    game.fold(_round(game.state, round, starter or seats[0], spaces))
    for seat, wanted in farms.items():
        game.fold(*_belongings(seat, wanted))
    if ring:
        game.fold(facts.PrivilegeUsed(ring, 1, ring=True))
    game.fold(facts.ChoiceDue(turn or starter or seats[0], "turn"))
    return game


def fresh(players: int, options: Mapping[str, Any] | None = None, **draws: str) -> Game:
    """A game just begun, seats `a`, `b`, …; `draws` by label, "_" standing for a blank."""
    seats = tuple("abcde"[:players])
    dice = RiggedDice({label.replace("_", " "): drawn for label, drawn in draws.items()})
    game = Game(GAME.new(_started(seats, options or {}, {})), dice)
    game.facts = GAME.begin(game.state, dice)
    game.fold(*game.facts)
    return game


def _started(seats: tuple[str, ...], options: Mapping[str, Any], box: Mapping[str, Any]):
    chosen = GAME.options(options, len(seats))
    printed = GAME.box(chosen, None)
    for path, value in box.items():
        *parents, field = path.split(".")
        inner = printed
        for parent in parents:
            inner = inner[parent]
        inner[field] = value
    seated = tuple(Seat(seat) for seat in seats)
    return GameStarted("village", GAME.rules, "a test", seated, "0" * 64, chosen, printed)


def pieces(text: str) -> dict[str, int]:
    """Counted words: "pink pink coin" is two pink and a coin."""
    words = text.split()
    return {word: words.count(word) for word in dict.fromkeys(words)}


def _served(seats: tuple[str, ...], seat: str, wanted: farm) -> Iterator[Fact]:
    for customer in wanted.customers.split():
        yield facts.MarketOpened(seat, seats)
        yield facts.CustomerServed(seat, 1, customer, facts.NOTHING)
        yield facts.MarketClosed(1)


def _customers(state: State, blue: str, queue: str, stack: str | None) -> Iterator[Fact]:
    shown = tuple("" if customer == "-" else customer for customer in blue.split())
    shown += ("",) * (len(state.board.blue) - len(shown))
    waiting = tuple(queue.split())
    served = [customer for farm in state.farms.values() for customer in farm.customers]
    seen = [*served, *filter(None, shown), *waiting]
    if stack is not None:
        seen = [customer for customer in state.board.stack if customer not in stack.split()]
    yield facts.MarketFilled(shown, waiting, (Draw("given", {}, tuple(seen)),))


def _family(state: State, seat: str, wanted: farm) -> Iterator[Fact]:
    unplaced = dict(state.farms[seat].members)
    for kind, groups in (("", wanted.members), ("dead", wanted.dead)):
        for group in filter(None, groups.split(",")):
            place, *numbers = group.split()
            for number in numbers:
                member = min(m for m in unplaced if m.startswith(number))
                if unplaced.pop(member) == "reserve" and place != "reserve":
                    yield facts.MemberBorn(seat, member)
                yield from _dies(seat, member, place) if kind else _goes(seat, member, place)


def _dies(seat: str, member: str, rest: str) -> Iterator[Fact]:
    yield facts.WellPaid(seat, facts.Cost(crossed=1))
    yield facts.MemberDied(seat, member, "farm", rest)


def _goes(seat: str, member: str, place: str) -> Iterator[Fact]:
    track, _, stage = place.partition("-")
    if place in ("farm", "reserve"):
        return
    if place == "bag":
        yield facts.ChurchEntered(seat, member, facts.NOTHING)
    elif track == "council":
        yield facts.CouncilAdvanced(seat, member, int(stage), facts.NOTHING)
    elif track == "church":
        yield facts.MemberPromoted(seat, member, int(stage), facts.NOTHING)
    elif place in ("wainwright", "stables", "scriptorium", "smithy"):
        yield facts.MemberTrained(seat, member, place, facts.NOTHING)
    else:
        yield facts.MemberTravelled(seat, member, "farm", place, facts.NOTHING)
        yield facts.CityVisited(seat, place)


def _belongings(seat: str, wanted: farm) -> Iterator[Fact]:
    yield facts.CompensationGiven(
        seat, grain=wanted.grain, coins=max(0, wanted.coins - 1), cubes=pieces(wanted.cubes)
    )
    if wanted.coins < 1:
        yield facts.WellPaid(seat, facts.Cost(coins=1))
    if wanted.time:
        yield facts.WellPaid(seat, facts.Cost(time=wanted.time))
    if wanted.goods:
        yield facts.RewardChosen(seat, goods=pieces(wanted.goods))
    if wanted.prestige:
        yield facts.MajorityAwarded((seat,), wanted.prestige)
    for city in wanted.cities.split():
        yield facts.CityVisited(seat, city)


def _round(state: State, number: int, starter: str, spaces: Mapping[str, str] | str) -> Fact:
    if isinstance(spaces, str):
        spaces = dict.fromkeys(ALL_SPACES, spaces)
    placed = {space: pieces(cubes) for space, cubes in spaces.items()}
    drawn = tuple(word for cubes in spaces.values() for word in cubes.split())
    added = pieces(" ".join(drawn))
    return facts.RoundBegan(number, starter, added, placed, Draw("given", added, drawn))
