"""What no reader may learn before a game is over."""

import json
from typing import Any

from events.envelope import Event, NewCommand, NewEvent
from tests.conformance.base import Suite
from tests.plays import NAMES, Caller


class LeakSuite(Suite):
    def rule_nobody_learns_what_is_hidden(self, seats: int, number: int) -> None:
        """Two games that differ only in a fact hidden from somebody give them the same bytes."""
        caller, game = self.table(seats, options={"undo": "consent"})
        caller.play(game, number, number % self.moves)
        # Free, a request, or refused: whatever comes of it, nothing hidden may show in it.
        caller.send("POST", f"/games/{game}/undo", {"seat": NAMES[number % seats]})
        store = caller.service.store
        for event in [e for e in store.read(game) if e.visible_to is not None]:
            other = self.variant(self.game.codec.decode(event))
            blind = [None, *(n for n in NAMES[:seats] if n not in (event.visible_to or ()))]
            if other is None or caller.get(f"/games/{game}")["game"]["over"]:
                continue
            changed = Caller()
            _replay(store.read(game), event.seq, self.game.codec.encode(other), changed)
            for seat in blind:
                assert _seen(caller, game, seat) == _seen(changed, game, seat)


def _replay(log: list[Event], seq: int, new: Any, caller: Caller) -> None:
    """Record the same log in another store, with another fact at one place."""
    start = 0
    store = caller.service.store
    while start < len(log):
        end = start
        while end < len(log) and log[end].command_id == log[start].command_id:
            end += 1
        commands: list[NewCommand] = []
        for event in log[start:end]:
            each = NewEvent(event.type, event.version, event.data, event.visible_to)
            each = new if event.seq == seq else each
            if event.cause == event.seq:
                text = "another" if event.seq == seq else event.command
                commands.append(NewCommand(event.seat, text, ()))
            last = commands[-1]
            commands[-1] = NewCommand(last.seat, last.text, (*last.events, each))
        store.append(log[0].game, start, log[start].command_id, commands, seed=b"0" * 32)
        start = end


def _seen(caller: Caller, game: str, seat: str | None) -> list[tuple[int, bytes]]:
    """The bytes of everything that one reader can ask for."""
    asked: dict[str, Any] = {} if seat is None else {"seat": seat}
    base, last = f"/games/{game}", caller.get(f"/games/{game}")["seq"]
    path = json.loads(caller.send("GET", f"{base}/diff", from_=1, to=last, **asked)[1])["changes"]
    seen = [
        caller.send("GET", base, **asked),
        caller.send("GET", base, at=max(1, last - 2), **asked),
        caller.send("GET", f"{base}/events", all=1, **asked),
        caller.send("GET", f"{base}/story"),
        caller.send("GET", f"{base}/undo", **asked),
        caller.send("GET", f"{base}/undo", to=last, **asked),
        caller.send("GET", f"{base}/export", format="events", **asked),
        caller.send("GET", f"{base}/export", **asked),
        caller.send("GET", f"{base}/diff", from_=1, to=last, **asked),
        caller.send("POST", f"{base}/commands", {"commands": "no such command", "expected": 0}),
        *(caller.send("GET", f"{base}/trace", path=c["path"], all=1, **asked) for c in path[:8]),
    ]
    if seat is not None:
        seen.append(caller.send("GET", f"{base}/legal", seat=seat))
        seen.append(caller.send("GET", f"{base}/why", text="pass", seat=seat))
        body = {"commands": "pass", "seat": seat, "dry_run": True}
        seen.append(caller.send("POST", f"{base}/commands", body))
    return seen
