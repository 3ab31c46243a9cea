"""Clocks: what is left to whom, whatever is undone; and what follows when nothing is."""

import threading
from typing import Any

import msgspec
import pytest

from events.store import StoreUnavailable
from server.background import running
from server.service import Service
from server.ticker import SCAN, Ticker
from tests.plays import Caller
from tests.stores import MemoryStore

SECOND = 1000


class Table(Caller):
    """A caller who holds the hands of the clock."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000
        self.store = MemoryStore(lambda: self.now)
        super().__init__(Service(self.store, clock=lambda: self.now))
        self.id = ""

    def begin(self, *seats: str, **options: Any) -> tuple[str, ...]:
        """Begin a toy game under these terms; its seats in order."""
        options = {"secrets": False, "target": 100, **options}
        self.id = self.create("toy", *seats, options=options)
        return tuple(self.get(f"/games/{self.id}")["view"]["order"])

    def after(self, seconds: float, commands: str = "", way: str = "commands", **body: Any) -> Any:
        """Let time pass, and do something."""
        self.now += round(seconds * SECOND)
        body = {"commands": commands, **body} if commands else body
        return self.post(f"/games/{self.id}/{way}", **body)

    def poke(self) -> None:
        """Send something to the game that changes nothing by itself."""
        self.send("POST", f"/games/{self.id}/commands", {"commands": "nonsense"})

    @property
    def game(self) -> Any:
        return self.get(f"/games/{self.id}")["game"]

    @property
    def left(self) -> dict[str, float]:
        """Seconds left by seat."""
        return {seat: left / SECOND for seat, left in self.game["clock"].items()}

    def events(self, **query: Any) -> list[Any]:
        found: list[Any] = self.get(f"/games/{self.id}/events", all=1, **query)["events"]
        return found

    def overruns(self) -> list[tuple[str, str]]:
        """Seats whose time ran out, with what followed."""
        data = [e["data"] for e in self.events() if e["type"] == "TimeRanOut"]
        return [(d["seat"], d["then"]) for d in data]


@pytest.fixture
def table() -> Table:
    return Table()


def test_without_limits_there_is_no_clock(table: Table) -> None:
    table.begin()
    table.now += 10**9
    assert table.left == {}
    table.do(table.id, "pass")
    assert table.overruns() == []


def test_the_time_of_whoever_must_choose_runs(table: Table) -> None:
    first, second = table.begin(decision="60s")
    assert table.left == {first: 60, second: 60}
    table.now += 25 * SECOND
    assert table.left == {first: 35, second: 60}
    table.after(0, "pass")
    table.now += 10 * SECOND
    assert table.left == {first: 60, second: 50}


def test_a_bank_shrinks_and_earns(table: Table) -> None:
    first, second = table.begin(bank="100s", increment="5s")
    table.after(30, "pass")
    assert table.left == {first: 75, second: 100}
    table.after(40, "pass")
    table.now += 1 * SECOND
    assert table.left == {first: 74, second: 65}


def test_with_both_limits_the_nearer_one_counts(table: Table) -> None:
    first, _ = table.begin(bank="50s", decision="30s")
    assert table.left[first] == 30
    table.after(25, "pass")
    table.after(0, "pass")
    assert table.left[first] == 25


def test_undo_gives_no_time_back(table: Table) -> None:
    first, second = table.begin(bank="100s", increment="5s")
    table.after(30, "pass")
    table.after(10, way="undo")
    assert table.left == {first: 75, second: 90}
    table.after(20, "pass")
    assert table.left == {first: 55, second: 90}
    table.after(0, way="undo")
    table.after(0, way="redo")
    assert table.left == {first: 55, second: 90}


def test_a_decision_come_to_again_goes_on_with_what_was_left(table: Table) -> None:
    first, second = table.begin(decision="60s")
    table.after(50, "pass")
    table.after(0, way="undo")
    assert table.left == {first: 10, second: 60}
    table.after(5, "roll")
    table.after(1, "pass")
    assert table.left == {first: 60, second: 60}
    table.after(0, way="back", to=2)
    assert table.left == {first: 5, second: 59}


def test_chance_chooses_once_for_who_overruns(table: Table) -> None:
    first, second = table.begin(decision="60s")
    table.now += 60 * SECOND
    problem = table.refused("POST", f"/games/{table.id}/commands",
                            {"commands": "pass", "seat": first})  # fmt: skip
    assert problem["code"] == "not_your_turn"
    assert table.overruns() == [(first, "random")]
    ran_out = next(e for e in table.events() if e["type"] == "TimeRanOut")
    assert ran_out["seat"] == first
    assert ran_out["command"] in ("roll", "roll twice", "pass")
    assert table.game["pending"]["seat"] == second
    assert table.left == {first: 60, second: 60}
    assert table.game["absent"] == {}


def test_who_plays_in_time_is_not_hurried(table: Table) -> None:
    table.begin(decision="60s")
    table.after(59.999, "pass")
    table.after(59.999, "pass")
    assert table.overruns() == []


def test_a_bot_takes_over_for_good(table: Table) -> None:
    first, second = table.begin(decision="60s", overrun="careful")
    table.now += 61 * SECOND
    table.poke()
    assert table.overruns() == [(first, "careful")]
    assert table.game["absent"] == {first: "careful"}
    assert table.left == {second: 60}
    played = table.do(table.id, "pass", seat=second)
    assert [e["command"] for e in played["bots"]] == ["roll", "roll"]
    assert table.game["pending"]["seat"] == second
    table.now += 61 * SECOND
    table.poke()
    assert table.game["over"]
    assert table.overruns() == [(first, "careful"), (second, "careful")]


def test_who_is_out_comes_last_whatever_the_points(table: Table) -> None:
    first, second = table.begin(bank="10s", overrun="out", target=40)
    table.after(0, "roll")
    table.now += 10 * SECOND
    while not table.game["over"]:
        table.send("POST", f"/games/{table.id}/commands", {"commands": "pass", "seat": first})
        table.send("POST", f"/games/{table.id}/commands", {"commands": "roll", "seat": first})
    outcome = table.get(f"/games/{table.id}")["outcome"]
    assert table.overruns()[0] == (second, "out")
    assert outcome["places"] == {first: 1, second: 2}


def test_a_record_tells_who_was_out(table: Table) -> None:
    first, second = table.begin(bank="10s", overrun="out", target=30)
    table.after(0, "roll twice")
    table.now += 10 * SECOND
    table.poke()
    while not table.game["over"]:
        table.do(
            table.id, "pass" if table.get(f"/games/{table.id}/legal")["commands"][1:] else "roll"
        )
    ended = table.get(f"/games/{table.id}")["outcome"]
    assert ended["places"] == {first: 1, second: 2}
    record = table.text(f"/games/{table.id}/export")
    copy = table.post("/import", text=record)["id"]
    assert table.get(f"/games/{copy}")["outcome"] == ended
    for wrong in ('{"eve":"out"}', f'{{"{second}":"nobody"}}'):
        text = record.replace(f'[Absent {{"{second}":"out"}}]', f"[Absent {wrong}]")
        assert table.refused("POST", "/import", {"text": text})["code"] == "record_absent"


@pytest.mark.parametrize(
    ("undo", "status"),
    [("turn", 422), ("consent", 200)],  # one person is left, and has nobody to ask
)
def test_who_is_not_named_goes_back_as_far_as_somebody_could(
    table: Table, undo: str, status: int
) -> None:
    table.begin(decision="10s", overrun="out", undo=undo, target=40)
    start = table.game["seq"]
    table.now += 11 * SECOND
    table.poke()  # by now somebody is out, and only they have decided anything

    answer, _ = table.send("POST", f"/games/{table.id}/back", {"to": start})

    assert answer == status
    assert table.get(f"/games/{table.id}/verify")["ok"]


def test_the_first_to_be_out_is_the_very_last(table: Table) -> None:
    first, second = table.begin(decision="10s", overrun="out", target=60)
    table.now += 10 * SECOND
    table.poke()
    table.now += 10 * SECOND
    table.poke()
    position = table.get(f"/games/{table.id}")
    assert table.overruns() == [(first, "out"), (second, "out")]
    assert position["outcome"]["places"] == {first: 2, second: 1}


@pytest.mark.parametrize("overrun", ["random", "out", "careful"])
def test_a_log_with_overruns_is_proved_told_and_copied(table: Table, overrun: str) -> None:
    table.begin(decision="60s", overrun=overrun, target=12)
    for _ in range(200):
        if table.game["over"]:
            break
        table.now += 61 * SECOND
        table.poke()
    assert table.game["over"]
    assert table.game["clock"] == {}
    report = table.get(f"/games/{table.id}/verify")
    assert report["ok"], report
    assert table.get(f"/games/{table.id}/story")["lines"]
    for form in ("events", "notation"):
        text = table.text(f"/games/{table.id}/export", format=form)
        copy = table.post("/import", text=text)["id"]
        assert table.get(f"/games/{copy}")["outcome"] == table.get(f"/games/{table.id}")["outcome"]
        assert table.get(f"/games/{copy}/verify")["ok"]
    last = max(e["cause"] for e in table.get(f"/games/{table.id}/events")["events"]) - 1
    fork = table.post(f"/games/{table.id}/fork", at=last)
    assert fork["absent"] == {}
    assert table.get(f"/games/{fork['id']}/verify")["ok"]


def test_a_clock_that_goes_back_charges_nobody(table: Table) -> None:
    first, second = table.begin(bank="60s")
    table.after(-30, "pass")
    assert table.left == {first: 60, second: 60}


def test_bots_have_no_clock(table: Table) -> None:
    table.begin("ana", "rita:careful", decision="60s")
    assert set(table.left) == {"ana"}


def test_a_process_that_reads_the_whole_log_comes_to_the_same_clock(table: Table) -> None:
    table.begin(bank="100s", increment="3s", decision="60s")
    table.after(10, "pass; roll")
    table.after(20, way="undo")
    table.after(5, "roll")
    table.after(7, "pass")
    before = table.left
    table.service.rooms.drop()
    assert table.left == before


def test_time_runs_out_where_nobody_asks(table: Table) -> None:
    ticker = Ticker(table.service)
    assert ticker.tick() == SCAN
    table.begin()
    first, _ = table.begin(decision="30s")
    assert ticker.tick() == 30
    table.now += 29 * SECOND
    assert ticker.tick() == 1
    assert table.overruns() == []
    table.now += 1 * SECOND
    assert ticker.tick() == 30
    assert table.overruns() == [(first, "random")]
    table.after(10, "pass")
    assert ticker.tick() == 30
    assert table.overruns() == [(first, "random")]


def test_games_that_were_there_before_and_those_of_others_are_found(table: Table) -> None:
    first, _ = table.begin(decision="30s")
    ticker = Ticker(table.service)
    ticker.scan()
    assert ticker.tick() == 30
    Caller(Service(table.store, clock=lambda: table.now)).do(table.id, "pass")
    table.now += 30 * SECOND
    table.id, before = "", table.id
    table.begin(decision="20s")
    ticker.scan()
    assert ticker.tick() == 20
    table.id = before
    assert len(table.overruns()) == 1
    assert first not in dict(table.overruns())


def test_only_games_with_limits_are_looked_at_one_by_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin()
    unlimited = table.id
    table.store.games["broken"] = [msgspec.structs.replace(e, game="broken", data="?")
                                   for e in table.store.games[unlimited][:1]]  # fmt: skip
    table.begin(decision="30s")
    noted: list[str] = []
    ticker = Ticker(table.service)
    monkeypatch.setattr(ticker, "note", noted.append)

    ticker.scan()

    assert noted == ["broken", table.id]


def test_a_store_that_takes_nothing_makes_time_wait(table: Table) -> None:
    first, _ = table.begin(decision="30s")
    ticker = Ticker(table.service)
    ticker.scan()
    ticker.tick()
    table.now += 30 * SECOND
    table.store.refuse = 1
    with pytest.raises(StoreUnavailable):
        ticker.tick()
    ticker.tick()
    assert table.overruns() == [(first, "random")]


def test_a_finished_game_is_looked_at_no_more(table: Table) -> None:
    table.begin(decision="30s", target=1)
    ticker = Ticker(table.service)
    table.do(table.id, "roll")
    assert ticker.tick() == SCAN


def test_the_thread_ticks_until_it_is_closed(table: Table) -> None:
    first, _ = table.begin(decision="30s")
    over = threading.Event()
    table.service.after.append(lambda game: over.set())
    ticker = Ticker(table.service)
    table.now += 30 * SECOND
    with running(ticker):
        assert over.wait(20)
    assert table.overruns() == [(first, "random")]


def test_a_game_that_fails_does_not_stop_the_others(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    ticker = Ticker(table.service)
    table.begin(decision="30s")
    table.service.rooms.drop()
    log = table.store.games[table.id]
    table.store.games["broken"] = [msgspec.structs.replace(log[0], game="broken", data="?")]
    ticker.note("broken")
    assert ticker.tick() == 30
    assert "broken" in caplog.text
