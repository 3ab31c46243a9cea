import re
from collections.abc import Iterator
from typing import Any

import pytest

from server.operations import OPERATIONS
from tests.plays import Caller


@pytest.fixture
def description(caller: Caller) -> Any:
    return caller.get("/openapi.json")


def walk(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from walk(part)
    elif isinstance(value, list):
        for part in value:
            yield from walk(part)


def test_every_operation_is_described(description: Any) -> None:
    described = {
        (method.upper(), path) for path, ways in description["paths"].items() for method in ways
    }

    assert description["openapi"] == "3.1.0"
    assert described == {(op.method, op.path.replace(":path", "")) for op in OPERATIONS}


def test_every_reference_leads_to_a_schema(description: Any) -> None:
    references = {part["$ref"] for part in walk(description) if "$ref" in part}
    schemas = description["components"]["schemas"]

    assert references
    assert {ref.rsplit("/", 1)[1] for ref in references} <= set(schemas)


def test_every_part_of_a_path_is_a_parameter(description: Any) -> None:
    for path, ways in description["paths"].items():
        for way in ways.values():
            named = {p["name"] for p in way["parameters"] if p["in"] == "path"}
            assert named == set(re.findall(r"\{(\w+)\}", path))


def test_operation_ids_are_unique(description: Any) -> None:
    ids = [way["operationId"] for ways in description["paths"].values() for way in ways.values()]

    assert len(set(ids)) == len(ids)


def test_queries_and_bodies_are_those_of_the_structs(description: Any) -> None:
    diff = description["paths"]["/games/{game}/diff"]["get"]["parameters"]
    new = description["components"]["schemas"]["NewGame"]

    assert {p["name"]: p["required"] for p in diff if p["in"] == "query"} == {
        "from": True,
        "to": True,
        "seat": False,
    }
    assert new["required"] == ["kind", "seats"]
    assert new["additionalProperties"] is False


def test_answers_fit_their_description(caller: Caller, description: Any) -> None:
    game = caller.create()
    schema = description["components"]["schemas"]["GameView"]

    assert set(caller.get(f"/games/{game}")["game"]) == set(schema["properties"])
