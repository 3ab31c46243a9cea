"""Logs in which everything happens that can, and ways to forge them so that every seal holds."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from events.envelope import Event
from events.seal import GENESIS, sealed
from projections.words import words
from server.answers import Report
from server.rules import registry
from server.verify import report
from tests.server.online import OWNER, Net, token_of
from tests.stores import MemoryStore
from tests.toy.trio import TRIO

SECOND = 1000
SEATS = ("red", "blue", "white")


class Evening:
    """An online game of three under all terms there are, with the hands of its clock."""

    def __init__(self, folder: Path) -> None:
        registry.register(TRIO)
        self.now = 1_700_000_000_000
        store = MemoryStore(lambda: self.now)
        self.net = Net(folder, store=store)
        self.net.service.clock = lambda: self.now
        own = {"secrets": False, "target": 25}
        options = {"undo": "consent", "decision": "60s", "overrun": "random", **own}
        with patch("server.creating.new_seed", lambda: b"an evening with the same draws..."):
            made = self.net.open(*SEATS, kind="trio", options=options)
        self.game, self.tokens = made["id"], {}
        for seat, code in made["secrets"]["invitations"].items():
            self.net.join(code, f"{seat}-who-plays")
            self.tokens[seat] = token_of(f"{seat}-who-plays")

    def log(self, game: str = "") -> list[Event]:
        return self.net.service.store.read(game or self.game)

    @property
    def turn(self) -> str:
        """Who must choose."""
        shown = self.net.ok("GET", f"/games/{self.game}", token=OWNER)
        return str(shown["pending"]["seat"])

    def post(self, seat: str, way: str, **body: Any) -> Any:
        self.now += SECOND
        return self.net.ok("POST", f"/games/{self.game}/{way}", body, self.tokens[seat])

    def do(self, commands: str) -> str:
        """Play for whoever must choose; who that was."""
        seat = self.turn
        self.post(seat, "commands", commands=commands)
        return seat

    def answer(self, *seats: str, agrees: bool = True) -> None:
        for seat in seats:
            self.post(seat, "answer", agrees=agrees)

    def play(self) -> "Evening":
        """Let everything happen that can, and play to the end."""
        self.rule_on_an_undo()
        first = self.do("pass")
        self.post(first, "undo")
        self.post(first, "redo")
        self.do("roll")
        self.now += 61 * SECOND
        seat = self.turn
        self.net.ask("POST", f"/games/{self.game}/commands", {"commands": "roll", "seat": seat},
                     self.tokens[seat])  # fmt: skip
        for _ in range(400):
            if self.log()[-1].type == "SeedRevealed":
                break
            self.do("roll")
        return self

    def rule_on_an_undo(self) -> None:
        """Ask three times: all agree, one does not, the asker takes it back; then play on."""
        first = self.do("roll")
        second, third = (seat for seat in SEATS if seat != first)
        self.post(first, "undo")
        self.answer(second, third)
        self.do("roll")
        self.post(first, "undo")
        self.answer(second, agrees=False)
        self.post(first, "back", to=self.start)
        self.answer(first, agrees=False)
        self.post(first, "undo")
        self.answer(third)
        self.do("pass")

    @property
    def start(self) -> int:
        """The event with which everybody was there."""
        return max(e.cause for e in self.log() if e.type == "SeatJoined") + 1

    def forked(self) -> str:
        """A game that was forked from this one, and played to its end."""
        at = next(e.cause for e in self.log() if e.type == "SeedRevealed") - 1
        made = self.net.ok("POST", f"/games/{self.game}/fork", {"at": at}, OWNER)["id"]
        while self.log(made)[-1].type != "SeedRevealed":
            self.net.ok("POST", f"/games/{made}/commands", {"commands": "roll"}, OWNER)
        return str(made)

    def copied(self) -> str:
        """The same game, carried over event by event."""
        query = {"format": "events"}
        text = self.net.ask("GET", f"/games/{self.game}/export", token=OWNER, query=query).body
        return str(self.net.ok("POST", "/import", {"text": text.decode()}, OWNER)["id"])


Command = list[Event]
Change = Callable[[Event], Event]


def put(**fields: Any) -> Change:
    """A change of the envelope."""
    return lambda event: msgspec.structs.replace(event, **fields)


def told(**fields: Any) -> Change:
    """A change of what an event tells."""

    def change(event: Event) -> Event:
        data = {**msgspec.json.decode(event.data), **fields}
        return msgspec.structs.replace(event, data=msgspec.json.encode(data).decode())

    return change


def renumbered(commands: Sequence[Command]) -> list[Event]:
    """The events of commands as they would have been numbered."""
    again: list[Event] = []
    for command in commands:
        cause = len(again) + 1
        for event in command:
            again.append(msgspec.structs.replace(event, seq=len(again) + 1, cause=cause))
    return again


def resealed(events: Sequence[Event]) -> list[Event]:
    """The log with all its seals made anew, as whoever can write the whole of it would."""
    again: list[Event] = []
    for event in events:
        previous = again[-1].seal if again else GENESIS
        again.append(sealed(msgspec.structs.replace(event, previous=previous, seal="")))
    return again


def judged(evening: Evening, events: Sequence[Event]) -> Report:
    """What `verify` finds in a log, to whom all other games are open."""
    return report(resealed(events), evening.net.service.store.read, words("en"))
