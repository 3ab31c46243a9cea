"""What goes into the service: one struct per body and query.

Times are milliseconds since the epoch (UTC). Event numbers count from 1.
"""

from typing import Annotated, Any

import msgspec

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern="^[^:]*$")]
"""Chosen by the client, unique within the game; the same id twice gives the first answer twice."""
Number = Annotated[int, msgspec.Meta(ge=0)]
Limit = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Word = Annotated[str, msgspec.Meta(max_length=200)]
Format = Annotated[Word, msgspec.Meta(extra_json_schema={"enum": ["notation", "events"]})]


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of bodies and queries: an unknown field is an error that names it."""


class Nothing(Request, frozen=True):
    """An empty query or body."""


class NewSeat(Request, frozen=True):
    """A seat to be taken by a person, or by a bot of the kind `bot`."""

    id: Word
    bot: Word = ""


class NewGame(Request, frozen=True):
    """A game to create. `box` is the TOML text of a box file in place of the game's own.

    `online`: the seats of people are taken by invitation. `open`: anybody may look on. A seat whose
    holder was not seen for `absence` milliseconds may be given to somebody else.
    """

    kind: Word
    seats: list[NewSeat]
    name: Word | None = None
    options: dict[str, Any] = {}
    box: str | None = None
    online: bool = False
    open: bool = False
    absence: Number = 7 * 86_400_000
    command_id: CommandId | None = None


class Join(Request, frozen=True):
    """Take the seat that an invitation is for. `entropy` (hex) goes into the game's dice.

    `token` is chosen by the client and speaks for the seat from now on; only its hash is kept.
    """

    code: Word
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    token: Annotated[str, msgspec.Meta(min_length=24, max_length=100)]
    entropy: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){1,32}$")]
    address: Word = ""
    command_id: CommandId | None = None


class Release(Request, frozen=True):
    """Give up a seat, or not where the owner asks for it back."""

    agrees: bool = True


class Commands(Request, frozen=True):
    """Commands to play, all or none: one text (`;` between commands), or a list.

    `seat` is who plays, the seat that must choose by default. `expected` is the number of the
    last event the client knows; if there are others by now, nothing is played.
    """

    commands: str | list[str | dict[str, Any]]
    seat: Word | None = None
    command_id: CommandId | None = None
    expected: Number | None = None
    dry_run: bool = False


class Move(Request, frozen=True):
    """Redo."""

    seat: Word | None = None
    command_id: CommandId | None = None


class Undo(Request, frozen=True):
    """Take back the last command of `seat` and all after it, or all after event `to`."""

    to: Number | None = None
    seat: Word | None = None
    command_id: CommandId | None = None


class Answer(Request, frozen=True):
    """Agree to what another seat asks for, or not; `asked` is the event of the request meant."""

    agrees: bool
    asked: Number | None = None
    seat: Word | None = None
    command_id: CommandId | None = None


class Back(Request, frozen=True):
    """Go to the state after event `to`."""

    to: Number
    seat: Word | None = None
    command_id: CommandId | None = None


class Fork(Request, frozen=True):
    """Begin a new game from the state after event `at` (default: as it stands)."""

    at: Number | None = None
    name: Word | None = None
    command_id: CommandId | None = None


class Import(Request, frozen=True):
    """A game as `export` wrote it, in either format."""

    text: str
    name: Word | None = None
    command_id: CommandId | None = None


class GamesQuery(Request, frozen=True):
    """Which games to list."""

    kind: Word | None = None
    over: bool | None = None
    limit: Limit = 50


class PositionQuery(Request, frozen=True):
    """Which state to show (after event `at`, default: as it stands) and to whom."""

    at: Number | None = None
    seat: Word | None = None


class LegalQuery(Request, frozen=True):
    """Whose commands to list, in which state; `words` keeps those that could be meant.

    `gloss` asks for half a line beside each of them.
    """

    seat: Word | None = None
    words: Word = ""
    at: Number | None = None
    gloss: bool = False


class WhyQuery(Request, frozen=True):
    """Which command to explain."""

    text: Word
    seat: Word | None = None


class UndoQuery(Request, frozen=True):
    """Whose undo to look at, and to which event (default: before the seat's last command)."""

    to: Number | None = None
    seat: Word | None = None


class EventsQuery(Request, frozen=True):
    """Which events to list: those that led to the state after event `at` (default: the present).

    `all` includes what was undone, and the moves of the head.
    """

    since: Number = 0
    until: Number | None = None
    at: Number | None = None
    all: bool = False
    seat: Word | None = None


class StoryQuery(Request, frozen=True):
    """Which part of the story to tell."""

    at: Number | None = None
    since: Number = 0


class DiffQuery(Request, frozen=True, rename={"from_": "from"}):
    """Two states to compare."""

    from_: Number
    to: Number
    seat: Word | None = None


class TraceQuery(Request, frozen=True):
    """A value to follow, as `farms.ana.grain`; `last` keeps its newest change only."""

    path: Word
    last: bool = False
    seat: Word | None = None
    all: bool = False


class ExportQuery(Request, frozen=True):
    """Which format to write, `notation` or `events`, for the eyes of which seat."""

    format: Format = "notation"
    seat: Word | None = None
