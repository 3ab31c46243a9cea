"""What a server process tells of itself: health, metrics, logs; and what it never tells."""

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from events.store import StoreUnavailable
from server.access import Access
from server.app import create_app
from server.logs import JSONFormatter
from server.metrics import MeteredStore, Metrics
from server.service import Service
from server.side import SQLiteSide
from tests.asgi import Browser
from tests.stores import MemoryStore

OWNER, SEAT = "o" * 40, "s" * 40


class Lines(logging.Handler):
    """What is logged, as the lines that come out."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JSONFormatter())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]


@pytest.fixture
def logged() -> Iterator[Lines]:
    lines, logger = Lines(), logging.getLogger("server")
    before = logger.level
    logger.addHandler(lines)
    logger.setLevel(logging.DEBUG)
    yield lines
    logger.removeHandler(lines)
    logger.setLevel(before)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def http(store: MemoryStore, tmp_path: Path) -> Iterator[Browser]:
    metrics = Metrics()
    service = Service(
        MeteredStore(store, metrics), SQLiteSide(tmp_path / "seats.db"), trusting=False
    )
    yield Browser(create_app(service, metrics=metrics))
    service.close()


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def numbers(http: Browser) -> dict[str, float]:
    text = http.get("/metrics").text
    return {
        name: float(value)
        for name, value in re.findall(r"^(cronica\S+) (\S+)$", text, re.MULTILINE)
    }


def new_game(http: Browser, **fields: Any) -> str:
    made = http.post(
        "/games",
        headers=bearer(OWNER),
        json={
            "kind": "toy",
            "seats": [{"id": "ana"}, {"id": "rui"}],
            "options": {"target": 500, "secrets": False},
            **fields,
        },
    )
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def test_a_process_is_well_and_ready(http: Browser) -> None:
    assert http.get("/healthz").json() == {"status": "ok"}
    assert http.get("/readyz").json() == {"status": "ready"}
    assert http.request("HEAD", "/healthz").content == b""


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
@pytest.mark.parametrize("method", ["POST", "OPTIONS"])
def test_what_it_tells_is_only_to_be_read(http: Browser, method: str, path: str) -> None:
    answer = http.request(method, path)

    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")
    assert answer.json()["code"] == "wrong_method"


def test_without_its_store_it_is_well_and_not_ready(
    http: Browser, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(game: str) -> int:
        raise StoreUnavailable("postgresql://db/cronica: connection refused")

    with monkeypatch.context() as patch:
        patch.setattr(store, "last", away)
        answer = http.get("/readyz", headers={"accept-language": "pt-BR"})
        assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")
        assert "connection" not in answer.text
        assert http.get("/healthz").status_code == 200
    assert http.get("/readyz").status_code == 200


def test_commands_appends_conflicts_and_rooms_are_counted(http: Browser) -> None:
    game = new_game(http)
    path = f"/games/{game}/commands"
    seq = http.get(f"/games/{game}", headers=bearer(OWNER)).json()["seq"]
    for body in ({"commands": "roll"}, {"commands": "fly"}, {"commands": "roll", "expected": seq}):
        http.post(path, headers=bearer(OWNER), json=body)
    http.post(path, headers=bearer("x" * 40), json={"commands": "roll"})
    found = numbers(http)
    outcomes = {
        outcome: found[f'cronica_commands_total{{kind="commands",outcome="{outcome}"}}']
        for outcome in ("done", "refused", "conflict", "unknown")
    }
    assert outcomes == {"done": 1, "refused": 1, "conflict": 1, "unknown": 1}
    assert found['cronica_appends_total{outcome="done"}'] == 2
    assert found["cronica_append_seconds_count"] == 2
    assert found["cronica_events_total"] > 2
    assert found["cronica_rooms"] == 1
    assert found['cronica_room_entries_total{found="hit"}'] > 0
    assert found["cronica_streams"] == 0
    route = "/games/{game}/commands"
    assert found[f'cronica_request_seconds_count{{route="{route}"}}'] == 4


def test_what_is_asked_for_makes_no_new_series(http: Browser) -> None:
    http.get("/healthz")
    http.get("/nothing/here")
    before = set(numbers(http))
    http.get("/neither/there")
    http.request("BREW", "/elsewhere")
    assert {name for name in set(numbers(http)) - before if "4" not in name} == set()


def test_a_request_has_one_id_in_the_log_and_in_the_answer(http: Browser, logged: Lines) -> None:
    given = http.get("/kinds", headers={"x-request-id": "from-the.proxy_1"})
    own = http.get("/kinds", headers={"x-request-id": "not\x7facceptable " + "x" * 100})
    assert given.headers["x-request-id"] == "from-the.proxy_1"
    assert re.fullmatch("[0-9a-f]{16}", own.headers["x-request-id"])
    answered = [line for line in logged.records if line["message"] == "answered"]
    assert [line["request"] for line in answered] == [
        given.headers["x-request-id"], own.headers["x-request-id"]
    ]  # fmt: skip
    assert answered[0].items() >= {"method": "GET", "route": "/kinds", "status": 200}.items()


def test_failures_are_logged_with_the_request(
    http: Browser, store: MemoryStore, logged: Lines
) -> None:
    game = new_game(http)
    store.refuse = 1
    path = f"/games/{game}/commands"
    answer = http.post(path, headers=bearer(OWNER), json={"commands": "roll"})
    assert answer.status_code == 503
    [warning] = [line for line in logged.records if line["level"] == "warning"]
    assert warning["request"] == answer.headers["x-request-id"]
    assert "trace" not in warning


def test_neither_tokens_nor_secrets_are_ever_told(
    http: Browser, store: MemoryStore, logged: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = http.post(
        "/games", headers=bearer(OWNER),
        json={"kind": "toy", "seats": [{"id": "red"}, {"id": "blue"}], "online": True},
    ).json()  # fmt: skip
    game, told = made["id"], made["secrets"]
    for seat, code in told["invitations"].items():
        body = {"code": code, "name": "Ana Maria", "token": f"{SEAT}{seat}", "entropy": "c0ffee"}
        assert http.post("/join", json=body).status_code == 200
    for seat in ("red", "blue"):
        http.post(
            f"/games/{game}/commands",
            headers=bearer(f"{SEAT}{seat}"),
            json={"commands": "secret 5"},
        )
    for path in ("", "/events", "/seats", "/verify", "/export", "/legal", "/me", "/nothing"):
        http.get(f"/games/{game}{path}", headers=bearer(told["link"]), params={"x": SEAT})

    def leak(*_: object) -> None:
        raise RuntimeError(f"bad token {OWNER}")

    with monkeypatch.context() as patch:
        patch.setattr(Access, "role", leak)
        assert http.get(f"/games/{game}", headers=bearer(OWNER)).status_code == 500
    assert any("[token]" in line["trace"] for line in logged.records if "trace" in line)

    said = "\n".join(logged.lines) + http.get("/metrics").text
    assert game in said
    secrets = [
        OWNER, SEAT, told["link"], *told["invitations"].values(), store.seed(game).hex(),
        "Ana Maria", "c0ffee", "secret 5",
    ]  # fmt: skip
    assert [secret for secret in secrets if secret in said] == []
