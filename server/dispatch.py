"""From a request to the bytes of its answer; both coats of the service wrap this function."""

import logging
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any
from urllib.parse import unquote

import msgspec

from events.envelope import Event
from events.store import StoreUnavailable
from projections.words import N_, Words, words
from server import guard, problems
from server.access import LOCAL
from server.answers import EventView, Problem, Text
from server.errors import Clash, Malformed, NotFound, TooLarge
from server.feed import MEDIA, Feed, Follow
from server.operations import JSON, OPERATIONS, Call, Operation
from server.requests import Request
from server.rules.game import Refusal
from server.rules.values import told
from server.service import Service
from server.visible import Eyes

log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
FOUND = 256
"""Paths whose operation is remembered: each request asks for it twice."""
NO_MORE = 204
"""The status of a stream that has nothing to send, now or later."""


class Asked(msgspec.Struct, frozen=True):
    """One request; `path` is percent-encoded, `language` a tag such as `en` or `pt-BR`.

    `token` is what the bearer has to show, "" for nothing.
    """

    method: str
    path: str
    query: Mapping[str, str]
    body: bytes
    language: str
    token: str = ""


class Response(msgspec.Struct, frozen=True):
    """One answer; `allow` names the methods there are where the one asked for is not.

    `wait` is after how many seconds to ask again, 0 where that would be of no use. `follow` is how
    a stream goes on after its body, on a way that can keep it open.
    """

    status: int
    content_type: str
    body: bytes
    allow: str = ""
    wait: int = 0
    follow: Follow | None = None


def dispatch(service: Service, asked: Asked) -> Response:
    """Answer a request; every failure becomes a problem."""
    say = words(asked.language)
    params: dict[str, str] = {}
    try:
        operation, params = find(asked.method, asked.path)
        call = _admitted(service, operation, params, asked, say)
        say = call.say
        return _response(operation, operation.handler(service, call))
    except WrongMethod as wrong:
        return wrong.response(say)
    except Refusal as refusal:
        return _problem(_of_refusal(service, refusal, params, say), problems.wait_after(refusal))
    except Exception as error:
        return failed(error, asked.language, asked)


def failed(error: Exception, language: str, asked: Asked | None = None) -> Response:
    """The answer where the service or its store is at fault; the log says how."""
    what = f"{asked.method} {asked.path}" if asked else "a request"
    if isinstance(error, StoreUnavailable):
        log.warning("%s has to wait: %s", what, error)
    else:
        log.error("%s failed", what, exc_info=error)
    return _problem(problems.of_failure(error, words(language)), problems.wait_after(error))


def refused(refusal: Refusal, language: str) -> Response:
    """The answer to what was turned away before it came to an operation."""
    return _problem(problems.of_refusal(refusal, words(language)), problems.wait_after(refusal))


def _admitted(
    service: Service, operation: Operation, params: dict[str, str], asked: Asked, say: Words
) -> Call:
    """The call as whoever asks may make it."""
    role = LOCAL
    query, body = _query(operation, asked.query), _body(operation, asked.body)
    if "game" in params:
        game, role = guard.admit(service, params["game"], asked.token, operation.needs)
        params["game"] = game
        query = guard.through_eyes(service, game, role, query)
        body = guard.through_eyes(service, game, role, body)
        say = say.of(service.edition(game))
    elif operation.needs == "operate":
        guard.operate(service)
    return Call(params, query, body, say, asked.token, role)


class WrongMethod(Exception):
    """The path is known, but not with this method."""

    def __init__(self, method: str, allowed: list[str]) -> None:
        super().__init__(method)
        self.method = method
        self.allowed = ", ".join(allowed)

    def response(self, say: Words) -> Response:
        """The answer 405."""
        message = N_("“{text}” does not work here; what works is {names}.")
        problem = Problem(
            type=problems.ANY + "wrong_method",
            title=say.say(problems.TITLES[405]),
            status=405,
            detail=say.say(message, text=self.method, names=self.allowed),
            code="wrong_method",
        )
        return msgspec.structs.replace(_problem(problem), allow=self.allowed)


