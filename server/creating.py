"""New games: what a request asks for, checked and turned into the log's first command."""

from typing import Any

import msgspec

from events.dice import SeededDice, combine, commitment, new_seed
from events.envelope import NewCommand
from events.ids import new_command_id
from events.lifecycle import GameStarted, Seat
from projections.words import N_, Words
from server import owning, terms
from server.bots import bots_of
from server.drafts import Draft
from server.errors import reused
from server.requests import NewGame
from server.rules import registry, toml
from server.rules.game import Game, Invalid
from server.seat_answers import NewGameView
from server.seats import check_colours, check_seats, missing_seats
from server.service import Service
from server.views import game_view


def create(service: Service, request: NewGame, say: Words, token: str = "") -> NewGameView:
    """Create a game; bots that come first have played by then, as far as a request waits for them.

    Where others can reach the service, and for online games everywhere, the game gets tokens; the
    bearer of `token` owns it.

    Raises:
        Invalid: if no such game can be started.
        Clash: if the command id already created another game.
    """
    game = registry.get(request.kind)
    command_id = request.command_id or new_command_id()
    mine, seed = owning.claim(service, command_id, token, guarded=request.online), new_seed()
    started = start(game, request, mine.game, seed)
    command = opening(game, started, seed)
    opened = owning.record(
        service, mine, missing_seats(started, ()), is_open=request.open, absence=request.absence
    )
    events = service.store.append(mine.game, 0, command_id, [command], seed=seed)
    recorded = registry.started_of(events[0])
    if recorded != msgspec.structs.replace(started, commitment=recorded.commitment):
        raise reused(events)
    owning.check_owner(service, mine, events)
    service.appended(mine.game)
    with service.enter(mine.game, writing=True) as room:
        return owning.told(game_view(room.timeline, say), opened)


def start(game: Game[Any, Any], request: NewGame, game_id: str, seed: bytes) -> GameStarted:
    """The first fact of the game that a request asks for.

    Raises:
        Invalid: if no such game can be started; says why.
    """
    seats = tuple(Seat(seat.id, seat.bot) for seat in request.seats)
    check_seats(seats, game.seats, bots_of(game))
    if request.online:
        check_colours(seats)
    agreed, own = terms.split(request.options)
    options = game.options(own, len(seats))
    started = GameStarted(
        kind=game.name,
        rules=game.rules,
        name=checked_name(request.name or f"{game.name}-{game_id[:4]}"),
        seats=seats,
        commitment=commitment(seed),
        options=options,
        box=game.box(options, _toml(request.box)),
        terms=terms.terms(agreed, online=request.online, bots=list(bots_of(game))),
    )
    # As the log will give it back, so that the set-up cannot see anything else.
    return msgspec.json.decode(msgspec.json.encode(started), type=GameStarted)


def opening(game: Game[Any, Any], started: GameStarted, seed: bytes) -> NewCommand:
    """The command that creates the game: its start and, if everybody is there, its set-up."""
    dice = SeededDice(combine(seed, started.entropy))
    draft = Draft(game, game.new(started), dice, seed.hex())
    draft.create(started)
    return draft.commands[0]


def checked_name(name: str) -> str:
    """The name of a game, once it is known that it can be shown anywhere.

    Raises:
        Invalid: if it cannot.
    """
    if not name.isprintable():
        message = N_("A game's name has printable characters only, all on one line.")
        raise Invalid("game_name", message)
    return name


def _toml(text: str | None) -> str | None:
    """The text of a box file, once it is known to be TOML at all."""
    if text is None:
        return None
    try:
        toml.loads(text)
    except ValueError as error:
        message = N_("The box file is no TOML: {text}.")
        raise Invalid("box_toml", message, text=str(error)) from error
    return text
