import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from events.chain import link
from events.dice import commitment
from events.envelope import Event, NewCommand, NewEvent
from events.seal import GENESIS, sealed
from projections.words import words
from server.service import Service
from server.verify import report
from tests.plays import Caller
from tests.server.conftest import begun_by_ana
from tests.stores import MemoryStore

Change = Callable[[Event], Event]


def finished(caller: Caller) -> list[Event]:
    """The log of a game of ana and rita: six rolls, one of them undone, and the end."""
    game = begun_by_ana(caller, "ana", "rita", options={"target": 6, "secrets": False})
    caller.do(game, "pass")
    caller.post(f"/games/{game}/undo")
    caller.play(game, 1)
    return caller.service.store.read(game)


def checked(caller: Caller, events: list[Event]) -> Any:
    found = report(events, caller.service.store.read, words("en"))
    return msgspec.json.decode(msgspec.json.encode(found))


def wrong(found: Any) -> list[tuple[str, int]]:
    return [(c["name"], c["first_bad"]) for c in found["checks"] if not c["ok"]]


def detail(found: Any, name: str) -> str:
    return str(next(c["detail"] for c in found["checks"] if c["name"] == name))


def forged(events: list[Event], seq: int, change: Change) -> list[Event]:
    """The log with one event changed, numbered and sealed anew as a clever forger would."""
    events = [change(event) if event.seq == seq else event for event in events]
    again: list[Event] = []
    for group in by_command(events):
        news = tuple(NewEvent(e.type, e.version, e.data, e.visible_to) for e in group)
        again += link(
            group[0].game, [NewCommand(group[0].seat, group[0].command, news)],
            last=len(again), previous=again[-1].seal if again else GENESIS,
            command_id=group[0].command_id, recorded_at=group[0].recorded_at,
        )  # fmt: skip
    return again


def by_command(events: list[Event]) -> list[list[Event]]:
    groups: dict[int, list[Event]] = {}
    for event in events:
        groups.setdefault(event.cause, []).append(event)
    return list(groups.values())


def replaced(**fields: Any) -> Change:
    return lambda event: msgspec.structs.replace(event, **fields)


def data(**fields: Any) -> Change:
    def change(event: Event) -> Event:
        old = msgspec.json.decode(event.data)
        return msgspec.structs.replace(event, data=msgspec.json.encode(old | fields).decode())

    return change


def first(events: list[Event], kind: str) -> int:
    return next(event.seq for event in events if event.type == kind)


def test_a_true_log_holds(caller: Caller) -> None:
    events = finished(caller)

    found = checked(caller, events)

    assert found["ok"], found
    assert found["first_bad"] is None
    assert found["events"] == len(events)
    assert found["proved"] == found["draws"] > 1
    assert [c["name"] for c in found["checks"]] == [
        "seals", "facts", "history", "commands", "clocks", "draws", "rules",
    ]  # fmt: skip


def test_a_running_game_holds_as_far_as_can_be_known(caller: Caller, game: str) -> None:
    caller.do(game, "roll")

    found = caller.get(f"/games/{game}/verify")

    assert found["ok"]
    assert (found["draws"], found["proved"]) == (2, 0)
    assert "0 of 2 draws" in detail(found, "draws")


def test_one_of_a_kind_is_told_in_the_singular(caller: Caller) -> None:
    game = begun_by_ana(caller, "ana", "rita")
    assert "1 command, " in detail(caller.get(f"/games/{game}/verify"), "rules")
    caller.do(game, "secret 1")
    caller.post(f"/games/{game}/undo")

    for language, one, draw in (
        ("en", "1 move ", "1 draw "),
        ("pt-BR", "1 movimento ", "1 sorteio"),
    ):
        found = report(caller.service.store.read(game), caller.service.store.read, words(language))
        assert one in found.checks[2].detail
        assert draw in found.checks[5].detail
        assert not re.search(r"\b1 \w+s\b", " ".join(check.detail for check in found.checks))


