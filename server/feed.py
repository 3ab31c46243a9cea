"""Feeds: the log of a game as server-sent events, as far as it goes now and how to follow it.

Each event is one message: `id` its number, `data` the event as its reader may see it. The last
message of a game that is over is named `over`. An event is encoded once for all who see it alike.
"""

import msgspec

from events.envelope import Event
from server.answers import Answer
from server.outcome import outcome_of
from server.requests import Number, Request, Word
from server.rooms import Room
from server.rules.game import Outcome
from server.seats import known_seat
from server.service import Service
from server.timeline import Timeline
from server.visible import Eyes

MEDIA = "text/event-stream"
_encode = msgspec.json.Encoder().encode


class StreamQuery(Request, frozen=True):
    """Where a stream begins, after event `since`, and through whose eyes it is seen.

    The header `Last-Event-ID` says the same as `since`.
    """

    since: Number = 0
    seat: Word | None = None


class Over(Answer, frozen=True):
    """The last message of a stream: the game is over, event `seq` was its last one."""

    seq: int
    outcome: Outcome | None


class Follow(msgspec.Struct, frozen=True):
    """How a stream goes on after event `seq`: whose eyes look, and the token they showed."""

    game: str
    seat: str | None
    token: str
    seq: int


class Feed(msgspec.Struct, frozen=True):
    """What a stream begins with; `follow` is None where the game is over."""

    body: bytes
    follow: Follow | None


class Frames(msgspec.Struct, frozen=True):
    """The messages after some event: each with its number; `end` closes the stream."""

    messages: list[tuple[int, bytes]]
    end: bytes


def feed(service: Service, key: str, query: StreamQuery, token: str) -> Feed:
    """All messages there are now, and how to go on.

    Where a game is over and its reader knows that already, there is nothing at all to send.
    """
    with service.enter(key) as room:
        seat = known_seat(room.timeline.started, query.seat)
        since = min(query.since, room.seq)
        frames = frames_after(room, seat, since)
        body = b"".join(message for _, message in frames.messages)
        if not frames.end:
            return Feed(body, Follow(room.id, seat, token, room.seq))
        return Feed(body + frames.end if body else b"", None)


def frames_after(room: Room, seat: str | None, since: int) -> Frames:
    """What a reader is sent of the events after number `since`."""
    timeline = room.timeline
    eyes = Eyes(timeline, seat)
    messages = [(e.seq, _message(timeline, eyes, e)) for e in timeline.events[since:]]
    outcome = outcome_of(timeline)
    end = b"event: over\ndata: %b\n\n" % _encode(Over(seq=room.seq, outcome=outcome))
    return Frames(messages, end if outcome is not None else b"")


def _message(timeline: Timeline, eyes: Eyes, event: Event) -> bytes:
    key = (event.seq, *eyes.aspect(event))
    known = timeline.messages.get(key)
    if known is None:
        known = b"id: %d\ndata: %b\n\n" % (event.seq, _encode(eyes.event(event)))
        timeline.messages[key] = known
    return known
