"""The facts every game shares: its start, moves of the head, a fork, the seed at the end."""

from typing import Any, ClassVar, Literal

import msgspec


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


class HeadMoved(Fact, frozen=True):
    """The state after this fact is the state after event `to`; nothing is deleted."""

    to: int
    why: Literal["undo", "redo", "back"]


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


LIFECYCLE: tuple[type[Fact], ...] = (GameStarted, HeadMoved, GameForked, SeedRevealed)
