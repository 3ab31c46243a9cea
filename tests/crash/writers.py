"""Writers who play against a server that comes and goes, and remember what it acknowledged."""

import random
import threading
import time
from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import uuid4

import httpx

from tests.processes import Asker

TOY = {
    "kind": "toy",
    "seats": [{"id": "ana"}, {"id": "rui", "bot": "random"}],
    "options": {"target": 500, "secrets": False},
}
VILLAGE = {"kind": "village", "seats": [{"id": "ana"}, {"id": "rui"}]}
ATTEMPT = 0.02


class Acknowledged(NamedTuple):
    """What a server said that it has recorded under a command id."""

    game: str
    command_id: str
    events: tuple[tuple[int, str], ...]
    """Numbers and seals."""


class Ledger:
    """All that was acknowledged, and what the way there was like."""

    def __init__(self) -> None:
        self.acknowledged: list[Acknowledged] = []
        self.games: list[str] = []
        self.cut_off = 0
        self.again = 0
        self.unavailable = 0
        self.strange: list[Any] = []
        self._turn = threading.Lock()

    def write(self, game: str, answer: dict[str, Any], command_id: str) -> None:
        """Note a command that was acknowledged."""
        events = tuple((event["seq"], event["seal"]) for event in answer["events"])
        with self._turn:
            self.acknowledged.append(Acknowledged(game, command_id, events))

    def began(self, game: str) -> None:
        """Note a game that was acknowledged."""
        with self._turn:
            self.games.append(game)

    def lost(self) -> None:
        """Note a request that was sent and got no answer."""
        with self._turn:
            self.cut_off += 1

    def repeated(self) -> None:
        """Note a command that had to be sent again before its answer came."""
        with self._turn:
            self.again += 1

    def refused(self) -> None:
        """Note an answer 503."""
        with self._turn:
            self.unavailable += 1


class Writer(threading.Thread):
    """Plays games of its own, and one that it shares with others, until it is stopped."""

    def __init__(self, url: str, ledger: Ledger, number: int, shared: str | None = None) -> None:
        super().__init__(name=f"writer {number}")
        self._url = url
        self._ledger = ledger
        self._random = random.Random(number)
        self._kind = VILLAGE if number % 3 == 2 else TOY
        self._shared = shared
        self._stop_now = threading.Event()

    def stop(self) -> None:
        self._stop_now.set()

    def run(self) -> None:
        try:
            with Asker(self._url) as asker:
                while not self._stop_now.is_set():
                    self._play(asker, self._new(asker))
        except Exception as error:
            self._ledger.strange.append(error)
            raise

    def _new(self, asker: Asker) -> str | None:
        command_id = uuid4().hex
        for status, answer in self._attempts(asker, "POST", "/games", self._kind, command_id):
            if status == 201:
                self._ledger.began(answer["id"])
                return str(answer["id"])
            self._ledger.strange.append(answer)
        return None

    def _play(self, asker: Asker, mine: str | None) -> None:
        """Play one's own game to its end; every third command goes into the shared game."""
        while mine is not None:
            game = self._shared if self._shared and not self._random.randrange(3) else mine
            text = self._choose(asker, game)
            if text is None and game == mine:
                return
            if text is None:
                self._shared = None
            elif not self._command(asker, game, text):
                return

    def _choose(self, asker: Asker, game: str) -> str | None:
        for status, answer in self._attempts(asker, "GET", f"/games/{game}/legal"):
            if status != 200:
                self._ledger.strange.append(answer)
            elif answer["commands"]:
                return str(self._random.choice(answer["commands"])["text"])
        return None

    def _command(self, asker: Asker, game: str, text: str) -> bool:
        """Play, or undo now and then; False if the writer was stopped before an answer came."""
        command_id = uuid4().hex
        undo = not self._random.randrange(12)
        path = f"/games/{game}/{'undo' if undo else 'commands'}"
        body = {} if undo else {"commands": text}
        for status, answer in self._attempts(asker, "POST", path, body, command_id):
            if status == 200:
                self._ledger.write(game, answer, command_id)
            elif status not in (409, 422):  # somebody else moved, or there is nothing to undo
                self._ledger.strange.append(answer)
            return True
        return False

    def _attempts(
        self,
        asker: Asker,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        command_id: str | None = None,
    ) -> Iterator[tuple[int, Any]]:
        """The answer, however often it has to be asked for; none once the writer was stopped."""
        sent = None if body is None else {**body, "command_id": command_id}
        cut_off = False
        while not self._stop_now.is_set():
            try:
                status, answer = asker.ask(method, path, sent)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                pass  # nobody is there just now
            except httpx.TransportError:
                self._ledger.lost()
                cut_off = True
            else:
                if status != 503:
                    if cut_off and command_id is not None:
                        self._ledger.repeated()
                    yield status, answer
                    return
                self._ledger.refused()
            time.sleep(ATTEMPT)


class Team:
    """Some writers at one server."""

    def __init__(self, url: str, count: int) -> None:
        self.ledger = Ledger()
        with Asker(url) as asker:
            shared = str(asker.post("/games", **TOY)["id"])
        self.ledger.began(shared)
        self._writers = [Writer(url, self.ledger, number, shared) for number in range(count)]

    def __enter__(self) -> Ledger:
        for writer in self._writers:
            writer.start()
        return self.ledger

    def __exit__(self, *_: object) -> None:
        for writer in self._writers:
            writer.stop()
        for writer in self._writers:
            writer.join()
