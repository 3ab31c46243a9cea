"""Games with commands known to be legal in them, and server processes to play them on.

The dice of a game lie in its store: played on a copy of a data folder, a game goes on as it will on
any other copy. So commands are found out by playing once, and every measurement begins anew from
the same folder.
"""

import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

import msgspec

from benchmarks.embedded_games import opened
from benchmarks.http_client import Load, Spent
from tests.plays import NAMES
from tests.processes import free_port

ROOT = Path(__file__).parents[1]
CRONICA = "from client.main import main; main()"
PATIENCE = 30.0
"""Seconds until a server that does not answer is given up."""


class Prepared(msgspec.Struct):
    """A data folder with games that have just begun, and what to play in each."""

    data: Path
    commands: dict[str, list[str]]

    def load(self, warm: int) -> Load:
        """One connection for each game, on which its commands are posted."""
        return Load(
            [
                (f"/games/{game}/commands", [_body(i, text) for i, text in enumerate(texts)])
                for game, texts in self.commands.items()
            ],
            warm,
        )


def _body(number: int, text: str) -> str:
    return msgspec.json.encode({"commands": text, "command_id": f"c{number}"}).decode()


@contextmanager
def prepared(games: int, commands: int, seats: int = 4) -> Iterator[Prepared]:
    """So many new games of Village, and so many commands for each."""
    with TemporaryDirectory() as folder:
        data, played = Path(folder, "data"), Path(folder, "played")
        with opened(data) as (caller, _):
            made = [
                caller.create("village", *NAMES[:seats], name=f"measured {n}") for n in range(games)
            ]
        shutil.copytree(data, played)
        with opened(played) as (caller, _):
            chance = random.Random(1)
            texts: dict[str, list[str]] = {game: [] for game in made}
            for game in made * commands:
                legal = caller.get(f"/games/{game}/legal")["commands"]
                texts[game].append(chance.choice(legal)["text"])
                caller.do(game, texts[game][-1])
        yield Prepared(data, texts)


@contextmanager
def copied(data: Path) -> Iterator[Path]:
    """A copy of a data folder, thrown away at the end."""
    with TemporaryDirectory() as folder:
        yield Path(shutil.copytree(data, Path(folder, "data")))


@contextmanager
def cronica(data: Path) -> Iterator[int]:
    """The port of a `cronica serve` on a data folder."""
    port = free_port()
    with serving(port, *cronica_words(data, port)):
        yield port


def cronica_words(data: Path, port: int) -> list[str]:
    """What a Python is given to be a `cronica serve`; more options may follow."""
    return ["-c", CRONICA, "--data", str(data), "serve", "--port", str(port)]


@contextmanager
def bare(file: Path) -> Iterator[int]:
    """The port of a `benchmarks.bare_app` on a new database."""
    port = free_port()
    with serving(port, "-m", "benchmarks.bare_app", str(port), str(file)):
        yield port


@contextmanager
def serving(port: int, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A process of this checkout that answers at the port; ended with the block."""
    with python(*arguments) as process:
        end = time.monotonic() + PATIENCE
        while not _answers(port):
            assert process.poll() is None, "the server ended"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.02)
        yield process


@contextmanager
def python(*arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A process of this checkout that others talk to; ended with the block."""
    process = subprocess.Popen([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.PIPE)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate()


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz") as answer:
            return bool(answer.status == 200)
    except URLError:
        return False


def sent(port: int, load: Load, *more: int) -> Spent:
    """What a load costs, sent by a process of its own; to `more` ports as well, by turns."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "load.json")
        file.write_bytes(msgspec.json.encode(load))
        ports = map(str, (port, *more))
        words = [sys.executable, "-m", "benchmarks.http_client", str(file), *ports]
        done = subprocess.run(words, check=True, cwd=ROOT, stdout=subprocess.PIPE)
    return msgspec.json.decode(done.stdout, type=Spent)
