"""What a game is to everything outside its own folders: one descriptor, the same for all."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from events.codec import Codec
from events.dice import Dice
from events.lifecycle import Fact, GameStarted, Seat
from projections.schema import Model
from projections.words import Counted, Said

S = TypeVar("S")
C = TypeVar("C")


class Pending(msgspec.Struct, frozen=True):
    """Whoever must choose next, and between what.

    `kind` names the decision ("turn", "death", …); `prompt` with `params` is the question as a
    message to translate (see `projections.words`). If it counts, the number is `n` among `params`,
    and `many` the question for more than one.
    """

    seat: str
    kind: str
    prompt: str
    params: dict[str, Any] = {}
    many: str = ""

    @property
    def question(self) -> Said:
        """The question, to be told in a reader's language."""
        if self.many:
            return Counted((self.prompt, self.many), **self.params)
        return Said(self.prompt, **self.params)


class Outcome(msgspec.Struct, frozen=True):
    """How a finished game ended: points by seat, and the places (1 is the winner; ties share)."""

    points: dict[str, int]
    places: dict[str, int]


class Topic(msgspec.Struct, frozen=True):
    """One page of short help on the rules: messages to translate, and pages of the rulebook."""

    title: str
    text: str
    pages: tuple[int, ...] = ()


class Setting(msgspec.Struct, frozen=True):
    """One option of a new game: what it means (a message), and what can be written for it.

    `values` are all that it can be, the one that holds if nothing is said first; where that is
    "", nothing holds, and the others are examples.
    """

    text: str
    values: tuple[str, ...]


def unglossed(state: Any, seat: str, command: Any) -> Said | None:
    """Nothing beside a command."""
    return None


class Refusal(Exception):
    """Base of what is answered to bad input: a code and a message to translate.

    `code` is stable ("grain_full"), `message` an English sentence with named fields filled from
    `params`, `page` the rulebook's page, None where no rule is concerned. `nearest` are texts that
    would be right, nearest first; `index` and `command` name the command of a batch (from 0).
    """

    nearest: tuple[str, ...] = ()
    index: int | None = None
    command: str | None = None

    def __init__(self, code: str, message: str, page: int | None = None, **params: Any) -> None:
        super().__init__(message.format(**params))
        self.code = code
        self.message = message
        self.page = page
        self.params = params


class Illegal(Refusal):
    """The rules do not allow this command now."""


class Unreadable(Refusal):
    """The text is no command of this game, or not an unambiguous one."""


class Invalid(Refusal):
    """Options, seats or a box with which no game can be started."""


@dataclass(frozen=True)
class Game(Generic[S, C]):
    """One game. `S` is its state, `C` the union of its commands (frozen msgspec structs).

    `decide` and `legal` never change the state they are given; `evolve` changes it in place and
    returns it, `copy` gives an independent one. Folding (`new`, then `evolve` for each fact) uses
    neither rules nor dice. `play_out` decides a command that is known to be legal, and its state
    takes in the facts: a game may have it to spare work, see `play`. `gloss` says in half a line
    what a legal command does and costs, from what that seat may know. `tables` is what the game
    adds to the read-model tables. `settings` are the options of a new game by name, for people;
    `options` checks them.
    """

    name: str
    rules: int
    seats: tuple[int, int]
    codec: Codec
    commands: Any
    options: Callable[[Mapping[str, Any], int], dict[str, Any]]
    box: Callable[[Mapping[str, Any], str | None], dict[str, Any]]
    new: Callable[[GameStarted], S]
    begin: Callable[[S, Dice], list[Fact]]
    evolve: Callable[[S, Fact], S]
    copy: Callable[[S], S]
    pending: Callable[[S], Pending | None]
    legal: Callable[[S, str], Sequence[C]]
    decide: Callable[[S, C, Dice], list[Fact]]
    why: Callable[[S, str, C], Illegal]
    format: Callable[[C], str]
    parse: Callable[[str], C]
    view: Callable[[S, str | None], msgspec.Struct]
    outcome: Callable[[S], Outcome | None]
    story: Callable[[Sequence[tuple[int, Fact]], GameStarted, str], list[Any]]
    play_out: Callable[[S, C, Dice], list[Fact]] | None = None
    gloss: Callable[[S, str, C], Said | None] = unglossed
    tables: Model | None = None
    bots: Mapping[str, Any] = field(default_factory=dict)
    topics: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Setting] = field(default_factory=dict)

    def play(self, state: S, command: C, dice: Dice) -> list[Fact]:
        """The facts that a legal command causes; `state` has taken them in on return."""
        if self.play_out is not None:
            return self.play_out(state, command, dice)
        facts = self.decide(state, command, dice)
        for fact in facts:
            self.evolve(state, fact)
        return facts


__all__ = [
    "Game",
    "Illegal",
    "Invalid",
    "Outcome",
    "Pending",
    "Refusal",
    "Seat",
    "Setting",
    "Topic",
    "Unreadable",
]
