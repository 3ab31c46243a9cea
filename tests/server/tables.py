"""Tables at which undo is tested: toys for two to four seats under any terms."""

from typing import Any

from server.rules import registry
from tests.plays import Caller
from tests.toy.trio import SHOWING, TRIO


class Table:
    """A game in which ana begins; the toys are without secrets, unless they are asked for."""

    def __init__(
        self,
        policy: str,
        *seats: str,
        kind: str = "trio",
        caller: Caller | None = None,
        **options: Any,
    ) -> None:
        for game in (TRIO, SHOWING):
            registry.register(game)
        self.caller = caller or Caller()
        seats = seats or ("ana", "rita", "eva")
        own = {} if kind == "village" else {"secrets": False, "target": 500}
        options = {"undo": policy, **own, **options}
        self.game = self.caller.create(kind, *seats, options=options)
        while not self._begins("ana"):
            self.game = self.caller.create(kind, *seats, options=options)
        self.path = f"/games/{self.game}"

    def _begins(self, seat: str) -> bool:
        untouched = all(event["cause"] == 1 for event in self.get("/events")["events"])
        return untouched and self.get()["pending"]["seat"] == seat

    def get(self, path: str = "", /, **query: Any) -> Any:
        return self.caller.get(f"/games/{self.game}{path}", **query)

    def do(self, commands: str, **fields: Any) -> Any:
        return self.caller.do(self.game, commands, **fields)

    def post(self, way: str, **fields: Any) -> Any:
        return self.caller.post(f"{self.path}/{way}", **fields)

    def undo(self, seat: str | None = None, **fields: Any) -> Any:
        return self.post("undo", **({"seat": seat} if seat else {}), **fields)

    def answer(self, seat: str, agrees: bool = True, **fields: Any) -> Any:
        return self.post("answer", seat=seat, agrees=agrees, **fields)

    def refused(self, way: str, **fields: Any) -> Any:
        return self.caller.refused("POST", f"{self.path}/{way}", fields)

    @property
    def request(self) -> Any:
        """The open request as the game in short tells it."""
        return self.get()["game"]["request"]

    @property
    def head(self) -> int:
        head: int = self.get("/events")["head"]
        return head

    def log(self, since: int = 0) -> list[tuple[str, Any]]:
        """Types and data of the whole log after an event."""
        events = self.get("/events", all=1, since=since)["events"]
        return [(event["type"], event["data"]) for event in events]

    def holds(self) -> bool:
        """Whether the log passes every check."""
        report = self.get("/verify")
        assert report["ok"], report
        return True
