"""Requests made from /openapi.json, fitting it and not: what comes back is what it says."""

import itertools
import tempfile
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import settings
from schemathesis.checks import positive_data_acceptance
from schemathesis.config import SchemathesisConfig

from server.app import create_app
from server.rules import registry
from server.service import Service
from server.side import SQLiteSide
from server.tables import keep_tables
from tests.asgi import Browser
from tests.stores import MemoryStore
from tests.toy import GAME

registry.register(GAME)
TOKEN = "fuzz" * 8
GAMES = itertools.cycle(["toy", "village", ""])


class World:
    """A service with a game of each kind, of which the fuzzer plays."""

    def __init__(self, folder: Path) -> None:
        self.service = Service(MemoryStore(), SQLiteSide(folder / "seats.db"))
        keep_tables(self.service, folder / "tables.db")
        self.app = create_app(self.service)
        self.games = {kind: self._new(kind) for kind in ("toy", "village")}

    def _new(self, kind: str) -> str:
        made = Browser(self.app).post(
            "/games", json={"kind": kind, "seats": [{"id": "ana"}, {"id": "rui"}]}
        )
        return str(made.json()["id"])


FOLDER = tempfile.TemporaryDirectory()
"""Removed when the process ends."""
WORLD = World(Path(FOLDER.name))
# What can be read may still not be legal by the rules of a game: 422.
LEGAL = ["2xx", "401", "403", "404", "409", "413", "422", "429"]
CONFIG = SchemathesisConfig.from_dict(
    {"checks": {"positive_data_acceptance": {"expected-statuses": LEGAL}}}
)
schema = schemathesis.openapi.from_asgi("/openapi.json", WORLD.app, config=CONFIG)


@schema.parametrize()
@settings(max_examples=max(5, settings().max_examples // 10))
def test_whatever_is_asked_is_answered_as_described(case: Any) -> None:
    game = WORLD.games.get(next(GAMES))
    if game and "game" in case.path_parameters:
        case.path_parameters["game"] = game
    if isinstance(case.body, (dict, list)):
        case.body = _whole(case.body)
    response = case.call()
    # What a command is, each game says for itself.
    strange = any(code in response.content for code in (b'"no_command"', b'"unreadable_command"'))
    excluded = [positive_data_acceptance] if strange else []
    case.validate_response(response, excluded_checks=excluded)


def _whole(value: Any) -> Any:
    """The same JSON with 10 for 10.0: to its schema that is an integer, to us it is none."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {name: _whole(part) for name, part in value.items()}
        case list():
            return [_whole(part) for part in value]
        case _:
            return value
