"""Taking games out of the service and in: as a record in notation, or as their events."""

from typing import Any

import msgspec

from events.chain import check as check_chain
from events.dice import commitment, new_seed
from events.envelope import Event, NewCommand
from events.ids import new_command_id
from events.lifecycle import GameForked, GameStarted, SeedRevealed
from projections.words import N_, Words
from server import owning
from server.answers import EventView, Text
from server.copies import copied, forked
from server.creating import checked_name
from server.errors import Malformed, reused
from server.origins import Logs, is_true
from server.record import read, write
from server.recording import record_of
from server.requests import ExportQuery, Import
from server.rereading import NOT_BEGUN, Reread
from server.rerun import FOREIGN
from server.rules import registry
from server.rules.game import Unreadable
from server.seat_answers import NewGameView
from server.seats import known_seat
from server.service import Service
from server.timeline import Timeline
from server.verify import logs_for, report
from server.views import game_view
from server.visible import Eyes

FORMATS = {"notation": "text/plain; charset=utf-8", "events": "application/x-ndjson"}
_decode_line = msgspec.json.Decoder(EventView).decode


def export(service: Service, key: str, query: ExportQuery, say: Words) -> Text:  # noqa: ARG001
    """The game as text: its record, or its whole log with one event as JSON on each line.

    Raises:
        Malformed: if there is no such format.
        NotAllowed: if the record would tell what the reader may not know yet.
    """
    if query.format not in FORMATS:
        message = N_("There is no format “{text}”; there are {names}.")
        names = tuple(FORMATS)
        raise Malformed(
            "unknown_format", message, nearest=names, text=query.format, names=", ".join(names)
        )
    media = FORMATS[query.format]
    with service.enter(key) as room:
        timeline = room.timeline
        seat = known_seat(timeline.started, query.seat)
        if query.format == "notation":
            return Text(media=media, text=write(record_of(timeline, room.id, seat)))
        eyes, undone = Eyes(timeline, seat), timeline.history.undone()
        lines = [msgspec.json.encode(eyes.event(event, undone)) for event in timeline.events]
        return Text(media=media, text="".join(f"{line.decode()}\n" for line in lines))


def import_game(service: Service, request: Import, say: Words, token: str = "") -> NewGameView:
    """Store the game that a text tells, in either format; nothing is stored if it is wrong.

    Where games have tokens it gets one too: all seats are the importer's.

    Raises:
        Unreadable: if it is wrong; says in which line.
    """
    command_id = request.command_id or new_command_id()
    mine = owning.claim(service, command_id, token)
    if request.text.lstrip().startswith("{"):
        commands, seed = _from_events(service, request, say, token)
    else:
        reread = Reread(read(request.text), request.name, say)
        commands, seed = reread.commands, reread.seed
    _check_origins(commands, logs_for(service, token))
    opened = owning.record(service, mine)
    events = service.store.append(mine.game, 0, command_id, commands, seed=seed)
    _check_same(events, commands)
    owning.check_owner(service, mine, events)
    service.appended(mine.game)
    with service.enter(mine.game, writing=True) as room:
        return owning.told(game_view(room.timeline, say), opened)


def _check_origins(commands: list[NewCommand], logs: Logs) -> None:
    """Check that a game which is here is what the text says of it."""
    first, *others = [new for command in commands for new in command.events]
    started = msgspec.json.decode(first.data, type=GameStarted)
    for new in others:
        if new.type == GameForked.__name__:
            fork = msgspec.json.decode(new.data, type=GameForked)
            if not is_true(fork, started, logs):
                message = N_("The game {game} is here, and it is not what this one came from.")
                raise Unreadable("record_origin", message, game=fork.parent)


def _check_same(events: list[Event], commands: list[NewCommand]) -> None:
    """Check that the game under this command id is the one imported, its new seed left aside."""
    ours = [new for command in commands for new in command.events]
    same = [(e.type, e.data) for e in events if e.type != GameForked.__name__] == [
        (n.type, n.data) for n in ours if n.type != GameForked.__name__
    ]
    if not same:
        raise reused(events)


def _from_events(
    service: Service, request: Import, say: Words, token: str
) -> tuple[list[NewCommand], bytes]:
    events = _read_events(request.text)
    _check_log(service, events, say, token)
    try:
        return _continued(events, request.name)
    except FOREIGN as error:
        message = N_("The events cannot be folded: {text}.")
        raise Unreadable("unplayable", message, text=repr(error)) from error


def _read_events(text: str) -> list[Event]:
    events = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            view = _decode_line(line)
        except (msgspec.MsgspecError, RecursionError) as error:
            message = N_("Line {line}: no event can be read: {text}.")
            raise Unreadable("record_line", message, line=number, text=str(error)) from error
        if view.hidden or not view.seal:
            message = N_("Line {line}: something is hidden in this export; only one written when "
                         "the game was over, or by who sees all, can be imported.")  # fmt: skip
            raise Unreadable("hidden_facts", message, line=number)
        fields = {name: getattr(view, name) for name in Event.__struct_fields__}
        events.append(Event(**{**fields, "data": bytes(view.data).decode()}))
    return events


def _check_log(service: Service, events: list[Event], say: Words, token: str) -> None:
    """Check what `verify` checks, so that nothing wrong gets in."""
    broken = check_chain(events)
    if broken:
        message = N_("Event {seq} is wrong: {text}.")
        raise Unreadable("record_event", message, seq=broken.seq, text=broken.reason)
    kind = registry.started_of(events[0]).kind
    if kind not in registry.names():
        unknown = registry.unknown_kind(kind)
        raise Unreadable(unknown.code, unknown.message, **unknown.params)
    found = report(events, logs_for(service, token), say)
    if not found.ok:
        first = next(c for c in found.checks if c.first_bad == found.first_bad)
        message = N_("Event {seq} is wrong: {text}.")
        raise Unreadable("record_event", message, seq=found.first_bad, text=first.detail)


def _continued(events: list[Event], name: str | None) -> tuple[list[NewCommand], bytes]:
    """The commands of a whole log; a game that is not over goes on with a new seed."""
    game = registry.get(registry.started_of(events[0]).kind)
    timeline = Timeline(game, events)
    if timeline.missing:
        raise Unreadable("not_begun", NOT_BEGUN)
    numbers = range(1, len(events) + 1)
    name = checked_name(timeline.started.name if name is None else name)
    commands = copied(timeline, numbers, name)
    last: Any = timeline.fact(timeline.history.head)
    if isinstance(last, SeedRevealed):
        return commands, bytes.fromhex(last.seed)
    seed, head = new_seed(), events[timeline.history.head - 1]
    fact = GameForked(head.game, head.seq, head.seal, commitment(seed))
    return [*commands, forked(timeline, fact)], seed
