"""A service that strangers can reach, asked by bearers of tokens."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from server.dispatch import Asked, Response, dispatch
from server.limits import NONE, Limits
from server.service import Service
from server.side import SQLiteSide
from tests.stores import MemoryStore

OWNER = "the-owner-of-the-game-1234567890"
LOST = "nobody-has-ever-seen-this-token-"


def token_of(name: str) -> str:
    """The token that somebody chose."""
    return f"{name}-holds-this-secret-{'x' * 16}"


class Net:
    """A service, asked by bearers of tokens."""

    def __init__(
        self, folder: Path, *, trusting: bool = False, limits: Limits = NONE, store: Any = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.seats_file = folder / "seats.db"
        self.side = SQLiteSide(self.seats_file)
        self.service = Service(store or MemoryStore(), self.side, trusting=trusting, limits=limits)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        token: str = "",
        query: Mapping[str, Any] | None = None,
    ) -> Response:
        """Any request."""
        sent = b"" if body is None else json.dumps(body).encode()
        texts = {name: str(value) for name, value in (query or {}).items()}
        return dispatch(self.service, Asked(method, path, texts, sent, "en", token))

    def ok(self, method: str, path: str, body: Any = None, token: str = "", **query: Any) -> Any:
        """What a request brings that must succeed."""
        answer = self.ask(method, path, body, token, query)
        assert answer.status in (200, 201), answer.body
        return json.loads(answer.body)

    def refused(
        self, status: int, method: str, path: str, body: Any = None, token: str = "", **query: Any
    ) -> Any:
        """The problem of a request that must be refused with this status."""
        answer = self.ask(method, path, body, token, query)
        assert answer.status == status, answer.body
        return json.loads(answer.body)

    def open(self, *seats: str, owner: str = OWNER, **fields: Any) -> Any:
        """A new online game of the toy, as its owner is told of it."""
        places = [{"id": seat} for seat in seats or ("red", "blue")]
        wanted = {"kind": "toy", "seats": places, "online": True, **fields}
        return self.ok("POST", "/games", wanted, owner)

    def join(self, code: str, name: str, entropy: str = "c0ffee") -> Any:
        """Take a seat in somebody's name."""
        body = {"code": code, "name": name, "token": token_of(name), "entropy": entropy}
        return self.ok("POST", "/join", body)

    def begun(self, *, owner: str = OWNER, people: tuple[str, ...] = ("ana", "beto")) -> Any:
        """An online game of the toy that everybody has joined; see `open`."""
        game = self.open(owner=owner)
        for name, code in zip(people, game["secrets"]["invitations"].values(), strict=True):
            self.join(code, name)
        return game

    def close(self) -> None:
        self.service.close()
