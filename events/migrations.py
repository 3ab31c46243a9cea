"""The schema of the SQLite store; imported only when a file has to be made or migrated.

What a migration does never changes: files that had it exist.
"""

import sqlite3

from sqlite_utils import Database, Migrations

from events.regrouping import regroup
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

NEW_TABLES = (
    """
    CREATE TABLE parts (
        key INTEGER PRIMARY KEY,
        mark INTEGER NOT NULL,
        value TEXT NOT NULL
    )
    """,
    "CREATE INDEX parts_by_mark ON parts (mark)",
    """
    CREATE TABLE facts (
        key INTEGER PRIMARY KEY,
        mark INTEGER NOT NULL,
        type TEXT NOT NULL,
        version INTEGER NOT NULL,
        data TEXT NOT NULL,
        visible_to TEXT,
        field TEXT,
        part INTEGER REFERENCES parts (key),
        CHECK ((field IS NULL) = (part IS NULL))
    )
    """,
    "CREATE INDEX facts_by_mark ON facts (mark)",
    """
    CREATE TABLE commands (
        game INTEGER NOT NULL REFERENCES games (key),
        seq INTEGER NOT NULL,
        command_id TEXT NOT NULL,
        seat TEXT,
        text TEXT NOT NULL,
        recorded_at INTEGER NOT NULL,
        facts TEXT NOT NULL CHECK (json_array_length(facts) > 0),
        seal BLOB NOT NULL CHECK (length(seal) = 32),
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID
    """,
    # Enough of an id to find it by: the whole would take as much room again.
    "CREATE INDEX commands_by_id ON commands (game, substr(command_id, -4))",
)

NEW_GUARDS = {
    "parts": "EXISTS (SELECT 1 FROM parts WHERE key = NEW.key)",
    "facts": "EXISTS (SELECT 1 FROM facts WHERE key = NEW.key)",
    "commands": """
        NEW.seq IS NOT coalesce((
            SELECT seq + json_array_length(facts) FROM commands WHERE game = NEW.game
            ORDER BY seq DESC LIMIT 1
        ), 1)
    """,
}

WHOLE_FACTS = """
    CREATE VIEW whole_facts AS
    SELECT facts.key, type, version,
           CASE WHEN part IS NULL THEN data
           ELSE replace(data, '"' || field || '":null', '"' || field || '":' || parts.value)
           END AS data,
           visible_to
    FROM facts LEFT JOIN parts ON parts.key = facts.part
"""

NEW_LOG = """
    CREATE VIEW log AS
    SELECT games.game, commands.seq + listed.key AS seq, commands.seq AS cause,
           strftime('%Y-%m-%d %H:%M:%f', commands.recorded_at / 1000.0, 'unixepoch') AS recorded_at,
           commands.seat, commands.text AS command, fact.type, fact.version, fact.data,
           fact.visible_to, commands.command_id,
           CASE WHEN listed.key = json_array_length(commands.facts) - 1
           THEN lower(hex(commands.seal)) END AS seal
    FROM commands
    JOIN games ON games.key = commands.game
    JOIN json_each(commands.facts) AS listed
    JOIN whole_facts AS fact ON fact.key = listed.value
"""


@migrations()
def tables(db: Database) -> None:
    """The four tables, the guards that let them only grow, and a view that joins them."""
    for table in TABLES:
        db.execute(table)
    for table, refused in NEW_ROWS.items():
        _guarded(db, table, refused)
    db.execute(LOG)


@migrations()
def facts_once(db: Database) -> None:
    """Every fact in one row, however often it happened, and a command's events in the command's."""
    db.execute("DROP VIEW IF EXISTS log")
    db.execute("DROP INDEX IF EXISTS commands_by_id")
    for table in ("commands", "events"):
        for action in ("insert", "update", "delete"):
            db.execute(f"DROP TRIGGER IF EXISTS {table}_refuse_{action}")
        db.execute(f"ALTER TABLE {table} RENAME TO {table}_1")
    for table in NEW_TABLES:
        db.execute(table)
    regroup(db.conn)
    for table in ("commands", "events"):
        db.execute(f"DROP TABLE {table}_1")
    for table, refused in NEW_GUARDS.items():
        _guarded(db, table, refused)
    db.execute(WHOLE_FACTS)
    db.execute(NEW_LOG)


@migrations()
def ends_of_ids(db: Database) -> None:
    """A column for the end of a command's id: an index of an expression finds nothing here.

    SQLite does not use one to search a table WITHOUT ROWID.
    """
    db.execute("DROP INDEX commands_by_id")
    db.execute("ALTER TABLE commands ADD COLUMN id_end TEXT AS (substr(command_id, -4)) VIRTUAL")
    db.execute("CREATE INDEX commands_by_id ON commands (game, id_end)")


def _guarded(db: Database, table: str, refused: str) -> None:
    _guard(db, table, "INSERT", f"WHEN {refused}")
    _guard(db, table, "UPDATE", "")
    _guard(db, table, "DELETE", "")


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
