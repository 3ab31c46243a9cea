"""Webhooks: told what concerns a seat, at least once, signed, and to nobody's inner network."""

import asyncio
import base64
import hashlib
import hmac
import json
import socket
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from server.background import running
from server.courier import DELAYS, LEASE, Courier
from server.errors import NotAllowed
from server.posting import post
from server.service import Service
from server.side import SQLiteSide
from server.targets import Target, Targets, is_public
from tests.plays import Caller
from tests.server.online import OWNER, Net, token_of
from tests.stores import MemoryStore

URL = "https://hooks.example/cronica?a=1"
PUBLIC = "93.184.216.34"
SECOND = 1000


class Posted(NamedTuple):
    """A message as it was posted."""

    target: Target
    headers: dict[str, str]
    body: str

    @property
    def data(self) -> Any:
        return json.loads(self.body)["data"]

    @property
    def kind(self) -> str:
        return str(json.loads(self.body)["type"])


class Town:
    """A service with a courier, in a folder; nothing is really posted, and time stands still."""

    def __init__(self, folder: Path) -> None:
        self.now = 1_700_000_000_000
        self.store = MemoryStore(lambda: self.now)
        self.folder = folder
        self.posted: list[Posted] = []
        self.answers: list[int | OSError] = []
        self.begin()

    def begin(self) -> None:
        """Start the service, again."""
        side = SQLiteSide(self.folder / "seats.db")
        self.service = Service(self.store, side, clock=lambda: self.now)
        self.caller = Caller(self.service)
        targets = Targets(resolve=lambda host, port: [PUBLIC])
        self.courier = Courier(self.service, self.post, targets)

    async def post(self, target: Target, headers: Mapping[str, str], body: str) -> int:
        self.posted.append(Posted(target, dict(headers), body))
        answer = self.answers.pop(0) if self.answers else 200
        if isinstance(answer, OSError):
            raise answer
        return answer

    def work(self) -> list[Posted]:
        """Let the courier go round once; what it posted."""
        before = len(self.posted)
        self.courier.collect()
        self.courier.deliver()
        return self.posted[before:]

    def kinds(self) -> list[str]:
        return [posted.kind for posted in self.work()]


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test asks a name server."""
    monkeypatch.setattr(socket, "getaddrinfo", resolve)


_getaddrinfo = socket.getaddrinfo


def resolve(host: Any, port: Any, *given: Any, **options: Any) -> Any:
    if str(host) == "hooks.example":
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (PUBLIC, port))]
    if str(host).endswith(".example"):
        raise socket.gaierror("no such host")
    return _getaddrinfo(host, port, *given, **options)


@pytest.fixture
def town(tmp_path: Path) -> Town:
    return Town(tmp_path)


@pytest.fixture
def game(town: Town) -> str:
    return town.caller.create("toy", options={"secrets": False, "target": 30, "undo": "consent"})


def order(town: Town, game: str) -> list[str]:
    found: list[str] = town.caller.get(f"/games/{game}")["view"]["order"]
    return found


def hooked(town: Town, game: str, seat: str, *events: str, url: str = URL) -> Any:
    wanted = {"events": list(events)} if events else {}
    return town.caller.post(f"/games/{game}/webhooks", url=url, seat=seat, **wanted)


def test_a_seat_is_told_that_its_turn_has_come(town: Town, game: str) -> None:
    _first, second = order(town, game)
    made = hooked(town, game, second)
    assert town.work() == []

    town.caller.do(game, "pass")
    [posted] = town.work()

    assert posted.kind == "your_turn"
    assert posted.data == {
        "game": game, "name": posted.data["name"], "seat": second, "seq": 4, "kind": "turn",
    }  # fmt: skip
    assert (posted.target.host, posted.target.address) == ("hooks.example", PUBLIC)
    assert posted.target.path == "/cronica?a=1"
    assert len(posted.body) < 300
    assert town.work() == []
    assert made["secret"].startswith("whsec_")


def test_ones_own_commands_within_a_turn_are_no_news(town: Town) -> None:
    game = town.caller.create("toy")
    _first, second = order(town, game)
    hooked(town, game, second, "your_turn")
    town.caller.do(game, "secret 1")
    assert town.kinds() == ["your_turn"]
    town.caller.do(game, "secret 2; pass")
    assert town.kinds() == ["your_turn"]
    town.caller.do(game, "pass; pass")
    assert town.kinds() == ["your_turn"]


def test_each_kind_is_told_to_who_wants_it(town: Town, game: str) -> None:
    first, second = order(town, game)
    hooked(town, game, second, "undo_asked")
    hooked(town, game, second, "events")
    hooked(town, game, second, "over")
    town.caller.do(game, "roll", seat=first)
    assert town.kinds() == ["events"]
    town.caller.post(f"/games/{game}/undo", seat=first)
    told = {posted.kind: posted.data for posted in town.work()}
    assert set(told) == {"events", "undo_asked"}
    assert told["undo_asked"]["by"] == first
    town.caller.play(game, 1)
    told = {posted.kind: posted.data for posted in town.work()}
    assert set(told) == {"events", "over"}
    assert told["over"]["outcome"] == town.caller.get(f"/games/{game}")["outcome"]
    assert len(told["events"]["events"]) <= 20


def test_no_more_is_told_than_the_seat_may_know(town: Town) -> None:
    game = town.caller.create("toy")
    first, second = order(town, game)
    hooked(town, game, first, "events")
    hooked(town, game, second, "events")
    town.caller.do(game, "secret 5")
    told = {posted.data["seat"]: posted.body for posted in town.work()}
    assert "secret 5" in told[first]
    assert "5" not in json.dumps(json.loads(told[second])["data"]["events"])


def test_the_signature_is_that_of_standard_webhooks(town: Town, game: str) -> None:
    secret = hooked(town, game, order(town, game)[1])["secret"]
    town.caller.do(game, "pass")
    [posted] = town.work()

    # As a receiver does it who knows that standard only.
    headers = posted.headers
    assert headers["webhook-timestamp"] == str(town.now // 1000)
    text = ".".join((headers["webhook-id"], headers["webhook-timestamp"], posted.body))
    key = base64.b64decode(secret[len("whsec_") :])
    expected = base64.b64encode(hmac.new(key, text.encode(), hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"].split(" ") == [f"v1,{expected}"]
    assert len(key) >= 24


def test_what_does_not_arrive_is_sent_again_later_and_later(town: Town, game: str) -> None:
    hooked(town, game, order(town, game)[1])
    town.caller.do(game, "pass")
    town.answers = [500, OSError("refused"), 302, 200]
    first = town.work()[0]
    for delay in DELAYS[:3]:
        town.now += delay * SECOND - 1
        assert town.work() == []
        listed = town.caller.get(f"/games/{game}/webhooks")["webhooks"][0]
        assert listed["failing_since"]
        town.now += 1
        [again] = town.work()
        assert again.headers["webhook-id"] == first.headers["webhook-id"]
        assert again.body == first.body
    listed = town.caller.get(f"/games/{game}/webhooks")["webhooks"][0]
    assert (listed["failing_since"], listed["failure"]) == (0, "")
    town.now += 10**9
    assert town.work() == []


def test_at_last_it_is_given_up(town: Town, game: str) -> None:
    hooked(town, game, order(town, game)[1])
    town.caller.do(game, "pass")
    town.answers = [OSError("nobody there")] * 99
    assert len(town.work()) == 1
    for delay in DELAYS:
        town.now += delay * SECOND
        assert len(town.work()) == 1
    town.now += 10**9
    assert town.work() == []
    [hook] = town.caller.get(f"/games/{game}/webhooks")["webhooks"]
    assert hook["failure"] == "nobody there"


def test_a_receiver_that_is_gone_is_told_nothing_more(town: Town, game: str) -> None:
    hooked(town, game, order(town, game)[1])
    town.caller.do(game, "pass")
    town.answers = [410]
    town.work()
    assert town.caller.get(f"/games/{game}/webhooks")["webhooks"] == []


def test_what_happened_before_a_restart_is_told_after_it(town: Town, game: str) -> None:
    hooked(town, game, order(town, game)[1], "events")
    town.caller.do(game, "pass")
    town.begin()  # before the courier had looked
    assert [posted.data["since"] for posted in town.work()] == [2]
    town.begin()
    assert town.work() == []

    town.caller.do(game, "pass")
    town.courier.collect()
    claimed = town.courier._hooks.claim(LEASE * SECOND, 9)
    town.begin()  # in the middle of posting: nobody knows whether it arrived
    assert town.work() == []
    town.now += LEASE * SECOND
    assert [posted.headers["webhook-id"] for posted in town.work()] == [claimed[0].id]


def test_two_processes_tell_it_once(town: Town, game: str) -> None:
    hooked(town, game, order(town, game)[1], "events")
    town.caller.do(game, "pass")
    hooks = town.courier._hooks
    [hook] = hooks.of(game)
    hooks.tell(hook, 4, ["one"])
    hooks.tell(hook, 4, ["one again"])
    assert [posted.body for posted in town.work()] == ["one"]


def test_webhooks_are_listed_without_their_secrets_and_removed(town: Town, game: str) -> None:
    first, second = order(town, game)
    mine = hooked(town, game, first)
    town.now += 1
    theirs = hooked(town, game, second, "over")
    listed = town.caller.get(f"/games/{game}/webhooks")["webhooks"]
    assert [hook["id"] for hook in listed] == [mine["id"], theirs["id"]]
    assert "secret" not in listed[0]
    one = town.caller.get(f"/games/{game}/webhooks", seat=second)["webhooks"]
    assert [hook["events"] for hook in one] == [["over"]]
    _status, body = town.caller.send("DELETE", f"/games/{game}/webhooks/{mine['id']}")
    assert [hook["id"] for hook in json.loads(body)["webhooks"]] == [theirs["id"]]
    again = town.caller.refused("DELETE", f"/games/{game}/webhooks/{mine['id']}")
    assert again["code"] == "unknown_webhook"
    town.caller.do(game, "pass")
    assert town.work() == []


def test_asked_again_with_the_same_command_id_it_is_the_same_webhook(town: Town, game: str) -> None:
    body = {"url": URL, "seat": order(town, game)[0], "command_id": "c1"}
    first = town.caller.post(f"/games/{game}/webhooks", **body)
    assert town.caller.post(f"/games/{game}/webhooks", **body) == first


def test_a_seat_has_only_so_many(town: Town, game: str) -> None:
    seat = order(town, game)[0]
    for _ in range(5):
        hooked(town, game, seat)
    body = {"url": URL, "seat": seat}
    refused = town.caller.refused("POST", f"/games/{game}/webhooks", body)
    assert refused["code"] == "too_many_webhooks"
    body = {"url": URL}
    assert town.caller.refused("POST", f"/games/{game}/webhooks", body)["code"] == "which_seat"


def test_only_who_holds_a_seat_has_webhooks_there(tmp_path: Path) -> None:
    net = Net(tmp_path)
    made, tokens = seated(net)
    path = f"/games/{made}/webhooks"
    ana, _rita = tokens
    hook = net.ok("POST", path, {"url": URL, "events": ["events"]}, token_of("ana"))
    assert hook["seat"] == ana
    net.refused(403, "POST", path, {"url": URL, "seat": ana}, token_of("rita"))
    net.refused(403, "POST", path, {"url": URL}, OWNER)
    net.refused(404, "GET", path, None, token_of("nobody"))
    assert net.ok("GET", path, None, token_of("rita"))["webhooks"] == []
    net.refused(404, "DELETE", f"{path}/{hook['id']}", None, token_of("rita"))
    assert net.ok("GET", f"/games/{made}/me", None, token_of("ana"))["webhooks"][0]["url"] == URL


def test_who_no_longer_holds_the_seat_is_told_nothing_more(tmp_path: Path) -> None:
    net = Net(tmp_path)
    made, (ana, rita) = seated(net)
    posted: list[str] = []

    async def post(target: Target, headers: Mapping[str, str], body: str) -> int:
        posted.append(body)
        return 200

    courier = Courier(net.service, post, Targets(resolve=lambda host, port: [PUBLIC]))
    path = f"/games/{made}/webhooks"
    for name in ("ana", "rita"):
        net.ok("POST", path, {"url": URL, "events": ["events"]}, token_of(name))
    pending = net.ok("GET", f"/games/{made}", None, OWNER)["pending"]["seat"]
    net.ok("POST", f"/games/{made}/commands", {"commands": "secret 1"},
           token_of("ana" if pending == ana else "rita"))  # fmt: skip
    courier.collect()
    net.ok("DELETE", f"/games/{made}/me", None, token_of("ana"))
    courier.deliver()
    assert [json.loads(body)["data"]["seat"] for body in posted] == [rita]


def seated(net: Net) -> tuple[str, list[str]]:
    """An online game in which ana and rita sit; its id and their seats."""
    seats = [{"id": "red"}, {"id": "blue"}]
    made = net.ok("POST", "/games", {"kind": "toy", "seats": seats, "online": True}, OWNER)
    taken = []
    for name, code in zip(("ana", "rita"), made["secrets"]["invitations"].values(), strict=True):
        body = {"code": code, "name": name, "token": token_of(name), "entropy": "ab"}
        taken.append(net.ok("POST", "/join", body)["seat"])
    return made["id"], taken


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://hooks.example/", "webhook_url"),
        ("ftp://hooks.example/", "webhook_url"),
        ("https://", "webhook_url"),
        ("https://user:pass@hooks.example/", "webhook_url"),
        ("https://hooks.example:99999/", "webhook_url"),
        ("https://hooks.example/ x", "webhook_url"),
        ("https://hooks.example/\r\nx", "webhook_url"),
        ("https://nowhere.example/", "unknown_host"),
        ("https://127.0.0.1/", "private_address"),
        ("https://localhost/", "private_address"),
        ("https://2130706433/", "private_address"),
        ("https://0x7f.1/", "private_address"),
        ("https://0/", "private_address"),
        ("https://[::1]/", "private_address"),
        ("https://[::ffff:10.0.0.1]/", "private_address"),
        ("https://[fe80::1]/", "private_address"),
        ("https://[64:ff9b::a00:1]/", "private_address"),
        ("https://[2002:a00:1::]/", "private_address"),
        ("https://169.254.169.254/latest", "private_address"),
        ("https://10.1.2.3/", "private_address"),
        ("https://192.168.0.1/", "private_address"),
        ("https://172.16.0.1/", "private_address"),
        ("https://100.64.0.1/", "private_address"),
        ("https://224.0.0.1/", "private_address"),
    ],
)
def test_nothing_is_sent_to_anybodys_inner_network(
    town: Town, game: str, url: str, code: str
) -> None:
    body = {"url": url, "seat": order(town, game)[0]}
    assert town.caller.refused("POST", f"/games/{game}/webhooks", body)["code"] == code


def test_every_address_of_a_host_is_looked_at() -> None:
    with pytest.raises(NotAllowed):
        Targets(resolve=lambda host, port: [PUBLIC, "10.0.0.1"]).find(URL)


def test_a_name_that_leads_elsewhere_by_now_leads_nowhere(town: Town, game: str) -> None:
    hooked(town, game, order(town, game)[1])
    town.caller.do(game, "pass")
    town.courier._targets = Targets(resolve=lambda host, port: ["127.0.0.1"])
    assert town.work() == []
    [hook] = town.caller.get(f"/games/{game}/webhooks")["webhooks"]
    assert "not on the public internet" in hook["failure"]


def test_an_operator_may_allow_any_address() -> None:
    found = Targets(private=True, resolve=lambda host, port: ["10.0.0.1"]).find("http://a:81/b")
    assert found == Target("http", "a", 81, "/b", "10.0.0.1")


def test_what_is_public() -> None:
    import ipaddress

    for text in (PUBLIC, "2606:4700::1111", "8.8.8.8"):
        assert is_public(ipaddress.ip_address(text))


class Receiver:
    """A server on this machine that keeps what it is told."""

    def __init__(self, status: int = 200) -> None:
        receiver = self
        self.got: list[tuple[str, dict[str, str], str]] = []
        self.arrived = threading.Event()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                receiver.got.append((self.path, dict(self.headers), body))
                self.send_response(status)
                self.send_header("location", "/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()
                receiver.arrived.set()

            def log_message(self, *given: Any) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    def __enter__(self) -> "Receiver":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


def test_a_message_is_really_posted_to_the_address_looked_at(receiver: Receiver) -> None:
    target = Target("http", "hooks.example", receiver.port, "/a?b=1", "127.0.0.1")
    assert asyncio.run(post(target, {"webhook-id": "m"}, "{}")) == 200
    [(path, headers, body)] = receiver.got
    assert (path, body) == ("/a?b=1", "{}")
    sent = {name.lower(): value for name, value in headers.items()}
    assert sent["host"] == f"hooks.example:{receiver.port}"
    assert sent["webhook-id"] == "m"


def test_a_redirect_is_not_followed() -> None:
    with Receiver(307) as receiver:
        target = Target("http", "x", receiver.port, "/", "127.0.0.1")
        assert asyncio.run(post(target, {}, "{}")) == 307
        assert len(receiver.got) == 1


def test_where_nobody_listens_it_fails() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(OSError, match="connect"):
        asyncio.run(post(Target("http", "x", port, "/", "127.0.0.1"), {}, "{}"))


def test_the_courier_carries_by_itself_while_a_service_runs(
    tmp_path: Path, receiver: Receiver
) -> None:
    service = Service(MemoryStore(), SQLiteSide(tmp_path / "seats.db"))
    service.private_webhooks = True
    caller = Caller(service)
    game = caller.create("toy", options={"secrets": False})
    url = f"http://127.0.0.1:{receiver.port}/"
    caller.post(f"/games/{game}/webhooks", url=url, seat="ana", events=["events"])
    caller.do(game, "pass")
    with running(Courier(service)):
        assert receiver.arrived.wait(20)
    assert json.loads(receiver.got[0][2])["data"]["game"] == game
    service.close()
