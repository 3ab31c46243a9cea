import msgspec
import pytest

from tests.plays import Caller
from tests.server.conftest import begun_by_ana


@pytest.fixture
def secretive(caller: Caller) -> str:
    """A game in which ana chose 4 and rita 5 in secret."""
    game = begun_by_ana(caller, "ana", "rita")
    caller.do(game, "secret 4; secret 5")
    return game


def test_a_secret_is_seen_by_its_seat_alone(caller: Caller, secretive: str) -> None:
    for seat, mine, other in (("ana", 4, None), ("rita", None, 5)):
        farms = caller.get(f"/games/{secretive}", seat=seat)["view"]["farms"]
        assert (farms["ana"]["secret"], farms["rita"]["secret"]) == (mine, other)
    farms = caller.get(f"/games/{secretive}")["view"]["farms"]
    assert [farm["secret"] for farm in farms.values()] == [None, None]


def test_hidden_events_show_no_data_and_no_command(caller: Caller, secretive: str) -> None:
    [mine, other] = caller.get(f"/games/{secretive}/events", since=2, seat="ana")["events"]

    assert (mine["data"], mine["command"], mine["hidden"]) == (
        {"seat": "ana", "number": 4}, "secret 4", False,
    )  # fmt: skip
    assert (other["data"], other["command"], other["hidden"]) == ({}, "", True)
    assert (other["type"], other["seat"]) == ("SecretTaken", "rita")


def test_no_seal_is_shown_with_which_a_guess_could_be_checked(
    caller: Caller, secretive: str
) -> None:
    caller.do(secretive, "pass")
    events = caller.get(f"/games/{secretive}/events", seat="ana")["events"]

    assert [bool(event["seal"]) for event in events] == [True, True, True, False, False, False]
    assert [bool(event["previous"]) for event in events] == [True] * 4 + [False] * 2


def test_a_fork_shows_no_seal_either(caller: Caller, secretive: str) -> None:
    fork = caller.post(f"/games/{secretive}/fork")["id"]

    shown = caller.facts(fork, seat="ana")[-1]
    kept = msgspec.json.decode(caller.service.store.read(fork)[-1].data)

    assert shown == ("GameForked", kept | {"seal": ""})
    assert kept["seal"]


def test_the_player_sees_what_was_played(caller: Caller) -> None:
    game = begun_by_ana(caller, "ana", "rita:random")

    played = caller.do(game, "secret 4")

    assert played["events"][0]["data"] == {"seat": "ana", "number": 4}
    assert played["bots"][0]["data"] == {}


def test_trace_and_diff_show_what_the_seat_may_see(caller: Caller, secretive: str) -> None:
    path = "farms.rita.secret"

    hidden = caller.get(f"/games/{secretive}/trace", path=path, seat="ana")
    own = caller.get(f"/games/{secretive}/trace", path=path, seat="rita")
    diff = caller.get(f"/games/{secretive}/diff", from_=2, to=4, seat="ana")

    assert (hidden["value"], [c["after"] for c in hidden["changes"]]) == (None, [None])
    assert (own["value"], own["changes"][-1]["command"]) == (5, "secret 5")
    assert path not in [change["path"] for change in diff["changes"]]


def test_a_trace_does_not_tell_a_hidden_command(caller: Caller, secretive: str) -> None:
    trace = caller.get(f"/games/{secretive}/trace", path="farms.rita.chosen", seat="ana")

    assert [(c["seq"], c["command"]) for c in trace["changes"]] == [(1, "new"), (4, "")]


def test_missed_events_are_seen_through_the_eyes_of_the_speaker(
    caller: Caller, secretive: str
) -> None:
    body = {"commands": "pass", "expected": 2, "seat": "ana"}

    problem = caller.refused("POST", f"/games/{secretive}/commands", body)

    assert [event["hidden"] for event in problem["missed"]] == [False, True]


def test_a_dry_run_of_a_game_with_secrets_says_only_that_it_is_legal(
    caller: Caller, secretive: str
) -> None:
    played = caller.do(secretive, "pass", dry_run=True)

    assert played["events"] == []
    assert played["pending"]["seat"] == "ana"
    body = {"commands": "secret 1", "dry_run": True}
    assert caller.refused("POST", f"/games/{secretive}/commands", body)["status"] == 422


def test_when_the_game_is_over_everything_is_seen(caller: Caller, secretive: str) -> None:
    caller.play(secretive, 1)

    events = caller.get(f"/games/{secretive}/events")["events"]

    assert not any(event["hidden"] for event in events)
    assert all(event["seal"] for event in events)
    assert caller.get(f"/games/{secretive}")["view"]["farms"]["rita"]["secret"] == 5


def test_a_first_answer_stays_as_hidden_as_it_was(caller: Caller) -> None:
    game = begun_by_ana(caller, "ana", "rita:random")
    body = {"commands": "secret 4", "command_id": "c1"}
    first = caller.send("POST", f"/games/{game}/commands", body)
    caller.play(game, 1)

    assert caller.send("POST", f"/games/{game}/commands", body) == first
