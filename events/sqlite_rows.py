"""The rows of the SQLite file: one for each command, with the numbers of the facts it caused."""

import functools
import logging
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Any

import msgspec

from events import facts
from events.envelope import Event
from events.seal import GENESIS, digest
from events.sqlite_file import unreadable
from events.store import DamagedStore, window

log = logging.getLogger(__name__)

_COMMANDS = """
    SELECT seq, seat, text, command_id, recorded_at, facts, seal FROM commands
    WHERE game = ?1 AND seq <= ?3
    AND seq >= coalesce((SELECT max(seq) FROM commands WHERE game = ?1 AND seq <= ?2), 0)
    ORDER BY seq
"""
_GAMES = "SELECT key FROM games WHERE key > ? ORDER BY key LIMIT 256"
_NAMES = "SELECT game FROM games ORDER BY key"
_NAME = "SELECT CAST(game AS BLOB) FROM games WHERE key = ?"
_FIRSTS = """
    SELECT games.game, seq, seat, text, command_id, recorded_at, facts, seal
    FROM games LEFT JOIN commands ON commands.game = key AND seq = 1
    WHERE key BETWEEN ? AND ? ORDER BY key
"""
LAST = """
    SELECT seq - 1 + CASE WHEN json_valid(facts) THEN json_array_length(facts) ELSE 1 END
    FROM commands WHERE game = {game} ORDER BY seq DESC LIMIT 1
"""
"""The number of a game's last event: also of one whose last command cannot be read."""
_LAST = LAST.format(game="?")
_SEAL = "SELECT seal FROM commands WHERE game = ? AND seq < ? ORDER BY seq DESC LIMIT 1"
_NEW = "INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_FOLLOWING = """
    INSERT INTO commands SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
    WHERE ?9 = (SELECT seal FROM commands WHERE game = ?1 ORDER BY seq DESC LIMIT 1)
    AND NOT EXISTS (
        SELECT 1 FROM commands INDEXED BY commands_by_id
        WHERE game = ?1 AND id_end = substr(?3, -4) AND command_id = ?3
    )
"""
_Row = Sequence[Any]
_seats = msgspec.json.Decoder(tuple[str, ...]).decode
_numbers = msgspec.json.Decoder(Annotated[list[int], msgspec.Meta(min_length=1)]).decode
_encode = msgspec.json.Encoder().encode


def insert(
    db: sqlite3.Connection,
    key: int,
    events: Sequence[Event],
    known: facts.Known,
    after: str | None = None,
) -> bool:
    """Write the events of whole commands; `key` is the game's.

    Given the seal to come `after`, nothing is written, and the answer is False, if that is not the
    last one of the game, or the game has a command with this id.
    """
    for cause, caused in groupby(events, attrgetter("cause")):
        row = _row(db, key, list(caused), known)
        if after is None or cause != events[0].seq:
            db.execute(_NEW, row)
        elif db.execute(_FOLLOWING, (*row, bytes.fromhex(after))).rowcount == 0:
            return False
    return True


def _row(db: sqlite3.Connection, key: int, caused: Sequence[Event], known: facts.Known) -> _Row:
    """The row of a command with the events that it caused."""
    last = caused[-1]
    numbers = _encode([_kept(db, event, known) for event in caused]).decode()
    return (
        key, caused[0].seq, last.command_id, last.seat, last.command, last.recorded_at, numbers,
        bytes.fromhex(last.seal),
    )  # fmt: skip


def last(db: sqlite3.Connection, key: int) -> int:
    """The number of a game's last event, 0 if it has none."""
    row = db.execute(_LAST, (key,)).fetchone()
    return int(row[0]) if row else 0


def hexed(game: str, seal: object) -> str:
    """A seal as events tell it.

    Raises:
        DamagedStore: if what stands in the file is none.
    """
    if not isinstance(seal, bytes):
        raise DamagedStore(f"a seal in the log of game {game} is damaged")
    return seal.hex()


def read(
    db: sqlite3.Connection, key: int, game: str, since: int, until: int | None = None
) -> list[Event]:
    """The events within a window. Rows only get added, so that all queries see one log.

    Raises:
        DamagedStore: if the rows do not say what happened.
    """
    since, until = window(since, until)
    rows = list(_commands(db, key, game, since, until))
    previous = ""
    while rows and rows[0][0] + len(rows[0][-1]) <= since + 1:
        previous = hexed(game, rows.pop(0)[6])
    if not rows:
        return []
    events = _events(db, game, rows, previous or _seal(db, key, game, rows[0][0]))
    if events[0].seq > since and events[-1].seq <= until:
        return events
    return [event for event in events if since < event.seq <= until]


def named(db: sqlite3.Connection, query: str) -> list[_Row]:
    """The rows of a query, each of which begins with the name of a game.

    A game whose name is no text any more is left out; a warning tells what is left of it.
    """
    try:
        rows: list[_Row] = db.execute(query).fetchall()
    except sqlite3.OperationalError as error:
        if not unreadable(error):
            raise
        rows = _as_it_is(db, query)
        for name in nameless(db):
            _warn_of(name)
    return [row for row in rows if isinstance(row[0], str)]


