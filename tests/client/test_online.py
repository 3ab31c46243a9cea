"""Playing with others over a network, each with a data folder of their own."""

import json
import re
import stat
import threading
import time

import pytest

from client.remote import Remote
from client.seats import COLOURS, milliseconds
from client.table import Table
from server import seats as served
from server.limits import Limits
from tests.client.conftest import Terminal, serving

CODE = re.compile(r"cronica join (\S+) --name NAME")


@pytest.fixture
def url(tmp_path):
    """A server that believes nobody."""
    with serving(tmp_path / "served", serving=True, trusting=False) as url:
        yield url


@pytest.fixture
def people(capsys, tmp_path, url):
    """Ana, Beto and Eva, each at a terminal of their own."""
    return [Terminal(capsys, tmp_path / name, url) for name in ("ana", "beto", "eva")]


@pytest.fixture
def begun(people):
    """Ana's game, which she and Beto have joined; Eva knows nothing of it."""
    ana, beto, _ = people
    told = ana.ok("new", "toy", "--online", "--seats", "2", "--name", "evening")
    first, second = CODE.findall(told)
    ana.ok("join", first, "--name", "Ana")
    beto.ok("join", second, "--name", "Beto")
    return people


def by_turn(ana, beto):
    """Who must choose, and who waits; Ana has red."""
    seat = ana.json("board")["game"]["pending"]["seat"]
    return (ana, beto) if seat == "red" else (beto, ana)


def test_the_maker_is_told_what_to_send_to_the_others(people, url):
    told = people[0].ok("new", "village", "--online", "--seats", "3", "--seat", "bot:greedy")
    codes = CODE.findall(told)
    assert len(set(codes)) == 3
    assert "send the others theirs, and take one yourself" in told
    assert told.count(f"--server {url}") == 4
    assert [line.split()[0] for line in told.splitlines() if "join" in line] == [
        "red", "yellow", "blue",
    ]  # fmt: skip
    assert re.search(r"cronica use \w{12} --link \w{32}", told)
    assert "waits for red, yellow, blue" in people[0].ok("games")


def test_colours_are_called_alike_on_both_sides():
    assert COLOURS == served.COLOURS


def test_a_game_begins_when_all_have_joined(people):
    ana, beto, _ = people
    first, second = CODE.findall(ana.ok("new", "toy", "--online", "--seats", "2"))
    waiting = ana.ok("join", first, "--name", "Ana")
    assert "You are red" in waiting
    assert "still open: yellow" in waiting
    assert "still open: yellow" in ana.ok("legal")
    assert (ana("do", "roll").code, "yellow" in ana("do", "roll").err) == (1, True)
    assert "red = Ana, yellow = Beto" in beto.ok("join", second, "--name", "Beto")
    assert beto.json("seats")["chairs"][1]["name"] == "Beto"
    assert beto.json("seats")["chairs"][0]["taken"]


def test_an_invitation_is_good_once(people):
    ana, beto, eva = people
    code = CODE.findall(ana.ok("new", "toy", "--online", "--seats", "2"))[0]
    beto.ok("join", code, "--name", "Beto")
    beto.ok("join", code, "--name", "Beto")
    assert eva("join", code, "--name", "Eva").code == 4
    assert eva("join", "nosuchcodeat", "--name", "Eva", "--json").json["status"] == 404


def test_each_plays_for_their_own_seat_alone(begun):
    ana, beto, eva = begun
    first, second = by_turn(ana, beto)
    assert second("do", "secret 2").code == 1
    assert second.json("legal")["commands"] == []
    other = first.json("legal")["pending"]["seat"]
    assert second("do", "secret 2", "--as", other).code == 4
    assert first.ok("do", "secret 2")
    assert second.ok("do", "secret 5")
    mine = first.json("board")["view"]["farms"]
    theirs = second.json("board")["view"]["farms"]
    assert sorted(str(farm["secret"]) for farm in mine.values()) == ["2", "None"]
    assert sorted(str(farm["secret"]) for farm in theirs.values()) == ["5", "None"]
    assert eva("board", "-g", first.json("board")["game"]["id"]).code == 4


