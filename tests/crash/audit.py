"""After the crashes: is everything there that was acknowledged, once, and is every log whole?"""

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from events.chain import check
from events.envelope import Event
from events.stores import open_store
from tests.crash.writers import Ledger
from tests.processes import Asker


class Audit(NamedTuple):
    """What was found. All but the last three lists must be empty for the store to be sound."""

    missing: list[str]
    twice: list[str]
    broken: list[str]
    unverified: list[str]
    games: int
    events: int
    commands: int
    unheard: int
    """Commands that were recorded and whose answer nobody heard."""

    @property
    def sound(self) -> bool:
        return not (self.missing or self.twice or self.broken or self.unverified)


def audit(place: str | Path, url: str, ledger: Ledger) -> Audit:
    """Compare a store, and the server at `url` over it, with what was acknowledged."""
    with closing(open_store(place)) as store:
        logs = {game: store.read(game) for game in store.heads()}
    commands = {game: _commands(log) for game, log in logs.items()}
    heard = {(known.game, known.command_id) for known in ledger.acknowledged}
    return Audit(
        missing=[game for game in ledger.games if game not in logs] + [
            f"{known.game} {known.command_id}"
            for known in ledger.acknowledged
            if not set(known.events) <= set(commands[known.game].get(known.command_id, ()))
        ],
        twice=[
            f"{game} {command_id}"
            for game, found in commands.items()
            for command_id, events in found.items()
            if [seq for seq, _ in events] != list(range(events[0][0], events[0][0] + len(events)))
        ],
        broken=[f"{game}: {flaw.reason}" for game, log in logs.items() if (flaw := check(log))],
        unverified=_unverified(url, list(logs)),
        games=len(logs),
        events=sum(map(len, logs.values())),
        commands=sum(map(len, commands.values())),
        unheard=sum(
            (game, command_id) not in heard and log[0][0] > 1
            for game, found in commands.items()
            for command_id, log in found.items()
            if ":" not in command_id  # those of bots
        ),
    )  # fmt: skip


def _commands(log: list[Event]) -> dict[str, list[tuple[int, str]]]:
    """The events under each command id. If they do not follow each other, there are two."""
    found: dict[str, list[tuple[int, str]]] = {}
    for event in log:
        found.setdefault(event.command_id, []).append((event.seq, event.seal))
    return found


def _unverified(url: str, games: list[str]) -> list[str]:
    """The games of which the server cannot fold the log, or decide the same again."""
    found = []
    with Asker(url) as asker:
        for game in games:
            status, report = asker.ask("GET", f"/games/{game}/verify")
            shown, _ = asker.ask("GET", f"/games/{game}")
            if status != 200 or shown != 200 or not report["ok"]:
                found.append(f"{game}: {report}")
    return found
