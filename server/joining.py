"""Joining: people take the open seats of an online game; the last one lets it begin."""

from events.lifecycle import SeatJoined
from events.store import Conflict
from projections.words import N_, Words
from server.bots.turns import catch_up
from server.drafts import Draft
from server.errors import NotFound
from server.requests import Join
from server.rooms import Room
from server.rules.game import Invalid
from server.seat_answers import Invitation, Seated
from server.service import Service
from server.views import game_view

MARK = "join:"
"""How the command ids of joins begin; the rest is the seat, for each is taken in the log once."""


def join(service: Service, request: Join, say: Words) -> Seated:
    """Take the seat of an invitation, once.

    Raises:
        NotFound: if there is no such invitation, or somebody took it.
        Invalid: if the name cannot be shown on one line.
    """
    name = shown_name(request.name)
    found = service.access.invited(request.code)
    if found is None:
        raise _no_invitation()
    game_id, seat = found
    with service.enter(game_id, writing=True) as room:
        if not service.access.sit(request.code, request.token, name, request.address):
            raise _no_invitation()
        while seat in room.timeline.missing:
            _seat(room, seat, request)
        catch_up(room)
        return Seated(game=game_view(room.timeline, say), seat=seat)


def look(service: Service, code: str) -> Invitation:
    """What an invitation is for.

    Raises:
        NotFound: if there is no such invitation.
    """
    found = service.access.invited(code)
    if found is None:
        raise _no_invitation()
    game_id, seat = found
    with service.enter(game_id) as room:
        started = room.timeline.started
        return Invitation(
            game=game_id,
            kind=started.kind,
            name=started.name,
            seats=started.seats,
            seat=seat,
            commitment=started.commitment,
        )


def shown_name(name: str) -> str:
    """A person's name, once it is known that it can be shown to others.

    Raises:
        Invalid: if it cannot.
    """
    name = name.strip()
    if not name or not name.isprintable():
        message = N_("A name has printable characters only, all on one line.")
        raise Invalid("person_name", message)
    return name


def _no_invitation() -> NotFound:
    message = N_("No seat is kept for this invitation; ask whoever made the game for another.")
    return NotFound("unknown_invitation", message)


def _seat(room: Room, seat: str, request: Join) -> None:
    """Record that the seat is taken, unless somebody else records something just now.

    The last one lets the game begin.
    """
    timeline = room.timeline
    dice = room.dice({**timeline.entropy, seat: request.entropy})
    draft = Draft(timeline.game, timeline.game.copy(timeline.state()), dice, room.seed().hex())
    draft.join(SeatJoined(seat, request.entropy), last=timeline.missing == [seat])
    try:
        room.append(f"{MARK}{seat}", draft.commands, draft.state)
    except Conflict:
        room.refresh()
