"""New games: what a request asks for, checked and turned into the log's first command."""

import hashlib
import secrets
import tomllib
from typing import Any

import msgspec

from events.dice import SeededDice, combine, commitment, new_seed
from events.envelope import NewCommand
from events.lifecycle import GameStarted, Seat
from projections.words import N_, Words
from server import terms
from server.access import Opened, new_token
from server.answers import NewGameView
from server.bots import bots_of
from server.drafts import Draft
from server.errors import reused
from server.requests import NewGame
from server.rules import registry
from server.rules.game import Game, Invalid
from server.seats import check_seats
from server.service import Service
from server.views import game_view

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 12


def create(service: Service, request: NewGame, say: Words, token: str = "") -> NewGameView:
    """Create a game; bots that come first have played when this returns.

    Where others can reach the service, and for online games everywhere, the game gets tokens; the
    bearer of `token` owns it.

    Raises:
        Invalid: if no such game can be started.
        Clash: if the command id already created another game.
    """
    game = registry.get(request.kind)
    command_id = request.command_id or new_command_id()
    game_id, seed = new_id(command_id), new_seed()
    started = start(game, request, game_id, seed)
    command = opening(game, started, seed)
    opened = _open(service, request, started, game_id, token or new_token())
    events = service.store.append(game_id, 0, command_id, [command], seed=seed)
    recorded = registry.started_of(events[0])
    if recorded != msgspec.structs.replace(started, commitment=recorded.commitment):
        raise reused(events)
    if opened is not None and not service.access.owns(game_id, opened.owner):
        raise reused(events)
    service.appended(game_id)
    with service.enter(game_id, writing=True) as room:
        view = game_view(room.timeline, say)
    told: Opened | msgspec.UnsetType = msgspec.UNSET if opened is None else opened
    return NewGameView(**msgspec.structs.asdict(view), secrets=told)


def _open(
    service: Service, request: NewGame, started: GameStarted, game_id: str, owner: str
) -> Opened | None:
    """Record who owns the game and which seats can be joined; None for a game without tokens."""
    if service.trusting and not request.online:
        return None
    seats = [s.id for s in started.seats if not s.bot] if request.online else []
    return service.access.open(game_id, seats, owner, is_open=request.open, absence=request.absence)


def new_id(command_id: str) -> str:
    """A game's id: it follows from the creating command's, so that a retry finds the game."""
    number = int.from_bytes(hashlib.sha256(command_id.encode()).digest()[:8], "big")
    return "".join(_ALPHABET[number >> (5 * place) & 31] for place in range(ID_LENGTH))


def new_command_id() -> str:
    """A command id for clients that sent none."""
    return secrets.token_hex(16)


def start(game: Game[Any, Any], request: NewGame, game_id: str, seed: bytes) -> GameStarted:
    """The first fact of the game that a request asks for.

    Raises:
        Invalid: if no such game can be started; says why.
    """
    seats = tuple(Seat(seat.id, seat.bot) for seat in request.seats)
    check_seats(seats, game.seats, bots_of(game))
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
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = N_("The box file is no TOML: {text}.")
        raise Invalid("box_toml", message, text=str(error)) from error
    return text