def find(method: str, path: str) -> tuple[Operation, dict[str, str]]:
    """The operation behind a method and a path, and the parts of the path.

    Raises:
        NotFound: if no operation has such a path.
        WrongMethod: if none has it with this method.
    """
    operation, params = _found(method, path)
    return operation, dict(params)


@lru_cache(FOUND)
def _found(method: str, path: str) -> tuple[Operation, dict[str, str]]:
    found = []
    for operation in _likely(path):
        match = _pattern(operation.path).fullmatch(path)
        if match and operation.method == method:
            return operation, {name: unquote(part) for name, part in match.groupdict().items()}
        if match:
            found.append(operation.method)
    if found:
        raise WrongMethod(method, found)
    message = N_("There is nothing at “{text}”; “/openapi.json” lists what there is.")
    raise NotFound("unknown_url", message, text=unquote(path))


def _likely(path: str) -> Sequence[Operation]:
    """The operations with the last word of a path, if any has it; else all."""
    return _by_last_word().get(path.rpartition("/")[2], OPERATIONS)


@cache
def _by_last_word() -> dict[str, list[Operation]]:
    """By how a path ends: operations that always end so, then those that end in anything."""
    words = {operation.path: operation.path.rpartition("/")[2] for operation in OPERATIONS}
    free = [operation for operation in OPERATIONS if words[operation.path].endswith("}")]
    return {
        word: [operation for operation in OPERATIONS if words[operation.path] == word] + free
        for word in words.values()
        if not word.endswith("}")
    }


@cache
def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)(:path)?\}", path)
    pattern = re.escape(parts[0])
    for name, rest, literal in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        pattern += f"(?P<{name}>{'.+' if rest else '[^/]+'}){re.escape(literal)}"
    return re.compile(pattern)


def _query(operation: Operation, query: Mapping[str, str]) -> Any:
    if operation.query is None:
        return query
    try:
        _encode(query)  # half a character could never be told again
        return msgspec.convert(dict(query), operation.query, strict=False)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise _unreadable(N_("The query cannot be read: {text}. It may have: {names}."),
                          error, operation.query) from error  # fmt: skip


def _body(operation: Operation, body: bytes) -> Any:
    if len(body) > operation.limit:
        message = N_("The body may have at most {n} bytes.")
        raise TooLarge("too_large", message, n=operation.limit)
    if operation.method == "GET" or not body:
        body = b"{}"
    try:
        read = _decoder(operation.body).decode(body)
        if b"\\u" in body:
            _encode(read)  # half a character (a lone surrogate) could never be told again
        return read
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _unreadable(N_("The body cannot be read: {text}. It may have: {names}."),
                          error, operation.body) from error  # fmt: skip


@cache
def _decoder(kind: type[Request]) -> msgspec.json.Decoder[Request]:
    return msgspec.json.Decoder(kind)


def _unreadable(message: str, error: Exception, kind: type[Request]) -> Malformed:
    known = kind.__struct_encode_fields__
    wrong = told(error, known)
    if wrong is not None:
        return Malformed("unreadable", wrong.message, **wrong.params)
    return Malformed("unreadable", message, text=str(error), names=", ".join(known) or "–")


def _response(operation: Operation, answer: Any) -> Response:
    if isinstance(answer, Feed):
        status = operation.status if answer.body or answer.follow else NO_MORE
        return Response(status, MEDIA, answer.body, follow=answer.follow)
    if isinstance(answer, Text):
        return Response(operation.status, answer.media, answer.text.encode())
    return Response(operation.status, JSON, _encode(answer))


def _problem(problem: Problem, wait: int = 0) -> Response:
    return Response(problem.status, problems.CONTENT_TYPE, _encode(problem), wait=wait)


def _of_refusal(service: Service, refusal: Refusal, params: dict[str, str], say: Words) -> Problem:
    if not (isinstance(refusal, Clash) and refusal.missed):
        return problems.of_refusal(refusal, say)
    try:
        with service.enter(params["game"]) as room:
            eyes = Eyes(room.timeline, refusal.speaker)

            def show(event: Event) -> EventView:
                return eyes.event(event)

            return problems.of_refusal(refusal, say, show)
    except StoreUnavailable:  # the client will read what it has missed
        return problems.of_refusal(refusal, say)
