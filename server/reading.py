"""Reading one game: its states, parts of them, what is legal and why not, events and the story."""

from typing import Any

from projections.words import Words
from server.access import LOCAL, Role
from server.answers import (
    Events,
    Legal,
    LegalCommand,
    Position,
    Story,
    StoryLine,
    Why,
)
from server.errors import NotFound
from server.notation import filtered, resolve
from server.outcome import outcome_of
from server.requests import EventsQuery, LegalQuery, PositionQuery, StoryQuery, WhyQuery
from server.rules.game import Refusal
from server.seats import acting_seat, check_seated, known_seat
from server.service import Service
from server.views import (
    existing,
    game_view,
    no_such_part,
    part_of,
    pending_view,
    view_of,
)
from server.visible import Eyes


def position(service: Service, key: str, query: PositionQuery, say: Words) -> Position:
    """The state after any event as one viewer may see it."""
    with service.enter(key) as room:
        timeline = room.timeline
        seat = known_seat(timeline.started, query.seat)
        at = existing(timeline, query.at)
        state = timeline.state(at)
        return Position(
            game=game_view(timeline, say),
            at=at,
            seq=room.seq,
            pending=pending_view(timeline.game.pending(state), say),
            view=view_of(timeline.game, state, seat),
            outcome=outcome_of(timeline, state),
        )


def part(service: Service, key: str, path: str, query: PositionQuery, say: Words) -> object:  # noqa: ARG001
    """One part of what `position` shows, such as `farms/ana`.

    Raises:
        NotFound: if the view has no such part; says which there are.
    """
    with service.enter(key) as room:
        timeline = room.timeline
        seat = known_seat(timeline.started, query.seat)
        view = view_of(timeline.game, timeline.state(existing(timeline, query.at)), seat)
        try:
            found: object = part_of(view, path.strip("/").split("/"))
        except KeyError as error:
            raise no_such_part(path, error.args[0]) from error
        return found


def legal(service: Service, key: str, query: LegalQuery, say: Words, role: Role = LOCAL) -> Legal:
    """All commands that a seat may play; none if it is not the one that must choose.

    Without a seat it is whoever must choose, where the reader speaks for that one.
    """
    with service.enter(key) as room:
        timeline, game = room.timeline, room.timeline.game
        state = timeline.state(existing(timeline, query.at))
        pending = game.pending(state)
        asked = pending.seat if pending and role.speaks_for(pending.seat) else ""
        seat = known_seat(timeline.started, query.seat) or asked
        commands = game.legal(state, seat) if pending and pending.seat == seat else ()
        lines = [game.format(command) for command in commands]
        wanted = filtered(query.words, lines)

        def gloss(command: Any) -> str:
            said = game.gloss(state, seat, command) if query.gloss else None
            return said.told(say) if said else ""

        return Legal(
            seat=seat,
            pending=pending_view(pending, say),
            commands=[
                LegalCommand(text=lines[i], command=commands[i], gloss=gloss(commands[i]))
                for i in wanted
            ],
            seq=room.seq,
        )


def why(service: Service, key: str, query: WhyQuery, say: Words, role: Role = LOCAL) -> Why:
    """Whether a command is legal now and, if not, what forbids it, with the rulebook's page.

    Raises:
        Forbidden: if the reader has no seat that could play it.
    """
    check_seated(role)
    with service.enter(key) as room:
        timeline, game = room.timeline, room.timeline.game
        state = timeline.state()
        try:
            seat = acting_seat(timeline.started, game.pending(state), query.seat)
            command = resolve(game, state, seat, query.text)
        except NotFound:
            raise
        except Refusal as refusal:
            return Why(
                legal=False,
                text=query.text,
                code=refusal.code,
                detail=say.say(refusal.message, **refusal.params),
                page=refusal.page,
                nearest=refusal.nearest,
            )
        return Why(legal=True, text=game.format(command))


def events(service: Service, key: str, query: EventsQuery, say: Words) -> Events:  # noqa: ARG001
    """The log, or the part of it that leads to the present state."""
    with service.enter(key) as room:
        timeline, history = room.timeline, room.timeline.history
        eyes = Eyes(timeline, known_seat(timeline.started, query.seat))
        undone = history.undone()
        path = history.path(existing(timeline, query.at))
        numbers = range(1, room.seq + 1) if query.all else path
        until = room.seq if query.until is None else query.until
        wanted = [timeline.events[n - 1] for n in numbers if query.since < n <= until]
        views = [eyes.event(event, undone) for event in wanted]
        return Events(seq=room.seq, head=history.head, events=views)


def story(service: Service, key: str, query: StoryQuery, say: Words) -> Story:
    """The story up to a state, in sentences."""
    with service.enter(key) as room:
        timeline = room.timeline
        path = timeline.history.path(existing(timeline, query.at))
        facts = Eyes(timeline, None).facts(path)
        lines = timeline.game.story(facts, timeline.started, say.language)
        return Story(
            lines=[
                StoryLine(seq=line.seq, round=line.round, text=line.text)
                for line in lines
                if line.seq > query.since
            ]
        )
