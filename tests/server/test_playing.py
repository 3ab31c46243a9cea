import threading
from typing import Any

import pytest

from events.store import Store
from server.embedded import Embedded
from server.service import LOOKS, Service
from tests.plays import Caller
from tests.server.conftest import begun_by_ana


def commands(game: str) -> str:
    return f"/games/{game}/commands"


def types(events: list[Any]) -> list[str]:
    return [event["type"] for event in events]


def test_a_command_is_played_by_the_seat_that_must_choose(caller: Caller, game: str) -> None:
    played = caller.do(game, "pass")

    assert types(played["events"]) == ["Passed", "TurnEnded"]
    assert {event["seat"] for event in played["events"]} == {"ana"}
    assert (played["at"], played["seq"]) == (4, 4)
    assert played["pending"]["seat"] == "rita"
    assert played["outcome"] is None
    assert not played["dry_run"]


@pytest.mark.parametrize("sent", ["pass", "PASS", " p ", {"type": "pass"}])
def test_text_and_json_are_the_same_command(caller: Caller, game: str, sent: Any) -> None:
    played = caller.do(game, [sent])

    assert played["events"][0]["command"] == "pass"


def test_a_batch_goes_through_several_turns(caller: Caller, game: str) -> None:
    played = caller.do(game, "pass; pass\npass")

    assert [e["seat"] for e in played["events"] if e["type"] == "Passed"] == ["ana", "rita", "ana"]
    assert len({event["command_id"] for event in played["events"]}) == 1
    assert len({event["cause"] for event in played["events"]}) == 3


def test_of_a_batch_with_one_wrong_command_nothing_is_played(caller: Caller, game: str) -> None:
    problem = caller.refused("POST", commands(game), {"commands": ["pass", "pass", "secret 1"]})

    assert (problem["status"], problem["code"]) == (422, "secret_chosen")
    assert (problem["index"], problem["command"], problem["page"]) == (2, "secret 1", 1)
    assert sorted(problem["nearest"]) == ["pass", "roll", "roll twice"]
    assert caller.get(f"/games/{game}")["seq"] == 2


def test_a_seat_cannot_play_for_another(caller: Caller, game: str) -> None:
    problem = caller.refused("POST", commands(game), {"commands": "pass", "seat": "rita"})

    assert (problem["status"], problem["code"]) == (422, "not_your_turn")
    assert problem["detail"] == "It is ana's turn, not rita's."


def test_in_a_batch_a_given_seat_cannot_go_on_after_its_turn(caller: Caller, game: str) -> None:
    problem = caller.refused("POST", commands(game), {"commands": "pass;pass", "seat": "ana"})

    assert (problem["code"], problem["index"]) == ("not_your_turn", 1)


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"commands": "pass", "seat": "eva"}, 404, "unknown_seat"),
        ({"commands": "rool"}, 422, "unreadable"),
        ({"commands": "r t w"}, 422, "unreadable"),
        ({"commands": "secret 1"}, 422, "secret_chosen"),
        ({"commands": [{"type": "secret", "number": 1}]}, 422, "secret_chosen"),
        ({"commands": [{"type": "pass", "now": 1}]}, 400, "unreadable_command"),
        ({"commands": [{"type": "jump"}]}, 400, "unreadable_command"),
        ({"commands": " ; "}, 400, "no_command"),
        ({"commands": []}, 400, "no_command"),
        ({"commands": [1]}, 400, "unreadable"),
        ({}, 400, "unreadable"),
        ({"commands": "pass", "dryrun": True}, 400, "unreadable"),
        ({"commands": "pass", "expected": -1}, 400, "unreadable"),
    ],
)
def test_what_cannot_be_played_is_refused(
    caller: Caller, game: str, sent: Any, status: int, code: str
) -> None:
    problem = caller.refused("POST", commands(game), sent)

    assert (problem["status"], problem["code"]) == (status, code)
    assert caller.get(f"/games/{game}")["seq"] == 2


def test_a_text_that_could_mean_several_commands_names_them(caller: Caller, game: str) -> None:
    caller.do(game, "roll")
    game = caller.create("toy", "ana", "rita")

    problem = caller.refused("POST", commands(game), {"commands": "sec"})

    assert problem["code"] == "ambiguous"
    assert problem["nearest"] == [f"secret {n}" for n in range(1, 6)]


def test_a_stale_client_gets_what_it_missed(caller: Caller, game: str) -> None:
    caller.do(game, "pass", expected=2)

    problem = caller.refused("POST", commands(game), {"commands": "pass", "expected": 2})

    assert (problem["status"], problem["code"]) == (409, "conflict")
    assert [event["seq"] for event in problem["missed"]] == [3, 4]
    assert "event 4" in problem["detail"]


def test_a_client_from_the_future_is_refused_too(caller: Caller, game: str) -> None:
    problem = caller.refused("POST", commands(game), {"commands": "pass", "expected": 9})

    assert problem["code"] == "conflict"
    assert "missed" not in problem


