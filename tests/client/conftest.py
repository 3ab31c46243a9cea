"""A terminal for tests: `cronica` called in this process, on either way to the service."""

import io
import json
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import uvicorn

from client.language import VARIABLES
from client.main import run
from server.app import create_app
from server.embedded import open_service
from server.rules import registry
from server.web import WebServer
from tests.toy import GAME as TOY

WAYS = ("embedded", "remote")


class Result(NamedTuple):
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Terminal:
    """Somebody who types commands, with a data folder and perhaps a server."""

    def __init__(self, capture: pytest.CaptureFixture[str], data: Path, server: str | None) -> None:
        self._capture = capture
        self.data = data
        self.server = server

    def __call__(self, *argv: str, typed: str = "") -> Result:
        """Run one command line; `typed` is what comes from standard input."""
        where = ["--data", str(self.data)]
        if self.server:
            where += ["--server", self.server]
        before, sys.stdin = sys.stdin, io.StringIO(typed)
        self._capture.readouterr()
        try:
            code = run([*where, *argv])
        finally:
            sys.stdin = before
        out, err = self._capture.readouterr()
        return Result(code, out, err)

    def ok(self, *argv: str, typed: str = "") -> str:
        """Run a command that must succeed; what it wrote."""
        result = self(*argv, typed=typed)
        assert result.code == 0, result
        return result.out

    def json(self, *argv: str) -> Any:
        """Run a command that must succeed with --json; what the service answered."""
        return json.loads(self.ok(*argv, "--json"))


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is a game like any other, and the surroundings speak English."""
    monkeypatch.setitem(registry._loaded, TOY.name, TOY)
    for name in (*VARIABLES, "CRONICA_DATA", "CRONICA_SERVER", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The URL of a real server on a store of its own."""
    with serving(tmp_path / "server") as url:
        yield url


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def cronica(
    way: str, capsys: pytest.CaptureFixture[str], data: Path, request: pytest.FixtureRequest
) -> Terminal:
    """The command line over each of the two ways."""
    url = request.getfixturevalue("server") if way == "remote" else None
    return Terminal(capsys, data, url)


@pytest.fixture
def local(capsys: pytest.CaptureFixture[str], data: Path) -> Terminal:
    """The command line on the embedded service."""
    return Terminal(capsys, data, None)


class serving:  # noqa: N801 (reads as a verb: with serving(folder) as url)
    """Serve a folder on a loopback port while the block runs."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self._service = open_service(folder, **more)
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        config = uvicorn.Config(create_app(self._service), log_level="warning", lifespan="off")
        self._server = WebServer(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],))

    def __enter__(self) -> str:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.005)
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()
        self._service.close()


class answering:  # noqa: N801 (reads as a verb)
    """Give the same bytes to whoever asks, on a loopback port."""

    def __init__(self, answer: bytes) -> None:
        self._answer = answer
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        while True:
            asking, _ = self._socket.accept()
            with asking:
                if not asking.recv(65536):
                    return
                asking.sendall(self._answer)

    def __enter__(self) -> str:
        self._thread.start()
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        with socket.create_connection(self._socket.getsockname()):
            pass  # the empty request that ends the thread
        self._thread.join()
        self._socket.close()
