"""The envelope: one row of the log, around the JSON of one fact."""

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One recorded fact of one game.

    `seq` counts from 1 within the game, without gaps. `cause` is the `seq` of the first event of
    the same command: the game is settled at an event whose successor has another cause.
    `data` is the fact as JSON text, `version` the shape of that text. `visible_to` names the
    seats that may see it; None means everybody. `recorded_at` counts milliseconds since the epoch
    (UTC). `previous` and `seal` are hex SHA-256 digests, see `events.seal`.
    """

    game: str
    seq: int
    cause: int
    type: str
    version: int
    data: str
    seat: str | None
    command_id: str
    command: str
    recorded_at: int
    previous: str
    seal: str
    visible_to: tuple[str, ...] | None = None


class NewEvent(msgspec.Struct, frozen=True):
    """A fact that is not yet recorded: what the codec makes of it."""

    type: str
    version: int
    data: str
    visible_to: tuple[str, ...] | None = None


class NewCommand(msgspec.Struct, frozen=True):
    """One accepted command with the events it caused, in order (at least one).

    `text` is the command in its game's notation, or the name of an operation such as `undo`.
    """

    seat: str | None
    text: str
    events: tuple[NewEvent, ...]
