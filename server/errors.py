"""What the service itself refuses; what a game refuses is in `server.rules.game`."""

from collections.abc import Sequence
from typing import Any

from events.envelope import Event
from projections.words import N_
from server.rules.game import Refusal


class ServiceRefusal(Refusal):
    """Base of the service's refusals: a message to translate, and texts that would be right."""

    def __init__(
        self, code: str, message: str, *, nearest: tuple[str, ...] = (), **params: Any
    ) -> None:
        super().__init__(code, message, **params)
        self.nearest = nearest


class NotFound(ServiceRefusal):
    """There is nothing under that name, number or path."""


class NotAllowed(ServiceRefusal):
    """The game's state does not allow this operation, or not to this seat."""


class Forbidden(ServiceRefusal):
    """Whoever asks may look at the game, but not do this."""


class Malformed(ServiceRefusal):
    """The request's body or query cannot be read."""


class Busy(ServiceRefusal):
    """Too much is asked; `wait` is after how many seconds it may be asked again."""

    def __init__(self, code: str, message: str, *, wait: int, **params: Any) -> None:
        super().__init__(code, message, **params)
        self.wait = wait


class TooMuch(Busy):
    """The service is asked for more at the same time, by all together, than it can do."""


class Slow(ServiceRefusal):
    """The request took too long to arrive."""


class TooLarge(ServiceRefusal):
    """The request's body is larger than the operation takes."""


class Clash(ServiceRefusal):
    """The request contradicts what the log already holds.

    `missed` are the events unknown to the client, who speaks for `speaker`.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        missed: tuple[Event, ...] = (),
        speaker: str | None = None,
        **params: Any,
    ) -> None:
        super().__init__(code, message, **params)
        self.missed = missed
        self.speaker = speaker


def reused(events: Sequence[Event]) -> Clash:
    """What to raise where a command id comes again with another request."""
    message = N_(
        "This command id already stands for another request (event {seq}); take a new one."
    )
    return Clash("command_id_reused", message, seq=events[0].seq)
