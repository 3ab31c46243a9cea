"""Bots that need longer than one request: whoever plays, waits or watches goes on by itself."""

import pytest

from tests.client.conftest import Terminal

BOTS = ("toy", "--seat", "ana=bot:random", "--seat", "bob=bot:random", "-o", "target=60")


@pytest.fixture
def slow(local: Terminal, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Bots play one command in each visit, and nobody rests meanwhile."""
    monkeypatch.setattr("server.bots.patience.Patience.over", True)
    monkeypatch.setattr("client.embedded.Embedded.rest", 0)
    monkeypatch.setattr("client.table.WAIT", 0)
    return local


def test_a_game_of_bots_is_made_before_it_is_over(slow: Terminal) -> None:
    slow.ok("new", *BOTS)

    assert slow.json("log")["seq"] < 10


def test_play_follows_until_the_end(slow: Terminal) -> None:
    out = slow.ok("play", *BOTS)

    assert "Waiting for" in out
    assert "1. " in out
    assert slow.json("board")["outcome"]


def test_wait_waits_until_the_end(slow: Terminal) -> None:
    slow.ok("new", *BOTS)

    result = slow("wait")

    assert result.code == 1
    assert "The game is over." in result.out


def test_watch_shows_every_step_until_the_end(slow: Terminal) -> None:
    slow.ok("new", *BOTS)

    out = slow.ok("watch")

    assert out.count("target: 60") > 5
    assert "The game is over." in out


def test_who_plays_is_told_that_a_bot_needs_longer(slow: Terminal) -> None:
    seats = ("--seat", "ana", "--seat", "bob=bot:random", "--seat", "eva=bot:random")
    slow.ok("new", "village", *seats)
    said = ""
    while "needs longer" not in said:
        found = slow.json("legal")
        said = slow.ok("do", found["commands"][0]["text"]) if found["seat"] == "ana" else ""

    assert "is a bot and needs longer: “cronica wait” waits for it." in said
    assert slow.ok("wait").startswith("ana: ")
