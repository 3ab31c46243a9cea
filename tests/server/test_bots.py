import logging
from typing import Any

import pytest

from events.dice import SeededDice
from server.bots import BotDice
from server.bots.random import choose
from server.service import Service
from tests.plays import Caller
from tests.server.conftest import begun_by_ana
from tests.toy import GAME


def test_bots_play_until_a_person_must_choose(caller: Caller) -> None:
    game = begun_by_ana(caller, "ana", "rita:random")

    played = caller.do(game, "secret 3")

    assert [event["seat"] for event in played["bots"]] == ["rita"]
    assert played["pending"]["seat"] == "ana"
    assert (played["at"], played["seq"]) == (4, 4)


def test_each_command_of_a_bot_is_recorded_as_one(caller: Caller) -> None:
    game = begun_by_ana(caller, "ana", "rita:careful", options={"secrets": False})

    played = caller.do(game, "pass")

    assert {(e["command"], e["cause"]) for e in played["bots"]} == {("roll", 5)}


def test_a_game_of_bots_plays_to_the_end_at_once(caller: Caller) -> None:
    game = caller.create("toy", "ana:random", "rita:careful", options={"target": 400})

    assert caller.get(f"/games/{game}")["game"]["over"]
    assert caller.get(f"/games/{game}/verify")["proved"] > 100


def test_undo_skips_what_bots_did(caller: Caller) -> None:
    game = begun_by_ana(caller, "ana", "rita:random", options={"secrets": False})
    before = caller.position(game)
    caller.do(game, "roll")

    assert caller.post(f"/games/{game}/undo")["bots"] == []
    assert caller.position(game) == before


def test_a_bot_makes_the_same_choice_after_an_undo(caller: Caller) -> None:
    game = begun_by_ana(caller, "ana", "rita:random")
    first = caller.do(game, "secret 3")["bots"]
    for _ in range(5):
        caller.post(f"/games/{game}/undo")
        again = caller.do(game, "secret 3")["bots"]
        assert [e["type"] for e in again] == [e["type"] for e in first]
    store = caller.service.store
    chosen = {e.data for e in store.read(game) if e.seat == "rita" and e.type == "SecretTaken"}
    assert len(chosen) == 1


def test_back_to_a_bots_turn_lets_it_play(caller: Caller) -> None:
    game = begun_by_ana(caller, "ana", "rita:careful", options={"secrets": False})
    caller.do(game, "pass")

    gone = caller.post(f"/games/{game}/back", to=4)

    assert gone["pending"]["seat"] == "ana"
    assert [event["seat"] for event in gone["bots"]] == ["rita", "rita"]


def cut_off(caller: Caller) -> tuple[Caller, str]:
    """A game whose process ended after ana's command, before the bot's."""
    game = begun_by_ana(caller, "ana", "rita:random", options={"secrets": False})
    store: Any = caller.service.store
    original, calls = store.append, []

    def append(game_id: str, expected: int, command_id: str, *rest: Any, **kw: Any) -> Any:
        calls.append(command_id)
        if command_id.startswith("bot:"):
            raise KeyboardInterrupt
        return original(game_id, expected, command_id, *rest, **kw)

    store.append = append
    with pytest.raises(KeyboardInterrupt):
        caller.do(game, "pass", command_id="c1")
    store.append = original
    assert store.last(game) == 4
    return Caller(Service(store)), game


def test_after_a_crash_bots_play_when_the_game_is_loaded(caller: Caller) -> None:
    later, game = cut_off(caller)

    assert later.get(f"/games/{game}")["pending"]["seat"] == "ana"
    assert later.service.store.last(game) > 4


def test_after_a_crash_the_command_sent_again_is_answered_with_the_bots(caller: Caller) -> None:
    later, game = cut_off(caller)

    played = later.do(game, "pass", command_id="c1")

    assert [event["seq"] for event in played["events"]] == [3, 4]
    assert {event["seat"] for event in played["bots"]} == {"rita"}
    assert later.do(game, "pass", command_id="c1") == played


def test_two_processes_do_not_play_a_bot_twice(caller: Caller) -> None:
    one, game = cut_off(caller)
    other = Caller(Service(one.service.store))

    first = other.get(f"/games/{game}")["seq"]

    assert one.get(f"/games/{game}")["seq"] == first
    assert one.get(f"/games/{game}/verify")["ok"]


def test_bots_wait_while_the_store_takes_nothing(
    caller: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    game = begun_by_ana(caller, "ana", "rita:random", options={"secrets": False})
    store: Any = caller.service.store
    original = store.append

    def append(game_id: str, expected: int, command_id: str, *rest: Any, **kw: Any) -> Any:
        store.refuse = int(command_id.startswith("bot:"))
        return original(game_id, expected, command_id, *rest, **kw)

    store.append = append
    with caplog.at_level(logging.WARNING):
        played = caller.do(game, "pass")
    store.append = original

    assert played["pending"]["seat"] == "rita"
    assert played["bots"] == []
    assert "have to wait" in caplog.text
    body = {"commands": "pass", "expected": 4}
    assert caller.refused("POST", f"/games/{game}/commands", body)["code"] == "conflict"
    assert caller.get(f"/games/{game}")["pending"]["seat"] == "ana"


def test_a_bot_that_cheats_is_a_fault_of_the_service(
    caller: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = begun_by_ana(caller, "ana", "rita:careful", options={"secrets": False})
    monkeypatch.setitem(GAME.bots, "careful", lambda *_: "cheat")

    problem = caller.refused("POST", f"/games/{game}/commands", {"commands": "pass"})

    assert (problem["status"], problem["code"]) == (500, "internal")
    assert "which is not legal" in caplog.text
    assert caller.service.store.last(game) == 4


def test_the_labels_of_bots_are_their_own() -> None:
    dice = SeededDice(b"seed")

    drawn = BotDice(dice, "ana", 57).draw("", {"a": 1, "b": 1}, 1)

    assert drawn.label == "bot ana 57"
    assert BotDice(dice, "ana", 57).draw("pay", {"a": 1}, 1).label == "bot ana 57 pay"


def test_the_random_bot_chooses_evenly() -> None:
    dice = SeededDice(b"seed")
    legal = list(range(6))
    counts = dict.fromkeys(legal, 0)
    for depth in range(1200):
        counts[choose(GAME, None, "ana", legal, BotDice(dice, "ana", depth))] += 1

    assert all(150 < count < 250 for count in counts.values())
