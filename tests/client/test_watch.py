"""Watching and waiting, over both ways to the service."""

import json
from typing import Any

import pytest

from client import follow, watch
from client.errors import Unreachable
from client.feed import BEAT, Message, messages
from client.session import Common, Session
from projections.words import Words
from tests.client.conftest import Terminal, answering, serving
from tests.client.meanwhile import meanwhile

TOY = ("new", "toy", "--seat", "ana", "--seat", "bob", "-o", "target=1", "-o", "secrets=false")


def begun(cronica):
    """A new game: who begins, and the other one."""
    cronica.ok(*TOY)
    return cronica.json("board")["view"]["order"]


def test_the_board_is_drawn_again_after_each_change_until_the_end(cronica, monkeypatch):
    first, second = begun(cronica)
    monkeypatch.setattr(watch, "follow", meanwhile(["pass", "pass; pass", "roll"]))
    out = cronica.ok("watch")
    assert out.count("target: 1") == 4
    assert out.count(f"{first}: pass") == 2
    assert f"{second}: roll" in out
    assert "The game is over." in out


def test_who_watches_is_told_what_was_taken_back(cronica, monkeypatch):
    first, _ = begun(cronica)
    monkeypatch.setattr(watch, "follow", meanwhile(["pass", "undo", "roll"]))
    out = cronica.ok("watch")
    assert f"Taken back: {first}: pass\n" in out
    assert out.count("Taken back") == 1


def test_a_finished_game_is_shown_once(cronica):
    begun(cronica)
    cronica.ok("do", "roll")
    assert cronica.ok("watch").count("target: 1") == 1


def test_with_json_each_position_is_a_line(cronica, monkeypatch):
    begun(cronica)
    monkeypatch.setattr(watch, "follow", meanwhile(["pass", "roll"]))
    lines = [json.loads(line) for line in cronica.ok("watch", "--json").splitlines()]
    assert [line["seq"] for line in lines] == [2, 4, 6]
    assert lines[-1]["outcome"]


def test_the_bell_rings_once_for_each_turn(cronica, monkeypatch):
    _, second = begun(cronica)
    monkeypatch.setattr("client.screen.Screen.interactive", True)
    monkeypatch.setattr(watch, "follow", meanwhile(["pass", "pass", "pass", "roll"]))
    out = cronica.ok("watch", "--as", second)
    assert out.count(watch.BELL) == 2


def test_waiting_ends_when_it_is_your_turn(cronica, monkeypatch):
    first, second = begun(cronica)
    assert cronica.ok("wait", "--as", first).startswith(f"{first}: ")
    monkeypatch.setattr(watch, "follow", meanwhile(["pass"]))
    assert cronica.ok("wait", "--as", second).startswith(f"{second}: ")


def test_waiting_ends_with_the_game(cronica, monkeypatch):
    _, second = begun(cronica)
    monkeypatch.setattr(watch, "follow", meanwhile(["roll"]))
    result = cronica("wait", "--as", second)
    assert result.code == 1
    assert "The game is over." in result.out
    assert cronica("wait", "--as", second, "--json").json["outcome"]


def test_waiting_no_longer_than_said(cronica):
    first, second = begun(cronica)
    result = cronica("wait", "--as", second, "--timeout", "0")
    assert result.code == 124
    assert f"Waiting for {first}" in result.out


@pytest.mark.parametrize("line", [("watch",), ("wait",), ("wait", "--timeout", "0.2")])
def test_there_must_be_such_a_game(cronica, line):
    assert cronica(*line, "nothing").code == 4


def test_lines_become_messages():
    lines = ["retry: 1", "", ": beat", "", "id: 4", 'data: {"a":1}', "", "event: over",
             "data: 2", "", "id: 9", "data: cut"]  # fmt: skip
    assert list(messages(lines)) == [BEAT, Message("event", 4, '{"a":1}'), Message("over", 4, "2")]
    assert Message("event", 4, '{"a":1}').data == {"a": 1}


class Broken:
    """A session whose streams break: each is a list of lines, or an error."""

    def __init__(self, *streams):
        self.streams = list(streams)
        self.asked = []
        self.transport = self
        self.rest = 0.0

    def stream(self, since, seat, silence):
        self.asked.append(since)
        found = self.streams.pop(0)
        if isinstance(found, Exception):
            raise found
        return found and iter(found)


def sent(*numbers):
    return [line for n in numbers for line in (f"id: {n}", "data: {}", "")]


@pytest.fixture
def no_pauses(monkeypatch):
    monkeypatch.setattr(follow, "PAUSES", (0.0,) * 3)


def test_a_stream_that_breaks_is_taken_up_where_it_broke(no_pauses):
    away = Unreachable("away")
    session: Any = Broken(sent(3, 4), away, away, [*sent(5), "id: 6"], sent(6), None)
    found = [message.seq for message in follow.follow(session, 2) if message.kind == "event"]
    assert found == [3, 4, 5, 6]
    assert session.asked == [2, 4, 4, 4, 5, 6]


def test_a_service_that_stays_away_is_unreachable(no_pauses):
    session: Any = Broken(sent(3), *[Unreachable("away")] * 9)
    with pytest.raises(Unreachable):
        list(follow.follow(session, 2))
    assert len(session.asked) == 5


def test_what_does_not_stream_is_no_cronica_service(local):
    with answering(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}") as url:
        session = Session(Common(Words("en"), game="x", server=url, data=str(local.data)))
        with session, pytest.raises(Unreachable, match="no cronica service"):
            session.stream(0, None, 5.0)


def test_who_knows_all_of_a_finished_game_is_told_so_at_once(cronica):
    begun(cronica)
    last = cronica.json("do", "roll")["seq"]
    with Session(Common(Words("en"), server=cronica.server, data=str(cronica.data))) as session:
        kinds = [[m.kind for m in follow.follow(session, n)] for n in (last - 1, last, last + 5)]
    assert kinds == [["event", "over"], ["over"], ["over"]]


def test_a_server_that_stops_ends_its_streams(capsys, data, tmp_path):
    with serving(tmp_path / "served") as url:
        game = Terminal(capsys, data, url).json(*TOY)["id"]
        session = Session(Common(Words("en"), game=game, server=url, data=str(data)))
        lines = session.stream(0, None, 30.0)
        assert lines is not None
        assert "id: 2" in [next(lines) for _ in range(6)]
    # The block ends: the server has stopped although somebody still followed the game.
    assert "over" not in "".join(lines)