def test_a_command_sent_again_gets_its_first_answer(caller: Caller, game: str) -> None:
    body = {"commands": "roll twice; p", "command_id": "c1"}
    first = caller.send("POST", commands(game), body)
    caller.do(game, "pass; pass")
    caller.post(f"/games/{game}/undo")

    assert caller.send("POST", commands(game), body) == first
    # The same commands in other words are the same request.
    again = {"commands": ["roll twice", {"type": "pass"}], "command_id": "c1"}
    assert caller.send("POST", commands(game), again) == first


@pytest.mark.parametrize(
    "other",
    [
        {"commands": "pass"},
        {"commands": "roll; pass"},
        {"commands": "roll", "seat": "rita"},
        {"commands": "nonsense"},
    ],
)
def test_a_command_id_stands_for_one_request(
    caller: Caller, game: str, other: dict[str, Any]
) -> None:
    caller.do(game, "roll", command_id="c1")

    problem = caller.refused("POST", commands(game), {**other, "command_id": "c1"})

    assert (problem["status"], problem["code"]) == (409, "command_id_reused")
    assert "event 3" in problem["detail"]


def test_the_id_that_created_a_game_plays_nothing_in_it(caller: Caller) -> None:
    game = caller.create("toy", "ana", "rita", command_id="c1")

    problem = caller.refused("POST", commands(game), {"commands": "secret 1", "command_id": "c1"})

    assert problem["code"] == "command_id_reused"


def test_the_end_reveals_the_seed(caller: Caller) -> None:
    game = begun_by_ana(caller, "ana", "rita", options={"target": 1, "secrets": False})

    played = caller.do(game, "roll")

    assert types(played["events"]) == ["Rolled", "SeedRevealed"]
    assert played["outcome"]["places"] == {"ana": 1, "rita": 2}
    assert played["pending"] is None
    seed = played["events"][-1]["data"]["seed"]
    assert seed == caller.service.store.seed(game).hex()


def test_nothing_is_played_after_the_end(caller: Caller) -> None:
    game = begun_by_ana(caller, "ana", "rita", options={"target": 1, "secrets": False})

    problem = caller.refused("POST", commands(game), {"commands": "roll;roll"})

    assert (problem["code"], problem["index"]) == ("game_over", 1)


def test_a_dry_run_shows_but_records_nothing(caller: Caller, game: str) -> None:
    played = caller.do(game, "pass; pass", dry_run=True)

    assert played["dry_run"]
    assert types(played["events"]) == ["Passed", "TurnEnded"] * 2
    assert [event["seq"] for event in played["events"]] == [3, 4, 5, 6]
    assert [event["cause"] for event in played["events"]] == [3, 3, 5, 5]
    assert (played["at"], played["seq"]) == (2, 2)
    assert caller.get(f"/games/{game}")["seq"] == 2


def test_a_dry_run_does_not_foretell_the_dice(caller: Caller) -> None:
    rolls = []
    for _ in range(12):
        game = caller.create("toy", "ana", "rita", options={"secrets": False})
        dry = caller.do(game, "roll", dry_run=True)["events"][0]["data"]["steps"]
        rolls.append((dry, caller.do(game, "roll")["events"][0]["data"]["steps"]))

    assert len({dry for dry, _ in rolls}) <= 2  # one for each seat that may have begun
    assert any(dry != real for dry, real in rolls)


def test_a_dry_run_of_the_end_reveals_no_seed(caller: Caller) -> None:
    game = caller.create("toy", "ana", "rita", options={"target": 1, "secrets": False})

    played = caller.do(game, "roll", dry_run=True)

    assert types(played["events"]) == ["Rolled"]
    assert played["outcome"]


