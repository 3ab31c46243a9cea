"""Play the games of `GAMES` again and write their records: `python -m tests.games.record [NAME …]`.

Each is played through the service, so that its record is the service's own export; the table
beside it holds the final scores and the hash of the state after every 25 events. With
`find POLICY PLAYERS` it looks for seeds instead, and says how each of those games ends.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from events.dice import SeededDice
from events.village import EndTriggered, GameEnded, MarketClosed, MarketOpened
from projections.village.state import State
from server.creating import opening, start
from server.requests import NewGame, NewSeat
from server.rules import registry
from server.rules.village import GAME
from server.rules.village.commands import Command, Die
from server.rules.village.deaths import resting_place
from server.rules.village.members import section
from tests.games.hashing import STEP, state_hash
from tests.plays import Caller
from tests.server.rules.village import playing

FOLDER = Path(__file__).parent
Policy = Callable[[random.Random, State, Sequence[Command]], Command]


class Recorded(NamedTuple):
    """A game to record: who plays it how, with which seed, and how it is known to end."""

    players: int
    policy: str
    seed: int
    ends: str
    options: dict[str, Any] = {}


MARKET = "on a market day by"
AGREED = {"compensation": False, "coins_in_well": False, "open_customers": True, "shuffle": True}
ORIGINAL = {"edition": "original"}
GAMES: dict[str, Recorded] = {
    "two-chronicle": Recorded(2, "chronicler", 4, "chronicle"),
    "two-graves": Recorded(2, "chronicler", 0, "graves"),
    "two-market-another": Recorded(2, "trading", 69, f"graves, {MARKET} another"),
    "three-market-another": Recorded(3, "chronicler", 200, f"chronicle, {MARKET} another"),
    "three-market-owner": Recorded(3, "trading", 122, f"graves, {MARKET} its owner"),
    "four-chronicle": Recorded(4, "chronicler", 5, "chronicle"),
    "four-graves": Recorded(4, "chronicler", 2, "graves"),
    "four-market-owner": Recorded(4, "trading", 112, f"graves, {MARKET} its owner"),
    "five-chronicle": Recorded(5, "chronicler", 0, "chronicle"),
    "five-market-another": Recorded(5, "chronicler", 60, f"graves, {MARKET} another"),
    "one-carla": Recorded(1, "busy", 0, "graves"),
    "one-greedy-chronicle": Recorded(1, "greedy", 2, "chronicle"),
    "one-greedy-graves": Recorded(1, "greedy", 6, "graves"),
    "one-market-another": Recorded(1, "busy", 1, f"graves, {MARKET} another"),
    "one-market-owner": Recorded(1, "busy", 46, f"graves, {MARKET} its owner"),
    "three-agreed": Recorded(3, "busy", 0, "graves", AGREED),
    "two-original-greedy": Recorded(2, "greedy", 1, "graves", ORIGINAL),
    "three-original-chronicle": Recorded(3, "chronicler", 20, "chronicle", ORIGINAL),
    "three-original-market": Recorded(
        3, "chronicler", 22, f"chronicle, {MARKET} another", ORIGINAL
    ),
    "four-original": Recorded(4, "busy", 0, "graves", ORIGINAL),
    "four-original-greedy": Recorded(4, "greedy", 1, "graves", ORIGINAL),
}


def chronicler(chance: random.Random, state: State, legal: Sequence[Command]) -> Command:
    """Busy play in which the dead are written into the chronicle as long as it has room."""
    cities = state.box.travel.cities
    written = [
        command
        for command in legal
        if isinstance(command, Die)
        and resting_place(state, section(command.place, cities)) in state.chronicle.sections
    ]
    return playing.choose(chance, written or legal, playing.BIASES["spreading"])


def greedy(chance: random.Random, state: State, legal: Sequence[Command]) -> Command:
    """The bot of that name, for every seat."""
    due = GAME.pending(state)
    assert due is not None
    dice = SeededDice(chance.randbytes(32))
    command: Command = GAME.bots["greedy"](GAME, state, due.seat, legal, dice)
    return command


def policy_of(name: str) -> Policy:
    """A policy by its name: `chronicler`, `greedy`, or random play with a bias."""
    if name in POLICIES:
        return POLICIES[name]
    return lambda chance, _, legal: playing.choose(chance, legal, playing.BIASES[name])


POLICIES: dict[str, Policy] = {"chronicler": chronicler, "greedy": greedy}


def commands(wanted: Recorded) -> Iterator[tuple[str, str, list[Any]]]:
    """The seats and lines of a whole game, each with the facts that it caused."""
    state, _ = playing.opening(
        playing.started(wanted.players, wanted.seed, **wanted.options), wanted.seed
    )
    chance, dice = random.Random(wanted.seed), playing.dice(wanted.seed)
    policy = policy_of(wanted.policy)
    while (due := GAME.pending(state)) is not None:
        command = policy(chance, state, GAME.legal(state, due.seat))
        facts = GAME.decide(state, command, dice)
        for fact in facts:
            GAME.evolve(state, fact)
        yield due.seat, GAME.format(command), facts


def ending(facts: Sequence[Any]) -> str:
    """How a game ended: by what, and if so on a market day of whom."""
    opener = ""
    for fact in facts:
        if isinstance(fact, MarketOpened):
            opener = fact.seat
        elif isinstance(fact, MarketClosed):
            opener = ""
        elif isinstance(fact, EndTriggered):
            day = {"": "", fact.seat: ", on a market day by its owner"}
            return fact.by + day.get(opener, ", on a market day by another")
    return "never"


def record(name: str, wanted: Recorded) -> None:
    """Play a game through the service, and write its record and its table."""
    caller = Caller()
    service, seed = caller.service, playing.seed(wanted.seed)
    seats = [NewSeat(id=seat) for seat in playing.SEATS[: wanted.players]]
    request = NewGame(kind="village", seats=seats, name=name, options=wanted.options)
    new = opening(GAME, start(registry.get("village"), request, name, seed), seed)
    service.store.append(name, 0, "new", [new], seed=seed)
    service.appended(name)
    facts: list[Any] = []
    for seat, line, caused in commands(wanted):
        caller.do(name, line, seat=seat)
        facts += caused
    assert ending(facts) == wanted.ends, f"{name} ends by {ending(facts)}"
    (FOLDER / f"{name}.txt").write_text(caller.text(f"/games/{name}/export"), "utf-8")
    (FOLDER / f"{name}.toml").write_text(table(caller, name, wanted, rank(facts)), "utf-8")


def rank(facts: Sequence[Any]) -> str:
    """The title that a solo game ended with; "" with more players."""
    return next(fact.rank for fact in reversed(facts) if isinstance(fact, GameEnded))


def table(caller: Caller, game: str, wanted: Recorded, title: str) -> str:
    """What is known of a game besides its record."""
    outcome = caller.get(f"/games/{game}")["outcome"]
    lines = [f'ends = "{wanted.ends}"', f"events = {caller.get(f'/games/{game}')['seq']}"]
    lines += [f'rank = "{title}"', ""] if title else [""]
    for part in ("points", "places"):
        lines += [f"[{part}]", *(f"{seat} = {n}" for seat, n in outcome[part].items()), ""]
    lines += ["[states]", *(f'{at} = "{state}"' for at, state in hashes(caller, game)), ""]
    return "\n".join(lines)


def hashes(caller: Caller, game: str) -> Iterator[tuple[int, str]]:
    """The number of every 25th event, and of the last, with the hash of the state after it."""
    with caller.service.enter(game) as room:
        last = len(room.timeline.events)
        for at in (*range(STEP, last, STEP), last):
            yield at, state_hash(room.timeline.state(at))


def find(policy: str, players: int, games: int = 300) -> None:
    """Say how games of that policy end, and the first seeds of each ending."""
    counts: Counter[str] = Counter()
    for seed in range(games):
        facts = [
            f for _, _, caused in commands(Recorded(players, policy, seed, "")) for f in caused
        ]
        end = ending(facts)
        counts[end] += 1
        if counts[end] <= 3:
            sys.stdout.write(f"{policy} {players}, seed {seed}: {end}, {len(facts)} events\n")
    sys.stdout.write(f"{dict(counts)}\n")


def main(arguments: Sequence[str]) -> None:
    """Record the games named, or all; or look for seeds."""
    if arguments[:1] == ["find"]:
        find(arguments[1], int(arguments[2]))
        return
    for name in arguments or GAMES:
        record(name, GAMES[name])


if __name__ == "__main__":
    main(sys.argv[1:])
