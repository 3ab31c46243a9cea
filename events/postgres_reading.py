"""Rows of the PostgreSQL store as events."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from events.envelope import Event
from events.postgres_link import Link, Row
from events.postgres_text import original, plain
from events.seal import GENESIS
from events.store import DamagedStore, window

# The command that starts with an event stands beside it; earlier rows are read as far as they are
# needed for the first one's command and previous seal.
_READ = """
    SELECT e.seq, e.type, e.version, e.data, e.visible_to, e.seal,
           c.command_id, c.seat, c.text, c.recorded_at
    FROM cronica.events AS e
    LEFT JOIN cronica.commands AS c ON c.game = %(game)s AND c.seq = e.seq
    WHERE e.game = %(game)s AND e.seq <= %(until)s AND e.seq >= least(%(since)s, coalesce((
        SELECT seq FROM cronica.commands
        WHERE game = %(game)s AND seq <= %(since)s::bigint + 1 ORDER BY seq DESC LIMIT 1
    ), 1))
    ORDER BY e.seq
"""

_SPAN = """
    SELECT first.seq, (
        SELECT seq FROM cronica.commands
        WHERE game = %(game)s AND seq > final.seq ORDER BY seq LIMIT 1
    )
    FROM (
        SELECT seq FROM cronica.commands
        WHERE game = %(game)s AND command_id = %(command_id)s ORDER BY part LIMIT 1
    ) AS first, (
        SELECT seq FROM cronica.commands
        WHERE game = %(game)s AND command_id = %(command_id)s ORDER BY part DESC LIMIT 1
    ) AS final
"""
"""First event under a command id, and the first one of the command after it."""

_seats = msgspec.json.Decoder(tuple[str, ...]).decode


def read(link: Link, game: str, since: int, until: int | None = None) -> list[Event]:
    """The events with since < seq <= until, in order."""
    since, until = window(since, until)
    part = {"game": plain(game), "since": since, "until": until}
    return list(events(game, since, link.execute(_READ, part).fetchall()))


def find(link: Link, game: str, command_id: str) -> list[Event]:
    """The events recorded under this command id, in order."""
    keys = {"game": plain(game), "command_id": plain(command_id)}
    row = link.execute(_SPAN, keys).fetchone()
    if row is None:
        return []
    first, after = row
    found = read(link, game, first - 1, after and after - 1)
    # Another command may have been added between the two queries.
    return [event for event in found if event.command_id == command_id]


def events(game: str, since: int, rows: Sequence[Row]) -> Iterator[Event]:
    """The events after `since`. In each row stands the command that starts there, if one does."""
    cause, command, previous = 0, _NO_COMMAND, GENESIS
    for seq, kind, version, data, visible_to, seal, *starting in rows:
        if starting[0] is not None:
            cause, command = seq, _command(*starting)
        if seq > since:
            if not cause:
                raise DamagedStore(f"the log of game {game} has lost the command of event {seq}")
            yield Event(
                game=game, seq=seq, cause=cause, type=original(kind), version=version,
                data=original(data), seat=command.seat, command_id=command.id,
                command=command.text, recorded_at=command.recorded_at, previous=previous,
                seal=seal.hex(), visible_to=_audience(game, seq, visible_to),
            )  # fmt: skip
        previous = seal.hex()


def _audience(game: str, seq: int, seats: str | None) -> tuple[str, ...] | None:
    try:
        return None if seats is None else _seats(seats)
    except msgspec.MsgspecError as error:
        raise DamagedStore(f"event {seq} of game {game} does not say who may see it") from error


class _Command(NamedTuple):
    id: str
    seat: str | None
    text: str
    recorded_at: int


_NO_COMMAND = _Command("", None, "", 0)


def _command(command_id: str, seat: str | None, text: str, recorded_at: int) -> _Command:
    return _Command(
        original(command_id), None if seat is None else original(seat), original(text), recorded_at
    )
