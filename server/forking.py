"""Forks: a new game that begins as another one stood, with a new secret for its draws."""

import msgspec

from events.dice import commitment, new_seed
from events.envelope import NewCommand
from events.ids import new_command_id
from events.lifecycle import GameForked, Terms
from projections.words import N_, Words
from server import owning
from server.access import LOCAL, Role
from server.copies import copied, forked
from server.creating import checked_name
from server.errors import NotAllowed, reused
from server.requests import Fork
from server.rooms import Room
from server.seat_answers import NewGameView
from server.seats import check_begun
from server.service import Service
from server.timeline import Timeline
from server.views import existing, game_view, settled
from server.visible import hidden_on, is_over


def fork(
    service: Service, key: str, request: Fork, say: Words, *, token: str = "", role: Role = LOCAL
) -> NewGameView:
    """Begin a new game from the state after any event that ended a command.

    Its draws come from a new seed: what it shows says nothing about the game it came from. Of a
    game with tokens the fork has one too: all seats are its maker's.

    Raises:
        NotFound: if there is no such event.
        NotAllowed: if no command ends there, the game was over by then, nobody plays yet, or
            something in it is hidden from who asks.
    """
    command_id = request.command_id or new_command_id()
    with service.enter(key) as room:
        parent, history = room.id, room.timeline.history
        if request.at is not None:
            at = settled(history, existing(room.timeline, request.at))
            request = msgspec.structs.replace(request, at=at)
    guarded = service.guarded and service.access.guards(parent)
    mine = owning.claim(service, command_id, token, guarded=guarded)
    if not service.store.last(mine.game):
        commands, seed = _commands(service, parent, request, role)
        opened = owning.record(service, mine)
        service.store.append(mine.game, 0, command_id, commands, seed=seed)
        service.appended(mine.game)
    else:
        opened = owning.record(service, mine)
    with service.enter(mine.game, writing=True) as new:
        _check_same(new, parent, request)
        owning.check_owner(service, mine, new.timeline.events)
        return owning.told(game_view(new.timeline, say), opened)


def _commands(
    service: Service, parent: str, request: Fork, role: Role
) -> tuple[list[NewCommand], bytes]:
    """The commands of the new game, and its secret."""
    seed = new_seed()
    with service.enter(parent) as room:
        timeline = room.timeline
        check_begun(timeline.missing)
        at = settled(timeline.history, existing(timeline, request.at))
        _check_running(timeline, at)
        path = timeline.history.path(at)
        if hidden_on(timeline, path, role):
            message = N_("Something in this game is hidden from you yet; it can be forked when "
                         "the game is over.")  # fmt: skip
            raise NotAllowed("hidden_facts", message)
        name = checked_name(request.name or f"{timeline.started.name}-{at}")
        fact = GameForked(parent, at, timeline.events[at - 1].seal, commitment(seed))
        # Of what people agreed on, nothing binds somebody who plays on alone.
        terms = Terms() if timeline.started.terms.online else None
        return [*copied(timeline, path, name, terms), forked(timeline, fact)], seed


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
