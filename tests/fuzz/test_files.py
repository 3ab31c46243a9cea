"""Hostile files and notation: refused with a reason, or else a game like any other."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from server.rules import registry
from server.rules.game import Refusal
from tests.fuzz.corpus import HUGE, exports, forged_logs, mangled_texts
from tests.plays import Caller
from tests.toy import GAME

registry.register(GAME)
REFUSED = (400, 409, 413, 422)
READS = ("", "/legal", "/events", "/story", "/export", "/export?format=events", "/verify", "/undo")


def imported(text: str) -> None:
    """Nothing is stored of what is refused; what is accepted can be read and verified."""
    caller = Caller()
    status, body = caller.send("POST", "/import", {"text": text})
    answer = json.loads(body)
    if status != 201:
        assert status in REFUSED, answer
        assert answer["code"] != "internal"
        assert caller.get("/games")["games"] == []
        return
    for part in READS:
        path, _, query = part.partition("?")
        given = dict([query.split("=")]) if query else {}
        read, found = caller.send("GET", f"/games/{answer['id']}{path}", None, **given)
        assert read == 200, found
    assert caller.get(f"/games/{answer['id']}/verify")["ok"]


def deep(levels: int) -> str:
    return "[" * levels + "]" * levels


@pytest.mark.parametrize("text", range(6))
def test_the_corpus_itself_is_accepted(text: int) -> None:
    imported(exports()[text])
    assert Caller().send("POST", "/import", {"text": exports()[text]})[0] == 201


@given(mangled_texts())
@example("")
@example("{")
@example("\0")
@example("[Game " + deep(3000) + "]")
@example('[Game "toy"]\n[Seats ' + str(HUGE) + "]")
@example('{"game": ' + deep(3000) + "}")
def test_mangled_files(text: str) -> None:
    imported(text)


@given(forged_logs())
def test_forged_logs(text: str) -> None:
    imported(text)


@given(st.text(max_size=40) | mangled_texts())
@example("\ud800")
@example(deep(5000))
@example("secret " + "9" * 5000)
@example("secret ²")
@example("take crafts " + "9" * 5000)
@example("roll;" * 5000)
def test_notation(text: str) -> None:
    for kind in ("toy", "village"):
        game = registry.get(kind)
        for line in text.split("\n"):
            try:
                command = game.parse(line)
            except Refusal:
                continue
            assert game.parse(game.format(command)) == command


@given(st.lists(st.text(max_size=12) | st.integers() | st.none(), max_size=3), st.integers(0, 3))
@example(["\ud800"], 0)
@example(["secret " + "9" * 5000], 0)
def test_commands_that_are_typed(parts: list[Any], count: int) -> None:
    caller = Caller()
    for kind in ("toy", "village"):
        game = caller.create(kind, "ana", "rita")
        legal = [command["text"] for command in caller.get(f"/games/{game}/legal")["commands"]]
        typed = "; ".join([*legal[:count], *map(str, parts)])
        for path, body in (
            ("commands", {"commands": typed, "dry_run": True}),
            ("commands", {"commands": [{"type": part, typed: part} for part in parts]}),
            ("commands", {"commands": typed}),
        ):
            status, answer = caller.send("POST", f"/games/{game}/{path}", body)
            assert status in (200, *REFUSED), answer
        status, answer = caller.send("GET", f"/games/{game}/why", None, text=typed)
        assert status in (200, *REFUSED), answer
