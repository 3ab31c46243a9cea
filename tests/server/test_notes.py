"""Everything that reads a log copes with requests, answers and what was undone by agreement."""

from typing import Any

import msgspec
import pytest

from events.envelope import Event
from projections.words import words
from server.verify import report
from tests.server.tables import Table
from tests.server.test_verify import data, forged, replaced, wrong


@pytest.fixture
def table() -> Table:
    """A game with a request refused, one overtaken, one agreed to, and one that is open."""
    table = Table("consent")
    table.do("roll; pass")
    table.undo("ana")
    table.answer("rita", agrees=False)
    table.undo("ana")
    table.do("pass; roll")
    table.undo("rita")
    table.answer("ana")
    table.answer("eva")
    table.do("roll twice")
    table.undo("ana")
    return table


def over(table: Table) -> None:
    """Agree to what is open, and play to the end."""
    table.answer("rita")
    table.answer("eva")
    table.caller.play(table.game, 3)


def test_every_check_holds(table: Table) -> None:
    assert table.holds()
    assert [e["type"] for e in table.get("/events", all=1)["events"]].count("UndoAsked") == 4


def test_the_events_can_be_carried_over_exactly(table: Table) -> None:
    text = table.caller.text(f"{table.path}/export", format="events")

    copy = table.caller.post("/import", text=text)["id"]

    facts = table.caller.facts
    assert facts(copy, all=1)[:-1] == facts(table.game, all=1)
    assert facts(copy, all=1)[-1][0] == "GameForked"
    assert table.caller.get(f"/games/{copy}")["game"]["request"] is None
    assert table.caller.get(f"/games/{copy}/verify")["ok"]


def test_a_finished_game_gives_the_same_lines_back(table: Table) -> None:
    over(table)
    first = table.caller.text(f"{table.path}/export", format="events").splitlines()

    copy = table.caller.post("/import", text="\n".join(first))["id"]

    again = table.caller.text(f"/games/{copy}/export", format="events").splitlines()
    own = ("game", "command_id", "recorded_at", "previous", "seal")

    def told(line: str) -> dict[str, Any]:
        return {k: v for k, v in msgspec.json.decode(line).items() if k not in own}

    assert [told(line) for line in again[1:]] == [told(line) for line in first[1:]]
    assert table.caller.get(f"/games/{copy}/verify")["proved"] > 0


def test_a_record_leaves_notes_out_and_can_be_played_again(table: Table) -> None:
    record = table.caller.text(f"{table.path}/export")

    assert "answer" not in record
    assert "undo" not in record.replace('"undo":"consent"', "")
    copy = table.caller.post("/import", text=record)["id"]
    assert table.caller.position(copy) == table.caller.position(table.game)
    assert table.caller.get(f"/games/{copy}/verify")["ok"]
    again = table.caller.post(f"/games/{copy}/undo", seat="ana")
    assert again["events"][0]["type"] == "UndoAsked"


def test_a_state_before_a_request_can_be_looked_at_replayed_and_forked(table: Table) -> None:
    undone = [e for e in table.get("/events", all=1)["events"] if e["undone"]]
    last = undone[-1]["seq"]

    there = table.get(at=last)
    assert (there["at"], there["pending"]["seat"]) == (last, "rita")
    assert {e["seat"] for e in undone} == {"rita", "eva", "ana"}
    fork = table.caller.post(f"/games/{table.game}/fork", at=last)
    assert table.caller.position(fork["id"]) == table.caller.position(table.game, at=last)
    assert not {"UndoAsked", "UndoAnswered", "UndoWithdrawn", "HeadMoved"} & {
        name for name, _ in table.caller.facts(fork["id"], all=1)
    }


def test_what_led_to_a_state_that_was_left_can_be_listed(table: Table) -> None:
    led = table.get("/events", at=14)["events"]

    assert [e["seq"] for e in led] == [1, 2, 3, 4, 5, 6, 11, 12, 13, 14]
    assert [e["seq"] for e in led if e["undone"]] == [5, 6, 11, 12, 13, 14]
    assert table.get("/events", at=7)["events"] == [e for e in led if e["seq"] <= 6]


