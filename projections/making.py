"""Making the file of read-model tables anew, with sqlite-utils."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from projections.schema import Table, digest


def drop(db: sqlite3.Connection) -> None:
    """Remove every table; other programs' own additions to this file go as well."""
    kinds = db.execute(
        "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view') "
        "AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    for kind, name in kinds:
        db.execute(f'DROP {kind} "{name}"')


def make(
    db: sqlite3.Connection, tables: Sequence[Table], shapes: dict[str, tuple[Table, ...]]
) -> None:
    """Create tables without rows, and those that describe them."""
    from sqlite_utils import Database

    file = Database(db, execute_plugins=False)
    for table in tables:
        _create(file, table)
    described = {"table": str, "column": str, "about": str}
    file.create_table("columns", described, strict=True).insert_all(
        {"table": table.name, "column": column.name, "about": column.about}
        for table in tables
        for column in table.columns
    )
    shaped = {"tables": str, "digest": str}
    file.create_table("shapes", shaped, pk="tables", strict=True).insert_all(
        {"tables": name, "digest": digest(shape)} for name, shape in shapes.items()
    )


def _create(file: Any, table: Table) -> None:
    file.create_table(
        table.name,
        {column.name: column.type for column in table.columns},
        pk=table.key if len(table.key) > 1 else table.key[0],
        not_null={column.name for column in table.columns if not column.optional},
        foreign_keys=[
            (columns if len(columns) > 1 else columns[0], other)
            for columns, other in table.references
        ],
        strict=True,
    )


def index(db: sqlite3.Connection, tables: Sequence[Table]) -> None:
    """Create the indexes, once all rows are there: sorting costs less than keeping sorted."""
    from sqlite_utils import Database

    file = Database(db, execute_plugins=False)
    for table in tables:
        for columns in table.indexes:
            file.table(table.name).create_index(columns)


def metadata(table: Table) -> tuple[str, dict[str, Any]]:
    """A table and its columns, as Datasette wants them described."""
    columns = {column.name: column.about for column in table.columns}
    return table.name, {"description": table.about, "columns": columns}
