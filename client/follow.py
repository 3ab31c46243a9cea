"""Following a game: whatever is new in its log, as it comes, until the game is over."""

import time
from collections.abc import Iterator

from client.errors import Unreachable
from client.feed import BEAT, OVER, Message, messages
from client.session import Session

PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 15.0, 15.0, 15.0, 15.0, 15.0)
"""Seconds to wait before each further attempt to reach a service that has gone."""
SILENCE = 45.0
"""Seconds without a word after which a stream counts as broken."""
_STANDING = Message(OVER, 0, "null")


def follow(
    session: Session,
    since: int,
    seat: str | None = None,
    *,
    look: float | None = None,
    deadline: float | None = None,
) -> Iterator[Message]:
    """Everything after event `since` as `seat` may see it, then `over`; beats in between.

    A stream that breaks off is taken up where it broke. `look` is how many seconds pass between
    two looks at a store that does not stream. After `deadline` (of `time.monotonic`) nothing more
    comes.

    Raises:
        Refused: if the service answers with a problem.
        Unreachable: if it has been away for too long.
    """
    failures = 0
    while True:
        silence = SILENCE if deadline is None else min(SILENCE, deadline - time.monotonic())
        try:
            stream = session.stream(since, seat, max(silence, 0.01))
            if stream is None:
                yield _STANDING
                return
            for message in messages(stream):
                failures, since = 0, max(since, message.seq)
                yield message
                if message.kind == OVER:
                    return
        except Unreachable:
            if failures == len(PAUSES):
                raise
            failures += 1
        if deadline is not None and time.monotonic() >= deadline:
            return
        yield BEAT
        rest = session.transport.rest if look is None else look
        time.sleep(PAUSES[failures - 1] if failures else rest)
