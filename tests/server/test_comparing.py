from server.comparing import differences
from tests.plays import Caller


def test_a_diff_names_every_value_that_changed(caller: Caller, game: str) -> None:
    caller.do(game, "pass; pass")

    diff = caller.get(f"/games/{game}/diff", from_=2, to=6)

    assert (diff["from"], diff["to"]) == (2, 6)
    assert diff["changes"] == [
        {"path": "round", "before": 1, "after": 2},
        {"path": "farms.ana.passes", "before": 3, "after": 2},
        {"path": "farms.rita.passes", "before": 3, "after": 2},
    ]


def test_a_diff_may_go_backwards(caller: Caller, game: str) -> None:
    caller.do(game, "pass")

    [turn, passes] = caller.get(f"/games/{game}/diff", from_=4, to=2)["changes"]

    assert (turn["path"], turn["before"], turn["after"]) == ("turn", "rita", "ana")
    assert (passes["before"], passes["after"]) == (2, 3)


def test_a_diff_of_a_step_that_is_not_there(caller: Caller, game: str) -> None:
    problem = caller.refused("GET", f"/games/{game}/diff", from_=1, to=7)

    assert (problem["status"], problem["code"]) == (404, "unknown_event")


def test_a_diff_needs_both_ends(caller: Caller, game: str) -> None:
    problem = caller.refused("GET", f"/games/{game}/diff", from_=1)

    assert (problem["status"], problem["code"]) == (400, "unreadable")
    assert "“to”" in problem["detail"]


def test_differences_of_lists_and_of_missing_keys() -> None:
    before = {"list": [1, 2, 3], "gone": 1, "same": {"deep": [1]}}
    after = {"list": [1, 5], "new": {"a": 1}, "same": {"deep": [1]}}

    found = [(c.path, c.before, c.after) for c in differences(before, after)]

    assert found == [
        ("list.1", 2, 5),
        ("list.2", 3, None),
        ("gone", 1, None),
        ("new", None, {"a": 1}),
    ]


def test_a_trace_tells_every_event_that_changed_a_value(caller: Caller, game: str) -> None:
    caller.do(game, "pass; roll; roll twice")

    trace = caller.get(f"/games/{game}/trace", path="farms.ana.passes")

    assert (trace["path"], trace["value"]) == ("farms.ana.passes", 1)
    assert trace["changes"] == [
        {
            "seq": 1, "type": "GameStarted", "command": "new", "seat": None,
            "before": None, "after": 3,
        },
        {"seq": 3, "type": "Passed", "command": "pass", "seat": "ana", "before": 3, "after": 2},
        {
            "seq": 7, "type": "Passed", "command": "roll twice", "seat": "ana",
            "before": 2, "after": 1,
        },
    ]  # fmt: skip


def test_the_newest_change_alone(caller: Caller, game: str) -> None:
    caller.do(game, "pass; pass; pass")

    trace = caller.get(f"/games/{game}/trace", path="farms/ana/passes", last="true")

    assert [(c["seq"], c["after"]) for c in trace["changes"]] == [(7, 1)]


def test_undone_changes_are_left_out_or_shown(caller: Caller, game: str) -> None:
    caller.do(game, "pass")
    caller.post(f"/games/{game}/undo")
    caller.do(game, "roll")

    counting = caller.get(f"/games/{game}/trace", path="farms.ana.passes")
    every = caller.get(f"/games/{game}/trace", path="farms.ana.passes", all=1)

    assert [c["seq"] for c in counting["changes"]] == [1]
    assert [(c["seq"], c["type"], c["after"]) for c in every["changes"]] == [
        (1, "GameStarted", 3),
        (3, "Passed", 2),
        (5, "HeadMoved", 3),
    ]


def test_a_branch_begins_with_the_value_it_left(caller: Caller, game: str) -> None:
    caller.do(game, "pass; pass; pass")
    caller.post(f"/games/{game}/back", to=4)
    caller.do(game, "roll; pass")

    every = caller.get(f"/games/{game}/trace", path="farms.ana.passes", all=1)["changes"]

    assert [(c["before"], c["after"]) for c in every] == [(None, 3), (3, 2), (2, 1), (1, 2), (2, 1)]


def test_a_path_that_leads_nowhere(caller: Caller, game: str) -> None:
    problem = caller.refused("GET", f"/games/{game}/trace", path="farms.ana.place.x")

    assert (problem["status"], problem["code"]) == (404, "unknown_path")
    problem = caller.refused("GET", f"/games/{game}/trace", path="farms.ana.plaice")
    assert problem["nearest"][0] == "place"
