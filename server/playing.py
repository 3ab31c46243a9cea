"""Playing: commands, recorded once each, and what they led to."""

from collections.abc import Sequence

from events.envelope import Event, NewCommand
from events.ids import new_command_id
from events.store import Conflict
from projections.words import N_, Words
from server import commanding
from server.answers import Played
from server.bots.turns import MARK, catch_up
from server.drafts import Draft
from server.errors import Clash
from server.outcome import outcome_of
from server.requests import Commands
from server.rooms import Room
from server.seats import known_seat
from server.service import Service
from server.timeline import Timeline
from server.views import pending_view
from server.visible import Eyes, imagined, is_over


def play(service: Service, key: str, request: Commands, say: Words) -> Played:
    """Play commands, all or none, and the bots after them; or show what would happen.

    Raises:
        Refusal: if a command cannot be played now.
        Clash: if the client does not know the whole log, or its command id stands for another.
    """
    commanding.check_length(request, service.limits.batch)
    if not request.dry_run:
        return service.write(key, lambda room: _recorded(room, request, say))
    with service.enter(key) as room:
        commanding.check_expected(room, request)
        return _imagined(room, commanding.decide(room, request), request.seat, say)


def _recorded(room: Room, request: Commands, say: Words) -> Played:
    """What commands led to that are recorded now, or were before under the same id."""
    events = room.recorded(request.command_id)
    if not events:
        commanding.check_expected(room, request)
        draft = commanding.decide(room, request)
        events = record(room, request.command_id, draft.commands, draft)
        if commanding.are_recorded(draft, events):
            return played(room, events, request.seat, say)
    commanding.check_same(room, events, request)
    return played(room, events, request.seat, say)


def record(
    room: Room, command_id: str | None, commands: Sequence[NewCommand], draft: Draft | None = None
) -> list[Event]:
    """Record commands, then let the bots play.

    Raises:
        Clash: if somebody else recorded something first.
    """
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


def played(room: Room, events: Sequence[Event], seat: str | None, say: Words) -> Played:
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
        outcome=outcome_of(timeline, state),
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
