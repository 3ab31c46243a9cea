"""What the read-model tables look like: plain descriptions, for `projections.tables` to build."""

import functools
import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from events.lifecycle import GameStarted

Row = dict[str, Any]
Rows = Mapping[str, Sequence[Row]]
"""Rows by table, each with a value for every column of its table but `game`."""


class Column(msgspec.Struct, frozen=True):
    """One column; `about` says what its values mean. An optional one may hold NULL."""

    name: str
    about: str
    type: Literal["TEXT", "INTEGER"] = "TEXT"
    optional: bool = False


class Table(msgspec.Struct, frozen=True):
    """One table. Its first column is `game`; `key` names the columns that tell its rows apart.

    Names of tables are unique over all games. `references` says which columns point to which
    table's key, `indexes` which columns are searched by. Where it
    `grows`, an update brings only the rows that are new or differ, and all others stay.
    """

    name: str
    about: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    references: tuple[tuple[tuple[str, ...], str], ...] = ()
    indexes: tuple[tuple[str, ...], ...] = ()
    grows: bool = False


@functools.lru_cache(maxsize=64)
def digest(tables: tuple[Table, ...]) -> str:
    """What tells two shapes of tables apart."""
    return hashlib.sha256(repr(tables).encode()).hexdigest()


class Summary(msgspec.Struct, frozen=True):
    """What the tables say of one game as it stood after its event `seq`, recorded at `updated_at`.

    `updated_at` is written as in the tables.
    """

    seq: int
    updated_at: str
    kind: str
    name: str
    over: bool


class Model(msgspec.Struct, frozen=True):
    """What a game adds to the tables: some of its own, and their rows for a state."""

    tables: tuple[Table, ...]
    rows: Callable[[Any, GameStarted], Rows]


def number(name: str, about: str, *, optional: bool = False) -> Column:
    """A column of whole numbers."""
    return Column(name, about, "INTEGER", optional)


GAME = Column("game", "Id of the game.")
SEAT = Column("seat", "Id of the seat, as in commands.")
TO_GAME = (("game",), "games")
TO_SEAT = (("game", "seat"), "seats")

GAMES = Table(
    "games",
    "One row for each game in the log.",
    (
        GAME,
        Column("kind", "Which game is played."),
        number("rules", "Version of its rules."),
        Column("name", "What the game was called when it was made."),
        Column("options", "What was agreed on before the game, as JSON."),
        Column("created_at", "When it was made (UTC)."),
        Column("updated_at", "When its last event was recorded (UTC)."),
        number("seq", "Number of the last event in its log."),
        Column("seal", "Seal of that event, which tells this log from any other."),
        number("head", "Number of the event whose state is the present one."),
        Column("turn", "Seat that must choose next; NULL when the game is over.", optional=True),
        Column("choice", "What that seat must choose.", optional=True),
        number("over", "1 when the game is over, else 0."),
        Column("forked_from", "Id of the game it was forked from.", optional=True),
        number("forked_at", "After which of that game's events.", optional=True),
    ),
    ("game",),
    indexes=(("kind", "over"), ("updated_at",)),
)
SEATS = Table(
    "seats",
    "One row for each seat at the table of a game.",
    (
        GAME,
        SEAT,
        number("position", "Place in the list of seats the game was made with, from 1."),
        Column("bot", "Kind of bot; NULL for a person.", optional=True),
        number("points", "Final points; NULL before the end.", optional=True),
        number("place", "Final place, 1 for the winner; NULL before the end.", optional=True),
    ),
    ("game", "seat"),
    (TO_GAME,),
    (("seat",), ("bot",)),
)
MOVES = Table(
    "moves",
    "One row for each command, undone ones and moves of the head included.",
    (
        GAME,
        number("seq", "Number of the command's first event."),
        number("last", "Number of its last event."),
        Column("seat", "Seat that gave it; NULL for the service.", optional=True),
        Column("text", "The command in notation."),
        Column("recorded_at", "When it was recorded (UTC)."),
        number("undone", "1 when it does not count in the present state, else 0."),
    ),
    ("game", "seq"),
    (TO_GAME, TO_SEAT),
    (("game", "seat"), ("text",)),
    grows=True,
)
SCORES = Table(
    "scores",
    "Points by category as they would be if the game ended now, hidden ones included.",
    (
        GAME,
        SEAT,
        Column("category", "What the points are for."),
        number("points", "How many."),
    ),
    ("game", "seat", "category"),
    (TO_SEAT,),
)
SHARED = (GAMES, SEATS, MOVES, SCORES)
"""The tables of every game, in an order in which rows can be added."""
