"""Commands: from what a client posted to recorded events, all or nothing, once."""

from collections.abc import Sequence
from typing import Any

import msgspec

from events.dice import SeededDice
from events.envelope import Event
from projections.words import N_, NN_, Counted
from server.drafts import Draft
from server.errors import Clash, Malformed, TooLarge, reused
from server.notation import explain, resolve, split
from server.requests import Commands
from server.rooms import Room
from server.rules.game import Game, Refusal
from server.seats import acting_seat, check_begun, check_person, known_seat

EXAMPLE = SeededDice(b"what might happen")
"""The dice of dry runs: nobody may look ahead at what the game's own dice will show."""


def texts_of(request: Commands) -> list[str | dict[str, Any]]:
    """The commands of a request one by one.

    Raises:
        Malformed: if there are none.
    """
    given = request.commands
    parts: list[str | dict[str, Any]] = []
    for part in [given] if isinstance(given, str) else given:
        parts.extend(split(part) if isinstance(part, str) else [part])
    if not parts:
        raise Malformed("no_command", N_("There is no command; “legal” lists those there are."))
    return parts


def check_length(request: Commands, most: int) -> None:
    """Check that a batch has at most so many commands; 0 is no limit.

    Raises:
        TooLarge: if it has more.
    """
    if most and len(texts_of(request)) > most:
        commands = Counted(NN_("{n} command", "{n} commands"), most)
        message = N_("One request may play at most {count}.")
        raise TooLarge("batch_too_long", message, count=commands)


def check_expected(room: Room, request: Commands) -> None:
    """Check that the client knows the whole log.

    Raises:
        Clash: if it does not; carries the events it missed.
    """
    expected = request.expected
    if expected is None or expected == room.seq:
        return
    speaker = known_seat(room.timeline.started, request.seat)
    missed = tuple(room.timeline.events[expected:])
    message = N_("The game is at event {actual} by now, not {expected}: look before you play.")
    raise Clash(
        "conflict", message, missed=missed, speaker=speaker, actual=room.seq, expected=expected
    )


def decide(room: Room, request: Commands) -> Draft:
    """Decide all commands of a request without recording anything.

    Raises:
        Refusal: if one is refused; names it if there are several.
    """
    timeline, game = room.timeline, room.timeline.game
    check_begun(timeline.missing)
    dice = EXAMPLE if request.dry_run else room.dice()
    seed = "" if request.dry_run else room.seed().hex()
    draft = Draft(game, game.copy(timeline.state()), dice, seed)
    parts = texts_of(request)
    for index, part in enumerate(parts):
        try:
            seat = acting_seat(timeline.started, game.pending(draft.state), request.seat)
            check_person(seat, timeline.machine(seat))
            draft.play(seat, _read(game, draft.state, seat, part))
        except Refusal as refusal:
            if len(parts) > 1:
                refusal.index = index
            refusal.command = part if isinstance(part, str) else msgspec.json.encode(part).decode()
            raise
    return draft


def _read(game: Game[Any, Any], state: Any, seat: str, part: str | dict[str, Any]) -> Any:
    if isinstance(part, str):
        return resolve(game, state, seat, part)
    try:
        command = msgspec.convert(part, game.commands)
    except msgspec.ValidationError as error:
        message = N_("This is no command of {game}: {text}.")
        raise Malformed("unreadable_command", message, game=game.name, text=str(error)) from error
    if command not in game.legal(state, seat):
        raise explain(game, state, seat, command)
    return command


def are_recorded(draft: Draft, events: Sequence[Event]) -> bool:
    """Whether these are the commands of a draft, not others that had their id already."""
    return _commands_in(events) == [(command.seat, command.text) for command in draft.commands]


def check_same(room: Room, events: Sequence[Event], request: Commands) -> None:
    """Check that a request sent again is the one recorded under its command id.

    Raises:
        Clash: if it is another.
    """
    if _reread(room, events, request) != _commands_in(events):
        raise reused(events)


def _commands_in(events: Sequence[Event]) -> list[tuple[str | None, str]]:
    return [(event.seat, event.command) for event in events if event.cause == event.seq]


def _reread(
    room: Room, events: Sequence[Event], request: Commands
) -> list[tuple[str | None, str]] | None:
    """Seats and commands as the request meant them where it was recorded; None if impossible."""
    timeline, game = room.timeline, room.timeline.game
    first = [e.seq for e in events if e.cause == e.seq]
    if first[:1] == [1]:
        return None
    states = [timeline.state(timeline.history.parent(seq)) for seq in first]
    read: list[tuple[str | None, str]] = []
    try:
        for state, part in zip(states, texts_of(request), strict=True):
            seat = acting_seat(timeline.started, game.pending(state), request.seat)
            read.append((seat, game.format(_read(game, state, seat, part))))
    except (Refusal, ValueError):
        return None
    return read
