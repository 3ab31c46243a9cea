"""Playing: commands and moves of the head, recorded once each, and what they led to."""

from collections.abc import Callable, Sequence

from events.envelope import Event, NewCommand
from events.history import HistoryError
from events.lifecycle import HeadMoved
from events.store import Conflict
from projections.words import N_, Words
from server import commanding
from server.answers import Played
from server.bots.turns import MARK, catch_up
from server.drafts import Draft
from server.errors import Clash, NotAllowed, reused
from server.ids import new_command_id
from server.requests import Back, Commands, Move
from server.rooms import Room
from server.seats import game_over, known_seat, persons
from server.service import Service
from server.timeline import Timeline
from server.views import existing, pending_view, settled
from server.visible import Eyes, imagined, is_over


def play(service: Service, key: str, request: Commands, say: Words) -> Played:
    """Play commands, all or none, and the bots after them; or show what would happen.

    Raises:
        Refusal: if a command cannot be played now.
        Clash: if the client does not know the whole log, or its command id stands for another.
    """
    with service.enter(key, writing=not request.dry_run) as room:
        if request.dry_run:
            commanding.check_expected(room, request)
            return _imagined(room, commanding.decide(room, request), request.seat, say)
        known = _known(service, room, request.command_id)
        if known:
            commanding.check_same(room, known, request)
            return _played(room, known, request.seat, say)
        commanding.check_expected(room, request)
        draft = commanding.decide(room, request)
        events = _append(room, request.command_id, draft.commands, draft)
        return _played(room, events, request.seat, say)


def undo(service: Service, key: str, request: Move, say: Words) -> Played:
    """Take back the last command of a person, and what bots did after it.

    Raises:
        NotAllowed: if there is nothing to take back, or the game is over.
    """

    def target(timeline: Timeline) -> HeadMoved:
        people = persons(timeline.started)
        to = timeline.history.undo_target(lambda event: event.seat in people)
        return HeadMoved(to, "undo")

    nothing = N_("There is nothing to undo.")
    return _move(service, key, request, say, text="undo", target=target, nothing=nothing)


def redo(service: Service, key: str, request: Move, say: Words) -> Played:
    """Bring back what the last undo took.

    Raises:
        NotAllowed: if nothing was undone since the last command, or the game is over.
    """

    def target(timeline: Timeline) -> HeadMoved:
        return HeadMoved(timeline.history.redo_target(), "redo")

    nothing = N_("There is nothing to redo: nothing was undone since the last command.")
    return _move(service, key, request, say, text="redo", target=target, nothing=nothing)


def back(service: Service, key: str, request: Back, say: Words) -> Played:
    """Go to the state after any event at which a command ended.

    Raises:
        NotFound: if there is no such event.
        NotAllowed: if no command ends there, or the game is over.
    """

    def target(timeline: Timeline) -> HeadMoved:
        existing(timeline, request.to)
        return HeadMoved(settled(timeline.history, request.to), "back")

    move = Move(seat=request.seat, command_id=request.command_id)
    return _move(service, key, move, say, text=f"back {request.to}", target=target)


def _move(
    service: Service,
    key: str,
    request: Move,
    say: Words,
    *,
    text: str,
    target: Callable[[Timeline], HeadMoved],
    nothing: str = "",
) -> Played:
    """Move the head to where `target` says; `nothing` is the message if that is nowhere."""
    with service.enter(key, writing=True) as room:
        known = _known(service, room, request.command_id)
        if known:
            if [event.command for event in known] != [text]:
                raise reused(known)
            return _played(room, known, request.seat, say)
        seat = known_seat(room.timeline.started, request.seat)
        if is_over(room.timeline):
            raise game_over()
        try:
            moved = target(room.timeline)
        except HistoryError as error:
            raise NotAllowed(f"nothing_to_{text}", nothing) from error
        fact = room.timeline.game.codec.encode(moved)
        events = _append(room, request.command_id, [NewCommand(seat, text, (fact,))])
        return _played(room, events, request.seat, say)


def _known(service: Service, room: Room, command_id: str | None) -> list[Event]:
    return service.store.find(room.id, command_id) if command_id else []


def _append(
    room: Room, command_id: str | None, commands: Sequence[NewCommand], draft: Draft | None = None
) -> list[Event]:
    """Record commands, then let the bots play."""
    expected = room.seq
    state = draft.state if draft else None
    try:
        events = room.append(command_id or new_command_id(), commands, state)
    except Conflict as conflict:
        room.refresh()
        message = N_("Somebody else played first: the game is at event {actual}, not {expected}.")
        raise Clash(
            "conflict",
            message,
            missed=conflict.missed,
            speaker=commands[0].seat,
            actual=conflict.actual,
            expected=expected,
        ) from conflict
    catch_up(room)
    return events


def _played(room: Room, events: Sequence[Event], seat: str | None, say: Words) -> Played:
    """What recorded commands led to: the same answer whenever it is asked for."""
    timeline = room.timeline
    bots = _bots_after(timeline, events[-1].seq)
    last = [*events, *bots][-1].seq
    state = timeline.state(last)
    seat = known_seat(timeline.started, seat)
    eyes = Eyes(timeline, seat or events[0].seat, over=is_over(timeline, last))
    return Played(
        events=[eyes.event(event) for event in events],
        at=timeline.history.resolve(last),
        seq=last,
        pending=pending_view(timeline.game.pending(state), say),
        outcome=timeline.game.outcome(state),
        dry_run=False,
        bots=[eyes.event(event) for event in bots],
    )


def _bots_after(timeline: Timeline, seq: int) -> list[Event]:
    """The commands of bots that follow event `seq` directly."""
    end = seq
    while end < len(timeline.events) and timeline.events[end].command_id.startswith(MARK):
        end += 1
    return timeline.events[seq:end]


def _imagined(room: Room, draft: Draft, seat: str | None, say: Words) -> Played:
    """What a dry run would lead to; draws are examples, and no seed is revealed.

    Where facts are hidden from the seat, what would happen might betray them: then the answer
    says no more than that the commands are legal.
    """
    timeline, game = room.timeline, room.timeline.game
    eyes = Eyes(timeline, known_seat(timeline.started, seat) or draft.commands[0].seat)
    blind = eyes.hides_anything()
    state = timeline.state() if blind else draft.state
    return Played(
        events=[] if blind else imagined(room.id, room.seq, draft.commands),
        at=timeline.history.head,
        seq=room.seq,
        pending=pending_view(game.pending(state), say),
        outcome=game.outcome(state),
        dry_run=True,
        bots=[],
    )