def test_names_are_shown_with_the_seats(begun):
    beto = begun[1]
    for line in ("board", "log"):
        assert "red = Ana, " in beto.ok(line)
        assert "= Beto" in beto.ok(line)
    assert "Ana" not in beto("log", "--json").out


def test_who_has_the_link_can_watch_and_no_more(begun):
    ana, _, eva = begun
    link = ana.json("link")
    eva.ok("use", link["game"], "--link", link["link"])
    assert "= Ana" in eva.ok("board")
    assert eva.json("legal")["commands"] == []
    assert eva("do", "secret 2").code == 4
    assert eva("why", "roll").code == 4
    assert eva("undo").code == 4
    assert eva.json("link") == link
    assert link["link"] in eva.ok("link")


def test_a_link_is_shown_to_its_own_game_alone(begun):
    ana, _, eva = begun
    link = ana.json("link")
    eva.ok("use", link["game"], "--link", link["link"])
    made = eva.json("new", "toy", "--seat", "a", "--seat", "b")
    assert made["secrets"]["owner"] != link["link"]
    eva.ok("use", link["game"])
    assert [game["id"] for game in eva.json("games")["games"]] == [made["id"]]
    assert eva.json("my-data")["games"][0]["game"] == made["id"]


def test_a_wrong_link_opens_nothing(begun):
    ana, _, eva = begun
    game = ana.json("link")["game"]
    assert eva("use", game, "--link", "guessed").code == 4
    assert eva("board").code == 4


def test_only_the_maker_has_the_link(begun):
    _, beto, _ = begun
    result = beto("link", "--json")
    assert (result.code, result.json["code"]) == (4, "no_link")


def test_a_game_is_called_by_its_name_by_those_who_know_it(begun):
    ana, beto, eva = begun
    assert ana.json("board", "-g", "evening") == ana.json("board")
    assert beto.ok("use", "evening")
    assert eva("board", "-g", "evening").code == 4


def test_a_seat_is_given_to_somebody_else(begun):
    ana, beto, eva = begun
    seat = beto.json("my-data")["games"][0]["seats"][0]["seat"]
    assert "is told" in ana.ok("invite", seat)
    assert "asks for your seat" in beto.ok("board")
    assert "asks for the seat" in ana.ok("seats")
    beto.ok("release", "--keep")
    assert "asks for your seat" not in beto.ok("board")
    beto.ok("release", "--yes")
    assert beto("board").code == 4
    code = CODE.findall(ana.ok("invite", seat))[0]
    eva.ok("join", code, "--name", "Eva")
    assert "= Eva" in ana.ok("board")
    assert beto("invite", "red").code == 4


def test_what_cannot_be_taken_back_is_asked_for(begun):
    _, beto, _ = begun
    for line in (["release"], ["erase-me"], ["release", "--json"]):
        result = beto(*line)
        assert result.code == 2
        assert "--yes" in result.err + result.out
    beto.ok("board")


def test_which_seat_is_given_up_must_be_clear(people):
    ana, _, _ = people
    for code in CODE.findall(ana.ok("new", "toy", "--online", "--seats", "2")):
        ana.ok("join", code, "--name", "Ana")
    assert ana("release", "--yes").code == 2
    ana.ok("release", "red", "--yes")
    ana.ok("release", "--yes")


def test_all_that_is_held_is_shown_and_erased(begun):
    ana, beto, _ = begun
    other = CODE.findall(ana.ok("new", "toy", "--online", "--seats", "2"))
    beto.ok("join", other[0], "--name", "Roberto", "--address", "beto@example.org")
    held = beto.json("my-data")
    assert sorted(mine["seats"][0]["name"] for mine in held["games"]) == ["Beto", "Roberto"]
    assert "beto@example.org" in beto.ok("my-data")
    assert "made by you" in ana.ok("my-data")

    erased = json.loads(beto.ok("erase-me", "--yes", "--json"))
    assert len(erased["games"]) == 2

    assert beto("board").code == 4
    assert not list((beto.data / "keys").rglob("*.json"))
    assert "Nothing is held" in beto.ok("my-data")
    assert "Beto" not in ana.ok("seats", "-g", "evening")
    assert ana.json("verify", "-g", "evening")["ok"]


