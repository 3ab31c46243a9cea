"""Undo by consent where each seat is somebody's token: nobody speaks or sees for another."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.online import Net, token_of


class Players:
    """A game of two people under consent. The first one has rolled, the second one passed."""

    def __init__(self, net: Net) -> None:
        self.net = net
        options = {"undo": "consent", "target": 200}
        made = net.open(options=options)
        self.link: str = made["secrets"]["link"]
        self.path = f"/games/{made['id']}"
        for name, code in zip(
            ("ana", "beto"), made["secrets"]["invitations"].values(), strict=True
        ):
            net.join(code, name)
        self.tokens = {"red": token_of("ana"), "blue": token_of("beto")}
        self.first, self.second = self.ask("GET", "red")["view"]["order"]
        for seat, command in (
            (self.first, "secret 3"), (self.second, "secret 4"),
            (self.first, "roll"), (self.second, "pass"),
        ):  # fmt: skip
            self.ask("POST", seat, "/commands", {"commands": command})

    def ask(self, method: str, seat: str, way: str = "", body: Any = None) -> Any:
        return self.net.ok(method, f"{self.path}{way}", body, self.tokens[seat])


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Players]:
    net = Net(tmp_path)
    yield Players(net)
    net.close()


def test_the_token_says_who_asks_and_who_answers(players: Players) -> None:
    asked = players.ask("POST", players.first, "/undo", {})
    assert asked["events"][0]["data"]["seat"] == players.first
    assert players.ask("GET", players.first, "/undo")["request"]["yours"] == []
    assert players.ask("GET", players.second, "/undo")["request"]["yours"] == [players.second]

    said = players.ask("POST", players.second, "/answer", {"agrees": True})

    assert said["events"][-1]["type"] == "HeadMoved"
    assert players.ask("GET", players.first, "/verify")["ok"]


def test_nobody_answers_for_another(players: Players) -> None:
    players.ask("POST", players.first, "/undo", {})
    body = {"agrees": True, "seat": players.second}
    mine, way = players.tokens[players.first], f"{players.path}/answer"

    assert players.net.refused(403, "POST", way, body, mine)["code"] == "not_your_seat"
    assert players.net.refused(422, "POST", way, {"agrees": True}, mine)["code"] == "not_asked"
    assert players.net.refused(403, "POST", way, {"agrees": True}, players.link)
    assert players.ask("GET", players.first)["game"]["request"]["agreed"] == []


def test_a_request_is_seen_through_the_eyes_of_each(players: Players) -> None:
    players.ask("POST", players.first, "/undo", {"to": 4})
    eyes = {players.tokens[players.first]: 3, players.tokens[players.second]: 4, players.link: None}
    for token, mine in eyes.items():
        shown = players.net.ok("GET", f"{players.path}/undo", None, token)
        numbers = [e["data"].get("number") for e in shown["request"]["undoes"]]
        assert {n for n in numbers if n} == ({mine} if mine else set())
        assert (shown["offer"] is None) == (token == players.link)


def test_a_free_undo_asks_nobody(players: Players) -> None:
    assert players.ask("POST", players.second, "/undo", {})["events"][0]["type"] == "HeadMoved"
    assert players.ask("POST", players.second, "/redo", {})["events"][0]["type"] == "HeadMoved"


def test_a_fork_is_one_persons_and_asks_nobody(players: Players) -> None:
    while not players.ask("GET", players.first)["game"]["over"]:
        turn = players.ask("GET", players.first)["pending"]["seat"]
        players.ask("POST", turn, "/commands", {"commands": "roll"})
    made = players.ask("POST", players.first, "/fork", {"at": 10})

    assert made["terms"] == {}
    path = f"/games/{made['id']}/undo"
    undone = players.net.ok("POST", path, {}, players.tokens[players.first])
    assert undone["events"][0]["type"] == "HeadMoved"
