"""Offering the games to others, and the tables for SQL."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from client.remote import Remote
from tests.client.conftest import Terminal

PROGRAM = "from client.main import main; main()"


@pytest.fixture
def served(local):
    """A `cronica serve` in a process of its own on the local data folder; its URL."""
    environ = {**os.environ, "CRONICA_DATA": str(local.data), "PYTHONPATH": str(Path.cwd())}
    line = [sys.executable, "-c", PROGRAM, "serve", "--port", "0", "--json"]
    with subprocess.Popen(line, env=environ, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["url"]
        process.send_signal(signal.SIGINT)
        assert process.wait(30) in (0, 130)


def test_what_is_served_is_what_lies_in_the_folder(local, served):
    made = local.json("new", "village", "--seat", "ana", "--seat", "bob", "--name", "both")
    way = Remote(served)
    answer = way.send("GET", "/games/both", {}, b"", "en", repeatable=True)
    way.close()
    assert json.loads(answer.body)["game"]["id"] == made["id"]
    with urllib.request.urlopen(f"{served}/openapi.json") as document:
        assert json.load(document)["openapi"].startswith("3.1")


def test_a_port_that_is_taken_ends_with_5(local):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = local("serve", "--port", str(port))
    assert (result.code, result.out) == (5, "")
    assert str(port) in result.err


def test_a_server_cannot_be_served(local):
    assert local("serve", "--server", "http://127.0.0.1:1").code == 2
    assert local("tables", "path", "--server", "http://127.0.0.1:1").code == 2


def test_the_tables_are_rebuilt_and_can_be_opened(cronica):
    cronica.ok("new", "village", "--seat", "ana", "--seat", "bob")
    rebuilt = cronica.json("tables", "rebuild")
    assert rebuilt["games"] == 1
    assert rebuilt["rows"] > 10
    assert "1 game," in cronica.ok("tables", "rebuild")


def test_the_file_of_the_tables_is_named(local):
    local.ok("new", "village", "--seat", "ana", "--seat", "bob", "--name", "one")
    local.ok("tables", "rebuild")
    file = local.ok("tables", "path").strip()
    assert local.json("tables", "path") == {"path": file}
    database = sqlite3.connect(file)
    assert database.execute("select name from games").fetchall() == [("one",)]
    database.close()


def test_nobody_serves_in_the_clear_to_a_network(local):
    result = local("serve", "--host", "0.0.0.0")
    assert (result.code, result.out) == (2, "")
    assert "--behind-proxy" in result.err
    for line in ("--tls-cert here.pem", "--tls-cert no.pem --tls-key no.pem", "--proxy 192.0.2.1"):
        assert local("serve", *line.split()).code == 2


def listening(url):
    """Wait until somebody answers at a URL."""
    while True:
        try:
            urllib.request.urlopen(f"{url}/games").close()
        except urllib.error.URLError:
            time.sleep(0.05)
        else:
            return


@pytest.fixture
def doubting(local):
    """A `cronica serve --untrusting` with limits of its own; its URL."""
    environ = {**os.environ, "CRONICA_DATA": str(local.data), "PYTHONPATH": str(Path.cwd())}
    options = ["--port", "0", "--json", "--untrusting", "--games", "1", "--batch", "2"]
    line = [sys.executable, "-c", PROGRAM, "serve", *options]
    with subprocess.Popen(line, env=environ, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        assert told["trusting"] is False
        listening(told["url"])
        yield told["url"]
        process.send_signal(signal.SIGINT)
        assert process.wait(30) in (0, 130)


def test_a_service_that_believes_nobody_keeps_its_limits(capsys, tmp_path, doubting):
    ana = Terminal(capsys, tmp_path / "ana", doubting)
    ana.ok("new", "village", "--seat", "ana", "--seat", "bob", "--name", "one")
    too_long = ana("do", "pass; pass; pass", "--json")
    assert (too_long.code, too_long.json["status"]) == (2, 413)
    too_many = ana("new", "village", "--seat", "ana", "--seat", "bob", "--json")
    assert (too_many.code, too_many.json["status"]) == (5, 429)
    nobody = Terminal(capsys, tmp_path / "nobody", doubting)
    assert nobody.json("games") == {"games": []}
    assert nobody("tables", "rebuild").code == 4
