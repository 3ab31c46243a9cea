"""Undo, redo and back: moves of the head, as far as the game's terms allow, or asked for.

`open`: anybody anything. `turn`: what no barrier is in the way of (see `server.barrier`).
`consent`: more, once all other people agree; until then it is a request (see `server.asking`).
"""

from collections.abc import Callable

from events.envelope import Event, NewCommand
from events.history import HistoryError
from events.lifecycle import Fact, HeadMoved, UndoAnswered, UndoAsked, UndoWithdrawn
from projections.words import N_, Said, Words
from server.access import LOCAL, Role
from server.answers import Played
from server.asking import Request, open_request, others, waiting_for
from server.barrier import Barrier, Why, crossing, furthest, last_decider, meeting
from server.errors import Clash, NotAllowed, reused
from server.playing import played, record
from server.requests import Answer, Back, Move, Undo
from server.rooms import Room
from server.seats import game_over, known_seat
from server.service import Service
from server.timeline import Timeline
from server.views import existing, settled
from server.visible import is_over

Aim = Callable[[Timeline, str | None], HeadMoved]
"""Where a seat's move of the head leads; without a seat it is anybody's."""

NOTHING = N_("There is nothing to undo.")
REASONS: dict[Why, tuple[str, str]] = {
    "draw": ("drawn_since", N_("Something was drawn with event {n}.")),
    "shown": ("shown_since", N_("Something hidden was shown with event {n}.")),
    "decided": ("decided_since", N_("{seat} has decided since, with event {n}.")),
    "time": ("time_ran_out", N_("The time of {seat} ran out with event {n}.")),
    "restored": ("not_yours", N_("Event {n} is a decision of {seat}, who alone can redo it.")),
}
"""Why a seat cannot go somewhere by itself: a code and a sentence."""


def undo(service: Service, key: str, request: Undo, say: Words, role: Role = LOCAL) -> Played:
    """Take back the asker's last command and all after it, or all after event `to`.

    Who names no seat at one screen takes back the last command of anybody.

    Raises:
        NotAllowed: if there is nothing to take back, the game is over, or the terms forbid it.
    """
    text = "undo" if request.to is None else f"undo {request.to}"
    return _move(service, key, request, say, role=role, text=text, aim=undoing(request.to))


def redo(service: Service, key: str, request: Move, say: Words, role: Role = LOCAL) -> Played:
    """Bring back what the last undo took.

    Raises:
        NotAllowed: if nothing was undone since the last command, or as for `undo`.
    """
    return _move(service, key, request, say, role=role, text="redo", aim=_redoing)


def back(service: Service, key: str, request: Back, say: Words, role: Role = LOCAL) -> Played:
    """Go to the state after any event at which a command ended.

    Raises:
        NotFound: if there is no such event.
        NotAllowed: if no command ends there, or as for `undo`.
    """
    text = f"back {request.to}"
    return _move(service, key, request, say, role=role, text=text, aim=going(request.to))


def _answered_before(
    room: Room, request: Answer | Undo | Move | Back, text: str, say: Words
) -> Played | None:
    """The first answer to a request that was sent again; None for a new one.

    Raises:
        Clash: if its command id stands for another request.
    """
    known = room.recorded(request.command_id)
    return _told(room, known, request, text, say) if known else None


def _told(
    room: Room, events: list[Event], request: Answer | Undo | Move | Back, text: str, say: Words
) -> Played:
    """What a request led to, if these are its events: another process may have used its id."""
    if {event.command for event in events} != {text}:
        raise reused(events)
    return played(room, events, request.seat, say)


def answer(service: Service, key: str, request: Answer, say: Words) -> Played:
    """Agree to what another seat asks for, or not; the last yes lets it happen.

    A “no” of the asker takes the request back.

    Raises:
        NotAllowed: if nothing is asked for, or this seat has no answer to give.
        Clash: if the request is not the one that the client has seen.
    """
    text = f"answer {'yes' if request.agrees else 'no'}"
    with service.enter(key, writing=True) as room:
        timeline = room.timeline
        before = _answered_before(room, request, text, say)
        if before is not None:
            return before
        asked = open_request(timeline)
        if asked is None:
            raise NotAllowed("nothing_asked", N_("Nobody asks for anything now."))
        if request.asked not in (None, asked.seq):
            message = N_("That request is closed; by now there is another one, of event {n}.")
            raise Clash("another_request", message, n=asked.seq)
        seat = _answerer(timeline, asked, request.seat)
        facts = tuple(map(timeline.game.codec.encode, _reply(timeline, asked, seat, request)))
        events = record(room, request.command_id, [NewCommand(seat, text, facts)])
        return _told(room, events, request, text, say)


def undoing(to: int | None) -> Aim:
    """Where undo leads: before the last command that counts for a seat, or to the state after `to`.

    Raises:
        NotAllowed: if there is nothing to take back, or `to` does not lead to the present state.
    """

    def aim(timeline: Timeline, seat: str | None) -> HeadMoved:
        if to is None:
            return HeadMoved(_before_last(timeline, seat), "undo")
        found, head = _target(timeline, to), timeline.history.head
        if found == head:
            raise NotAllowed("nothing_to_undo", NOTHING)
        if meeting(timeline, head, found) != found:
            message = N_("Event {n} does not lead to where the game stands; “back {n}” goes there.")
            raise NotAllowed("not_behind", message, n=to)
        return HeadMoved(found, "undo")

    return aim


