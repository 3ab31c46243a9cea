"""What a command may load: a move must not pay for a network, nor help for anything."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

NETWORK = {"httpx", "starlette", "uvicorn", "anyio", "asyncio", "ssl", "sqlite_utils", "pydantic"}
PROGRAM = """
import sys
from server.rules import registry
from tests.toy import GAME
registry.register(GAME)
from client.main import run
code = run(sys.argv[1:])
sys.stderr.write("\\n" + " ".join(sorted({name.split(".")[0] for name in sys.modules})))
sys.exit(code)
"""
HELP = """
import sys
from client.main import run
run(sys.argv[1:])
sys.stderr.write(" ".join(sys.modules))
"""


def modules(program, *argv, data):
    """The top-level modules that a command leaves loaded in a process of its own."""
    environ = {**os.environ, "CRONICA_DATA": str(data), "PYTHONPATH": str(Path.cwd())}
    done = subprocess.run(
        [sys.executable, "-c", program, *argv],
        env=environ,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("line", ["--help", "board --help", "do --help", "tables --help"])
def test_help_loads_typer_and_little_else(line, tmp_path):
    loaded = modules(HELP, *line.split(), data=tmp_path)
    assert not loaded & (NETWORK | {"rich", "msgspec", "server", "events", "sqlite3"})


def test_commands_on_the_embedded_store_load_no_network(local):
    local.ok("new", "toy", "--seat", "ana", "--seat", "bob")
    for line in ("board", "legal", "do secret 3", "undo", "farm ana", "log", "why roll"):
        loaded = modules(PROGRAM, *line.split(), data=local.data)
        assert not loaded & NETWORK, line


def test_lines_of_text_need_no_rich(local):
    local.ok("new", "toy", "--seat", "ana", "--seat", "bob")
    for line in ("legal", "why roll", "games", "farm ana --json"):
        assert "rich" not in modules(PROGRAM, *line.split(), data=local.data), line


COLLECTOR = """
import atexit, gc, sys
from client.main import main
atexit.register(lambda: sys.stderr.write(f"collects={gc.isenabled()}"))
main()
"""


def test_only_a_command_that_runs_collects_garbage(tmp_path):
    assert modules(COLLECTOR, "rules", data=tmp_path) == {"collects=True"}
    assert modules(COLLECTOR, "--help", data=tmp_path) == {"collects=False"}
