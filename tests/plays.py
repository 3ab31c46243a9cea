"""Random play for tests: by the rules alone, and through the service."""

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec

from events.dice import SeededDice, commitment
from events.lifecycle import Fact, GameStarted, Seat
from server.embedded import Embedded
from server.rules.game import Game
from server.service import Service
from server.timeline import fold
from tests.stores import MemoryStore

NAMES = ("ana", "rita", "bia", "davi", "eva")


def picture(game: Game[Any, Any], state: Any) -> bytes:
    """All that anybody can see of a state, and who may do what."""
    seats = [None, *NAMES]
    pending = game.pending(state)
    legal = [game.format(c) for c in game.legal(state, pending.seat)] if pending else []
    views = [game.view(state, seat) for seat in seats]
    return msgspec.json.encode([views, pending, legal, game.outcome(state)])


class Play:
    """A game played by the rules alone; chance and choices follow from `number`."""

    def __init__(self, game: Game[Any, Any], seats: int, number: int) -> None:
        seed = number.to_bytes(32, "big")
        self.game = game
        self.random = random.Random(number)
        self.dice = SeededDice(seed)
        options = game.options({}, seats)
        started = GameStarted(
            kind=game.name,
            rules=game.rules,
            name="play",
            seats=tuple(Seat(name) for name in NAMES[:seats]),
            commitment=commitment(seed),
            options=options,
            box=game.box(options, None),
        )
        self.started = msgspec.json.decode(msgspec.json.encode(started), type=GameStarted)
        self.facts: list[Fact] = [self.started]
        self.state = game.new(self.started)
        self.take(game.begin(self.state, self.dice))

    def take(self, facts: list[Fact]) -> None:
        """Fold facts into the state."""
        for fact in facts:
            self.state = fold(self.game, self.state, fact)
        self.facts += facts

    def choose(self) -> Any:
        """Any legal command, None at the end."""
        pending = self.game.pending(self.state)
        if pending is None:
            return None
        return self.random.choice(list(self.game.legal(self.state, pending.seat)))

    def steps(self, most: int) -> Iterator[Any]:
        """Commands one after another: each is played when the next one is asked for."""
        for _ in range(most):
            command = self.choose()
            if command is None:
                return
            yield command
            self.take(self.game.decide(self.state, command, self.dice))


class Caller:
    """Somebody who calls the service, and what it answered."""

    def __init__(self, service: Service | None = None) -> None:
        self.service = service or Service(MemoryStore(), ticks=lambda: 0.0)
        self._embedded = Embedded(self.service)

    def send(
        self, method: str, path: str, body: Any = None, /, language: str = "en", **query: Any
    ) -> tuple[int, bytes]:
        """Status and bytes of any request."""
        sent = b"" if body is None else json.dumps(body).encode()
        texts = {name.rstrip("_"): str(value) for name, value in query.items()}
        answer = self._embedded.send(method, path, texts, sent, language)
        return answer.status, answer.body

    def get(self, path: str, /, **query: Any) -> Any:
        """What a request that must succeed brings."""
        status, body = self.send("GET", path, **query)
        assert status == 200, body
        return json.loads(body)

    def text(self, path: str, /, **query: Any) -> str:
        """What a request that must succeed brings, as text."""
        status, body = self.send("GET", path, **query)
        assert status == 200, body
        return body.decode()

    def post(self, path: str, /, **body: Any) -> Any:
        """What a request that must succeed leads to."""
        status, answer = self.send("POST", path, body)
        assert status in (200, 201), answer
        return json.loads(answer)

    def refused(self, method: str, path: str, body: Any = None, /, **query: Any) -> Any:
        """The problem of a request that must fail."""
        status, answer = self.send(method, path, body, **query)
        problem = json.loads(answer)
        assert status == problem["status"] >= 400, answer
        assert problem["detail"], answer
        return problem

    def create(self, kind: str = "toy", *seats: str, **fields: Any) -> str:
        """The id of a new game; a seat is `name` or `name:bot`."""
        taken = [
            {"id": name, **({"bot": bot} if bot else {})}
            for name, _, bot in (seat.partition(":") for seat in seats or NAMES[:2])
        ]
        game: str = self.post("/games", kind=kind, seats=taken, **fields)["id"]
        return game

    def do(self, game: str, commands: Any, **fields: Any) -> Any:
        """Play commands that must be legal."""
        return self.post(f"/games/{game}/commands", commands=commands, **fields)

    def play(self, game: str, number: int, most: int = 10_000) -> int:
        """Play at random, and say how many commands."""
        chance = random.Random(number)
        for count in range(most):
            legal = self.get(f"/games/{game}/legal")["commands"]
            if not legal:
                return count
            self.do(game, chance.choice(legal)["text"])
        return most

    def facts(self, game: str, **query: Any) -> list[tuple[str, Any]]:
        """Types and data of the events that count."""
        events = self.get(f"/games/{game}/events", **query)["events"]
        return [(event["type"], event["data"]) for event in events]

    def position(self, game: str, **query: Any) -> tuple[Any, ...]:
        """What a state looks like, whatever its number."""
        found = self.get(f"/games/{game}", **query)
        return found["view"], found["pending"], found["outcome"]
