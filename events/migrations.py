"""The schema of the SQLite store; imported only when a file has to be made or migrated."""

import sqlite3

from sqlite_utils import Database, Migrations

from events.sqlite_file import APPLICATION_ID, SCHEMA

migrations = Migrations("cronica.log")

TABLES = (
    """
    CREATE TABLE games (
        key INTEGER PRIMARY KEY,
        game TEXT NOT NULL UNIQUE
    )
    """,
    """
    CREATE TABLE commands (
        game INTEGER NOT NULL REFERENCES games (key),
        seq INTEGER NOT NULL,
        command_id TEXT NOT NULL,
        seat TEXT,
        text TEXT NOT NULL,
        recorded_at INTEGER NOT NULL,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX commands_by_id ON commands (game, command_id)",
    """
    CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games (key),
        seq INTEGER NOT NULL,
        type TEXT NOT NULL,
        version INTEGER NOT NULL,
        data TEXT NOT NULL,
        visible_to TEXT,
        seal BLOB NOT NULL CHECK (length(seal) = 32),
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE secrets (
        game INTEGER NOT NULL REFERENCES games (key),
        seq INTEGER NOT NULL,
        seed BLOB NOT NULL,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID
    """,
)

# INSERT OR REPLACE deletes without firing a DELETE trigger, so inserting has its guards as well.
NEW_ROWS = {
    "games": "EXISTS (SELECT 1 FROM games WHERE key = NEW.key OR game = NEW.game)",
    "commands": (
        "NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE game = NEW.game)"
    ),
    "events": (
        "NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE game = NEW.game)"
    ),
    "secrets": "EXISTS (SELECT 1 FROM secrets WHERE game = NEW.game AND seq >= NEW.seq)",
}

LOG = """
    CREATE VIEW log AS
    SELECT games.game, events.seq, commands.seq AS cause,
           strftime('%Y-%m-%d %H:%M:%f', commands.recorded_at / 1000.0, 'unixepoch') AS recorded_at,
           commands.seat, commands.text AS command, events.type, events.version, events.data,
           events.visible_to, commands.command_id, lower(hex(events.seal)) AS seal
    FROM events
    JOIN games ON games.key = events.game
    JOIN commands ON commands.game = events.game AND commands.seq = (
        SELECT max(seq) FROM commands WHERE game = events.game AND seq <= events.seq
    )
"""


@migrations()
def tables(db: Database) -> None:
    """The four tables, the guards that let them only grow, and a view that joins them."""
    for table in TABLES:
        db.execute(table)
    for table, refused in NEW_ROWS.items():
        _guard(db, table, "INSERT", f"WHEN {refused}")
        _guard(db, table, "UPDATE", "")
        _guard(db, table, "DELETE", "")
    db.execute(LOG)


def _guard(db: Database, table: str, action: str, when: str) -> None:
    db.execute(f"""
        CREATE TRIGGER {table}_refuse_{action.lower()} BEFORE {action} ON {table} {when}
        BEGIN SELECT RAISE(ABORT, 'the log only grows at its end'); END
    """)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file up to date, within the transaction that is open on `connection`."""
    migrations.apply(Database(connection, execute_plugins=False))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
