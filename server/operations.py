"""The table of operations: every way in, whichever coat the service wears."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from projections.words import Words
from server import creating, messages, playing, reading
from server.service import Service

KIB = 1024
JSON = "application/json"


@dataclass(frozen=True)
class Call:
    """One request, read: the parts of its path, query, body, and the reader's language."""

    params: dict[str, str]
    query: Any
    body: Any
    say: Words

    @property
    def game(self) -> str:
        """What the path names as the game."""
        return self.params["game"]


@dataclass(frozen=True)
class Operation:
    """One way in. `{name}` in the path is one part of it, `{name:path}` all the rest.

    `answer` is the struct that JSON is made of, or None where any JSON may come; a handler that
    returns text gives it the type `media`. `limit` is the largest body in bytes.
    """

    method: str
    path: str
    summary: str
    handler: Callable[[Service, Call], Any]
    answer: Any = None
    body: type[messages.Request] = messages.Nothing
    query: type[messages.Request] = messages.Nothing
    status: int = 200
    media: str = JSON
    limit: int = 64 * KIB
    errors: tuple[int, ...] = field(default=(404,))


OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "POST", "/games", "Create a game.",
        lambda service, call: creating.create(service, call.body, call.say),
        messages.GameView, body=messages.NewGame, status=201, limit=512 * KIB,
        errors=(400, 404, 409, 413, 422),
    ),
    Operation(
        "GET", "/games", "List games, newest first.",
        lambda service, call: reading.games(service, call.query, call.say),
        messages.Games, query=messages.GamesQuery, errors=(400,),
    ),
    Operation(
        "GET", "/games/{game}", "The state of a game after any event.",
        lambda service, call: reading.position(service, call.game, call.query, call.say),
        messages.Position, query=messages.PositionQuery, errors=(400, 404),
    ),
    Operation(
        "GET", "/games/{game}/view/{part:path}", "One part of the state, as `farms/ana`.",
        lambda service, call: reading.part(
            service, call.game, call.params["part"], call.query, call.say
        ),
        query=messages.PositionQuery, errors=(400, 404),
    ),
    Operation(
        "GET", "/games/{game}/legal", "All legal commands.",
        lambda service, call: reading.legal(service, call.game, call.query, call.say),
        messages.Legal, query=messages.LegalQuery, errors=(400, 404),
    ),
    Operation(
        "GET", "/games/{game}/why", "Why a command is not legal.",
        lambda service, call: reading.why(service, call.game, call.query, call.say),
        messages.Why, query=messages.WhyQuery, errors=(400, 404),
    ),
    Operation(
        "GET", "/games/{game}/events", "The events of a game.",
        lambda service, call: reading.events(service, call.game, call.query, call.say),
        messages.Events, query=messages.EventsQuery, errors=(400, 404),
    ),
    Operation(
        "GET", "/games/{game}/story", "The story of a game in sentences.",
        lambda service, call: reading.story(service, call.game, call.query, call.say),
        messages.Story, query=messages.StoryQuery, errors=(400, 404),
    ),
    Operation(
        "POST", "/games/{game}/commands", "Play commands, all or none.",
        lambda service, call: playing.play(service, call.game, call.body, call.say),
        messages.Played, body=messages.Commands, errors=(400, 404, 409, 413, 422),
    ),
    Operation(
        "POST", "/games/{game}/undo", "Take back the last command of a person.",
        lambda service, call: playing.undo(service, call.game, call.body, call.say),
        messages.Played, body=messages.Move, errors=(400, 404, 409, 422),
    ),
    Operation(
        "POST", "/games/{game}/redo", "Bring back what the last undo took.",
        lambda service, call: playing.redo(service, call.game, call.body, call.say),
        messages.Played, body=messages.Move, errors=(400, 404, 409, 422),
    ),
    Operation(
        "POST", "/games/{game}/back", "Go to the state after any event that ended a command.",
        lambda service, call: playing.back(service, call.game, call.body, call.say),
        messages.Played, body=messages.Back, errors=(400, 404, 409, 422),
    ),
)  # fmt: skip
