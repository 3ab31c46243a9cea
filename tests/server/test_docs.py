"""What the pages on the service say is run, or held against the code."""

import dataclasses
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from server.operations import KIB, OPERATIONS
from server.rules.game import Game
from tests.plays import Caller

ROOT = Path(__file__).parents[2]
API, RECORDS, ADDING = (
    (ROOT / "docs" / name).read_text(encoding="utf-8")
    for name in ("http-api.md", "records.md", "adding-a-game.md")
)
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def told(answer: Any, page: Any) -> bool:
    """Whether an answer holds what the page shows of it."""
    if page == "…":
        return True
    if isinstance(page, dict):
        return all(name in answer and told(answer[name], page[name]) for name in page)
    return bool(answer == page)


def test_the_requests_on_the_page_lead_to_the_answers_on_it(caller: Caller) -> None:
    answer: Any = None
    asked, status = 0, 200
    for kind, text in BLOCK.findall(API):
        if kind == "json":
            assert told(answer, json.loads(text)), answer
            assert status < 300 or "status" in json.loads(text)
            status = 200
            continue
        assert status < 300, answer
        line, _, body = text.partition("\n")
        method, _, target = line.partition(" ")
        path, _, query = target.partition("?")
        sent = json.loads(body) if body.strip() else None
        status, found = caller.send(method, path, sent, **dict(parse_qsl(query)))
        answer, asked = json.loads(found), asked + 1
    assert asked == 7


def test_the_page_lists_every_operation_and_its_fields() -> None:
    rows = dict(re.findall(r"^\| `([A-Z]+ /\S*)` \| (.*) \|$", API, re.MULTILINE))

    assert list(rows) == [f"{op.method} {op.path.replace(':path', '')}" for op in OPERATIONS]
    for operation, row in zip(OPERATIONS, rows.values(), strict=True):
        query = operation.query.__struct_encode_fields__ if operation.query else ()
        for field in query:
            assert f"`{field}`" in row, (operation.path, field)


def test_the_codes_on_the_page_are_in_the_code() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("server/*.py"))
    source += (ROOT / "server/rules/registry.py").read_text(encoding="utf-8")
    table = API[API.index("| status | when |") :]

    for code in re.findall(r"`(\w+)`", table):
        stem = code.replace("nothing_to_undo", "nothing_to_")
        assert f'"{stem}' in source, code


def test_the_limits_on_the_page_are_those_of_the_table() -> None:
    limits = {op.limit // KIB for op in OPERATIONS}

    assert limits == {64, 512, 16 * KIB}
    assert "64 KiB, 512 KiB for a new game, 16 MiB for an import" in API


def test_the_record_on_the_page_can_be_imported(caller: Caller) -> None:
    [record] = [text for kind, text in BLOCK.findall(RECORDS) if kind == "text"]

    game = caller.post("/import", text=record)["id"]

    again = caller.text(f"/games/{game}/export")
    dates = re.compile(r"\[Date .*\]")
    assert dates.sub("", again) == dates.sub("", record)


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(Game)])
def test_the_page_on_games_tells_every_field(field: str) -> None:
    assert re.search(rf"`{field}[`(]", ADDING)
