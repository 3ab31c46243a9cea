"""Two services with the same games, but for what some of their readers may not know."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from events.dice import Draw, commitment
from server import creating, rooms, trial
from server.dispatch import Response
from tests.server.online import OWNER, Net, token_of

TEXTS = ("text/", "application/x-ndjson")
HOLDERS = {"red": "ana", "yellow": "bia", "blue": "caio"}


class Twins:
    """One online game in each of two services. Every request goes to both.

    `secrets` are the seeds of the two; the draws of the first are forced upon the second, so that
    whatever anybody has seen is the same.
    """

    def __init__(
        self,
        folder: Path,
        patch: pytest.MonkeyPatch,
        kind: str,
        seats: tuple[str, ...],
        seeds: tuple[bytes, bytes],
        **options: Any,
    ) -> None:
        self.nets = [Net(folder / name) for name in ("one", "two")]
        for net in self.nets:
            net.service.access.clock = lambda: 1_700_000_000_000
        self._count = 0
        self._draws: dict[tuple[str, int], Draw] = {}
        self._force(patch)
        patch.setattr(creating, "new_seed", lambda: seeds[0])
        # Both seeds pass for the one that was committed to, which everybody sees.
        patch.setattr(rooms.Room, "_kept_seed", lambda room: room._store.seed(room.id))
        patch.setattr(trial, "commitment", lambda _: commitment(seeds[0]))
        places = [{"id": seat} for seat in seats]
        body = {"kind": kind, "seats": places, "online": True, "options": options}
        self.game = self.same("POST", "/games", body, OWNER)
        self.id: str = self.game["id"]
        second: Any = self.nets[1].service
        second.store.seeds[self.id] = seeds[1]
        second.rooms.drop()
        for seat, code in self.game["secrets"]["invitations"].items():
            token = token_of(HOLDERS[seat])
            joining = {"code": code, "name": HOLDERS[seat], "token": token, "entropy": "aa"}
            self.same("POST", "/join", joining)
        self.link: str = self.game["secrets"]["link"]

    def both(
        self,
        method: str,
        path: str,
        bodies: Any = None,
        token: str = "",
        query: Mapping[str, Any] | None = None,
    ) -> list[Response]:
        """The answers of both; `bodies` may be a pair."""
        if method == "POST":
            self._count += 1
            pair = bodies if isinstance(bodies, tuple) else (bodies, bodies)
            named = "" if path.endswith(("/invite", "/release")) else "command_id"
            bodies = tuple(
                {**body, **({named: f"c{self._count}"} if named else {})} for body in pair
            )
        pair = bodies if isinstance(bodies, tuple) else (bodies, bodies)
        return [
            net.ask(method, path, body, token, query)
            for net, body in zip(self.nets, pair, strict=True)
        ]

    def same(
        self,
        method: str,
        path: str,
        body: Any = None,
        token: str = "",
        query: Mapping[str, Any] | None = None,
    ) -> Any:
        """What both answer alike, byte for byte."""
        one, two = self.both(method, path, body, token, query)
        assert (one.status, one.body) == (two.status, two.body), (method, path, query)
        text = one.body.decode()
        return text if one.content_type.startswith(TEXTS) else json.loads(text)

    def close(self) -> None:
        for net in self.nets:
            net.close()

    def _force(self, patch: pytest.MonkeyPatch) -> None:
        real = rooms.Room.dice
        first = self.nets[0].service.store
        twins = self

        class Forced:
            """Dice of which the second service gets what the first one got."""

            def __init__(self, room: Any, *given: Any) -> None:
                self._dice = real(room, *given)
                self._leads = room._store is first

            def draw(self, label: str, pool: Mapping[str, int], count: int) -> Draw:
                if self._leads:
                    twins._draws[label, count] = self._dice.draw(label, pool, count)
                return twins._draws[label, count]

        def dice(room: Any, *given: Any) -> Forced:
            return Forced(room, *given)

        patch.setattr(rooms.Room, "dice", dice)


def reads(twins: Twins, token: str, seat: str | None) -> Iterator[Any]:
    """Everything that a reader can ask of a game, one after another, compared between the two."""
    base = f"/games/{twins.id}"
    asked: dict[str, Any] = {} if seat is None else {"seat": seat}
    position = twins.same("GET", base, token=token, query=asked)
    yield position
    last = position["seq"]
    for at in {1, max(1, last // 2), max(1, last - 1)}:
        yield twins.same("GET", base, token=token, query={**asked, "at": at})
        yield twins.same("GET", f"{base}/legal", token=token, query={**asked, "at": at})
        yield twins.same("GET", f"{base}/story", token=token, query={"at": at})
    for part in position["view"]:
        yield twins.same("GET", f"{base}/view/{part}", token=token, query=asked)
    for path in ("events", "stream", "legal", "undo", "verify", "seats", "me", "story"):
        query = asked if path in ("events", "stream", "legal", "undo") else {}
        yield twins.same("GET", f"{base}/{path}", token=token, query=query)
    yield twins.same("GET", f"{base}/events", token=token, query={**asked, "all": 1})
    yield twins.same("GET", f"{base}/legal", token=token, query={**asked, "words": "s"})
    for text in ("roll", "secret 2", "nonsense", "take"):
        yield twins.same("GET", f"{base}/why", token=token, query={**asked, "text": text})
    diff = twins.same("GET", f"{base}/diff", token=token, query={**asked, "from": 1, "to": last})
    yield diff
    for change in diff["changes"][:6]:
        query = {**asked, "path": change["path"], "all": 1}
        yield twins.same("GET", f"{base}/trace", token=token, query=query)
    yield twins.same("GET", f"{base}/view/nothing/there", token=token, query=asked)
    for kind in ("notation", "events"):
        query = {**asked, "format": kind}
        yield twins.same("GET", f"{base}/export", token=token, query=query)
    yield twins.same("GET", "/games", token=token)


def refusals(twins: Twins, token: str) -> Iterator[Any]:
    """Requests that change nothing, or are refused."""
    base = f"/games/{twins.id}"
    for body in (
        {"commands": "nonsense"},
        {"commands": "secret 9"},
        {"commands": "roll", "expected": 1},
        {"commands": "roll; roll", "dry_run": True},
        {"commands": "secret 1", "dry_run": True},
        {"commands": [{"type": "nothing"}]},
    ):
        yield twins.same("POST", f"{base}/commands", body, token)
    yield twins.same("POST", f"{base}/back", {"to": 1}, token)
    yield twins.same("POST", f"{base}/back", {"to": 10_000}, token)
