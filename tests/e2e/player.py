"""One person at a terminal: joins, plays at random through the real client, agrees to undo.

`python -m tests.e2e.player URL FOLDER CODE NAME UNDO`: with UNDO 1 they once ask the others to
take back a move on which the others have moved since. Only the client's commands are used, and each
is tried again while no server answers.
"""

import contextlib
import io
import json
import random
import sys
import time
from typing import Any

from client.errors import UNREACHABLE
from client.main import run

OVER = 1
LATER = 3
"""After so many moves the undo is asked for."""


class Person:
    """Somebody with a data folder of their own."""

    def __init__(self, url: str, folder: str) -> None:
        self._where = ["--server", url, "--data", folder]

    def type(self, *words: str) -> tuple[int, str]:
        """Exit code and output of a command, as soon as a server answers."""
        while True:
            written = io.StringIO()
            with contextlib.redirect_stdout(written):
                code = run([*words, *self._where])
            if code != UNREACHABLE:
                return code, written.getvalue()
            time.sleep(0.1)

    def ask(self, *words: str) -> Any:
        """What a command that must succeed answers."""
        code, text = self.type(*words, "--json")
        assert code == 0, (words, code, text)
        return json.loads(text)


def play(person: Person, name: str, chance: random.Random, *, undo: bool) -> int:
    """Play to the end; how many moves."""
    first, moves = None, 0
    while True:
        code, _ = person.type("wait", "--timeout", "1")
        if code == OVER:
            return moves
        agree(person)
        if code != 0:
            continue
        if undo and moves >= LATER and first is not None:
            person.type("undo", "--to", str(first - 1))
            sys.stderr.write(f"{name} asks for what was before event {first}\n")
            undo = False
            while person.ask("board")["game"]["request"]:
                time.sleep(0.05)
            continue
        legal = person.ask("legal")["commands"]
        if not legal:
            continue
        code, text = person.type("do", chance.choice(legal)["text"], "--json")
        if code == 0:
            first, moves = json.loads(text)["events"][0]["seq"], moves + 1


def agree(person: Person) -> None:
    """Say yes to whatever the others ask for."""
    request = person.ask("board")["game"]["request"]
    if request:
        person.type("answer", "yes", "--asked", str(request["asked"]))


def main(url: str, folder: str, code: str, name: str, undo: str) -> None:
    """Play one game."""
    from server.rules import registry
    from tests.toy.trio import TRIO

    registry.register(TRIO)
    person = Person(url, folder)
    person.ask("join", code, "--name", name)
    moves = play(person, name, random.Random(name), undo=undo == "1")
    code_, text = person.type("verify")
    sys.stdout.write(f"{moves} moves, verify ends with {code_}: {text}\n")
    sys.exit(code_)


if __name__ == "__main__":
    main(*sys.argv[1:])
