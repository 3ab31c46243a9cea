"""One game's states: the log folded as a tree, with checkpoints so that no jump is far."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from events.envelope import Event
from events.history import History
from events.lifecycle import (
    LIFECYCLE,
    Fact,
    GameForked,
    GameStarted,
    SeatJoined,
    TimeRanOut,
)
from server.clock import Clock
from server.rules.game import Game
from server.seats import bot_of, missing_seats

CHECKPOINT_EVERY = 16
"""Events between two kept states on a path: a copy takes the time of folding four events, and the
memory of sixteen."""
CHANCE = "random"
OUT = "out"
"""What can follow when time runs out, besides a bot: one choice by chance, or being out of it."""
RECENT = 8
"""States kept besides the checkpoints."""

_STATELESS = frozenset(LIFECYCLE) - {GameStarted}
_SPECIAL = frozenset(kind.__name__ for kind in (SeatJoined, TimeRanOut, GameForked))


def fold(game: Game[Any, Any], state: Any, fact: Fact) -> Any:
    """The state after one more fact; changes `state` in place (None before the first fact)."""
    if type(fact) in _STATELESS:
        return state
    if isinstance(fact, GameStarted):
        return game.new(fact)
    return game.evolve(state, fact)


class Timeline:
    """All states of one game. Nothing here is kept but what the log can give again."""

    def __init__(self, game: Game[Any, Any], events: Iterable[Event] = ()) -> None:
        self.game = game
        self.history = History()
        self.origin: GameForked | None = None
        self.forks: list[int] = []
        self.private: list[Event] = []
        self.joined: dict[str, str] = {}
        self.absent: dict[str, str] = {}
        """What plays the seats whose people ran out of time for good: a bot, or `OUT`."""
        self.clock = Clock()
        self.messages: dict[tuple[int | bool, ...], bytes] = {}
        """Events as `server.feed` has encoded them, by number and by how much is seen of them."""
        self._depths = [0]
        self._facts: dict[int, Fact] = {}
        self._checkpoints: dict[int, Any] = {}
        self._recent: OrderedDict[int, Any] = OrderedDict()
        for event in events:
            self.add(event)

    @property
    def events(self) -> list[Event]:
        """The whole log."""
        return self.history.events

    @cached_property
    def started(self) -> GameStarted:
        """The first fact."""
        fact = self.fact(1)
        if not isinstance(fact, GameStarted):
            raise TypeError(f"the first event is a {type(fact).__name__}, not GameStarted")
        return fact

    @property
    def entropy(self) -> dict[str, str]:
        """What seats added to the dice (hex), by seat."""
        return {**self.started.entropy, **self.joined}

    @property
    def missing(self) -> list[str]:
        """The seats of an online game that nobody has taken yet."""
        return missing_seats(self.started, self.joined)

    def add(self, event: Event) -> None:
        """Take in the next event."""
        self.history.add(event)
        self._depths.append(self._depths[self.history.parent(event.seq)] + 1)
        if event.visible_to is not None:
            self.private.append(event)
        if event.type in _SPECIAL:
            self._note(event.seq, self.fact(event.seq))

    def _note(self, seq: int, fact: Fact) -> None:
        if isinstance(fact, SeatJoined):
            self.joined[fact.seat] = fact.entropy
        elif isinstance(fact, GameForked):
            self.origin = fact
            self.forks.append(seq)
        else:
            self._ran_out(fact)

    def _ran_out(self, fact: Fact) -> None:
        if isinstance(fact, TimeRanOut) and fact.then != CHANCE:
            self.absent.setdefault(fact.seat, fact.then)

    def machine(self, seat: str) -> str:
        """The kind of bot that plays a seat, from the start or by now; "" for a person."""
        then = self.absent.get(seat, "")
        return bot_of(self.started, seat) or (CHANCE if then == OUT else then)

    @property
    def people(self) -> list[str]:
        """The seats that people play."""
        return [s.id for s in self.started.seats if not s.bot and s.id not in self.absent]

    def depth(self, seq: int) -> int:
        """How many events lead to the state after `seq`; undoing does not make it grow."""
        return self._depths[self.history.resolve(seq)]

    def fact(self, seq: int) -> Fact:
        """The fact in event `seq`, decoded once."""
        fact = self._facts.get(seq)
        if fact is None:
            fact = self._facts[seq] = self.game.codec.decode(self.events[seq - 1])
        return fact

    def state(self, seq: int | None = None) -> Any:
        """The state after event `seq` (default: the head). It is shared: copy before changing."""
        at = self.history.head if seq is None else self.history.resolve(seq)
        known = self._recent.get(at, self._checkpoints.get(at))
        if known is None:
            known = self._build(at)
            self.keep(at, known)
        return known

    def keep(self, seq: int, state: Any) -> None:
        """Remember the state after `seq`, which nobody changes from here on."""
        self._recent[seq] = state
        self._recent.move_to_end(seq)
        if self._depths[seq] % CHECKPOINT_EVERY == 0:
            self._checkpoints[seq] = state
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)

    def walk(self, path: Iterable[int]) -> Iterator[tuple[int, Fact, Any]]:
        """Fold a path from the beginning: number, fact, and the state, which then changes on."""
        state = None
        for seq in path:
            fact = self.fact(seq)
            state = fold(self.game, state, fact)
            yield seq, fact, state

    def _build(self, at: int) -> Any:
        steps, base = self._way(at)
        state = self.game.copy(base) if base is not None else None
        for step in steps:
            state = fold(self.game, state, self.fact(step))
            if self._depths[step] % CHECKPOINT_EVERY == 0:
                self._checkpoints[step] = self.game.copy(state)
        return state

    def _way(self, at: int) -> tuple[list[int], Any]:
        """The events from the nearest kept state up to `at`, and that state (None: no state)."""
        steps = []
        while at and at not in self._checkpoints and at not in self._recent:
            steps.append(at)
            at = self.history.parent(at)
        return steps[::-1], self._recent.get(at, self._checkpoints.get(at))
