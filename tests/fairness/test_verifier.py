"""The verifier that a stranger could write finds finished games fair, and what is not."""

import ast
import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.rules import registry
from tests.fairness import verifier
from tests.fairness.verifier import SEALED, Unfair, compact, verify
from tests.plays import Caller
from tests.server.online import OWNER, Net, token_of
from tests.toy import GAME

RECORDS = Path(__file__).parents[1] / "games"
SEATS = {"red": "ana", "blue": "beto"}


@pytest.fixture(autouse=True)
def toy() -> None:
    registry.register(GAME)


def played(kind: str, number: int = 1) -> tuple[Caller, str]:
    caller = Caller()
    options = {"target": 60} if kind == "toy" else {}
    game = caller.create(kind, "ana", "rita:random", options=options)
    caller.play(game, number, 6)
    caller.post(f"/games/{game}/undo")
    caller.play(game, number)
    return caller, game


def log_of(caller: Caller, game: str) -> str:
    return caller.text(f"/games/{game}/export", format="events")


def draws(caller: Caller, game: str) -> int:
    count: int = caller.get(f"/games/{game}/verify")["draws"]
    return count


def finish(net: Net, game: str) -> None:
    """Play an online game of the toy to its end."""
    path = f"/games/{game}"
    while pending := net.ok("GET", path, token=OWNER)["pending"]:
        text = "secret 3" if pending["kind"] == "secret" else "roll"
        net.ok("POST", f"{path}/commands", {"commands": text}, token_of(SEATS[pending["seat"]]))


def test_it_knows_nothing_of_this_project() -> None:
    tree = ast.parse(Path(verifier.__file__).read_text("utf-8"))
    imported = [
        name
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names] if isinstance(node, ast.Import)
            else [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        )
    ]  # fmt: skip
    assert {name.split(".")[0] for name in imported} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("kind", ["toy", "village"])
def test_finished_games_are_fair(kind: str) -> None:
    caller, game = played(kind)

    verdict = verify(log_of(caller, game))

    assert (verdict.proved, verdict.unproved) == (draws(caller, game), 0)
    assert verdict.proved > 0


@pytest.mark.parametrize("record", sorted(RECORDS.glob("t*.txt")), ids=lambda path: path.stem)
def test_games_that_were_recorded_are_fair(record: Path) -> None:
    caller = Caller()
    game = caller.post("/import", text=record.read_text("utf-8"))["id"]

    assert verify(log_of(caller, game)).unproved == 0


def test_an_online_game_is_fair_with_the_entropy_of_all_who_joined(tmp_path: Path) -> None:
    net = Net(tmp_path)
    made = net.open()
    for (seat, code), entropy in zip(
        made["secrets"]["invitations"].items(), ("00ff", "beef"), strict=True
    ):
        net.join(code, SEATS[seat], entropy)
    finish(net, made["id"])
    query = {"format": "events"}
    log = net.ask("GET", f"/games/{made['id']}/export", token=OWNER, query=query).body.decode()

    assert verify(log).unproved == 0

    with pytest.raises(Unfair, match="another draw"):
        verify(tampered(log, lambda e: entropy_of(e, "00fe")))
    copy = net.ok("POST", "/import", {"text": log}, OWNER)["id"]
    imported = net.ask("GET", f"/games/{copy}/export", token=OWNER, query=query).body.decode()
    assert verify(imported).proved == verify(log).proved
    net.close()


def entropy_of(event: Any, other: str) -> None:
    if event["type"] == "SeatJoined" and event["data"]["entropy"] == "00ff":
        event["data"]["entropy"] = other


@pytest.mark.parametrize("online", [False, True])
def test_a_fork_is_fair_as_far_as_its_parents_seed_is_known(tmp_path: Path, online: bool) -> None:
    net = Net(tmp_path, trusting=not online)
    if online:
        parent = net.begun()["id"]
    else:
        seats = [{"id": seat} for seat in SEATS]
        parent = net.ok("POST", "/games", {"kind": "toy", "seats": seats}, OWNER)["id"]
    fork = net.ok("POST", f"/games/{parent}/fork", {}, OWNER)["id"]
    while pending := net.ok("GET", f"/games/{fork}", token=OWNER)["pending"]:
        text = "secret 3" if pending["kind"] == "secret" else "roll"
        net.ok("POST", f"/games/{fork}/commands", {"commands": text}, OWNER)
    query = {"format": "events"}
    log = net.ask("GET", f"/games/{fork}/export", token=OWNER, query=query).body.decode()

    verdict = verify(log)
    assert (verdict.unproved, verdict.proved > 0) == (1, True)

    seed = net.service.store.seed(parent).hex()
    assert verify(log, [seed]).unproved == 0
    net.close()


def test_a_running_game_is_whole_and_proves_nothing_yet() -> None:
    caller = Caller()
    game = caller.create("village")
    caller.play(game, 1, 5)

    verdict = verify(log_of(caller, game))

    assert (verdict.proved, verdict.unproved) == (0, draws(caller, game))


def tampered(log: str, change: Callable[[Any], None]) -> str:
    """The log with changed events, sealed again from there on by whoever changed it."""
    events = [json.loads(line) for line in log.splitlines()]
    previous = "0" * 64
    for event in events:
        change(event)
        event["previous"] = previous
        fields = {**event, "data": compact(event["data"])}
        sealed = compact([fields[name] for name in SEALED])
        event["seal"] = previous = hashlib.sha256(sealed.encode()).hexdigest()
    return "\n".join(map(json.dumps, events))


def other_drawn(event: Any) -> None:
    for draw in verifier.draws_in(event["data"]):
        pieces = [p for p in draw["pool"] if p != draw["drawn"][0]] if draw["drawn"] else []
        if pieces:
            draw["drawn"][0] = pieces[0]


def other_seed(event: Any) -> None:
    if event["type"] == "SeedRevealed":
        event["data"]["seed"] = "ab" * 32


def late_entropy(event: Any) -> None:
    if event["type"] == "SeedRevealed":
        event["type"], event["data"] = "SeatJoined", {"seat": "ana", "entropy": "aa"}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (other_drawn, "another draw"),
        (other_seed, "another seed"),
        (late_entropy, "after something was drawn"),
    ],
)
def test_what_is_changed_and_sealed_again_is_found(change: Any, found: str) -> None:
    caller, game = played("toy")

    with pytest.raises(Unfair, match=found):
        verify(tampered(log_of(caller, game), change))


def test_what_is_changed_without_its_seal_is_found_where_it_is() -> None:
    caller, game = played("toy")
    lines = log_of(caller, game).splitlines()
    event = json.loads(lines[4])
    lines[4] = json.dumps({**event, "command": "pass now"})

    with pytest.raises(Unfair, match="event 5"):
        verify("\n".join(lines))
    with pytest.raises(Unfair, match="event 4"):
        verify("\n".join(lines[:3] + lines[4:]))
