"""Seats: who may be one, who speaks, and which are played by bots."""

import difflib
from collections.abc import Container, Iterable, Sequence

from events.lifecycle import GameStarted, Seat
from projections.words import N_
from server.access import Role
from server.errors import Forbidden, NotAllowed, NotFound
from server.rules.game import Invalid, Pending

LONGEST = 20
COLOURS = ("red", "yellow", "blue", "white", "purple")
"""What the seats of online games are called in the log, which nobody's name may enter."""
_MARKS = "-_"


def check_seats(seats: Sequence[Seat], allowed: tuple[int, int], bots: Iterable[str]) -> None:
    """Check the seats of a new game.

    Raises:
        Invalid: if there are too few or too many, or a name or kind of bot is not possible.
    """
    least, most = allowed
    if not least <= len(seats) <= most:
        message = N_("This game is for {least} to {most} seats, not for {n}.")
        raise Invalid("seat_count", message, least=least, most=most, n=len(seats))
    seen: set[str] = set()
    for seat in seats:
        _check_name(seat.id)
        if seat.id.casefold() in seen:
            raise Invalid("seat_twice", N_("There are two seats called “{name}”."), name=seat.id)
        seen.add(seat.id.casefold())
        _check_bot(seat.bot, list(bots))


def check_colours(seats: Sequence[Seat]) -> None:
    """Check that the seats of an online game have no names: those can be erased, a log cannot.

    Raises:
        Invalid: if a seat is called otherwise than a colour, or nobody could join.
    """
    people = [seat.id for seat in seats if not seat.bot]
    wrong = next((name for name in people if name not in COLOURS), None)
    if wrong is not None:
        message = N_("The seats of an online game are called {names}, not “{name}”; who joins "
                     "brings a name.")  # fmt: skip
        refusal = Invalid("seat_colour", message, name=wrong, names=", ".join(COLOURS))
        refusal.nearest = COLOURS
        raise refusal
    if not people:
        raise Invalid("nobody_joins", N_("An online game needs a seat that somebody can join."))


def _check_name(name: str) -> None:
    if not name or len(name) > LONGEST or not all(c.isalnum() or c in _MARKS for c in name):
        message = N_("“{name}” cannot be a seat's name: 1 to {most} letters, digits, “-” or “_”.")
        raise Invalid("seat_name", message, name=name, most=LONGEST)


def _check_bot(bot: str, bots: list[str]) -> None:
    if bot and bot not in bots:
        message = N_("There is no bot called “{name}” for this game; there are: {names}.")
        refusal = Invalid("unknown_bot", message, name=bot, names=", ".join(bots))
        refusal.nearest = tuple(difflib.get_close_matches(bot, bots)) or tuple(bots)
        raise refusal


def known_seat(started: GameStarted, seat: str | None) -> str | None:
    """The seat as the game spells it.

    Raises:
        NotFound: if the game has no such seat.
    """
    if seat is None:
        return None
    ids = [s.id for s in started.seats]
    for known in ids:
        if known.casefold() == seat.casefold():
            return known
    message = N_("No seat is called “{name}”; the seats are {names}.")
    raise NotFound("unknown_seat", message, nearest=tuple(ids), name=seat, names=", ".join(ids))


def acting_seat(started: GameStarted, pending: Pending | None, seat: str | None) -> str:
    """Who plays the next command: the seat that must choose, and no other.

    Raises:
        NotAllowed: if the game is over, or it is another seat's turn.
    """
    seat = known_seat(started, seat)
    if pending is None:
        raise game_over()
    if seat is not None and seat != pending.seat:
        message = N_("It is {seat}'s turn, not {other}'s.")
        raise NotAllowed("not_your_turn", message, seat=pending.seat, other=seat)
    return pending.seat


def check_person(seat: str, machine: str) -> None:
    """Check that a person plays a seat, and no `machine`.

    Raises:
        NotAllowed: if a bot does.
    """
    if machine:
        message = N_("{seat} is a bot and chooses by itself; “wait” until it has.")
        raise NotAllowed("bot_plays", message, seat=seat)


def missing_seats(started: GameStarted, joined: Container[str]) -> list[str]:
    """The seats of an online game that people have not taken yet."""
    if not started.terms.online:
        return []
    return [seat.id for seat in started.seats if not seat.bot and seat.id not in joined]


def check_begun(missing: Sequence[str]) -> None:
    """Check that everybody has joined.

    Raises:
        NotAllowed: naming the seats that nobody has taken.
    """
    if missing:
        message = N_("The game begins when everybody has joined; still open: {seats}.")
        raise NotAllowed("not_begun", message, seats=", ".join(missing))


def check_seated(role: Role) -> None:
    """Check that somebody plays at all.

    Raises:
        Forbidden: if they only look on.
    """
    if role.kind != "local" and not role.seats:
        raise Forbidden("no_seat", N_("Only who has a seat in the game may do this."))


def game_over() -> NotAllowed:
    """What to raise where a game that is over cannot go on."""
    return NotAllowed(
        "game_over", N_("The game is over; “fork” it at an earlier event to play on from there.")
    )


def bot_of(started: GameStarted, seat: str) -> str:
    """The kind of bot that plays a seat, empty for a person.

    Raises:
        KeyError: if the game has no such seat.
    """
    return {s.id: s.bot for s in started.seats}[seat]