def test_threads_play_one_after_another(caller: Caller, game: str) -> None:
    answers: list[int] = []

    def play(number: int) -> None:
        body = {"commands": "roll", "command_id": f"c{number}"}
        answers.append(caller.send("POST", commands(game), body)[0])

    threads = [threading.Thread(target=play, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert answers == [200] * 4
    rolled = [data["seat"] for kind, data in caller.facts(game) if kind == "Rolled"]
    assert rolled == ["ana", "rita", "ana", "rita"]
    assert caller.get(f"/games/{game}/verify")["ok"]


def test_of_threads_that_expect_the_same_event_one_wins(caller: Caller, game: str) -> None:
    answers: list[tuple[int, bytes]] = []
    barrier = threading.Barrier(6)

    def play() -> None:
        barrier.wait()
        body = {"commands": "pass", "expected": 2}
        answers.append(caller.send("POST", commands(game), body))

    threads = [threading.Thread(target=play) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(status for status, _ in answers) == [200] + [409] * 5


class Ahead:
    """A store in which somebody else plays so many times between our look and our append."""

    def __init__(self, store: Store, other: Caller) -> None:
        self._store = store
        self._other = other
        self.game = ""
        self.times = 1
        self.body: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def append(self, game: str, *args: Any, **kwargs: Any) -> Any:
        if game == self.game and self.times:
            self.times -= 1
            self._other.do(game, "pass", **self.body)
        return self._store.append(game, *args, **kwargs)


@pytest.fixture
def ahead(caller: Caller, game: str) -> Ahead:
    store = Ahead(caller.service.store, caller)
    store.game = game
    return store


def test_a_lost_race_is_a_conflict_with_the_missed_events(ahead: Ahead, game: str) -> None:
    loser = Caller(Service(ahead))

    problem = loser.refused("POST", commands(game), {"commands": "pass", "expected": 2})

    assert (problem["status"], problem["code"]) == (409, "conflict")
    assert [event["seq"] for event in problem["missed"]] == [3, 4]
    assert loser.do(game, "pass")["seq"] == 6


def test_who_expects_nothing_plays_after_whoever_was_first(ahead: Ahead, game: str) -> None:
    second = Caller(Service(ahead))

    assert second.do(game, "pass")["seq"] == 6
    assert [event["seat"] for event in second.get(f"/games/{game}/events")["events"][2::2]] == [
        "ana",
        "rita",
    ]


def test_who_is_always_second_is_told_so_in_the_end(ahead: Ahead, game: str) -> None:
    ahead.times = LOOKS

    problem = Caller(Service(ahead)).refused("POST", commands(game), {"commands": "pass"})

    assert (problem["status"], problem["code"]) == (409, "conflict")
    assert not ahead.times


def test_what_another_process_played_decides_what_is_legal(caller: Caller, game: str) -> None:
    other = Caller(Service(caller.service.store))
    caller.get(f"/games/{game}")
    other.do(game, "pass")

    # In the state this process knows it is ana who must choose.
    assert caller.do(game, "pass", seat="rita")["seq"] == 6
    problem = caller.refused("POST", commands(game), {"commands": "pass", "seat": "rita"})
    assert problem["status"] == 422


def test_an_id_that_another_process_recorded_is_found(caller: Caller, game: str) -> None:
    other = Caller(Service(caller.service.store))
    caller.get(f"/games/{game}")
    first = other.send("POST", commands(game), {"commands": "pass", "command_id": "c1"})

    again = caller.send("POST", commands(game), {"commands": "pass", "command_id": "c1"})
    problem = caller.refused("POST", commands(game), {"commands": "roll", "command_id": "c1"})

    assert again == first
    assert problem["code"] == "command_id_reused"


def test_an_id_that_stands_for_something_else_in_another_process_is_refused(
    caller: Caller, game: str
) -> None:
    other = Caller(Service(caller.service.store))
    caller.get(f"/games/{game}")
    other.do(game, "pass", command_id="c1")

    problem = caller.refused("POST", commands(game), {"commands": "roll", "command_id": "c1"})

    assert problem["code"] == "command_id_reused"
    assert caller.get(f"/games/{game}")["seq"] == 4


@pytest.mark.parametrize("way", ["undo", "back"])
def test_an_id_that_somebody_else_used_at_the_same_moment_is_refused(
    ahead: Ahead, game: str, way: str
) -> None:
    other = Caller(Service(ahead))
    ahead.game = ""
    other.do(game, "pass")
    ahead.game, ahead.body = game, {"command_id": "c1"}
    body = {"command_id": "c1", "to": 2}

    problem = other.refused("POST", f"/games/{game}/{way}", body)

    assert problem["code"] == "command_id_reused"
    assert other.get(f"/games/{game}")["seq"] == 6


def test_what_another_process_played_is_seen(caller: Caller, game: str) -> None:
    other = Caller(Service(caller.service.store))
    caller.get(f"/games/{game}")

    other.do(game, "pass")

    assert caller.get(f"/games/{game}")["pending"]["seat"] == "rita"
    assert caller.do(game, "pass", expected=4)["seq"] == 6


def test_a_listener_that_fails_loses_nothing(
    caller: Caller, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[str] = []

    def fail(game_id: str) -> None:
        raise RuntimeError(game_id)

    caller.service.after += [fail, heard.append]

    assert caller.do(game, "pass")["seq"] == 4
    assert heard == [game]
    assert "a listener failed" in caplog.text


def test_a_store_that_takes_nothing_is_unavailable(caller: Caller, game: str) -> None:
    caller.service.store.refuse = 1  # type: ignore[attr-defined]

    problem = caller.refused("POST", commands(game), {"commands": "pass"})

    assert (problem["status"], problem["code"]) == (503, "store_unavailable")
    assert caller.do(game, "pass")["seq"] == 4


def test_the_answer_does_not_depend_on_what_is_in_memory(caller: Caller, game: str) -> None:
    caller.do(game, "roll; roll; pass")
    caller.post(f"/games/{game}/undo")
    before = [caller.send("GET", f"/games/{game}", at=n) for n in range(1, 9)]

    caller.service.rooms.drop()

    assert [caller.send("GET", f"/games/{game}", at=n) for n in range(1, 9)] == before
    assert (
        Embedded(Service(caller.service.store))
        .send("GET", f"/games/{game}", {"at": "3"}, b"", "en")
        .body
        == before[2][1]
    )