def test_a_note_stands_for_the_state_in_which_it_was_written(table: Table) -> None:
    [first, *_] = [e["seq"] for e in table.get("/events", all=1)["events"] if "Asked" in e["type"]]

    assert table.caller.position(table.game, at=first) == table.caller.position(table.game, at=6)
    fork = table.caller.post(f"/games/{table.game}/fork", at=first)
    assert fork["forked_from"] == {"game": table.game, "at": 6}
    assert table.get("/diff", from_=6, to=first)["changes"] == []


def test_a_trace_goes_past_notes_and_agreed_moves(table: Table) -> None:
    changes = table.get("/trace", path="farms.rita.passes", all=1)["changes"]

    assert [(c["type"], c["command"], c["after"]) for c in changes] == [
        ("GameStarted", "new", 3),
        ("Passed", "pass", 2),
        ("HeadMoved", "answer yes", 3),
        ("Passed", "roll twice", 2),
    ]


def test_the_story_is_that_of_the_path(table: Table) -> None:
    assert [line["text"].split()[0] for line in table.get("/story")["lines"]] == [
        "ana", "rita", "rita"
    ]  # fmt: skip


def test_a_request_that_nobody_closed_in_so_many_words_is_closed_by_what_follows(
    table: Table,
) -> None:
    """As in a log that was carried over, which goes on as a fork."""
    text = table.caller.text(f"{table.path}/export", format="events")
    copy = table.caller.post("/import", text=text)["id"]

    problem = table.caller.refused("POST", f"/games/{copy}/answer", {"agrees": True, "seat": "eva"})

    assert problem["code"] == "nothing_asked"


def agreed(table: Table) -> list[Event]:
    """A log in which everybody agreed to an undo of ana."""
    table = Table("consent")
    table.do("roll; pass")
    table.undo("ana")
    table.answer("rita")
    table.answer("eva")
    table.do("pass")
    table.undo("ana")
    return table.caller.service.store.read(table.game)


@pytest.mark.parametrize(
    ("seq", "change"),
    [
        (7, data(seat="eva")),  # asked in the name of another
        (7, data(to=3)),  # asked for what no command ends at
        (7, data(to=4)),  # agreed to something else
        (7, data(why="back")),
        (8, replaced(type="UndoWithdrawn", data='{"seat":"rita"}')),  # nothing is asked any more
        (8, data(agrees=False)),
        (8, data(seat="eva")),  # one answered for both
        (9, data(seat="rita")),
        (10, data(to=4)),
        (10, data(why="back")),
        (13, replaced(seat="rita")),  # nobody else takes back ana's decision
    ],
)
def test_what_nobody_agreed_to_is_found_out(table: Table, seq: int, change: Any) -> None:
    events = agreed(table)
    assert report(events, lambda _: [], words("en")).ok

    found = report(forged(events, seq, change), lambda _: [], words("en"))

    again = msgspec.json.decode(msgspec.json.encode(found))
    assert wrong(again)[0][0] in ("commands", "rules")


@pytest.mark.parametrize("policy", ["turn", "consent"])
def test_a_move_past_a_barrier_that_nobody_agreed_to_is_found_out(policy: str) -> None:
    table = Table("open")
    table.do("roll; pass")
    table.undo("rita")
    table.undo("ana")
    events = table.caller.service.store.read(table.game)
    terms = data(terms={"undo": policy})

    found = report(forged(events, 1, terms), lambda _: [], words("en"))

    assert found.first_bad == 8
    assert "the terms of the game do not allow event 8" in found.checks[-1].detail


def test_nothing_hides_behind_a_move_of_the_head() -> None:
    table = Table("open")
    table.do("pass; pass")
    table.undo()
    events = table.caller.service.store.read(table.game)
    smuggled = [*events, msgspec.structs.replace(events[2], seq=8, cause=7)]

    found = report(forged(smuggled, 0, lambda event: event), lambda _: [], words("en"))

    assert found.first_bad == 8
