"""Both ways to the service say the same, byte for byte, of the same games."""

import pytest

from tests.client.conftest import Terminal, serving

READING = [
    "games",
    "board",
    "board --at 3",
    "farm",
    "farm ana --as bob",
    "farm nobody",
    "chronicle --story",
    "legal",
    "legal r --as ana",
    "why secret 3",
    "why frobnicate",
    "do --dry-run pass",
    "do secret 9",
    "do --expected 1 roll",
    "log",
    "log --all --as bob",
    "replay",
    "diff 2 6",
    "trace farms.ana.passes",
    "trace farms.nobody",
    "verify",
    "export",
    "export --events",
    "rules",
    "rules rolling",
    "rules nothing",
    "box toy",
    "use nothing",
    "board -g nothing",
    "back 900",
]


@pytest.fixture
def both(capsys, tmp_path):
    """A game in the middle, seen on both ways; a server on the same store."""
    data = tmp_path / "data"
    local = Terminal(capsys, data, None)
    local.ok("new", "toy", "--seat", "ana", "--seat", "bob", "--name", "first")
    local.ok("do", "secret 3; secret 4; pass; roll twice")
    local.ok("undo")
    with serving(data) as url:
        remote = Terminal(capsys, tmp_path / "elsewhere", url)
        remote.ok("use", "first")
        yield local, remote


@pytest.mark.parametrize("language", ["en", "pt-BR"])
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_every_reading_command_says_the_same(both, form, language):
    local, remote = both
    for line in READING:
        argv = (*line.split(), *form, "--lang", language)
        assert remote(*argv) == local(*argv), line


def test_what_is_played_on_one_way_is_seen_on_the_other(both):
    local, remote = both
    remote.ok("do", "pass")
    assert local.ok("log") == remote.ok("log")
    local.ok("undo")
    assert local.ok("board") == remote.ok("board")
