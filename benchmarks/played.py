"""One game of Village between bots, and what it came to."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from events import village as facts
from events.dice import SeededDice, commitment
from events.lifecycle import Fact, GameStarted, Seat
from events.village import CARLA
from projections.village.state import SECTIONS, State
from server.bots import BotDice, bots_of
from server.rules.village import GAME
from server.rules.village.decide import play_out

NAMES = ("first", "second", "third", "fourth", "fifth")
MOST = 5_000
"""Commands after which a game counts as endless."""


class Setting(NamedTuple):
    """What is played: an edition, by so many; one plays solo."""

    edition: str
    players: int

    def __str__(self) -> str:
        """The setting in words."""
        return f"{self.edition}, " + (f"{self.players} players" if self.players > 1 else "solo")


SETTINGS = [
    *(Setting("big-box", players) for players in (1, 2, 3, 4, 5)),
    *(Setting("original", players) for players in (2, 3, 4)),
]


class Task(NamedTuple):
    """One game to play: `bots` sit down in turn order, again from the first when they run out.

    `box` is the text of a box file, None for the edition's own.
    """

    setting: Setting
    bots: Sequence[str]
    number: int
    box: str | None = None


class Played(msgspec.Struct, frozen=True):
    """What one game came to; by seat, in turn order, are `points`, `wins` and `deaths`.

    `wins` are shares of the first place. `ended_by` is "" for a game that did not end, `trigger`
    who ended it. `written` counts those in the chronicle, `full` are its sections without a free
    place. `short` counts rounds that began with too few cubes, `unplaced` the dead for whom no
    grave was left, `home` Carla's members that are still beside her board.
    """

    rounds: int
    commands: int
    points: tuple[dict[str, int], ...]
    wins: tuple[float, ...]
    deaths: tuple[int, ...]
    hers: int
    ended_by: str
    trigger: str
    written: int
    full: tuple[str, ...]
    short: int
    unplaced: int
    home: int
    rank: str


def play(task: Task) -> Played:
    """Play one game to its end, or until it is endless."""
    setting, seed = task.setting, task.number.to_bytes(32, "big")
    seats = NAMES[: setting.players]
    options = GAME.options({"edition": setting.edition}, setting.players)
    started = GameStarted(
        GAME.name, GAME.rules, str(setting), tuple(Seat(seat) for seat in seats),
        commitment(seed), options, GAME.box(options, task.box),
    )  # fmt: skip
    state, dice = GAME.new(started), SeededDice(seed)
    happened = GAME.begin(state, dice)
    for fact in happened:
        GAME.evolve(state, fact)
    commands = 0
    while commands < MOST and (due := GAME.pending(state)) is not None:
        bot = bots_of(GAME)[task.bots[seats.index(due.seat) % len(task.bots)]]
        legal = GAME.legal(state, due.seat)
        command = bot(GAME, state, due.seat, legal, BotDice(dice, due.seat, len(happened)))
        assert command in legal, command
        happened += play_out(state, command, dice)
        commands += 1
    return _played(state, happened, commands)


def _played(state: State, happened: Sequence[Fact], commands: int) -> Played:
    places = list((state.turn.places or {}).values())
    died = [fact.seat for fact in happened if isinstance(fact, facts.MemberDied)]
    ends = [fact for fact in happened if isinstance(fact, facts.EndTriggered)]
    placed = sum(state.box.rounds[state.card].place.values())
    rounds = [fact for fact in happened if isinstance(fact, facts.RoundBegan)]
    written = state.chronicle.sections
    open_spaces = state.box.chronicle.spaces[state.card]
    family = state.farms[CARLA].members.values() if state.carla is not None else ()
    return Played(
        rounds=state.board.round,
        commands=commands,
        points=tuple((state.turn.points or {}).values()),
        wins=tuple((place == 1) / places.count(1) for place in places),
        deaths=tuple(died.count(seat) for seat in state.seats),
        hers=died.count(CARLA) if state.carla is not None else 0,
        ended_by=ends[0].by if ends and places else "",
        trigger=ends[0].seat if ends else "",
        written=sum(map(len, written.values())),
        full=tuple(s for s in SECTIONS if len(written[s]) == open_spaces[s]),
        short=sum(len(fact.draw.drawn) < placed for fact in rounds),
        unplaced=len(state.chronicle.beside),
        home=list(family).count("home"),
        rank=state.turn.rank,
    )
