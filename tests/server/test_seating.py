"""Seats of online games: taken by invitation, given to others, erased."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from events.envelope import NewCommand
from events.lifecycle import SeatJoined
from events.store import DamagedStore, StoreUnavailable
from server import tokens
from server.access import DAY, Access
from server.limits import Limits
from server.rules import registry
from server.side import SQLiteSide
from tests.plays import Caller
from tests.server.online import OWNER, Net, token_of


@pytest.fixture
def net(tmp_path: Path) -> Any:
    made = Net(tmp_path)
    yield made
    made.close()


class Clock:
    """A clock that is set by hand."""

    def __init__(self, net: Net) -> None:
        self.now = 1_700_000_000_000
        net.service.access.clock = lambda: self.now


def seats(net: Net, game: str, token: str = OWNER) -> dict[str, Any]:
    chairs = net.ok("GET", f"/games/{game}/seats", token=token)["chairs"]
    return {chair["seat"]: chair for chair in chairs}


def test_a_game_begins_when_the_last_seat_is_taken(net: Net) -> None:
    made = net.open("red", "yellow")
    path, codes = f"/games/{made['id']}", made["secrets"]["invitations"]
    assert (made["missing"], made["pending"]) == (["red", "yellow"], None)

    first = net.join(codes["yellow"], "Ana", "0a")
    problem = net.refused(422, "POST", f"{path}/commands", {"commands": "roll"}, token_of("Ana"))
    second = net.join(codes["red"], "Beto", "0b")

    assert (first["seat"], first["game"]["missing"]) == ("yellow", ["red"])
    assert (problem["code"], "red" in problem["detail"]) == ("not_begun", True)
    assert (second["seat"], second["game"]["missing"]) == ("red", [])
    assert second["game"]["pending"]
    events = net.ok("GET", f"{path}/events", token=OWNER)["events"]
    assert [event["type"] for event in events] == [
        "GameStarted", "SeatJoined", "SeatJoined", "OrderDrawn",
    ]  # fmt: skip
    assert [e["data"].get("entropy") for e in events[1:3]] == ["0a", "0b"]
    assert net.ok("GET", f"{path}/verify", token=OWNER)["ok"]


def test_the_log_knows_no_names(net: Net) -> None:
    made = net.begun(people=("Ana Maria", "beto"))

    log = net.ask("GET", f"/games/{made['id']}/export", token=OWNER, query={"format": "events"})

    assert {s["name"] for s in seats(net, made["id"]).values()} == {"Ana Maria", "beto"}
    assert b"Maria" not in log.body
    assert b"beto" not in log.body


@pytest.mark.parametrize("seat", ["ana", "green", "Red"])
def test_the_seats_of_an_online_game_are_colours(net: Net, seat: str) -> None:
    body = {"kind": "toy", "online": True, "seats": [{"id": seat}, {"id": "blue"}]}

    problem = net.refused(422, "POST", "/games", body, OWNER)

    assert (problem["code"], problem["nearest"][0]) == ("seat_colour", "red")


def test_somebody_must_be_able_to_join(net: Net) -> None:
    bots = [{"id": "a", "bot": "random"}, {"id": "b", "bot": "random"}]

    problem = net.refused(422, "POST", "/games", {"kind": "toy", "online": True, "seats": bots})

    assert problem["code"] == "nobody_joins"


def test_a_bot_waits_for_those_who_join(net: Net) -> None:
    seats = [{"id": "red"}, {"id": "robot", "bot": "random"}]
    made = net.ok("POST", "/games", {"kind": "toy", "online": True, "seats": seats}, OWNER)
    assert made["seq"] == 1

    joined = net.join(made["secrets"]["invitations"]["red"], "ana")

    assert joined["game"]["pending"]["seat"] == "red"


def test_asking_twice_makes_one_game_and_tells_the_same_secrets(net: Net) -> None:
    first = net.open(command_id="c1", name="once")

    assert net.open(command_id="c1", name="once") == first
    assert len(net.ok("GET", "/games", token=OWNER)["games"]) == 1


def test_two_owners_may_hit_on_the_same_command_id(net: Net) -> None:
    first = net.open(command_id="c1")
    other = net.open(command_id="c1", owner=token_of("somebody else"))

    assert first["id"] != other["id"]


def test_an_invitation_is_read_however_it_was_typed(net: Net) -> None:
    code: str = net.open()["secrets"]["invitations"]["red"]

    assert net.join(f" {code[:4].upper()}-{code[4:8]} {code[8:]}", "ana")["seat"] == "red"


def test_a_lost_answer_can_be_asked_for_again(net: Net) -> None:
    made = net.open()
    code = made["secrets"]["invitations"]["red"]

    assert net.join(code, "ana") == net.join(code, "ana")

    body = {"code": code, "name": "eve", "token": token_of("eve"), "entropy": "aa"}
    assert net.refused(404, "POST", "/join", body)["code"] == "unknown_invitation"


def test_a_seat_taken_before_the_log_knew_is_taken_by_asking_again(net: Net) -> None:
    made = net.open()
    code = made["secrets"]["invitations"]["red"]
    store: Any = net.service.store
    store.refuse = 1
    body = {"code": code, "name": "ana", "token": token_of("ana"), "entropy": "aa"}
    assert net.ask("POST", "/join", body).status == 503

    assert net.join(code, "ana")["game"]["missing"] == ["blue"]


def test_of_many_who_come_at_once_one_gets_the_seat(net: Net) -> None:
    made = net.open()
    code = made["secrets"]["invitations"]["red"]
    statuses: list[int] = []

    def come(name: str) -> None:
        body = {"code": code, "name": name, "token": token_of(name), "entropy": "aa"}
        statuses.append(net.ask("POST", "/join", body).status)

    threads = [threading.Thread(target=come, args=(f"p{n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(statuses) == [200] + [404] * 7
    joined = [e for e in net.service.store.read(made["id"]) if e.type == "SeatJoined"]
    assert len(joined) == 1


@pytest.mark.parametrize("name", ["a\nb", "\x1b[31mred", " ", "\u202eana"])
def test_a_name_can_be_shown_on_one_line(net: Net, name: str) -> None:
    code = net.open()["secrets"]["invitations"]["red"]
    body = {"code": code, "name": name, "token": token_of("ana"), "entropy": "aa"}

    assert net.refused(422, "POST", "/join", body)["code"] == "person_name"


def test_a_holder_who_is_there_is_asked_for_the_seat(net: Net) -> None:
    made = net.begun()
    path = f"/games/{made['id']}"

    asked = net.ok("POST", f"{path}/seats/red/invite", {}, OWNER)
    assert (asked["invitation"], bool(asked["wanted_at"])) == (None, True)
    assert net.ok("GET", f"{path}/me", token=token_of("ana"))["seats"][0]["wanted_at"]

    kept = net.ok("POST", f"{path}/seats/red/release", {"agrees": False}, token_of("ana"))
    assert [c["wanted_at"] for c in kept["chairs"]] == [0, 0]
    net.ok("POST", f"{path}/seats/red/release", {}, token_of("ana"))
    assert net.ask("GET", path, token=token_of("ana")).status == 404
    assert not seats(net, made["id"])["red"]["taken"]

    code = net.ok("POST", f"{path}/seats/red/invite", {}, OWNER)["invitation"]
    assert net.ok("POST", f"{path}/seats/RED/invite", {}, OWNER)["invitation"] == code
    length = net.service.store.last(made["id"])
    assert net.join(code, "carla")["seat"] == "red"
    assert seats(net, made["id"])["red"]["name"] == "carla"
    assert net.service.store.last(made["id"]) == length


def test_an_old_invitation_opens_nothing(net: Net) -> None:
    made = net.begun()
    path, old = f"/games/{made['id']}", made["secrets"]["invitations"]["red"]
    net.ok("POST", f"{path}/seats/red/release", {}, token_of("ana"))
    body = {"code": old, "name": "eve", "token": token_of("eve"), "entropy": "aa"}

    assert net.ask("POST", "/join", body).status == 404
    net.ok("POST", f"{path}/seats/red/invite", {}, OWNER)
    assert net.ask("POST", "/join", body).status == 404


def test_a_seat_whose_holder_stays_away_goes_to_somebody_else(net: Net) -> None:
    clock = Clock(net)
    made = net.open(absence=3 * DAY)
    path, codes = f"/games/{made['id']}", made["secrets"]["invitations"]
    net.join(codes["red"], "ana")

    clock.now += 3 * DAY
    assert net.ok("POST", f"{path}/seats/red/invite", {}, OWNER)["invitation"] is None
    clock.now += 1
    code = net.ok("POST", f"{path}/seats/red/invite", {}, OWNER)["invitation"]

    assert net.ask("GET", path, token=token_of("ana")).status == 404
    assert net.join(code, "beto")["seat"] == "red"


def test_to_be_seen_is_to_be_there(net: Net) -> None:
    clock = Clock(net)
    made = net.open(absence=3 * DAY)
    net.join(made["secrets"]["invitations"]["red"], "ana")

    clock.now += 4 * DAY
    net.ok("GET", f"/games/{made['id']}", token=token_of("ana"))

    assert seats(net, made["id"])["red"]["seen_at"] == clock.now
    answer = net.ok("POST", f"/games/{made['id']}/seats/red/invite", {}, OWNER)
    assert answer["invitation"] is None


def test_what_cannot_be_remembered_of_a_reader_keeps_nobody_from_reading(
    net: Net, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = net.begun()

    def full(*_: object) -> None:
        raise StoreUnavailable("the disk is full")

    monkeypatch.setattr(net.service.access, "seen", full)

    net.ok("GET", f"/games/{made['id']}", token=token_of("ana"))
    assert "the disk is full" in caplog.text


def test_nobody_is_invited_to_a_game_at_one_screen(net: Net) -> None:
    body = {"kind": "toy", "seats": [{"id": "a"}, {"id": "b"}]}
    game = net.ok("POST", "/games", body, OWNER)["id"]

    problem = net.refused(422, "POST", f"/games/{game}/seats/a/invite", {}, OWNER)

    assert problem["code"] == "not_online"


def test_a_seat_that_is_not_there_is_named(net: Net) -> None:
    game = net.begun()["id"]

    problem = net.refused(404, "POST", f"/games/{game}/seats/green/invite", {}, OWNER)

    assert (problem["code"], problem["nearest"]) == ("unknown_seat", ["red", "blue"])


def test_what_is_held_is_shown_and_erased(net: Net) -> None:
    made = net.open()
    code = made["secrets"]["invitations"]["red"]
    body = {
        "code": code, "name": "Ana", "token": token_of("ana"), "entropy": "aa",
        "address": "ana@example.org",
    }  # fmt: skip
    net.ok("POST", "/join", body)
    path, before = f"/games/{made['id']}", net.service.store.read(made["id"])

    held = net.ok("GET", f"{path}/me", token=token_of("ana"))
    assert (held["owner"], held["everything"], held["link"]) == (False, False, None)
    [seat] = held["seats"]
    assert (seat["seat"], seat["name"], seat["address"]) == ("red", "Ana", "ana@example.org")

    erased = net.ok("DELETE", f"{path}/me", token=token_of("ana"))
    assert erased == {"game": made["id"], "owner": False, "seats": ["red"]}
    assert net.ask("GET", path, token=token_of("ana")).status == 404
    assert net.service.store.read(made["id"]) == before
    assert b"example.org" not in _raw(net)
    assert net.ok("POST", f"{path}/seats/red/invite", {}, OWNER)["invitation"]


def test_an_owner_who_is_erased_owns_nothing(net: Net) -> None:
    made = net.begun()
    path = f"/games/{made['id']}"
    assert net.ok("GET", f"{path}/me", token=OWNER)["link"] == made["secrets"]["link"]

    assert net.ok("DELETE", f"{path}/me", token=OWNER)["owner"]

    assert net.ask("GET", path, token=OWNER).status == 404
    net.ok("GET", path, token=token_of("ana"))


@pytest.mark.parametrize("online", [True, False])
def test_a_game_whose_owner_is_erased_is_not_everybodys(net: Net, online: bool) -> None:
    body = {"kind": "toy", "seats": [{"id": "red"}, {"id": "blue"}], "online": online}
    path = f"/games/{net.ok('POST', '/games', body, OWNER)['id']}"

    assert net.ok("DELETE", f"{path}/me", token=OWNER)["owner"]

    assert net.ask("GET", path).status == 404
    assert net.ask("GET", path, token=" ").status == 404
    assert net.ask("POST", f"{path}/seats/red/invite", {}).status == 404
    assert net.ok("GET", "/games")["games"] == []


def test_no_token_is_stored(net: Net) -> None:
    made = net.begun()
    secrets = [OWNER, token_of("ana"), token_of("beto"), made["secrets"]["link"]]
    secrets += made["secrets"]["invitations"].values()
    raw = _raw(net)

    for secret in secrets:
        assert secret.encode() not in raw
        assert tokens.digest(secret).encode() in raw
    assert net.seats_file.stat().st_mode & 0o777 == 0o600


def _raw(net: Net) -> bytes:
    """The bytes of the file of seats and of what SQLite keeps beside it."""
    net.side.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    net.side.rows("VACUUM")
    net.side.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    files = net.seats_file.parent.glob(f"{net.seats_file.name}*")
    return b"".join(file.read_bytes() for file in files)


def test_tokens_are_compared_in_constant_time(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    made = net.begun()
    compared: list[tuple[str, str]] = []

    def differ(kept: str, given: str) -> bool:
        compared.append((kept, given))
        return False

    monkeypatch.setattr(tokens, "same", differ)

    assert net.ask("GET", f"/games/{made['id']}", token=OWNER).status == 404

    assert {given for _, given in compared} == {tokens.digest(OWNER)}
    assert len({kept for kept, _ in compared}) == 4


def test_who_has_two_seats_plays_the_one_that_must_choose(net: Net) -> None:
    made = net.open()
    for seat, code in made["secrets"]["invitations"].items():
        body = {"code": code, "name": seat, "token": token_of("ana"), "entropy": "aa"}
        net.ok("POST", "/join", body)
    path = f"/games/{made['id']}"

    for _ in range(2):
        turn = net.ok("GET", path, token=token_of("ana"))["pending"]["seat"]
        assert net.ok("GET", f"{path}/legal", token=token_of("ana"))["seat"] == turn
        played = net.ok("POST", f"{path}/commands", {"commands": "secret 3"}, token_of("ana"))
        assert played["events"][0]["seat"] == turn


def test_who_has_two_of_three_seats_does_not_play_the_third(net: Net) -> None:
    seats = [{"id": s} for s in ("red", "yellow", "blue")]
    made = net.ok("POST", "/games", {"kind": "village", "seats": seats, "online": True}, OWNER)
    codes = made["secrets"]["invitations"]
    holders = {"red": "ana", "yellow": "ana", "blue": "beto"}
    for seat, code in codes.items():
        net.join(code, holders[seat])
    path = f"/games/{made['id']}"

    for _ in range(6):
        turn = net.ok("GET", path, token=OWNER)["pending"]["seat"]
        absent = token_of("beto" if holders[turn] == "ana" else "ana")
        move = net.ok("GET", f"{path}/legal", token=token_of(holders[turn]))["commands"][0]["text"]
        assert net.ok("GET", f"{path}/legal", token=absent)["commands"] == []
        problem = net.refused(422, "POST", f"{path}/commands", {"commands": move}, absent)
        assert problem["code"] == "not_your_turn"
        net.ok("POST", f"{path}/commands", {"commands": move}, token_of(holders[turn]))


def test_a_fork_of_an_online_game_is_played_at_one_screen(net: Net) -> None:
    made = net.begun()
    path = f"/games/{made['id']}"
    before = net.ok("GET", path, token=OWNER)

    fork = net.ok("POST", f"{path}/fork", {}, token_of("ana"))

    fork_path = f"/games/{fork['id']}"
    assert fork["secrets"]["owner"] == token_of("ana")
    assert fork["terms"] == {}
    assert fork["missing"] == []
    after = net.ok("GET", fork_path, token=token_of("ana"))
    assert after["view"] == before["view"]
    for _ in range(2):
        net.ok("POST", f"{fork_path}/commands", {"commands": "secret 3"}, token_of("ana"))
    assert net.ok("GET", f"{fork_path}/verify", token=token_of("ana"))["ok"]
    assert net.ask("GET", fork_path, token=token_of("beto")).status == 404


def test_a_fork_asked_for_twice_is_one_game(net: Net) -> None:
    made = net.begun()
    ask = ("POST", f"/games/{made['id']}/fork", {"command_id": "f"}, token_of("ana"))

    assert net.ok(*ask) == net.ok(*ask)


def test_a_game_that_waits_for_people_is_not_forked(net: Net) -> None:
    made = net.open()

    problem = net.refused(422, "POST", f"/games/{made['id']}/fork", {}, OWNER)

    assert problem["code"] == "not_begun"


def test_a_fork_shows_nothing_that_is_hidden(net: Net) -> None:
    made = net.begun()
    path = f"/games/{made['id']}"
    for _ in range(2):
        turn = net.ok("GET", path, token=OWNER)["pending"]["seat"]
        holder = token_of({"red": "ana", "blue": "beto"}[turn])
        net.ok("POST", f"{path}/commands", {"commands": "secret 3"}, holder)

    for token in (OWNER, token_of("ana"), made["secrets"]["link"]):
        problem = net.refused(422, "POST", f"{path}/fork", {}, token)
        assert problem["code"] == "hidden_facts"
    # Before anybody had a secret there was none to show.
    net.ok("POST", f"{path}/fork", {"at": 4}, token_of("ana"))


def test_a_fork_of_a_guarded_game_is_guarded_even_among_friends(tmp_path: Path) -> None:
    net = Net(tmp_path, trusting=True)
    made = net.begun()

    fork = net.ok("POST", f"/games/{made['id']}/fork", {}, token_of("ana"))

    assert net.ask("GET", f"/games/{fork['id']}").status == 404
    net.close()


@pytest.mark.parametrize("kind", ["notation", "events"])
def test_a_finished_online_game_can_be_imported(net: Net, kind: str) -> None:
    made = net.begun()
    path = f"/games/{made['id']}"
    _finish(net, path)
    text = net.ask("GET", f"{path}/export", token=OWNER, query={"format": kind}).body.decode()

    copy = net.ok("POST", "/import", {"text": text}, token_of("eva"))

    copy_path = f"/games/{copy['id']}"
    assert copy["secrets"]["owner"] == token_of("eva")
    report = net.ok("GET", f"{copy_path}/verify", token=token_of("eva"))
    assert report["ok"]
    assert report["proved"] == report["draws"]
    assert net.ask("GET", copy_path, token=OWNER).status == 404
    elsewhere = Caller().post("/import", text=text)
    assert elsewhere["over"]


@pytest.mark.parametrize("kind", ["notation", "events"])
def test_a_game_that_waits_for_people_is_not_imported(net: Net, kind: str) -> None:
    made = net.open()
    query = {"format": kind}
    text = net.ask("GET", f"/games/{made['id']}/export", token=OWNER, query=query).body.decode()

    assert net.refused(422, "POST", "/import", {"text": text})["code"] == "not_begun"


def _finish(net: Net, path: str) -> None:
    holders = {"red": token_of("ana"), "blue": token_of("beto")}
    while True:
        pending = net.ok("GET", path, token=OWNER)["pending"]
        if pending is None:
            return
        command = "secret 3" if pending["kind"] == "secret" else "roll"
        net.ok("POST", f"{path}/commands", {"commands": command}, holders[pending["seat"]])


def test_without_records_of_seats_there_are_no_online_games() -> None:
    caller = Caller()
    seats = [{"id": "red"}, {"id": "blue"}]

    made = caller.refused("POST", "/games", {"kind": "toy", "seats": seats, "online": True})
    body = {"code": "x", "name": "ana", "token": "t" * 24, "entropy": "aa"}
    joined = caller.refused("POST", "/join", body)

    for problem in (made, joined):
        assert (problem["status"], problem["code"]) == (422, "no_seats_here")
        assert "cronica serve" in problem["detail"]


def test_an_owner_makes_only_so_many_games_in_a_month(tmp_path: Path) -> None:
    net = Net(tmp_path, limits=Limits(games=2))
    clock = Clock(net)
    first = net.open(command_id="first")
    clock.now += DAY
    net.open()
    body = {"kind": "toy", "seats": [{"id": "a"}, {"id": "b"}]}

    answer = net.ask("POST", "/games", body, OWNER)

    assert (answer.status, json.loads(answer.body)["code"]) == (429, "too_many_games")
    assert answer.wait == 29 * DAY // 1000 + 1
    assert net.open(command_id="first") == first
    net.open(owner=token_of("somebody else"))
    clock.now += answer.wait * 1000
    net.open()
    net.close()


def test_a_batch_has_a_limit(tmp_path: Path) -> None:
    net = Net(tmp_path, limits=Limits(batch=3))
    game = net.begun()["id"]
    turn = net.ok("GET", f"/games/{game}", token=OWNER)["pending"]["seat"]
    holder = token_of({"red": "ana", "blue": "beto"}[turn])

    body = {"commands": "roll; roll; roll; roll"}
    problem = net.refused(413, "POST", f"/games/{game}/commands", body, holder)

    assert problem["code"] == "batch_too_long"
    net.close()


class TestFile:
    """The file of seats."""

    def test_another_programs_file_is_left_as_it_is(self, tmp_path: Path) -> None:
        file = tmp_path / "seats.db"
        file.write_bytes(b"something quite different" * 100)
        with pytest.raises(DamagedStore):
            SQLiteSide(file)
        assert file.read_bytes() == b"something quite different" * 100

    def test_another_programs_database_is_left_as_it_is(self, tmp_path: Path) -> None:
        import sqlite3

        file = tmp_path / "seats.db"
        with sqlite3.connect(file) as database:
            database.execute("CREATE TABLE mine (x)")
        database.close()
        before = file.read_bytes()
        with pytest.raises(DamagedStore, match="not a file of this program"):
            SQLiteSide(file)
        assert file.read_bytes() == before

    def test_a_newer_file_is_left_as_it_is(self, tmp_path: Path) -> None:
        side = SQLiteSide(tmp_path / "seats.db")
        side.rows("PRAGMA user_version = 99")
        side.close()
        with pytest.raises(DamagedStore, match="newer"):
            SQLiteSide(tmp_path / "seats.db")

    def test_a_change_that_fails_leaves_nothing_behind(self, tmp_path: Path) -> None:
        side = SQLiteSide(tmp_path / "seats.db")
        seats = Access(side)
        seats.open("g", ["red"], OWNER, is_open=False, absence=0)
        with pytest.raises(RuntimeError):
            self._half(side)
        assert seats.guards("g")
        with side.transaction() as writing:
            assert writing.run("DELETE FROM games") == 1
        side.close()

    def _half(self, side: SQLiteSide) -> None:
        with side.transaction() as writing:
            writing.run("DELETE FROM games")
            raise RuntimeError

    def test_two_processes_see_each_others_seats(self, tmp_path: Path) -> None:
        one, two = (Access(SQLiteSide(tmp_path / "seats.db")) for _ in range(2))
        opened = one.open("g", ["red"], OWNER, is_open=False, absence=0)
        assert two.sit(opened.invitations["red"], token_of("ana"), "ana", "")
        assert not one.sit(opened.invitations["red"], token_of("eve"), "eve", "")
        one.side.close()
        two.side.close()


@pytest.mark.parametrize("kind", ["notation", "events"])
def test_an_imported_online_game_is_one_persons_with_all_that_was_undone(
    net: Net, kind: str
) -> None:
    made = net.begun()
    path = f"/games/{made['id']}"
    turn = net.ok("GET", path, token=OWNER)["pending"]["seat"]
    holder = token_of({"red": "ana", "blue": "beto"}[turn])
    net.ok("POST", f"{path}/commands", {"commands": "secret 3"}, holder)
    net.ok("POST", f"{path}/undo", {}, holder)
    _finish(net, path)
    text = net.ask("GET", f"{path}/export", token=OWNER, query={"format": kind}).body.decode()

    copy = net.ok("POST", "/import", {"text": text}, OWNER)

    events = net.ok("GET", f"/games/{copy['id']}/events", token=OWNER, all=1)["events"]
    types = [event["type"] for event in events]
    assert copy["terms"] == {}
    assert types[:2] == ["GameStarted", "OrderDrawn"]
    assert "SeatJoined" not in types
    assert types.count("HeadMoved") == (kind == "events")
    assert net.ok("GET", f"/games/{copy['id']}/verify", token=OWNER)["ok"]
    again = net.ok("GET", f"/games/{copy['id']}", token=OWNER)
    assert again["view"] == net.ok("GET", path, token=OWNER)["view"]


def test_an_invitation_shows_what_it_is_for(net: Net) -> None:
    made = net.open("red", "blue", name="evening")
    code = made["secrets"]["invitations"]["blue"]

    shown = net.ok("GET", "/join", token=code)

    started = net.ok("GET", f"/games/{made['id']}/events", token=OWNER)["events"][0]["data"]
    assert shown["commitment"] == started["commitment"]
    assert (shown["game"], shown["name"], shown["seat"]) == (made["id"], "evening", "blue")
    assert net.refused(404, "GET", "/join", token=OWNER)["code"] == "unknown_invitation"


def test_entropy_that_comes_after_a_draw_is_found(net: Net) -> None:
    made = net.begun()
    store: Any = net.service.store
    game = registry.get("toy")
    late = NewCommand("red", "join", (game.codec.encode(SeatJoined("red", "dead")),))
    store.append(made["id"], store.last(made["id"]), "late", [late])

    report = net.ok("GET", f"/games/{made['id']}/verify", token=OWNER)

    assert (report["ok"], report["first_bad"]) == (False, store.last(made["id"]))
    assert "joins after" in json.dumps(report)