def going(to: int) -> Aim:
    """Where “back N” leads: to the state after event `to`, wherever that is.

    Raises:
        NotFound: if there is no such event.
        NotAllowed: if no command ends there.
    """
    return lambda timeline, _: HeadMoved(_target(timeline, to), "back")


def asker(timeline: Timeline, seat: str | None, role: Role, aim: Aim) -> str | None:
    """Who moves the head: the seat named, or at one screen whoever decided last on the way.

    None stands for anybody, where the terms let anybody do anything.

    Raises:
        NotAllowed: if a bot is named.
    """
    known = known_seat(timeline.started, seat)
    if timeline.started.terms.undo == "open":
        return known
    if known is None:
        return _last_on_the_way(timeline, aim) if role.kind == "local" else None
    if known not in timeline.people:
        raise NotAllowed("bot_seat", N_("{seat} is a bot, which asks for nothing."), seat=known)
    return known


def barrier_to(timeline: Timeline, seat: str | None, to: int) -> Barrier | None:
    """What keeps a seat from going to a state by itself under the game's terms, if anything."""
    if seat is None or timeline.started.terms.undo == "open":
        return None
    return crossing(timeline, seat, timeline.history.head, to)


def reason(barrier: Barrier) -> Said:
    """The sentence on a barrier."""
    return Said(REASONS[barrier.why][1], n=barrier.seq, seat=barrier.seat)


def _target(timeline: Timeline, to: int) -> int:
    return settled(timeline.history, existing(timeline, to))


def _redoing(timeline: Timeline, _: str | None) -> HeadMoved:
    try:
        return HeadMoved(timeline.history.redo_target(), "redo")
    except HistoryError as error:
        message = N_("There is nothing to redo: nothing was undone since the last command.")
        raise NotAllowed("nothing_to_redo", message) from error


def _before_last(timeline: Timeline, seat: str | None) -> int:
    """The state before the last command of a person, or of anybody where no person is named."""
    who = [seat] if seat in timeline.people else timeline.people
    try:
        return timeline.history.undo_target(lambda event: event.seat in who)
    except HistoryError as error:
        raise NotAllowed("nothing_to_undo", NOTHING) from error


def _last_on_the_way(timeline: Timeline, aim: Aim) -> str | None:
    head, start = timeline.history.head, timeline.history.first_settled()
    last = last_decider(timeline, start, head)
    to = aim(timeline, last).to
    fork = meeting(timeline, head, to)
    decider = last_decider(timeline, fork, head) or last_decider(timeline, fork, to) or last
    # Where only those decided who are out by now, it is as strange to everybody else.
    return decider or next(iter(timeline.people), None)


def _move(
    service: Service,
    key: str,
    request: Undo | Move | Back,
    say: Words,
    *,
    role: Role,
    text: str,
    aim: Aim,
) -> Played:
    with service.enter(key, writing=True) as room:
        timeline = room.timeline
        before = _answered_before(room, request, text, say)
        if before is not None:
            return before
        seat = asker(timeline, request.seat, role, aim)
        if is_over(timeline):
            raise game_over()
        fact = timeline.game.codec.encode(_decide(timeline, seat, aim(timeline, seat)))
        events = record(room, request.command_id, [NewCommand(seat, text, (fact,))])
        return _told(room, events, request, text, say)


def _decide(timeline: Timeline, seat: str | None, moved: HeadMoved) -> Fact:
    """The move, or the request for it where the others have to agree."""
    barrier = barrier_to(timeline, seat, moved.to)
    if seat is None or barrier is None:
        return moved
    if timeline.started.terms.undo == "turn":
        raise _beyond(timeline, seat, barrier)
    return UndoAsked(seat, moved.to, moved.why) if others(timeline, seat) else moved


def _beyond(timeline: Timeline, seat: str, barrier: Barrier) -> NotAllowed:
    head = timeline.history.head
    far = furthest(timeline, seat, head)
    nothing = N_("There is nothing that you could take back by yourself.")
    limit = N_("By yourself you can go back to event {n}, no further.")
    return NotAllowed(
        REASONS[barrier.why][0],
        N_("{reason} {limit}"),
        nearest=() if far == head else (str(far),),
        reason=reason(barrier),
        limit=Said(nothing if far == head else limit, n=far),
    )


def _answerer(timeline: Timeline, asked: Request, seat: str | None) -> str:
    """Who answers: the seat named, or the only one that was asked and has not answered."""
    known = known_seat(timeline.started, seat)
    waiting = waiting_for(timeline, asked)
    if known is not None:
        return known
    if len(waiting) == 1:
        return waiting[0]
    message = N_("Who answers? {names} were asked.")
    raise NotAllowed("which_seat", message, nearest=tuple(waiting), names=", ".join(waiting))


def _reply(timeline: Timeline, asked: Request, seat: str, request: Answer) -> list[Fact]:
    """What an answer leads to."""
    if seat == asked.seat and not request.agrees:
        return [UndoWithdrawn(seat)]
    waiting = waiting_for(timeline, asked)
    if seat not in others(timeline, asked.seat) or (request.agrees and seat not in waiting):
        message = N_("{seat} has nothing to answer; asked and waited for: {names}.")
        raise NotAllowed(
            "not_asked", message, nearest=tuple(waiting), seat=seat, names=", ".join(waiting)
        )
    said = UndoAnswered(seat, request.agrees)
    if request.agrees and waiting == [seat]:
        return [said, HeadMoved(asked.to, asked.why)]
    return [said]
