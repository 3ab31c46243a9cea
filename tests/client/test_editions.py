"""Solo games and other editions, by switches of their own."""

import pytest

from tests.client.conftest import Terminal


@pytest.mark.parametrize("command", ["new", "play"])
def test_solo_needs_no_name(local: Terminal, command: str) -> None:
    local.ok(command, "village", "--solo")

    game = local.json("board")["game"]

    assert [seat["id"] for seat in game["seats"]] == ["you"]
    assert game["options"]["solo"] is True


def test_solo_is_for_one(local: Terminal) -> None:
    refused = local("new", "village", "--solo", "--seat", "ana", "--seat", "bob")

    assert refused.code == 1
    assert "one seat" in refused.err


@pytest.mark.parametrize("command", ["new", "play"])
def test_an_edition_has_its_own_box_and_words(local: Terminal, command: str) -> None:
    local.ok(command, "village", "--edition", "original", "--seat", "ana", "--seat", "bob")

    shown = local.ok("board")

    assert "monastery" in shown
    assert "church" not in shown


def test_an_unknown_edition_is_refused_with_those_there_are(local: Terminal) -> None:
    refused = local("new", "village", "--edition", "first", "--seat", "ana", "--seat", "bob")

    assert refused.code == 1
    assert "big-box, original" in refused.err
