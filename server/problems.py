"""RFC 9457 problems: what went wrong, as an answer in the reader's language."""

from collections.abc import Callable

from events.codec import UnknownEvent
from events.envelope import Event
from events.store import DamagedStore, StoreUnavailable
from projections.words import N_, Words
from server.answers import EventView, Problem
from server.errors import Busy, Clash, Forbidden, Malformed, NotFound, Slow, TooLarge, TooMuch
from server.rules.game import Refusal

CONTENT_TYPE = "application/problem+json"
ANY = "urn:cronica:problem:"
PAUSE = 2
"""Seconds to leave a store in peace that takes nothing now."""

TITLES = {
    400: N_("The request cannot be read"),
    403: N_("Not allowed"),
    404: N_("Not found"),
    405: N_("No such method here"),
    408: N_("Too slow"),
    409: N_("The log holds something else"),
    413: N_("Too large"),
    422: N_("Not possible here"),
    429: N_("Too many requests"),
    500: N_("The service is at fault"),
    503: N_("The store cannot be used now"),
}

_STATUS: tuple[tuple[type[Refusal], int], ...] = (
    (Forbidden, 403),
    (NotFound, 404),
    (Malformed, 400),
    (TooLarge, 413),
    (Clash, 409),
    (Slow, 408),
    (TooMuch, 503),
    (Busy, 429),
    (Refusal, 422),
)


def of_refusal(
    refusal: Refusal, say: Words, show: Callable[[Event], EventView] | None = None
) -> Problem:
    """The problem of a refusal; `show` makes events fit for the reader."""
    status = next(number for kind, number in _STATUS if isinstance(refusal, kind))
    missed = refusal.missed if isinstance(refusal, Clash) and show else ()
    return Problem(
        type=ANY + refusal.code,
        title=say.say(TITLES[status]),
        status=status,
        detail=say.say(refusal.message, **refusal.params),
        code=refusal.code,
        page=refusal.page,
        nearest=refusal.nearest,
        command=refusal.command,
        index=refusal.index,
        missed=[show(event) for event in missed] if show else [],
    )


def wait_after(error: Exception) -> int:
    """After how many seconds to ask again, 0 where that would be of no use."""
    if isinstance(error, StoreUnavailable):
        return PAUSE
    return error.wait if isinstance(error, Busy) else 0


def of_failure(error: Exception, say: Words) -> Problem:
    """The problem of a failure that is not the client's; nothing of its inside is told."""
    if isinstance(error, StoreUnavailable):
        message = N_("The store takes nothing now; try again in a moment.")
        return _failure(503, "store_unavailable", message, say)
    if isinstance(error, DamagedStore):
        message = N_("The store cannot be used: {text}.")
        return _failure(500, "damaged_store", message, say, text=str(error))
    if isinstance(error, UnknownEvent):
        message = N_("This version cannot read the game: {text}.")
        return _failure(500, "unreadable_log", message, say, text=str(error))
    message = N_("Something failed inside the service; its log says what.")
    return _failure(500, "internal", message, say)


def _failure(status: int, code: str, message: str, say: Words, **params: str) -> Problem:
    return Problem(
        type=ANY + code,
        title=say.say(TITLES[status]),
        status=status,
        detail=say.say(message, **params),
        code=code,
    )
