"""What goes out of the service: one struct per answer.

Times are milliseconds since the epoch (UTC). Event numbers count from 1.
"""

from typing import Any

import msgspec

from events.lifecycle import Seat, Terms
from server.rules.game import Outcome


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Base of what the service answers."""


class Text(Answer, frozen=True):
    """An answer that is no JSON."""

    media: str
    text: str


class PendingView(Answer, frozen=True):
    """Who must choose next; `prompt` is the question in the reader's language."""

    seat: str
    kind: str
    prompt: str


class Origin(Answer, frozen=True):
    """The game and event number that a game was forked from."""

    game: str
    at: int


class AskedView(Answer, frozen=True):
    """A request that is open: with event `asked`, `asker` asks to go to the state after `to`.

    `why` is `undo`, `redo` or `back`. `agreed` have said yes; anything but a yes closes it.
    """

    asked: int
    asker: str
    to: int
    why: str
    agreed: list[str]
    waiting_for: list[str]


class GameView(Answer, frozen=True):
    """One game in short. `seq` is the number of its last event.

    `problem` says why the log cannot be read, if it cannot. `missing` are the seats of an online
    game that nobody has taken yet. `request` is what the others are asked to agree to. `clock` is
    how many milliseconds each person's seat has left, where time is limited; `absent` are the seats
    whose people ran out of it for good, with the bot that plays on, or `out`.
    """

    id: str
    kind: str
    rules: int
    name: str
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    created_at: int
    updated_at: int
    seq: int
    pending: PendingView | None
    over: bool
    forked_from: Origin | None = None
    problem: str | None = None
    terms: Terms = Terms()
    missing: list[str] = []
    request: AskedView | None = None
    clock: dict[str, int] = {}
    absent: dict[str, str] = {}


class Games(Answer, frozen=True):
    """The newest games first."""

    games: list[GameView]


class Position(Answer, frozen=True):
    """The state after event `at`, as one viewer may see it; `seq` is the last event's number."""

    game: GameView
    at: int
    seq: int
    pending: PendingView | None
    view: Any
    outcome: Outcome | None


class LegalCommand(Answer, frozen=True, omit_defaults=True):
    """One legal command: its line of notation and its JSON.

    `gloss`, where asked for, says in half a line what it does, brings and costs.
    """

    text: str
    command: Any
    gloss: str = ""


class Legal(Answer, frozen=True):
    """All commands that `seat` may play; `seq` is the last event of the log, to be `expected`."""

    seat: str
    pending: PendingView | None
    commands: list[LegalCommand]
    seq: int


class Why(Answer, frozen=True):
    """Whether a command is legal and, if not, what forbids it."""

    legal: bool
    text: str
    code: str | None = None
    detail: str | None = None
    page: int | None = None
    nearest: tuple[str, ...] = ()


class EventView(msgspec.Struct, frozen=True, kw_only=True):
    """One event, its data as JSON. `undone`: it no longer counts in the present state.

    Where `hidden` the reader may not know data and command yet. Seals from there on are left out
    too, for a seal would betray a guess.
    """

    game: str
    seq: int
    cause: int
    type: str
    version: int
    data: msgspec.Raw
    seat: str | None
    command_id: str
    command: str
    recorded_at: int
    previous: str
    seal: str
    visible_to: tuple[str, ...] | None = None
    undone: bool = False
    hidden: bool = False


class Events(Answer, frozen=True):
    """Events in order; `head` is the number of the event whose state is the present one."""

    seq: int
    head: int
    events: list[EventView]


class StoryLine(Answer, frozen=True):
    """One sentence of the story, told by event `seq` in `round`."""

    seq: int
    round: int
    text: str


class Story(Answer, frozen=True):
    """The story in sentences."""

    lines: list[StoryLine]


class Played(Answer, frozen=True):
    """What commands led to. In a dry run nothing is recorded and draws are only examples."""

    events: list[EventView]
    at: int
    seq: int
    pending: PendingView | None
    outcome: Outcome | None
    dry_run: bool
    bots: list[EventView]


class Change(Answer, frozen=True):
    """One value that differs between two states; null where it is not there."""

    path: str
    before: Any
    after: Any


class Diff(Answer, frozen=True, rename={"from_": "from"}):
    """What differs between two states."""

    from_: int
    to: int
    changes: list[Change]


class Traced(Answer, frozen=True):
    """One event that changed the value, with its command."""

    seq: int
    type: str
    command: str
    seat: str | None
    before: Any
    after: Any


class Trace(Answer, frozen=True):
    """The value now, and every event that changed it."""

    path: str
    value: Any
    changes: list[Traced]


class Check(Answer, frozen=True):
    """One check of a log; `detail` says what was found, `first_bad` the first wrong event."""

    name: str
    ok: bool
    detail: str
    first_bad: int | None = None


class Report(Answer, frozen=True):
    """What `verify` found. `draws` counts all draws, `proved` those recomputed from a seed."""

    ok: bool
    events: int
    commands: int
    draws: int
    proved: int
    checks: list[Check]
    first_bad: int | None


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """RFC 9457: what was wrong and, in `detail` and `nearest`, what would be right.

    `code` is stable. `command` and `index` (from 0) name the command of a batch, `missed` holds
    the events that the client did not know of.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    page: int | None = None
    nearest: tuple[str, ...] = ()
    command: str | None = None
    index: int | None = None
    missed: list[EventView] = []
