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
from server.answers import GameView
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
UNDO_POLICIES = ("open",)
CREATION = "new"
"""The text of the command that creates a game."""


def create(service: Service, request: NewGame, say: Words) -> GameView:
    """Create a game; bots that come first have played when this returns.

    Raises:
        Invalid: if no such game can be started.
        Clash: if the command id already created another game.
    """
    game = registry.get(request.kind)
    command_id = request.command_id or new_command_id()
    game_id, seed = new_id(command_id), new_seed()
    started = start(game, request, game_id, seed)
    command = opening(game, started, seed)
    events = service.store.append(game_id, 0, command_id, [command], seed=seed)
    recorded = registry.started_of(events[0])
    if recorded != msgspec.structs.replace(started, commitment=recorded.commitment):
        raise reused(events)
    service.appended(game_id)
    with service.enter(game_id, writing=True) as room:
        return game_view(room.timeline, say)


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
    options = options_of(game, request.options, len(seats))
    started = GameStarted(
        kind=game.name,
        rules=game.rules,
        name=checked_name(request.name or f"{game.name}-{game_id[:4]}"),
        seats=seats,
        commitment=commitment(seed),
        options=options,
        box=game.box(options, _toml(request.box)),
    )
    # As the log will give it back, so that the set-up cannot see anything else.
    return msgspec.json.decode(msgspec.json.encode(started), type=GameStarted)


def opening(game: Game[Any, Any], started: GameStarted, seed: bytes) -> NewCommand:
    """The command that creates the game: its start and its set-up."""
    dice = SeededDice(combine(seed, started.entropy))
    draft = Draft(game, game.new(started), dice, seed.hex())
    draft.add(None, CREATION, [started, *game.begin(game.new(started), dice)])
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


def options_of(game: Game[Any, Any], given: dict[str, Any], seats: int) -> dict[str, Any]:
    """The game's options, and the service's own: `undo`, the policy for taking moves back.

    Raises:
        Invalid: if one is unknown, or has a value it cannot have.
    """
    own = {name: value for name, value in given.items() if name != "undo"}
    options = game.options(own, seats)
    if "undo" not in given:
        return options
    if given["undo"] not in UNDO_POLICIES:
        message = N_("The option “undo” can be {names}, not “{text}”.")
        names = ", ".join(UNDO_POLICIES)
        raise Invalid("option_undo", message, names=names, text=str(given["undo"]))
    return {**options, "undo": given["undo"]}


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