def test_tokens_are_kept_for_their_owner_only(begun):
    for terminal in begun[:2]:
        files = list(terminal.data.rglob("*.json"))
        assert len(files) == 3
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_two_at_one_terminal_have_two_seats(people):
    ana, _, _ = people
    for code in CODE.findall(ana.ok("new", "toy", "--online", "--seats", "2")):
        ana.ok("join", code, "--name", "Ana e Beto")
    for _ in range(2):
        seat = ana.json("legal")["seat"]
        ana.ok("do", "secret 3")
        farms = ana.json("board", "--as", seat)["view"]["farms"]
        assert farms[seat]["secret"] == 3
    ana.ok("do", "roll")


def test_a_game_at_one_screen_is_its_makers_alone(people):
    ana, beto, _ = people
    game = ana.json("new", "toy", "--seat", "a", "--seat", "b")["id"]
    ana.ok("do", "secret 2")
    fork = json.loads(ana.ok("fork", "--json"))
    assert ana.json("board")["game"]["id"] == fork["id"]
    assert beto("board", "-g", game).code == 4
    assert beto("board", "-g", fork["id"]).code == 4


def test_play_waits_for_those_who_are_missing_and_for_their_turn(people, monkeypatch):
    ana, beto, _ = people
    first, second = CODE.findall(ana.ok("new", "toy", "--online", "--seats", "2", "-o", "target=3"))
    ana.ok("join", first, "--name", "Ana")
    game = ana.json("link")["game"]

    def others() -> None:
        """Beto joins late, then plays whenever it is his turn."""
        import httpx

        headers = {"authorization": "Bearer beto-has-this-token-1234567890"}
        body = {"code": second, "name": "Beto", "token": headers["authorization"][7:]}
        with httpx.Client(base_url=beto.server, headers=headers) as http:
            assert http.post("/join", json={**body, "entropy": "bb"}).status_code == 200
            while True:
                position = http.get(f"/games/{game}").json()
                if position["outcome"]:
                    return
                if position["pending"]["seat"] == "yellow":
                    text = http.get(f"/games/{game}/legal").json()["commands"][0]["text"]
                    http.post(f"/games/{game}/commands", json={"commands": text})
                time.sleep(0.02)

    thread = threading.Thread(target=others)
    gather = Table._gather

    def gather_once(table: Table) -> None:
        thread.start()
        gather(table)

    monkeypatch.setattr(Table, "_gather", gather_once)
    out = ana.ok("play", typed="1\n" * 40)
    thread.join()

    assert "still open: yellow" in out
    assert "red = Ana, yellow = Beto" in out
    assert "Waiting for yellow" in out
    assert "The game is over." in out
    assert "yellow> " not in out


def test_online_games_need_a_server(local):
    result = local("new", "toy", "--online", "--seats", "2")
    assert (result.code, "cronica serve" in result.err) == (1, True)
    assert not (local.data / "seats.db").exists()
    assert local("join", "whatevercode", "--name", "Ana").code == 1


def test_on_the_servers_own_folder_online_games_need_no_network(capsys, tmp_path):
    local = Terminal(capsys, tmp_path / "data", None)
    with serving(tmp_path / "data", serving=True):
        pass
    code = CODE.findall(local.ok("new", "toy", "--online", "--seats", "1", "--seat", "bot:random"))
    local.ok("join", code[0], "--name", "Ana")
    local.ok("do", "secret 2")
    assert "red = Ana" in local.ok("board")


