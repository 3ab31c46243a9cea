"""How games of Village go between bots: lengths, scores, deaths, ends, and who wins.

    python -m benchmarks.balance --bot greedy --games 1000 --seconds 360

Plays every number of players of both editions, and solo. Game i has the seed i: the same command
brings the same games, as many of them as the seconds allow. Prints tables in Markdown.
"""

import argparse
import os
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import Pool
from statistics import mean, stdev
from typing import NamedTuple

import msgspec

from events import village as facts
from events.dice import SeededDice, commitment
from events.lifecycle import Fact, GameStarted, Seat
from events.village import CARLA
from projections.village.score import CATEGORIES
from projections.village.state import SECTIONS, State
from server.bots import BotDice, bots_of
from server.rules.village import GAME
from server.rules.village.boxes import standard_box
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
    """One game to play: `bots` sit down in turn order, again from the first when they run out."""

    setting: Setting
    bots: Sequence[str]
    number: int


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
        commitment(seed), options, GAME.box(options, None),
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


# Tables


def tables(games: dict[Setting, list[Played]]) -> Iterator[str]:
    """All figures, in Markdown."""
    yield from _table(games, "Lengths, deaths and ends", _LENGTHS)
    ended = {
        setting: [game for game in all_of if game.ended_by] for setting, all_of in games.items()
    }
    ended = {setting: all_of for setting, all_of in ended.items() if all_of}
    yield from _table(ended, "Scores of the games that ended", _SCORES)
    yield from _table(ended, "Mean points by category", _CATEGORIES)
    yield from _table(ended, "Shares of the wins by place in the turn order", _WINS)
    yield from _table(ended, "Games that ended with a full section of the chronicle", _FULL)
    solo = {setting: all_of for setting, all_of in ended.items() if setting.players == 1}
    yield from _table(solo, "Solo", _SOLO)


Column = tuple[str, Callable[[list[Played]], str]]


def _table(
    games: dict[Setting, list[Played]], title: str, columns: Sequence[Column]
) -> Iterator[str]:
    if not games:
        return
    yield f"\n### {title}\n"
    yield "| game | " + " | ".join(head for head, _ in columns) + " |"
    yield "|---|" + "--:|" * len(columns)
    for setting, all_of in games.items():
        yield f"| {setting} | " + " | ".join(figure(all_of) for _, figure in columns) + " |"


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


def _spread(values: Sequence[float]) -> str:
    deviation = f" ± {stdev(values):.1f}" if len(values) > 1 else ""
    return f"{mean(values):.1f}{deviation}"


def _range(values: Sequence[int]) -> str:
    return f"{mean(values):.1f} ({min(values)}–{max(values)})"


def _totals(game: Played) -> list[int]:
    return [sum(points.values()) for points in game.points]


def _counted(what: Callable[[Played], bool]) -> Callable[[list[Played]], str]:
    return lambda games: _share(sum(map(what, games)), len(games))


def _is_full(section: str) -> Callable[[Played], bool]:
    return lambda game: section in game.full


def _reached(rank: str) -> Callable[[Played], bool]:
    return lambda game: game.rank == rank


def _won(place: int) -> Callable[[list[Played]], str]:
    def share(games: list[Played]) -> str:
        wins = [game.wins[place] for game in games if place < len(game.wins)]
        return _share(sum(wins), len(wins))

    return share


def _category(name: str) -> Callable[[list[Played]], str]:
    return lambda games: f"{mean(points[name] for game in games for points in game.points):.1f}"


_LENGTHS: list[Column] = [
    ("games", lambda games: str(len(games))),
    ("without an end", _counted(lambda game: not game.ended_by)),
    ("rounds", lambda games: _range([game.rounds for game in games])),
    ("commands", lambda games: _range([game.commands for game in games])),
    ("deaths a family", lambda games: f"{mean(mean(game.deaths) for game in games):.1f}"),
    ("ended by graves", _counted(lambda game: game.ended_by == "graves")),
    ("by the chronicle", _counted(lambda game: game.ended_by == "chronicle")),
    ("in the chronicle", lambda games: f"{mean(game.written for game in games):.1f}"),
    ("beside full graves", _counted(lambda game: game.unplaced > 0)),
    (
        "rounds short of cubes",
        lambda games: _share(sum(g.short for g in games), sum(g.rounds for g in games)),
    ),
]
_SCORES: list[Column] = [
    ("mean", lambda games: _spread([total for game in games for total in _totals(game)])),
    ("winner", lambda games: _spread([max(_totals(game)) for game in games])),
    ("last", lambda games: _spread([min(_totals(game)) for game in games])),
    ("first to last", lambda games: f"{mean(max(t) - min(t) for t in map(_totals, games)):.1f}"),
    ("least", lambda games: str(min(total for game in games for total in _totals(game)))),
    ("most", lambda games: str(max(total for game in games for total in _totals(game)))),
]
_CATEGORIES: list[Column] = [(name, _category(name)) for name in CATEGORIES]
_WINS: list[Column] = [(name, _won(place)) for place, name in enumerate(NAMES)]
_FULL: list[Column] = [(section, _counted(_is_full(section))) for section in SECTIONS]
_RANKS = [title.name for title in solo.titles] if (solo := standard_box("big-box").solo) else []
_SOLO: list[Column] = [
    *((rank, _counted(_reached(rank))) for rank in _RANKS),
    ("ended by Carla", _counted(lambda game: game.trigger == CARLA)),
    ("Carla's dead", lambda games: f"{mean(game.hers for game in games):.1f}"),
    ("her seven gone", _counted(lambda game: game.home == 0)),
]


# Playing


def main() -> None:
    """Play what is asked for, and print the tables."""
    args = _arguments()
    wanted = [setting for setting in SETTINGS if setting.players in args.players]
    began = time.perf_counter()
    with Pool(args.jobs) as pool:
        games = {
            setting: _in_time(
                lambda batch: pool.map(play, batch, chunksize=1),
                [Task(setting, args.bot, number) for number in range(args.games)],
                2 * args.jobs,
                args.seconds / len(wanted),
            )
            for setting in wanted
        }
    print(
        f"Bots: {', '.join(args.bot)}. {time.perf_counter() - began:.0f} s, {args.jobs} processes."
    )
    print("\n".join(tables(games)))


def _in_time(
    run: Callable[[list[Task]], list[Played]], tasks: list[Task], size: int, seconds: float
) -> list[Played]:
    """Whole batches, so that short games are not favoured, until the time is up."""
    until = time.perf_counter() + seconds
    played: list[Played] = []
    while len(played) < len(tasks) and time.perf_counter() < until:
        played += run(tasks[len(played) : len(played) + size])
    return played


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bot", action="append", help="a bot; several sit down in turn")
    parser.add_argument("--games", type=int, default=1000, help="games of each kind at most")
    parser.add_argument("--seconds", type=float, default=360, help="for all of them")
    parser.add_argument("--players", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    args = parser.parse_args()
    args.bot = args.bot or ["greedy"]
    return args


if __name__ == "__main__":
    main()
