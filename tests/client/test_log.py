"""Following a game, and telling what bots, forks and secrets look like in the log."""

import json

import pytest

from client import log
from tests.client.meanwhile import meanwhile


def test_following_tells_what_is_added_until_the_game_is_over(cronica, monkeypatch):
    cronica.ok("new", "toy", "--seat", "ana", "--seat", "bob", "-o", "target=1")
    moves = ["secret 3; secret 4", "undo", "redo", "roll"]
    monkeypatch.setattr(log, "following", meanwhile(moves))
    out = cronica.ok("log", "--follow", "--interval", "0.05")
    assert out.index("undo") < out.index("redo") < out.index(": roll")
    assert out.count("undo\n") == out.count(": roll\n") == 1
    assert "the secret seed of the dice" in out


def test_with_json_each_look_that_finds_something_is_one_line(cronica, monkeypatch):
    cronica.ok("new", "toy", "--seat", "ana", "--seat", "bob", "-o", "target=1")
    cronica.ok("do", "secret 3; secret 4; roll")
    out = cronica.ok("log", "--follow", "--json")
    assert [json.loads(line)["seq"] for line in out.splitlines()] == [5] or len(
        out.splitlines()
    ) == 1


def test_since_and_until_cut_the_log(cronica):
    cronica.ok("new", "toy", "--seat", "ana", "--seat", "bob")
    cronica.ok("do", "secret 3; secret 4; pass")
    numbers = [e["seq"] for e in cronica.json("log", "--since", "3", "--until", "5")["events"]]
    assert numbers == [4, 5]
    lines = [line for line in cronica.ok("log", "--since", "4").splitlines() if "pass" in line]
    assert lines[0].split()[0] == "6"  # the number to go back to


def test_a_fork_tells_where_it_came_from(cronica):
    cronica.ok("new", "toy", "--seat", "ana", "--seat", "bob", "--name", "first")
    parent = cronica.json("board")["game"]["id"]
    cronica.ok("fork", "--name", "branch")
    assert f"forked from game {parent}" in cronica.ok("log")


@pytest.mark.parametrize("interval", ["0", "-1", "soon"])
def test_the_interval_has_limits(local, interval):
    assert local("log", "--follow", "--interval", interval).code == 2