def test_a_changed_event_breaks_its_seal(caller: Caller) -> None:
    events = finished(caller)
    seq = first(events, "Rolled")
    events[seq - 1] = data(steps=7)(events[seq - 1])

    found = checked(caller, events)

    assert not found["ok"]
    assert found["first_bad"] == seq
    assert wrong(found) == [("seals", seq)]


def test_an_event_sealed_again_breaks_the_next_seal(caller: Caller) -> None:
    events = finished(caller)
    seq = first(events, "Rolled")
    events[seq - 1] = sealed(data(steps=7)(events[seq - 1]))

    assert wrong(checked(caller, events))[0] == ("seals", seq + 1)


def test_a_missing_event_is_named(caller: Caller) -> None:
    events = finished(caller)
    del events[3]

    assert wrong(checked(caller, events))[0] == ("seals", 4)


@pytest.mark.parametrize(
    ("kind", "change", "check"),
    [
        ("Rolled", replaced(type="Jumped"), "facts"),
        ("Rolled", replaced(data='{"seat":"ana"}'), "facts"),
        ("Rolled", replaced(version=2), "facts"),
        ("TurnEnded", replaced(data='{"next_seat": "rita"}'), "facts"),
        ("TurnEnded", replaced(visible_to=("ana",)), "facts"),
        ("TurnEnded", replaced(type="GameStarted"), "facts"),
        ("HeadMoved", data(to=3), "history"),
        ("HeadMoved", data(to=99), "history"),
        ("HeadMoved", data(why="redo"), "history"),
        ("Rolled", data(steps=7), "rules"),
        ("TurnEnded", data(next_seat="ana"), "rules"),
        ("TurnEnded", replaced(type="Passed", data='{"seat":"ana"}'), "rules"),
        ("TurnEnded", data(next_seat="eva"), "rules"),
        ("Passed", replaced(command="pass out"), "rules"),
        ("Passed", replaced(command="secret 3"), "rules"),
        ("Passed", replaced(command="roll"), "rules"),
        ("Passed", replaced(seat="rita"), "rules"),
        ("SeedRevealed", data(seed="00" * 32), "draws"),
        ("SeedRevealed", data(seed="no hex"), "draws"),
        ("GameStarted", data(commitment="00" * 32), "draws"),
        ("GameStarted", data(box={"die": {}, "passes": 3}), "rules"),
    ],
)
def test_a_forged_log_is_found_out(caller: Caller, kind: str, change: Change, check: str) -> None:
    events = finished(caller)
    seq = first(events, kind)

    found = checked(caller, forged(events, seq, change))

    assert not found["ok"]
    assert wrong(found)[0][0] == check, found


def test_a_forged_draw_is_found_out(caller: Caller) -> None:
    events = finished(caller)
    seq = first(events, "Rolled")
    draw = msgspec.json.decode(events[seq - 1].data)["draw"]
    face = "1" if draw["drawn"] != ["1"] else "2"
    change = data(draw=draw | {"drawn": [face]}, steps=int(face))

    found = checked(caller, forged(events, seq, change))

    assert wrong(found)[0] == ("draws", seq)
    assert draw["label"] in detail(found, "draws")


def test_a_seed_that_fits_no_draw_is_found_out(caller: Caller) -> None:
    events = finished(caller)
    seed = b"another seed of thirty-two bytes"
    events = forged(events, 1, data(commitment=commitment(seed)))
    end = first(events, "SeedRevealed")

    found = checked(caller, forged(events, end, data(seed=seed.hex())))

    assert not found["ok"]
    assert wrong(found)[0][0] == "draws"


def test_a_log_cut_off_inside_a_command_is_found_out(caller: Caller) -> None:
    events = finished(caller)
    seq = first(events, "TurnEnded")

    assert wrong(checked(caller, events[: seq - 1])) == [("rules", seq - 1)]


