"""The table of operations: every way in, whichever coat the service wears."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from projections.words import Words
from server import (
    answers,
    comparing,
    consent,
    creating,
    feed,
    forking,
    hooking,
    joining,
    listing,
    offering,
    openapi,
    personal,
    playing,
    reading,
    requests,
    seat_answers,
    seating,
    shelf,
    shelf_answers,
)
from server.access import LOCAL, Role
from server.guard import Needs
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
    token: str = ""
    role: Role = LOCAL

    @property
    def game(self) -> str:
        """What the path names as the game."""
        return self.params["game"]


@dataclass(frozen=True)
class Operation:
    """One way in. `{name}` in the path is one part of it, `{name:path}` all the rest.

    `answer` is the struct that JSON is made of, `str` where the handler returns a `Text`, `bytes`
    where it returns a `Feed`, or None where any JSON may come. `query` is None where any may be
    sent. `limit` is the largest body in bytes. `needs` is what the bearer of a token must be, see
    `server.guard`.
    """

    method: str
    path: str
    summary: str
    handler: Callable[[Service, Call], Any]
    answer: Any = None
    body: type[requests.Request] = requests.Nothing
    query: type[requests.Request] | None = requests.Nothing
    status: int = 200
    limit: int = 64 * KIB
    errors: tuple[int, ...] = field(default=(404,))
    needs: Needs = "read"


def _verify(service: Service, call: Call) -> answers.Report:
    from server import verify  # only here, as below: what a move never needs is read when asked for

    return verify.verify(service, call.game, call.say, call.token)


def _export(service: Service, call: Call) -> answers.Text:
    from server import transfer

    return transfer.export(service, call.game, call.query, call.say)


def _import(service: Service, call: Call) -> seat_answers.NewGameView:
    from server import transfer

    return transfer.import_game(service, call.body, call.say, call.token)


OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "POST", "/games", "Create a game.",
        lambda service, call: creating.create(service, call.body, call.say, call.token),
        seat_answers.NewGameView, body=requests.NewGame, status=201, limit=512 * KIB,
        errors=(400, 404, 409, 413, 422, 429),
    ),
    Operation(
        "POST", "/join", "Take the seat that an invitation is for.",
        lambda service, call: joining.join(service, call.body, call.say),
        seat_answers.Seated, body=requests.Join, needs="any", errors=(400, 404, 409, 413, 422),
    ),
    Operation(
        "GET", "/join", "What an invitation, shown as the bearer token, is for.",
        lambda service, call: joining.look(service, call.token),
        seat_answers.Invitation, needs="any", errors=(404, 422),
    ),
    Operation(
        "GET", "/games/{game}/seats", "Who sits in an online game.",
        lambda service, call: seating.chairs(service, call.game), seat_answers.Chairs,
    ),
    Operation(
        "POST", "/games/{game}/seats/{seat}/invite", "Invite somebody else to a seat.",
        lambda service, call: seating.invite(
            service, call.game, call.params["seat"], call.token
        ),
        seat_answers.Invited, needs="own", errors=(400, 403, 404, 422),
    ),
    Operation(
        "POST", "/games/{game}/seats/{seat}/release", "Give up a seat, or keep it.",
        lambda service, call: seating.release(
            service, call.game, call.params["seat"], call.body, call.role
        ),
        seat_answers.Chairs, body=requests.Release, errors=(400, 403, 404, 422),
    ),
    Operation(
        "GET", "/games/{game}/me", "What is held of you in a game.",
        lambda service, call: personal.mine(service, call.game, call.token, call.role),
        seat_answers.Mine,
    ),
    Operation(
        "DELETE", "/games/{game}/me", "Have it erased; the log stays.",
        lambda service, call: personal.erase(service, call.game, call.token),
        seat_answers.Erased,
    ),
    Operation(
        "GET", "/games", "List games, newest first.",
        lambda service, call: listing.games(service, call.query, call.say, call.token),
        answers.Games, query=requests.GamesQuery, errors=(400,),
    ),
    Operation(
        "GET", "/games/{game}", "The state of a game after any event.",
        lambda service, call: reading.position(service, call.game, call.query, call.say),
        answers.Position, query=requests.PositionQuery, errors=(400, 404),
    ),
    Operation(
        "GET", "/games/{game}/view/{part:path}", "One part of the state, as `farms/ana`.",
        lambda service, call: reading.part(
            service, call.game, call.params["part"], call.query, call.say
        ),
        query=requests.PositionQuery, errors=(400, 404),
    ),
    Operation(
        "GET", "/games/{game}/legal", "All legal commands.",
        lambda service, call: reading.legal(
            service, call.game, call.query, call.say, call.role
        ),
        answers.Legal, query=requests.LegalQuery, errors=(400, 404),
    ),
    Operation(
        "GET", "/games/{game}/why", "Why a command is not legal.",
        lambda service, call: reading.why(
            service, call.game, call.query, call.say, call.role
        ),
        answers.Why, query=requests.WhyQuery, errors=(400, 403, 404),
    ),
    Operation(
        "GET", "/games/{game}/events", "The events of a game.",
        lambda service, call: reading.events(service, call.game, call.query, call.say),
        answers.Events, query=requests.EventsQuery, errors=(400, 404),
    ),
    Operation(
        "GET", "/games/{game}/stream", "The events of a game as they happen (server-sent events).",
        lambda service, call: feed.feed(service, call.game, call.query, call.token),
        bytes, query=feed.StreamQuery, errors=(400, 404),
    ),
    Operation(
        "POST", "/games/{game}/webhooks", "Let a URL be told of what happens in a game.",
        lambda service, call: hooking.register(service, call.game, call.body, call.token),
        hooking.NewHookView, body=hooking.NewHook, needs="play", status=201,
        errors=(400, 403, 404, 413, 422),
    ),
    Operation(
        "GET", "/games/{game}/webhooks", "The webhooks of one's own seats.",
        lambda service, call: hooking.listed(service, call.game, call.query, call.role),
        hooking.HookViews, query=hooking.HookQuery, needs="play", errors=(400, 403, 404, 422),
    ),
    Operation(
        "DELETE", "/games/{game}/webhooks/{webhook}", "Tell a webhook nothing more.",
        lambda service, call: hooking.remove(
            service, call.game, call.params["webhook"], call.role
        ),
        hooking.HookViews, needs="play", errors=(400, 403, 404, 422),
    ),
    Operation(
        "GET", "/games/{game}/story", "The story of a game in sentences.",
        lambda service, call: reading.story(service, call.game, call.query, call.say),
        answers.Story, query=requests.StoryQuery, errors=(400, 404),
    ),
    Operation(
        "POST", "/games/{game}/commands", "Play commands, all or none.",
        lambda service, call: playing.play(service, call.game, call.body, call.say),
        answers.Played, body=requests.Commands, needs="play", errors=(400, 403, 404, 409, 413, 422),
    ),
    Operation(
        "GET", "/games/{game}/undo", "What is asked for, and what an undo would do.",
        lambda service, call: offering.offer(
            service, call.game, call.query, call.say, call.role
        ),
        offering.UndoView, query=requests.UndoQuery, errors=(400, 404, 422),
    ),
    Operation(
        "POST", "/games/{game}/undo", "Take back the last command of a person, or ask to.",
        lambda service, call: consent.undo(service, call.game, call.body, call.say, call.role),
        answers.Played, body=requests.Undo, needs="play", errors=(400, 403, 404, 409, 422),
    ),
    Operation(
        "POST", "/games/{game}/redo", "Bring back what the last undo took.",
        lambda service, call: consent.redo(service, call.game, call.body, call.say, call.role),
        answers.Played, body=requests.Move, needs="play", errors=(400, 403, 404, 409, 422),
    ),
    Operation(
        "POST", "/games/{game}/back", "Go to the state after any event that ended a command.",
        lambda service, call: consent.back(service, call.game, call.body, call.say, call.role),
        answers.Played, body=requests.Back, needs="play", errors=(400, 403, 404, 409, 422),
    ),
    Operation(
        "POST", "/games/{game}/answer", "Agree to what another seat asks for, or not.",
        lambda service, call: consent.answer(service, call.game, call.body, call.say),
        answers.Played, body=requests.Answer, needs="play", errors=(400, 403, 404, 409, 422),
    ),
    Operation(
        "POST", "/games/{game}/fork", "Begin a new game from the state after any event.",
        lambda service, call: forking.fork(
            service, call.game, call.body, call.say, token=call.token, role=call.role
        ),
        seat_answers.NewGameView, body=requests.Fork, status=201, errors=(400, 404, 409, 422, 429),
    ),
    Operation(
        "GET", "/games/{game}/diff", "What differs between two states.",
        lambda service, call: comparing.diff(service, call.game, call.query, call.say),
        answers.Diff, query=requests.DiffQuery, errors=(400, 404),
    ),
    Operation(
        "GET", "/games/{game}/trace", "The events that changed one value.",
        lambda service, call: comparing.trace(service, call.game, call.query, call.say),
        answers.Trace, query=requests.TraceQuery, errors=(400, 404),
    ),
    Operation(
        "GET", "/games/{game}/verify", "Check a game's log: seals, draws, rules.",
        _verify,
        answers.Report,
    ),
    Operation(
        "GET", "/games/{game}/export", "A game as text, in notation or as its events.",
        _export,
        str, query=requests.ExportQuery, errors=(400, 404, 422),
    ),
    Operation(
        "POST", "/import", "Store a game that was exported.",
        _import,
        seat_answers.NewGameView, body=requests.Import, status=201, limit=16 * KIB * KIB,
        errors=(400, 409, 413, 422, 429),
    ),
    Operation(
        "GET", "/kinds", "The games that can be played here.",
        lambda _, call: shelf.kinds(call.say), shelf_answers.Kinds, errors=(),
    ),
    Operation(
        "GET", "/kinds/{kind}/box", "What a game's box holds; options as the query.",
        lambda _, call: shelf.box(call.params["kind"], call.query),
        query=None, errors=(404, 422),
    ),
    Operation(
        "GET", "/kinds/{kind}/rules", "The topics there is help on.",
        lambda _, call: shelf.topics(call.params["kind"], call.say), shelf_answers.Topics,
    ),
    Operation(
        "GET", "/kinds/{kind}/rules/{topic}", "Help on one topic of the rules.",
        lambda _, call: shelf.topic(call.params["kind"], call.params["topic"], call.say),
        shelf_answers.TopicView,
    ),
    Operation(
        "POST", "/tables/rebuild", "Build the read-model tables again.",
        lambda service, _: shelf.rebuild(service), shelf_answers.Rebuilt, needs="operate",
        errors=(400, 403, 422),
    ),
    Operation(
        "GET", "/openapi.json", "This description.",
        lambda *_: openapi.document(OPERATIONS), errors=(),
    ),
)  # fmt: skip
