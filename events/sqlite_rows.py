"""The rows of the SQLite file: one for each command, with the numbers of the facts it caused."""

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Any

import msgspec

from events import facts
from events.envelope import Event
from events.seal import GENESIS, digest
from events.store import END, DamagedStore, window

_COMMANDS = """
    SELECT seq, seat, text, command_id, recorded_at, facts, seal FROM commands
    WHERE game = ?1 AND seq <= ?3
    AND seq >= coalesce((SELECT max(seq) FROM commands WHERE game = ?1 AND seq <= ?2), 0)
    ORDER BY seq
"""
_FIRSTS = """
    SELECT key, games.game, seq, seat, text, command_id, recorded_at, facts, seal
    FROM games LEFT JOIN commands ON commands.game = key AND seq = 1
    WHERE key > ? ORDER BY key LIMIT 256
"""
_TIP = """
    SELECT seq + json_array_length(facts) - 1, seal FROM commands
    WHERE game = ? AND seq < ? ORDER BY seq DESC LIMIT 1
"""
_NEW = "INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_Row = Sequence[Any]
_seats = msgspec.json.Decoder(tuple[str, ...]).decode
_numbers = msgspec.json.Decoder(Annotated[list[int], msgspec.Meta(min_length=1)]).decode
_encode = msgspec.json.Encoder().encode


def insert(db: sqlite3.Connection, key: int, events: Sequence[Event], known: facts.Known) -> None:
    """Write the events of whole commands; `key` is the game's."""
    for cause, caused in groupby(events, attrgetter("cause")):
        of_command = list(caused)
        last = of_command[-1]
        db.execute(
            _NEW,
            (
                key, cause, last.command_id, last.seat, last.command, last.recorded_at,
                _encode([_kept(db, event, known) for event in of_command]).decode(),
                bytes.fromhex(last.seal),
            ),
        )  # fmt: skip


def tip(db: sqlite3.Connection, key: int, before: int = END) -> tuple[int, str]:
    """Number and seal of a game's last event, or of the last one before the command `before`."""
    row = db.execute(_TIP, (key, before)).fetchone()
    return (row[0], row[1].hex()) if row else (0, GENESIS)


def read(
    db: sqlite3.Connection, key: int, game: str, since: int, until: int | None = None
) -> list[Event]:
    """The events within a window. Rows only get added, so that all queries see one log.

    Raises:
        DamagedStore: if the rows do not say what happened.
    """
    since, until = window(since, until)
    rows = [(*row, _listed(game, row)) for row in db.execute(_COMMANDS, (key, since, until))]
    previous = ""
    while rows and rows[0][0] + len(rows[0][-1]) <= since + 1:
        previous = rows.pop(0)[6].hex()
    if not rows:
        return []
    events = _events(db, game, rows, previous or tip(db, key, rows[0][0])[1])
    if events[0].seq > since and events[-1].seq <= until:
        return events
    return [event for event in events if since < event.seq <= until]


def firsts(db: sqlite3.Connection, key: int) -> tuple[list[Event], int]:
    """The first events of some games with greater keys than `key`, and the greatest of theirs."""
    rows = [(*row, _listed(row[1], row[2:])) for row in db.execute(_FIRSTS, (key,))]
    known = facts.kept(db, {row[-1][0] for row in rows})
    events = [next(_caused(row[1], row[2:], known, GENESIS)) for row in rows]
    return events, rows[-1][0] if rows else key


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
        sealed = seal.hex() if seq == last else digest((
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
