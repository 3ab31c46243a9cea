"""What surrounds a command can fail too: pipes, folders, services."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from client import remote

PROGRAM = """
from server.rules import registry
from tests.toy import GAME
registry.register(GAME)
from client.main import main
main()
"""


def shell(command, data):
    """Run a line of shell in which `cronica` is this checkout's."""
    program = f"{sys.executable} -c '{PROGRAM}'"
    environ = {**os.environ, "CRONICA_DATA": str(data), "PYTHONPATH": str(Path.cwd())}
    line = f'cronica() {{ {program} "$@"; }}\n{command}'
    return subprocess.run(
        ["bash", "-c", line], env=environ, capture_output=True, text=True, check=False
    )


def test_a_reader_that_stops_reading_is_no_error(local):
    local.ok("new", "toy", "--seat", "ana", "--seat", "bob", "-o", "target=500")
    local.ok("do", "secret 3; secret 4" + "; roll" * 100)
    for line in ("log", "replay", "export --events", "log --json", "--help"):
        done = shell(f"cronica {line} | head -1; exit ${{PIPESTATUS[0]}}", local.data)
        assert done.stderr == "", line
        assert done.returncode in (0, 1, 128 + signal.SIGPIPE), line
        assert len(done.stdout.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk at hand")
def test_output_that_cannot_be_written_is_told_apart_from_a_refusal(local):
    local.ok("new", "toy", "--seat", "ana", "--seat", "bob")
    for line in ("board", "games --json", "do secret 3", "legal", "--help"):
        done = shell(f"cronica {line} >/dev/full", local.data)
        assert (done.returncode, done.stderr.count("\n")) == (141, 1), done.stderr
    assert local.ok("log").count("(hidden)") == 1  # it was played all the same


def test_closed_streams_are_no_error(local):
    local.ok("new", "toy", "--seat", "ana", "--seat", "bob")
    for line in ("board >&-", "board <&-", "play <&- >&-", "board 2>&-", "games >&- 2>&- <&-"):
        done = shell(f"cronica {line}", local.data)
        assert (done.returncode, done.stderr) == (0, ""), line
    local.ok("verify")


def test_a_service_that_is_not_there_ends_with_5(local, monkeypatch):
    monkeypatch.setattr(remote, "PAUSES", (0.0,))
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound, but not listening
        url = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        for line in ("games", "board -g first", "do pass -g first", "new toy --seat a --seat b",
                     "play -g first"):  # fmt: skip
            result = local(*line.split(), "--server", url)
            assert (result.code, result.out) == (5, ""), line
            assert url in result.err
        problem = local("games", "--server", url, "--json")
        assert (problem.code, problem.json["code"]) == (5, "unreachable")


PORTUGUESE = ("--lang", "pt-BR")


def test_what_the_system_says_is_said_in_words_of_our_own(local, tmp_path, monkeypatch):
    monkeypatch.setattr(remote, "PAUSES", (0.0,))
    cut = tmp_path / "cut.zip"
    cut.write_bytes(b"PK\x03\x04 cut off")
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        told = {
            ("restore", str(tmp_path / "no.zip")): ("no such file", "não há tal arquivo"),
            ("restore", str(cut)): ("damaged, cut off or no backup", "danificada, incompleta"),
            ("serve", "--port", port): ("is served there already", "já há algo"),
            ("games", "--server", "http://127.0.0.1:1"): ("nothing is served", "não há nada"),
            ("import", str(tmp_path)): ("it is a folder", "é uma pasta"),
        }
        for line, (english, portuguese) in told.items():
            for options, words in (((), english), (PORTUGUESE, portuguese)):
                result = local(*line, *options)
                assert result.code in (2, 5), line
                assert words in result.err, (line, result.err)
                assert "Errno" not in result.err


def test_what_is_near_is_said_once(local):
    local.ok("new", "toy", "--seat", "ana", "--seat", "bob")
    local.ok("do", "secret 3; secret 4; roll")
    assert local("rules", "xyz").err.count("rolling") == 1
    for options, heading in (((), "Near it: 2"), (PORTUGUESE, "2")):
        told = local("back", "1", *options).err
        assert heading in told
        assert len(told.splitlines()) == 2
        assert "2" not in told.splitlines()[0]


def test_bytes_that_are_no_text_end_with_2(local):
    local.ok("new", "toy", "--seat", "ana", "--seat", "bob")
    for line in ("board -g X", "board --as X", "do X", "why X", "trace X", "use X", "rules X",
                 "rules --kind X", "farm X", "new toy --seat X --seat b", "watch X",
                 "new toy --seat a --seat b --name X", "legal X"):  # fmt: skip
        result = local(*line.replace("X", "\udcff").split())
        assert (result.code, result.out) == (2, ""), line
        assert "“?”" in result.err, line


def test_a_url_that_is_none_ends_with_2(local, monkeypatch):
    for url in ("http://[::1", "http://a:b", "ftp://x", "x", "http://\udcff"):
        assert local("games", "--server", url).code == 2, url
        monkeypatch.setenv("CRONICA_SERVER", url)
        assert local("games").code == 2, url
        monkeypatch.delenv("CRONICA_SERVER")


def test_something_else_that_answers_is_no_service(local):
    from tests.client.conftest import answering

    with answering(b"HTTP/1.1 500 Oops\r\ncontent-length: 4\r\n\r\noops") as url:
        assert local("games", "--server", url).code == 5
    with answering(b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\noops") as url:
        result = local("games", "--server", url)
        assert result.code == 5
        assert url in result.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_ends_with_5(local):
    local.data.mkdir()
    local.data.chmod(0o500)
    try:
        assert local("games").code == 5
    finally:
        local.data.chmod(0o700)


def test_a_folder_that_cannot_be_made_ends_with_5_and_names_it(local, tmp_path):
    (tmp_path / "file").write_text("")
    local.data = tmp_path / "file" / "data"
    for line in ("games", "new toy --seat a --seat b", "board -g x", "play toy --seat a --seat b"):
        result = local(*line.split())
        assert (result.code, result.out) == (5, ""), line
        assert str(local.data) in result.err


def test_a_damaged_store_ends_with_5_and_is_left_as_it_is(local):
    local.data.mkdir()
    store = local.data / "cronica.db"
    store.write_bytes(b"this is no database, " * 100)
    result = local("games")
    assert result.code == 5
    assert "cronica.db" in result.err
    assert store.read_bytes() == b"this is no database, " * 100


def test_a_game_made_far_away_counts_even_if_it_cannot_be_remembered(local, tmp_path, server):
    (tmp_path / "file").write_text("")
    local.data = tmp_path / "file"
    result = local("new", "toy", "--seat", "a", "--seat", "b", "--name", "one", "--server", server)
    assert result.code == 5
    assert "one" in local.ok("games", "--server", server)


def test_text_that_the_terminal_cannot_show_is_replaced_not_fatal(local):
    local.ok("new", "toy", "--seat", "ána", "--seat", "bob")
    environ = "LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 PYTHONIOENCODING=ascii"
    done = shell(f"{environ} cronica log", local.data)
    assert (done.returncode, done.stderr) == (0, "")
    assert "?na" in done.stdout
