"""The facts every game shares: its start, moves of the head, a fork, the seed at the end."""

from typing import Any, ClassVar, Literal

import msgspec

Way = Literal["undo", "redo", "back"]
"""How people move the head."""


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of all facts. `version` counts the shapes its data has had."""

    version: ClassVar[int] = 1

    def audience(self) -> tuple[str, ...] | None:
        """The seats that may see this fact; None for everybody."""
        return None


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One place at the table: `id` as used in commands and events, `bot` its kind if no person."""

    id: str
    bot: str = ""


class Terms(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What people agreed on before a game, whatever game it is.

    `undo` says who may take back what: `open` anybody anything; `turn` one's own decisions since
    something hidden was shown or another seat decided; `consent` more, once everybody agrees.
    `online` games are joined by invitation, and only who has a seat's token speaks for it.
    Times are milliseconds, 0 for no limit: `decision` for each decision, or a `bank` for the whole
    game with an `increment` after each decision. `overrun` is what follows when time runs out:
    `random` plays one legal command by chance, `out` takes the seat out of the game, the name of
    a bot lets that bot take the seat over.
    """

    undo: Literal["open", "turn", "consent"] = "open"
    online: bool = False
    decision: int = 0
    bank: int = 0
    increment: int = 0
    overrun: str = "random"


class GameStarted(Fact, frozen=True):
    """The first fact of each log: all that later facts are read with.

    `kind` and `rules` name the game and the version of its rules; `box` holds every number
    printed on the components, so that the game replays without a box file. `commitment` is the
    hex SHA-256 of the secret seed, `entropy` what seats added to it (hex), by seat.
    """

    kind: str
    rules: int
    name: str
    seats: tuple[Seat, ...]
    commitment: str
    options: dict[str, Any] = {}
    box: dict[str, Any] = {}
    entropy: dict[str, str] = {}
    terms: Terms = Terms()


class SeatJoined(Fact, frozen=True):
    """Somebody took a seat of an online game, with entropy (hex) of their own for the dice."""

    seat: str
    entropy: str


class UndoAsked(Fact, frozen=True):
    """This seat asks the others to let it go to the state after event `to`, in the way `why`."""

    seat: str
    to: int
    why: Way = "undo"


class UndoAnswered(Fact, frozen=True):
    """This seat agrees, or does not, to what was asked for last; one that does not ends it."""

    seat: str
    agrees: bool


class UndoWithdrawn(Fact, frozen=True):
    """What was asked for is off, by this seat: the asker took it back, or somebody moved on."""

    seat: str


class TimeRanOut(Fact, frozen=True):
    """This seat overran its time; `then` is what follows, as agreed in the terms."""

    seat: str
    then: str


class HeadMoved(Fact, frozen=True):
    """The state after this fact is the state after event `to`; nothing is deleted."""

    to: int
    why: Way


class GameForked(Fact, frozen=True):
    """Everything before this fact was copied from `parent`, as it stood after its event `at`.

    From here on a new secret seed with this `commitment` decides the draws. `seal` is the seal of
    the parent's event `at`.
    """

    parent: str
    at: int
    seal: str
    commitment: str


class SeedRevealed(Fact, frozen=True):
    """The game is over and its seed (hex) public: every draw can now be checked."""

    seed: str


NOTES: tuple[type[Fact], ...] = (UndoAsked, UndoAnswered, UndoWithdrawn, TimeRanOut)
"""Facts about the table rather than the game: they leave the head where it is.

What was asked for is open until somebody refuses, all agree, or anything else happens to the game.
"""

LIFECYCLE: tuple[type[Fact], ...] = (
    GameStarted, SeatJoined, *NOTES, HeadMoved, GameForked, SeedRevealed
)  # fmt: skip
