"""Forks: a new game that begins as another one stood, with a new secret for its draws."""

from events.dice import commitment, new_seed
from events.lifecycle import GameForked
from projections.words import N_, Words
from server.answers import GameView
from server.copies import copied, forked
from server.creating import checked_name, new_command_id, new_id
from server.errors import NotAllowed, reused
from server.requests import Fork
from server.rooms import Room
from server.service import Service
from server.timeline import Timeline
from server.views import existing, game_view, settled
from server.visible import is_over


def fork(service: Service, key: str, request: Fork, say: Words) -> GameView:
    """Begin a new game from the state after any event that ended a command.

    Its draws come from a new seed: what it shows says nothing about the game it came from.

    Raises:
        NotFound: if there is no such event.
        NotAllowed: if no command ends there, or the game was over by then.
    """
    command_id = request.command_id or new_command_id()
    game_id = new_id(command_id)
    if not service.store.last(game_id):
        _append(service, key, request, game_id, command_id)
    with service.enter(key) as room:
        parent = room.id
    with service.enter(game_id, writing=True) as new:
        _check_same(new, parent, request)
        return game_view(new.timeline, say)


def _append(service: Service, key: str, request: Fork, game_id: str, command_id: str) -> None:
    seed = new_seed()
    with service.enter(key) as room:
        timeline = room.timeline
        at = settled(timeline.history, existing(timeline, request.at))
        _check_running(timeline, at)
        name = checked_name(request.name or f"{timeline.started.name}-{at}")
        fact = GameForked(room.id, at, timeline.events[at - 1].seal, commitment(seed))
        commands = [*copied(timeline, timeline.history.path(at), name), forked(timeline, fact)]
        service.store.append(game_id, 0, command_id, commands, seed=seed)
    service.appended(game_id)


def _check_running(timeline: Timeline, at: int) -> None:
    if not is_over(timeline, at):
        return
    last = timeline.history.parent(timeline.events[at - 1].cause)
    message = N_("The game is over at event {at}; fork it at event {last} or before.")
    raise NotAllowed("game_over", message, nearest=(str(last),), at=at, last=last)


def _check_same(new: Room, parent: str, request: Fork) -> None:
    """Check that the game under this command id is the one asked for."""
    origin, name = new.timeline.origin, new.timeline.started.name
    at = origin.at if origin else None
    if (
        origin is None
        or origin.parent != parent
        or (request.at or at) != at
        or (request.name or name) != name
    ):
        raise reused(new.timeline.events[:1])
