"""The chain: numbering and sealing new events, and checking that a log was not tampered with."""

from collections.abc import Iterable, Sequence

import msgspec

from events.envelope import Event, NewCommand
from events.seal import GENESIS, seal, sealed


class Broken(msgspec.Struct, frozen=True):
    """The first event at which a log is not what was recorded, and what is wrong there."""

    seq: int
    reason: str


def link(
    game: str,
    commands: Sequence[NewCommand],
    *,
    last: int,
    previous: str,
    command_id: str,
    recorded_at: int,
) -> list[Event]:
    """The events of `commands` as they follow event `last`, whose seal is `previous`.

    Raises:
        ValueError: if there is no command, or one without events.
    """
    if not commands or not all(command.events for command in commands):
        raise ValueError("an append needs at least one command, and each command an event")
    events: list[Event] = []
    for command in commands:
        cause = last + 1
        for new in command.events:
            last += 1
            event = sealed(
                Event(
                    game=game, seq=last, cause=cause, type=new.type, version=new.version,
                    data=new.data, seat=command.seat, command_id=command_id, command=command.text,
                    recorded_at=recorded_at, previous=previous, seal="", visible_to=new.visible_to,
                )
            )  # fmt: skip
            previous = event.seal
            events.append(event)
    return events


def check(events: Iterable[Event], previous: str = GENESIS, last: int = 0) -> Broken | None:
    """The first event that breaks numbering or seals, None if all hold.

    `previous` and `last` are the seal and number before the first event given. A log cut off at
    its end is whole in itself: only somebody who remembers a later seal can tell.
    """
    game, cause = None, last
    for event in events:
        reason = _flaw(event, game or event.game, last, cause, previous)
        if reason:
            return Broken(last + 1, reason)
        game, last, cause, previous = event.game, event.seq, event.cause, event.seal
    return None


def _flaw(event: Event, game: str, last: int, cause: int, previous: str) -> str | None:
    if event.seq != last + 1:
        return f"event {event.seq} stands where event {last + 1} should"
    if event.game != game:
        return f"event {event.seq} belongs to the game {event.game}, not {game}"
    if event.cause != event.seq and (event.cause != cause or last == 0):
        return f"event {event.seq} names {event.cause} as the start of its command"
    if event.previous != previous:
        return f"event {event.seq} does not carry the seal of the event before it"
    if event.seal != seal(event):
        return f"event {event.seq} is not what its seal was made for"
    return None
