"""The games this service plays, each loaded when it is first asked for."""

import difflib
from importlib import import_module
from typing import Any

import msgspec

from events.codec import UnknownEvent
from events.envelope import Event
from events.lifecycle import GameStarted
from projections.words import N_
from server.errors import NotFound
from server.rules.game import Game

_paths: dict[str, str] = {"village": "server.rules.village:GAME"}
_loaded: dict[str, Game[Any, Any]] = {}
_decode_started = msgspec.json.Decoder(GameStarted).decode


def names() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted(_paths.keys() | _loaded.keys())


def get(name: str) -> Game[Any, Any]:
    """The descriptor of a game, imported on first use.

    Raises:
        NotFound: if no game has that name.
    """
    if name not in _loaded:
        _loaded[name] = _load(name)
    return _loaded[name]


def register(game: Game[Any, Any]) -> None:
    """Add a game under its own name, or replace it; tests bring their toy this way."""
    _loaded[game.name] = game


def started_of(event: Event) -> GameStarted:
    """The fact in a game's first event, whose codec follows from the kind it names.

    Raises:
        UnknownEvent: if it is no readable GameStarted.
    """
    if event.type != GameStarted.__name__ or event.version != GameStarted.version:
        raise UnknownEvent(f"event {event.seq} is a {event.type} {event.version}, no GameStarted")
    try:
        return _decode_started(event.data)
    except msgspec.MsgspecError as error:
        raise UnknownEvent(f"event {event.seq} ({event.type}): {error}") from error


def _load(name: str) -> Game[Any, Any]:
    if name not in _paths:
        raise unknown_kind(name)
    module, attribute = _paths[name].split(":")
    game: Game[Any, Any] = getattr(import_module(module), attribute)
    return game


def unknown_kind(name: str) -> NotFound:
    """What to raise where a game's name is not known."""
    known = names()
    nearest = tuple(difflib.get_close_matches(name, known)) or tuple(known)
    return NotFound(
        "unknown_kind",
        N_("There is no game called “{text}”; the games are: {names}."),
        nearest=nearest,
        text=name,
        names=", ".join(known),
    )
