"""Over HTTP and in process: the same statuses, types and bytes."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from typing import Any, NamedTuple

import httpx
import pytest
from starlette.applications import Starlette

from server import dispatch
from server.app import create_app
from server.dispatch import Response
from server.embedded import Embedded
from server.operations import OPERATIONS
from server.service import Service
from tests.plays import Caller
from tests.server.conftest import begun_by_ana
from tests.stores import MemoryStore


class Http(NamedTuple):
    """Somebody who asks an application as over a network, without one."""

    app: Starlette

    def __call__(
        self,
        method: str,
        path: str,
        content: bytes | AsyncIterator[bytes] = b"",
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
                return await client.request(
                    method, path, content=content, headers=headers, params=params
                )

        return asyncio.run(ask())


class Coats(NamedTuple):
    """One service, asked both ways."""

    embedded: Embedded
    http: Http

    def ask(
        self, method: str, path: str, body: bytes = b"", /, language: str = "en", **query: str
    ) -> Response:
        """What both ways answer alike."""
        inside = self.embedded.send(method, path, query, body, language)
        outside = self.http(
            method, path, content=body, headers={"accept-language": language}, params=query
        )
        assert outside.status_code == inside.status
        assert outside.headers["content-type"] == inside.content_type
        assert outside.content == inside.body
        return inside


@pytest.fixture
def coats() -> Coats:
    service = Service(MemoryStore())
    return Coats(Embedded(service), Http(create_app(service)))


@pytest.fixture
def game(coats: Coats) -> str:
    return begun_by_ana(Caller(coats.embedded.service), "ana", "rita:random")


def sent(**body: Any) -> bytes:
    return json.dumps(body).encode()


def test_every_read(coats: Coats, game: str) -> None:
    coats.ask("POST", f"/games/{game}/commands", sent(commands="sec 1", command_id="c1"))
    reads: dict[str, dict[str, str]] = {
        "": {"seat": "ana", "at": "2"},
        "/view/farms/ana": {"seat": "ana"},
        "/legal": {"words": "ro"},
        "/why": {"text": "secret 2"},
        "/events": {"all": "1"},
        "/undo": {"seat": "ana", "to": "2"},
        "/story": {},
        "/diff": {"from": "1", "to": "3"},
        "/trace": {"path": "farms.ana.place"},
        "/verify": {},
        "/export": {"format": "events"},
    }
    for path, query in reads.items():
        assert coats.ask("GET", f"/games/{game}{path}", b"", "en", **query).status == 200
    for path in ("/games", "/kinds", "/kinds/toy/box", "/kinds/toy/rules", "/openapi.json"):
        assert coats.ask("GET", path).status == 200
    assert coats.ask("GET", "/kinds/toy/rules/rolling").status == 200
    assert coats.ask("GET", "/games/nothing").status == 404


def test_every_write_with_a_command_id(coats: Coats, game: str) -> None:
    seats = [{"id": "a"}, {"id": "b"}]
    assert coats.ask("POST", "/games", sent(kind="toy", seats=seats, command_id="n")).status == 201
    for name, body in {
        "commands": sent(commands="secret 2", command_id="c1"),
        "undo": sent(command_id="c2"),
        "redo": sent(command_id="c3"),
        "back": sent(command_id="c4", to=4),
    }.items():
        assert coats.ask("POST", f"/games/{game}/{name}", body).status == 200
    assert coats.ask("POST", f"/games/{game}/fork", sent(command_id="c5")).status == 201
    Caller(coats.embedded.service).play(game, 1)
    record = coats.ask("GET", f"/games/{game}/export").body.decode()
    assert coats.ask("POST", "/import", sent(text=record, command_id="i")).status == 201


def test_every_kind_of_error(coats: Coats, game: str) -> None:
    commands = f"/games/{game}/commands"
    asked = [
        (400, "POST", commands, b"{"),
        (400, "POST", commands, b"\xff"),
        (400, "POST", commands, sent(commands="pass", more=1)),
        (404, "GET", "/nothing/here", b""),
        (404, "POST", "/games/nothing/commands", sent(commands="pass")),
        (404, "GET", "/games/a%2Fb/legal", b""),
        (405, "DELETE", f"/games/{game}", b""),
        (405, "GET", commands, b""),
        (409, "POST", commands, sent(commands="pass", expected=1)),
        (413, "POST", commands, b" " * 70_000),
        (422, "POST", commands, sent(commands="pass")),
    ]
    for status, method, path, body in asked:
        answer = coats.ask(method, path, body)
        assert answer.status == status
        problem = json.loads(answer.body)
        assert answer.content_type == "application/problem+json"
        assert problem["type"] == f"urn:cronica:problem:{problem['code']}"
        assert problem["status"] == status
        assert problem["title"]


def test_the_methods_there_are(coats: Coats, game: str) -> None:
    answer = coats.http("PUT", "/games")

    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST, GET"


def test_a_name_with_a_slash_is_found_both_ways(coats: Coats) -> None:
    Caller(coats.embedded.service).create(name="a/b")

    assert coats.ask("GET", "/games/a%2Fb").status == 200


def test_unknown_fields_are_named_with_those_there_are(coats: Coats, game: str) -> None:
    body = json.loads(coats.ask("POST", f"/games/{game}/undo", sent(sate="ana")).body)
    query = json.loads(coats.ask("GET", f"/games/{game}", sate="ana").body)

    assert "“sate”" in body["detail"]
    assert "seat, command_id" in body["detail"]
    assert "“sate”" in query["detail"]
    assert "at, seat" in query["detail"]


@pytest.mark.parametrize(
    ("header", "title"),
    [
        ("pt-BR", "Não encontrado"),
        ("de, pt;q=0.5, en;q=0.4", "Não encontrado"),
        ("pt;q=0.1, en;q=0.9", "Not found"),
        ("de", "Not found"),
        ("", "Not found"),
        ("pt;q=x", "Não encontrado"),
    ],
)
def test_problems_come_in_the_readers_language(coats: Coats, header: str, title: str) -> None:
    answer = coats.http("GET", "/games/nothing", headers={"accept-language": header})

    assert answer.json()["title"] == title


def test_a_head_is_a_get_without_its_body(coats: Coats, game: str) -> None:
    answer = coats.http("HEAD", f"/games/{game}")

    assert answer.status_code == 200


def test_a_long_body_is_not_read_to_its_end(coats: Coats) -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while read < 10_000_000:
            read += 10_000
            yield b" " * 10_000

    answer = coats.http("POST", "/games/x/undo", content=endless())

    assert answer.status_code == 413
    assert str(64 * 1024) in answer.json()["detail"]
    assert read < 200_000


def test_each_operation_has_a_route_of_its_own() -> None:
    assert len({(op.method, op.path) for op in OPERATIONS}) == len(OPERATIONS)


def test_a_fault_of_the_service_tells_nothing_of_its_inside(
    coats: Coats, game: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store: Any = coats.embedded.service.store
    monkeypatch.setattr(store, "last", lambda game: 1 / 0)

    answer = coats.ask("GET", f"/games/{game}")

    assert answer.status == 500
    assert json.loads(answer.body)["code"] == "internal"
    assert b"division" not in answer.body
    assert "division by zero" in caplog.text


def test_a_client_that_leaves_before_its_request_is_whole_is_no_fault() -> None:
    app = create_app(Service(MemoryStore()))
    arriving = [
        {"type": "http.request", "body": b"{", "more_body": True},
        {"type": "http.disconnect"},
    ]
    scope = {
        "type": "http", "method": "POST", "path": "/games", "raw_path": b"/games", "headers": [],
        "query_string": b"", "server": ("here", 80), "client": ("there", 1), "scheme": "http",
    }  # fmt: skip
    sent: list[Any] = []

    async def receive() -> Any:
        return arriving.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))

    assert [message["status"] for message in sent[:1]] == [499]


def test_no_path_is_for_two_operations() -> None:
    """So the order in which they are looked through does not matter."""
    paths = [(op, re.sub(r"\{\w+(:path)?\}", "one/stream", op.path)) for op in OPERATIONS]
    paths += [(op, re.sub(r"\{\w+(:path)?\}", "one", op.path)) for op in OPERATIONS]
    for operation, path in paths:
        fits = [
            op.path
            for op in OPERATIONS
            if op.method == operation.method and dispatch._pattern(op.path).fullmatch(path)
        ]
        assert len(fits) <= 1, path
        if fits:
            assert dispatch.find(operation.method, path)[0].path == fits[0]


def test_an_application_starts_and_stops_with_its_server() -> None:
    said = ["lifespan.startup", "lifespan.shutdown"]
    answered: list[str] = []

    async def receive() -> Any:
        return {"type": said.pop(0)}

    async def send(message: Any) -> None:
        answered.append(message["type"])

    asyncio.run(create_app(Service(MemoryStore()))({"type": "lifespan"}, receive, send))

    assert answered == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


def test_a_web_socket_is_turned_away() -> None:
    scope = {
        "type": "websocket", "path": "/games", "raw_path": b"/games", "headers": [],
        "query_string": b"", "server": ("here", 80), "client": ("there", 1), "scheme": "ws",
    }  # fmt: skip
    answered: list[str] = []

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        answered.append(message["type"])

    asyncio.run(create_app(Service(MemoryStore()))(scope, receive, send))

    assert answered == ["websocket.close"]


def test_streams_are_told_while_a_request_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """They give way to it; without this a thousand readers would make players wait."""
    service = Service(MemoryStore())
    app = create_app(service)
    seen: list[bool] = []
    monkeypatch.setattr(service.store, "heads", lambda: seen.append(app.state.live.courtesy.busy))

    Http(app)("GET", "/games")

    assert seen == [True]
    assert not app.state.live.courtesy.busy
