"""The queries of docs/queries.md run, on tables that hold a finished and an unfinished game."""

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from projections.schema import SHARED
from projections.village.tables import MODEL
from tests.server.world import World

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "queries.md").read_text("utf-8")
QUERIES = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
LUCK = re.compile("FROM customers|forked_from")
"""What these ask for may or may not be there in games played at random."""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    world = World(tmp_path_factory.mktemp("data"))
    finished, unfinished = world.make(), world.make(seats=("ana", "bia"))
    while world.play(finished):
        pass
    world.play(unfinished, 30)
    world.service.close()
    connection = sqlite3.connect(world.path)
    yield connection
    connection.close()


@pytest.mark.parametrize("query", QUERIES, ids=range(1, len(QUERIES) + 1))
def test_a_query_of_the_page_runs(tables: sqlite3.Connection, query: str) -> None:
    found = tables.execute(query)

    columns = [column[0] for column in found.description]
    assert len(columns) == len(set(columns))
    if not LUCK.search(query):
        assert found.fetchall()


def test_the_page_names_every_table() -> None:
    named = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)

    assert sorted(named) == sorted(table.name for table in (*SHARED, *MODEL.tables))
