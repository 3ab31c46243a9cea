"""The superuser's way to the tables of one test."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from tests.events.postgres_server import PostgresServer

TABLES = ["games", "commands", "events", "secrets"]


class Tables:
    """Runs statements in one database."""

    def __init__(self, server: PostgresServer, database: str) -> None:
        self.server = server
        self.database = database

    def __call__(self, statement: str, *parameters: object) -> list[Any]:
        """The rows that a statement brings."""
        return self.server.execute(statement, *parameters, database=self.database)

    @contextmanager
    def uncommitted(self, statement: str) -> Iterator[None]:
        """A statement is neither committed nor undone within the block, and undone after it."""
        with psycopg.connect(self.server.url(self.database)) as link:
            link.execute(statement.encode())
            yield
            link.rollback()

    def dump(self) -> list[Any]:
        """All that is in the tables."""
        return [self(f"SELECT * FROM cronica.{table} ORDER BY 1, 2") for table in TABLES]


def refuse(sql: Tables, statement: str, *parameters: object) -> None:
    """The statement is refused by a guard, and changes nothing."""
    before = sql.dump()
    with pytest.raises(psycopg.IntegrityError, match="only grows at its end"):
        sql(statement, *parameters)
    assert sql.dump() == before
