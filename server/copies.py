"""Copies of a log's commands, for games that begin as another one stood."""

from collections.abc import Iterable

import msgspec

from events.envelope import Event, NewCommand, NewEvent
from events.lifecycle import GameForked, GameStarted, SeatJoined, Terms
from server.drafts import CREATION
from server.timeline import Timeline

FORK = "fork"
"""The text of the command that ends the copied part of a log."""


def played_on(timeline: Timeline, path: Iterable[int], name: str) -> list[NewCommand]:
    """The commands on a path, for one person's use: what people joined with is there at once.

    Nobody has to be invited again, or asked before an undo, and there is no clock; the draws of the
    set-up follow from the same entropy.
    """
    first, rest = copied(timeline, path, name), []
    if not timeline.joined:
        return first
    opening = list(first[0].events[1:])
    for command in first[1:]:
        if command.events[0].type == SeatJoined.__name__:
            opening += [e for e in command.events if e.type != SeatJoined.__name__]
        else:
            rest.append(command)
    alone = msgspec.structs.replace(
        timeline.started,
        name=name,
        entropy=timeline.entropy,
        terms=Terms(),
    )
    started = timeline.game.codec.encode(alone)
    return [NewCommand(None, CREATION, (started, *opening)), *rest]


def copied(timeline: Timeline, path: Iterable[int], name: str) -> list[NewCommand]:
    """The commands on a path as they were, the game's name replaced by `name`."""
    commands: list[NewCommand] = []
    group: list[Event] = []
    for seq in path:
        event = timeline.events[seq - 1]
        if group and event.cause != group[0].cause:
            commands.append(_command(timeline, group, name))
            group = []
        group.append(event)
    return [*commands, _command(timeline, group, name)]


def forked(timeline: Timeline, fact: GameForked) -> NewCommand:
    """The command that says where the copied part came from."""
    return NewCommand(None, FORK, (timeline.game.codec.encode(fact),))


def _command(timeline: Timeline, group: list[Event], name: str) -> NewCommand:
    events = tuple(_event(timeline, event, name) for event in group)
    return NewCommand(group[0].seat, group[0].command, events)


def _event(timeline: Timeline, event: Event, name: str) -> NewEvent:
    if event.type != GameStarted.__name__:
        return NewEvent(event.type, event.version, event.data, event.visible_to)
    started = msgspec.structs.replace(timeline.started, name=name)
    return timeline.game.codec.encode(started)
