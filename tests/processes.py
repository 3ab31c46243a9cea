"""Real server processes for tests, and somebody who asks them over HTTP."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

from tests.events.patience import LONG

ROOT = Path(__file__).parents[1]
PROGRAM = (
    "from server.rules import registry; from tests.toy.trio import GAME, TRIO\n"
    "registry.register(GAME); registry.register(TRIO)\n"
    "from client.main import main; main()"
)
_CRASHED = -signal.SIGKILL


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class Served:
    """A `cronica serve` in a process of its own, which may be killed and started again.

    It knows the toy game too. What it writes to its log is in the file `log`.
    """

    def __init__(
        self,
        data: Path,
        *options: str,
        port: int = 0,
        environ: dict[str, str] | None = None,
    ) -> None:
        self.data = data
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = data.parent / f"server-{self.port}.log"
        self._options = options
        self._environ = {
            **{k: v for k, v in os.environ.items() if not k.startswith("CRONICA_")},
            "PYTHONPATH": str(ROOT),
            **(environ or {}),
        }
        self.process = self._start()

    def __enter__(self) -> "Served":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(LONG)

    def start(self, *, wait: bool = True) -> None:
        """Start it again, and wait until it answers."""
        self.process = self._start()
        if wait:
            self.ready()

    def ready(self) -> "Served":
        """Wait until it answers."""
        end = time.monotonic() + LONG
        while True:
            assert self.process.poll() is None, self.log.read_text()
            try:
                httpx.get(f"{self.url}/kinds")
            except httpx.TransportError:
                assert time.monotonic() < end, self.log.read_text()
                time.sleep(0.02)
            else:
                return self

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self.process.kill()
        assert self.process.wait(LONG) == _CRASHED

    def _start(self) -> "subprocess.Popen[bytes]":
        self.data.mkdir(parents=True, exist_ok=True)
        line = [sys.executable, "-c", PROGRAM, "--data", str(self.data), "serve"]
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*line, "--port", str(self.port), *self._options],
                cwd=ROOT, env=self._environ, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip


class Asker:
    """Somebody at one server; `ask` gives status and answer."""

    def __init__(self, url: str, token: str = "") -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(base_url=url, headers=headers, timeout=LONG)

    def __enter__(self) -> "Asker":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._http.close()

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Ask once.

        Raises:
            httpx.TransportError: if there is no answer.
        """
        answer = self._http.request(method, path, json=body)
        return answer.status_code, _read(answer)

    def get(self, path: str) -> Any:
        """What a request that must succeed brings."""
        status, answer = self.ask("GET", path)
        assert status == 200, answer
        return answer

    def post(self, path: str, **body: Any) -> Any:
        """What a request that must succeed leads to."""
        status, answer = self.ask("POST", path, body)
        assert status in (200, 201), answer
        return answer


def _read(answer: httpx.Response) -> Any:
    if "json" in answer.headers.get("content-type", ""):
        return json.loads(answer.content)
    return answer.text
