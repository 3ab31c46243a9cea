"""A whole evening: a server, three people at their own machines, a watcher, a webhook, a crash."""

import base64
import hashlib
import hmac
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.player import Person
from tests.events.patience import soon
from tests.processes import PROGRAM, ROOT, Served

NAMES = ("Ana", "Beto", "Eva")


class Receiver:
    """A server of somebody's own that is told what happens in a game."""

    def __init__(self) -> None:
        self.told: list[tuple[dict[str, str], bytes]] = []
        told = self.told

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                told.append(({k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    yield receiver
    receiver.close()


def rightly_signed(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """As the Standard Webhooks say."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    told = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    digest = base64.b64encode(hmac.new(key, told, hashlib.sha256).digest()).decode()
    return f"v1,{digest}" in headers["webhook-signature"].split()


def started(folder: Path, *line: str) -> "subprocess.Popen[str]":
    """A process whose output goes to a file."""
    with (folder / "output.txt").open("w") as output:
        return subprocess.Popen(
            [sys.executable, *line], cwd=ROOT, stdin=subprocess.DEVNULL,
            stdout=output, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip


def test_an_evening_with_strangers(tmp_path: Path, receiver: Receiver) -> None:
    folders = {name: tmp_path / name for name in (*NAMES, "watcher", "owner")}
    for folder in folders.values():
        folder.mkdir()
    options = ("--untrusting", "--allow-private-webhooks", "--rate", "0", "--address-rate", "0")
    with Served(tmp_path / "server", *options) as served:
        served.ready()
        owner = Person(served.url, str(folders["owner"]))
        made = owner.ask(
            "new", "trio", "--online", "--seats", "3", "--name", "evening",
            "-o", "undo=consent", "-o", "target=45", "-o", "secrets=false",
        )  # fmt: skip
        game, invitations = made["id"], list(made["secrets"]["invitations"].values())
        people = [
            started(
                folders[name], "-m", "tests.e2e.player", served.url, str(folders[name]),
                code, name, "1" if name == "Ana" else "0",
            )
            for name, code in zip(NAMES, invitations, strict=True)
        ]  # fmt: skip
        watcher = Person(served.url, str(folders["watcher"]))
        watcher.ask("use", game, "--link", made["secrets"]["link"])
        watching = started(
            folders["watcher"], "-c", PROGRAM, "watch", game,
            "--server", served.url, "--data", str(folders["watcher"]),
        )  # fmt: skip
        eva = Person(served.url, str(folders["Eva"]))
        soon(lambda: not owner.ask("board")["game"]["missing"])
        # Named, for her other terminal may not have noted yet which game she just joined.
        hook = eva.ask(
            "webhook", "add", receiver.url, "--on", "your_turn", "--on", "over", "-g", game
        )

        soon(lambda: owner.ask("board")["game"]["seq"] > 20)
        served.kill()
        served.start()

        for person, name in zip(people, NAMES, strict=True):
            output = folders[name] / "output.txt"
            assert person.wait(120) == 0, output.read_text()
        assert watching.wait(60) == 0, (folders["watcher"] / "output.txt").read_text()
        soon(lambda: any(json.loads(body)["type"] == "over" for _, body in receiver.told))
        report, log = owner.ask("verify"), owner.ask("log", "--all")

    assert report["ok"]
    kinds = [event["type"] for event in log["events"]]
    assert "UndoAsked" in kinds
    assert kinds.count("UndoAnswered") >= 2
    assert "HeadMoved" in kinds
    assert kinds[-1] == "SeedRevealed"
    assert [event["seq"] for event in log["events"]] == list(range(1, len(kinds) + 1))
    assert all(rightly_signed(hook["secret"], *message) for message in receiver.told)
    ids = {(headers["webhook-id"], body) for headers, body in receiver.told}
    assert len(ids) == len({name for name, _ in ids})
    assert (folders["watcher"] / "output.txt").read_text().strip()