def nameless(db: sqlite3.Connection) -> list[str]:
    """What is left of the names that are no text any more."""
    rows = _as_it_is(db, _NAMES)
    return [name.decode(errors="replace") for [name] in rows if isinstance(name, bytes)]


def _as_it_is(db: sqlite3.Connection, query: str) -> list[_Row]:
    """The rows of a query; what should be text and is none comes as bytes."""
    db.text_factory = _text
    try:
        return db.execute(query).fetchall()
    finally:
        db.text_factory = str


def _text(stored: bytes) -> str | bytes:
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


@functools.cache
def _warn_of(name: str) -> None:
    """Say once that a game is left out: heads are asked for again and again."""
    log.warning("a game is left out: its name is no text, “%s”", name)


def firsts(db: sqlite3.Connection, key: int) -> tuple[list[Event], int]:
    """The first events of some games with greater keys than `key`, and the greatest of theirs.

    A game whose first event cannot be read is left out; a warning names it.
    """
    keys = [row[0] for row in db.execute(_GAMES, (key,))]
    if not keys:
        return [], key
    try:
        return _firsts(db, keys[0], keys[-1]), keys[-1]
    except DamagedStore:
        return [event for key in keys for event in _first(db, key)], keys[-1]


def _firsts(db: sqlite3.Connection, key: int, until: int) -> list[Event]:
    """The first events of the games with these keys; of several, the error names any."""
    try:
        rows = [(*row, _listed(row[0], row[1:])) for row in db.execute(_FIRSTS, (key, until))]
    except sqlite3.OperationalError as error:
        if not unreadable(error):
            raise
        [name] = db.execute(_NAME, (key,)).fetchone()
        message = f"the name or first command of game {name.decode(errors='replace')} is no text"
        raise DamagedStore(message) from error
    known = facts.kept(db, {row[-1][0] for row in rows})
    return [next(_caused(row[0], row[1:], known, GENESIS)) for row in rows]


def _first(db: sqlite3.Connection, key: int) -> list[Event]:
    try:
        return _firsts(db, key, key)
    except DamagedStore as error:
        log.warning("a game is left out: %s", error)
        return []


def _commands(
    db: sqlite3.Connection, key: int, game: str, since: int, until: int
) -> Iterator[_Row]:
    """The rows of the commands within a window, each with the numbers of its facts at its end."""
    where = "a command"
    try:
        for row in db.execute(_COMMANDS, (key, since, until)):
            listed = _listed(game, row)
            where = f"the command after event {row[0] + len(listed) - 1}"
            yield (*row, listed)
    except sqlite3.OperationalError as error:
        if not unreadable(error):
            raise
        raise DamagedStore(f"the log of game {game} is damaged: {where} is no text") from error


def _seal(db: sqlite3.Connection, key: int, game: str, before: int) -> str:
    """The seal of the last event before the command `before`."""
    row = db.execute(_SEAL, (key, before)).fetchone()
    return hexed(game, row[0]) if row else GENESIS


def _kept(db: sqlite3.Connection, event: Event, known: facts.Known) -> int:
    seats = event.visible_to
    audience = None if seats is None else _encode(seats).decode()
    return known.keep(db, event.type, event.version, event.data, audience)


def _listed(game: str, row: _Row) -> list[int]:
    """The numbers of a command's facts."""
    if row[0] is None:
        raise DamagedStore(f"the log of game {game} has lost its first command")
    try:
        return _numbers(row[5])
    except msgspec.MsgspecError as error:
        raise DamagedStore(f"command {row[0]} of game {game} does not say its facts") from error


def _events(db: sqlite3.Connection, game: str, rows: Sequence[_Row], previous: str) -> list[Event]:
    """What happened by some commands; `previous` is the seal before them."""
    known = facts.kept(db, {number for row in rows for number in row[7]})
    events: list[Event] = []
    for row in rows:
        events += _caused(game, row, known, previous)
        previous = events[-1].seal
    return events


def _caused(
    game: str, row: _Row, known: dict[int, Sequence[Any]], previous: str
) -> Iterator[Event]:
    """The events of one command. Only its last seal is stored; the others are made as they were."""
    cause, seat, text, command_id, recorded_at, _, seal, listed = row
    last = cause + len(listed) - 1
    for seq, number in enumerate(listed, cause):
        fact = known.get(number)
        if fact is None or fact[4] is not None:
            fact = _checked(game, seq, fact)
        _, kind, version, data, seats = fact
        sealed = hexed(game, seal) if seq == last else digest((
            previous, game, seq, cause, kind, version, data,
            seat, command_id, text, recorded_at, seats,
        ))  # fmt: skip
        yield Event(
            game=game, seq=seq, cause=cause, type=kind, version=version, data=data, seat=seat,
            command_id=command_id, command=text, recorded_at=recorded_at, previous=previous,
            seal=sealed, visible_to=seats,
        )  # fmt: skip
        previous = sealed


def _checked(game: str, seq: int, fact: Sequence[Any] | None) -> Sequence[Any]:
    """A fact that not everybody may see, with those who may."""
    if fact is None:
        raise DamagedStore(f"the log of game {game} has lost what event {seq} says")
    try:
        return (*fact[:4], _seats(fact[4]))
    except msgspec.MsgspecError as error:
        raise DamagedStore(f"event {seq} of game {game} does not say who may see it") from error
