"""The inbox over several services, webhooks on the command line, and clocks in words."""

import json
import re
import shutil

import pytest

from client.clock import duration, time_left
from client.keyring import Keyring, Known
from projections.words import Words
from tests.client.conftest import Terminal, serving

TOY = ("toy", "--seat", "ana", "--seat", "bob")


@pytest.fixture
def far(capsys, data, server):
    """The same client, speaking to a server."""
    return Terminal(capsys, data, server)


def test_games_of_all_services_are_listed(local, far):
    near_id = json.loads(local.ok("new", *TOY, "--json"))["id"]
    far_id = json.loads(far.ok("new", *TOY, "--name", "far", "--json"))["id"]
    lines = local.ok("inbox").splitlines()
    assert [line.split()[0] for line in lines] == [near_id, far_id]
    assert f"--server {far.server}" in lines[1]
    found = local.json("inbox")["games"]
    assert [(g["id"], g["service"]) for g in found] == [
        (near_id, "embedded"), (far_id, far.server),
    ]  # fmt: skip
    only = far.json("inbox")["games"]
    assert [g["id"] for g in only] == [far_id]


def test_only_games_that_wait_for_somebody_here_are_listed(local):
    local.ok("new", "toy", "--seat", "bot:random", "--seat", "bot:careful")
    local.ok("new", *TOY, "-o", "target=1", "-o", "secrets=false")
    local.ok("do", "roll")
    assert "No game waits for you." in local.ok("inbox")
    game = json.loads(local.ok("new", *TOY, "--json"))
    seat = game["pending"]["seat"]
    assert seat in local.ok("inbox", "--as", seat)
    other = next(s["id"] for s in game["seats"] if s["id"] != seat)
    assert local.json("inbox", "--as", other)["games"] == []


def test_a_seat_that_was_taken_is_listed_only_at_its_turn(local, far):
    game = json.loads(far.ok("new", *TOY, "--json"))
    seat = game["pending"]["seat"]
    other = next(s["id"] for s in game["seats"] if s["id"] != seat)
    keys = Keyring(local.data, far.server)
    keys.remember(Known(game["id"], seats=(other,)))
    assert local.json("inbox")["games"] == []
    keys.remember(Known(game["id"], seats=(seat,)))
    assert [g["id"] for g in local.json("inbox")["games"]] == [game["id"]]


def test_a_service_that_is_away_is_told_of_and_hides_nothing(local, far, tmp_path, capsys):
    near = json.loads(local.ok("new", *TOY, "--json"))["id"]
    with serving(tmp_path / "gone") as url:
        Terminal(capsys, local.data, url).ok("new", *TOY)
    result = local("inbox")
    assert result.code == 0
    assert near in result.out
    assert url in result.err
    assert local("inbox", "--server", url).code == 5


def test_nobody_knows_what_waits_on_services_that_are_away(local, tmp_path, capsys):
    gone = []
    for name in ("one", "other"):
        with serving(tmp_path / name) as url:
            Terminal(capsys, local.data, url).ok("new", *TOY)
            gone.append(url)
    result = local("inbox")
    assert (result.code, result.out) == (5, "")
    assert all(result.err.count(url) == 1 for url in gone)
    assert local("inbox", "--json").code == 5


def test_the_environment_names_a_service_too(local, far, monkeypatch):
    game = json.loads(far.ok("new", *TOY, "--json"))["id"]
    shutil.rmtree(local.data)
    assert local.json("inbox")["games"] == []
    monkeypatch.setenv("CRONICA_SERVER", far.server)
    assert [g["id"] for g in local.json("inbox")["games"]] == [game]


def test_webhooks_need_a_server(local):
    local.ok("new", *TOY)
    assert local("webhook", "list").code == 1
    assert local("webhook", "add", "https://example.org/").code == 1


@pytest.mark.parametrize(
    ("milliseconds", "told"),
    [(0, "0s"), (999, "0s"), (9_000, "9s"), (90_000, "1m 30s"), (3_600_000, "1h"),
     (2 * 86_400_000 + 5 * 3_600_000 + 1, "2d 5h"), (86_400_000 + 1000, "1d")],
)  # fmt: skip
def test_durations_are_told_as_they_are_typed(milliseconds, told):
    assert duration(milliseconds) == told


def test_what_is_left_is_told_of_who_must_choose():
    words = Words("en")
    game = {"clock": {"ana": 61_000, "bob": 5}, "pending": {"seat": "ana"}}
    assert time_left(game, words) == "1m 1s left for ana"
    assert time_left({**game, "pending": None}, words) == ""
    assert time_left({**game, "clock": {}}, words) == ""


def test_waiting_tells_what_is_left(local):
    local.ok("new", *TOY, "-o", "decision=3d")
    assert "2d 23h left for" in local.ok("wait")


CODE = re.compile(r"cronica join (\S+) --name NAME")


@pytest.fixture
def strangers(capsys, tmp_path):
    """Ana and Beto in an online game on a server that believes nobody: who must choose first."""
    with serving(tmp_path / "served", serving=True, trusting=False) as url:
        ana, beto = (Terminal(capsys, tmp_path / name, url) for name in ("ana", "beto"))
        told = ana.ok("new", "toy", "--online", "--seats", "2", "--name", "evening")
        first, second = CODE.findall(told)
        ana.ok("join", first, "--name", "Ana")
        beto.ok("join", second, "--name", "Beto")
        called = ana.json("board")["game"]["pending"]["seat"] == "red"
        yield (ana, beto) if called else (beto, ana)


def test_among_strangers_each_sees_what_waits_for_them(strangers):
    called, other = strangers
    assert "evening" in called.ok("inbox")
    assert "No game waits for you." in other.ok("inbox")
    assert called("wait").code == 0
    assert other("wait", "--timeout", "0").code == 124
    called.ok("do", "secret 3")
    assert other("wait").code == 0
    assert called.json("inbox")["games"] == []


def test_a_webhook_is_made_listed_and_removed(strangers, monkeypatch):
    called, _ = strangers
    private = called("webhook", "add", "https://127.0.0.1/")
    assert private.code == 1
    assert "public internet" in private.err
    assert "No URL is told" in called.ok("webhook", "list")
    monkeypatch.setattr("server.targets.is_public", lambda address: True)
    told = called.ok("webhook", "add", "https://127.0.0.1/a", "--on", "over", "--on", "events")
    assert "https://127.0.0.1/a is told of events, over." in told
    assert "whsec_" in told
    listed = called.ok("webhook", "list")
    assert "whsec_" not in listed
    assert "No URL is told" in called.ok("webhook", "remove", listed.split()[0])
