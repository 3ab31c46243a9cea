"""The seal: a hash chain over the log, so that no past event can change unseen."""

import hashlib

import msgspec

from events.envelope import Event

GENESIS = "0" * 64
"""What stands for the seal before a game's first event."""

_encode = msgspec.json.Encoder().encode


def seal(event: Event) -> str:
    """Hex SHA-256 over the previous seal and every other field of the envelope.

    The bytes hashed are the compact JSON array
    `[previous, game, seq, cause, type, version, data, seat, command_id, command, recorded_at,
    visible_to]`.
    """
    return digest((
        event.previous, event.game, event.seq, event.cause, event.type, event.version, event.data,
        event.seat, event.command_id, event.command, event.recorded_at, event.visible_to,
    ))  # fmt: skip


def digest(fields: tuple[object, ...]) -> str:
    """The seal of an event that is not made yet, from its fields in the order of `seal`."""
    return hashlib.sha256(_encode(fields)).hexdigest()


def sealed(event: Event) -> Event:
    """The same event with its seal filled in."""
    return msgspec.structs.replace(event, seal=seal(event))
