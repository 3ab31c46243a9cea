"""What is turned away before it comes to an operation, and when it may come again."""

import asyncio
import threading
from collections.abc import Collection
from pathlib import Path
from typing import Any

import httpx
import pytest

from server import gate
from server.app import create_app
from server.exposure import LOOPBACK
from server.gate import address
from server.limits import NONE, PUBLIC, Limits
from server.service import Service
from server.tokens import digest
from tests.asgi import Browser
from tests.server.online import Net, token_of
from tests.stores import MemoryStore


def browser(limits: Limits = NONE, hosts: tuple[str, ...] = ()) -> Browser:
    return Browser(create_app(Service(MemoryStore(), limits=limits), hosts))


def bearer(name: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token_of(name)}"}


def test_without_limits_nobody_is_turned_away() -> None:
    asked = browser()

    assert {asked.get("/kinds").status_code for _ in range(100)} == {200}


def test_who_asks_too_often_is_told_when_to_come_again() -> None:
    asked = browser(Limits(address_rate=0.3))

    answers = [asked.get("/kinds", headers={"accept-language": "pt-BR"}) for _ in range(4)]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    problem = answers[-1].json()
    assert answers[-1].headers["content-type"] == "application/problem+json"
    assert (problem["code"], problem["title"]) == ("too_often", "Pedidos demais")
    wait = int(answers[-1].headers["retry-after"])
    assert 1 <= wait <= 2 * gate.WINDOW
    assert str(wait) in problem["detail"]


def test_a_single_second_is_told_in_the_singular(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate.Gate, "_wait", lambda *_: 1)
    asked = browser(Limits(address_rate=1))

    for language, told in (("en", "after 1 second."), ("pt-BR", "depois de 1 segundo.")):
        problem = asked.get("/kinds", headers={"accept-language": language}).json()
        assert told in problem["detail"]


def test_each_token_is_counted_for_itself() -> None:
    asked = browser(Limits(rate=0.2))

    ana = [asked.get("/kinds", headers=bearer("ana")).status_code for _ in range(3)]
    beto = [asked.get("/kinds", headers=bearer("beto")).status_code for _ in range(3)]
    nobody = [asked.get("/kinds").status_code for _ in range(6)]

    assert ana == beto == [200, 200, 429]
    assert set(nobody) == {200}


def test_many_tokens_of_one_address_count_together() -> None:
    asked = browser(Limits(rate=0.2, address_rate=0.4))

    found = [asked.get("/kinds", headers=bearer(f"p{n}")).status_code for n in range(6)]

    assert found == [200] * 4 + [429] * 2


def test_the_counter_knows_no_token() -> None:
    app = gate.Gate(create_app(Service(MemoryStore())), Limits(rate=1))

    Browser(app).get("/kinds", headers=bearer("ana"))

    counted = repr(vars(app._counter.storage))
    assert digest(token_of("ana")) in counted
    assert token_of("ana") not in counted


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        (("192.0.2.7", 1), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("2001:db8:1:2::99", 1), "2001:db8:1:2::/64"),
        (("testclient", 1), "testclient"),
        (None, ""),
    ],
)
def test_where_a_request_comes_from(client: Any, counted: str) -> None:
    assert address({"type": "http", "client": client, "headers": []}) == counted


class TestForeignPages:
    """A service that trusts its machine, and a page in that machine's browser."""

    def test_it_answers_to_the_names_of_the_machine(self) -> None:
        asked = browser(hosts=LOOPBACK)
        for host in ("localhost:8765", "127.0.0.1:8765", "[::1]:8765", "LOCALHOST"):
            assert asked.get("/kinds", headers={"host": host}).status_code == 200

    @pytest.mark.parametrize(
        "headers",
        [
            {"host": "evil.example:8765"},
            {"host": "localhost.evil.example"},
            {"origin": "https://evil.example"},
            {"origin": "null"},
            {"origin": "http://localhost.evil.example:8765"},
        ],
    )
    def test_it_answers_to_no_other(self, headers: dict[str, str]) -> None:
        answer = browser(hosts=LOOPBACK).post("/games", headers=headers, json={})
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_host")

    def test_a_page_of_its_own_may_ask(self) -> None:
        headers = {"origin": "http://localhost:3000"}
        assert browser(hosts=LOOPBACK).get("/kinds", headers=headers).status_code == 200


def test_a_body_that_takes_too_long_is_not_waited_for() -> None:
    app = create_app(_service(Limits(patience=0.05)))

    assert asyncio.run(_slow_post(app)) == 408


def _service(limits: Limits) -> Service:
    return Service(MemoryStore(), limits=limits)


async def _slow_post(app: Any) -> int:
    """The status of a request whose body never ends."""
    sent: list[Any] = []

    async def receive() -> Any:
        if not sent:
            await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/games", "raw_path": b"/games",
        "query_string": b"", "headers": [], "client": ("127.0.0.1", 1), "server": ("here", 80),
        "scheme": "http", "http_version": "1.1", "root_path": "",
    }  # fmt: skip
    await app(scope, receive, send)
    return int(sent[0]["status"])


def test_a_service_with_too_much_to_do_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    service = _service(Limits(at_once=1))
    begun, go_on = threading.Event(), threading.Event()
    heads = service.store.heads

    def slow(games: Collection[str] | None = None) -> Any:
        begun.set()
        go_on.wait(30)
        return heads(games)

    monkeypatch.setattr(service.store, "heads", slow)
    app = create_app(service)

    async def ask() -> tuple[httpx.Response, httpx.Response, httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
            first = asyncio.create_task(http.get("/games"))
            await asyncio.to_thread(begun.wait, 30)
            second = await http.get("/kinds")
            go_on.set()
            return await first, second, await http.get("/kinds")

    first, second, third = asyncio.run(ask())

    assert [a.status_code for a in (first, second, third)] == [200, 503, 200]
    assert (second.json()["code"], second.headers["retry-after"]) == ("busy", "1")


def test_a_store_that_takes_nothing_says_when_to_come_again() -> None:
    store = MemoryStore()
    store.refuse = 1
    asked = Browser(create_app(Service(store)))
    body = {"kind": "toy", "seats": [{"id": "a"}, {"id": "b"}]}

    answer = asked.post("/games", json=body)

    assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")
    assert int(answer.headers["retry-after"]) > 0


def test_too_many_games_are_told_with_a_date(tmp_path: Path) -> None:
    net = Net(tmp_path, limits=Limits(games=1))
    asked = Browser(create_app(net.service))
    body = {"kind": "toy", "seats": [{"id": "a"}, {"id": "b"}]}

    answers = [asked.post("/games", json=body, headers=bearer("ana")) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 429]
    assert int(answers[1].headers["retry-after"]) > 29 * 86_400
    net.close()


def test_what_strangers_can_reach_has_every_limit() -> None:
    assert all(getattr(PUBLIC, name) for name in Limits.__struct_fields__)
    assert not any(getattr(NONE, name) for name in Limits.__struct_fields__)