@pytest.mark.parametrize(
    "line",
    [
        "new toy --online",
        "new toy --online --seat bot:random",
        "new toy --seats 2 --seat ana",
        "new toy --open --seat a --seat b",
        "new toy --online --seats 9",
        "new toy --online --seats 2 --absence soon",
        "join",
        "join somecode",
    ],
)
def test_misuse_is_told(people, line):
    assert people[0](*line.split()).code == 2


def test_a_name_for_a_seat_is_refused(people):
    result = people[0]("new", "toy", "--online", "--seats", "1", "--seat", "ana")
    assert (result.code, "red" in result.err) == (1, True)


def test_durations():
    assert milliseconds("90s") == 90_000
    assert milliseconds("10m") == 600_000
    assert milliseconds("48h") == milliseconds("2d") == 172_800_000


def test_a_game_open_to_all_is_seen_by_all(people):
    ana, _, eva = people
    game = ana.json("new", "toy", "--online", "--seats", "2", "--open")["id"]
    assert game in eva.ok("games")
    eva.ok("use", game)
    assert eva("do", "roll").code == 4


def test_who_asks_too_often_waits_and_asks_again(capsys, tmp_path, monkeypatch):
    waited: list[float] = []
    monkeypatch.setattr("client.remote.time.sleep", waited.append)
    limits = Limits(address_rate=0.4)
    with serving(tmp_path / "served", serving=True, trusting=False, limits=limits) as url:
        ana = Terminal(capsys, tmp_path / "ana", url)
        codes = [ana("games").code for _ in range(6)]
    assert codes[:4] == [0] * 4
    assert codes[-1] == 5
    assert any(1 <= pause <= 15 for pause in waited)


def altered(monkeypatch, change):
    """Let the service show a log that somebody has changed, as its operator may."""
    send = Remote.send

    def forged(self, method, path, *rest, **more):
        answer = send(self, method, path, *rest, **more)
        if not path.endswith("/events"):
            return answer
        shown = json.loads(answer.body)
        for event in shown["events"]:
            change(event["type"], event["data"])
        return answer._replace(body=json.dumps(shown).encode())

    monkeypatch.setattr(Remote, "send", forged)


def test_another_commitment_than_before_joining_is_found(begun, monkeypatch):
    beto = begun[1]
    beto.ok("verify")

    altered(monkeypatch, lambda kind, data: data.update(commitment="00" * 32))

    result = beto("verify", "--json")
    assert (result.code, result.json["code"]) == (1, "dice_changed")
    assert "committed to when you joined" in beto("verify").err


def test_other_entropy_than_was_sent_is_found(begun, monkeypatch):
    beto = begun[1]

    altered(monkeypatch, lambda kind, data: data.update(entropy="ff") if "seat" in data else None)

    result = beto("verify")
    assert (result.code, "the entropy that you sent" in result.err) == (1, True)


def test_who_takes_a_seat_later_sends_no_entropy(begun):
    ana, beto, eva = begun
    beto.ok("release", "--yes")
    [code] = CODE.findall(ana.ok("invite", "yellow"))
    eva.ok("join", code, "--name", "Eva")
    eva.ok("verify")


def test_undo_takes_back_ones_own_last_decision(begun):
    """The terms are open: whoever undoes still means what they did themselves."""
    first, second = by_turn(*begun[:2])
    mine = first.json("legal")["seat"]
    first.ok("do", "secret 2")
    second.ok("do", "secret 5")

    assert f"Taken back: {mine}: secret 2; " in first.ok("undo")

    assert first.json("legal")["pending"]["seat"] == mine


@pytest.mark.parametrize(
    ("terms", "told"), [((), "anybody"), (("-o", "undo=turn"), "only your"),
                        (("-o", "undo=consent"), "only if they agree")]
)  # fmt: skip
def test_the_maker_is_told_the_terms_of_undo(people, terms, told):
    out = people[0].ok("new", "toy", "--online", "--seats", "2", *terms)
    assert [told in line for line in out.splitlines() if line.startswith("Undo: ")] == [True]