def test_games_of_older_rules_are_not_decided_again(caller: Caller) -> None:
    events = forged(finished(caller), 1, data(rules=0))

    found = checked(caller, events)

    assert found["ok"]
    assert "version 0 of the rules" in detail(found, "rules")


def test_a_damaged_game_can_be_verified_though_not_played(caller: Caller, game: str) -> None:
    caller.do(game, "pass")
    fact = NewEvent("HeadMoved", 1, '{"to":77,"why":"back"}')
    caller.service.store.append(game, 4, "forged", [NewCommand("ana", "back 77", (fact,))])

    found = caller.get(f"/games/{game}/verify")

    assert found["first_bad"] == 5
    problem = caller.refused("GET", f"/games/{game}")
    assert (problem["status"], problem["code"]) == (500, "unreadable_log")


@pytest.mark.parametrize("fact", ['HeadMoved {"to":%d,"why":"back"}', "GameForked"])
def test_nothing_goes_on_after_the_end(caller: Caller, fact: str) -> None:
    log = finished(caller)
    kind, _, told = fact.partition(" ")
    told = told or '{"parent":"","at":0,"seal":"","commitment":"' + commitment(b"known") + '"}'
    new = NewEvent(kind, 1, told.replace("%d", str(log[-1].cause - 1)), None)
    more = link(
        log[0].game, [NewCommand(None, "back", (new,))], last=len(log), previous=log[-1].seal,
        command_id="c", recorded_at=log[-1].recorded_at,
    )  # fmt: skip

    found = checked(caller, [*log, *more])

    assert wrong(found)[0] == ("history", len(log) + 1)


@pytest.mark.parametrize("forked", [False, True])
@pytest.mark.parametrize(
    ("seed", "sentence"), [(None, "is lost"), (b"swapped" * 4 + b"....", "is not the one")]
)
def test_a_secret_that_fits_no_commitment_is_found_out(
    caller: Caller, game: str, seed: bytes | None, sentence: str, forked: bool
) -> None:
    if forked:
        game = caller.post(f"/games/{game}/fork")["id"]
    at = len(caller.service.store.read(game)) if forked else 1
    store: Any = caller.service.store
    kept = store.seeds.pop(game)
    if seed is not None:
        store.seeds[game] = seed

    found = caller.get(f"/games/{game}/verify")

    assert wrong(found) == [("secret", at)]
    assert found["first_bad"] == at
    assert sentence in detail(found, "secret")
    assert f"event {at}" in detail(found, "secret")
    assert kept.hex() not in str(found)


def test_a_secret_that_fits_is_told_to_nobody(caller: Caller, game: str) -> None:
    found = caller.get(f"/games/{game}/verify")

    assert "the one committed to" in detail(found, "secret")
    store: Any = caller.service.store
    assert store.seeds[game].hex() not in str(found)


def test_a_secret_is_not_looked_at_where_the_log_is_wrong(caller: Caller, game: str) -> None:
    caller.do(game, "pass")
    store: Any = caller.service.store
    store.games[game][1] = data(more=1)(store.games[game][1])
    store.seeds.clear()

    assert wrong(caller.get(f"/games/{game}/verify")) == [("seals", 2)]


def test_a_seat_that_no_game_has_does_not_stop_the_check() -> None:
    caller = Caller(Service(MemoryStore(lambda: 1), clock=lambda: 1))
    game = begun_by_ana(caller, "ana", "rita", options={"secrets": False, "decision": "60s"})
    caller.do(game, "pass; pass")
    events = caller.service.store.read(game)
    lost = forged(events, first(events, "TurnEnded"), data(next_seat="eva"))
    note = replaced(type="TimeRanOut", data='{"seat":"eva","then":"random"}', seat=None)

    found = checked(caller, forged(lost, 5, note))

    assert wrong(found)[0] == ("clocks", 5)
