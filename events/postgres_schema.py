"""The schema of the PostgreSQL store: tables that only grow, each keyed by game.

Every table has the game's id as the first column of its primary key, and every query but the lists
of all games names it, so that the tables can be partitioned or distributed by it.
"""

from collections.abc import Callable

from psycopg import Connection

from events.store import DamagedStore, StoreUnavailable

Link = Connection[tuple[object, ...]]

LOCK = 0x63726F6E
"""The advisory lock under which a database is migrated: "cron" in ASCII."""

OLDEST = 150_000
"""The first version of PostgreSQL that will do."""

# Collation "C": ids are compared by their bytes, whatever a new libc thinks of the alphabet.
TABLES = {
    "games": """
        game text COLLATE "C" PRIMARY KEY,
        number bigint NOT NULL DEFAULT nextval('cronica.creation')
    """,
    "commands": """
        game text COLLATE "C" NOT NULL,
        seq bigint NOT NULL CHECK (seq > 0),
        command_id text COLLATE "C" NOT NULL,
        part integer NOT NULL CHECK (part > 0),
        seat text,
        text text NOT NULL,
        recorded_at bigint NOT NULL,
        PRIMARY KEY (game, seq),
        UNIQUE (game, command_id, part)
    """,
    "events": """
        game text COLLATE "C" NOT NULL,
        seq bigint NOT NULL CHECK (seq > 0),
        version integer NOT NULL,
        type text NOT NULL,
        data text NOT NULL,
        visible_to text,
        seal bytea NOT NULL CHECK (length(seal) = 32),
        PRIMARY KEY (game, seq)
    """,
    "secrets": """
        game text COLLATE "C" NOT NULL,
        seq bigint NOT NULL CHECK (seq > 0),
        seed bytea NOT NULL,
        PRIMARY KEY (game, seq)
    """,
}

FUNCTIONS = (
    """
    CREATE FUNCTION cronica.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE 'the log only grows at its end' USING ERRCODE = 'integrity_constraint_violation';
    END $$
    """,
    """
    CREATE FUNCTION cronica.at_the_end() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (SELECT FROM cronica.events WHERE game = NEW.game AND seq >= NEW.seq) THEN
            RAISE 'the log only grows at its end' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE FUNCTION cronica.next_to_last() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.seq > 1
        AND NOT EXISTS (SELECT FROM cronica.events WHERE game = NEW.game AND seq = NEW.seq - 1)
        THEN
            RAISE 'the log only grows at its end' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
)

# By row, so that they hold for partitions as well.
EACH_TABLE = (
    "no_change BEFORE UPDATE OR DELETE ON {} FOR EACH ROW EXECUTE FUNCTION cronica.refuse()",
    "no_truncate BEFORE TRUNCATE ON {} FOR EACH STATEMENT EXECUTE FUNCTION cronica.refuse()",
)
GUARDS = (
    "in_order BEFORE INSERT ON cronica.commands FOR EACH ROW EXECUTE FUNCTION cronica.at_the_end()",
    "in_order BEFORE INSERT ON cronica.events FOR EACH ROW EXECUTE FUNCTION cronica.next_to_last()",
)

LOG = """
    CREATE VIEW cronica.log AS
    SELECT e.game, e.seq, c.seq AS cause, to_timestamp(c.recorded_at / 1000.0) AS recorded_at,
           c.seat, c.text AS command, e.type, e.version, e.data, e.visible_to, c.command_id,
           encode(e.seal, 'hex') AS seal
    FROM cronica.events AS e
    JOIN LATERAL (
        SELECT * FROM cronica.commands
        WHERE game = e.game AND seq <= e.seq ORDER BY seq DESC LIMIT 1
    ) AS c ON true
"""


def tables(link: Link, partitions: int = 0) -> None:
    """The four tables, the guards that let them only grow, and a view that joins them.

    `partitions` is into how many parts each table is split by a hash of the game; 0 for not.
    """
    link.execute("CREATE SEQUENCE cronica.creation")
    for function in FUNCTIONS:
        link.execute(function)
    for table, columns in TABLES.items():
        parted = " PARTITION BY HASH (game)" if partitions else ""
        link.execute(f"CREATE TABLE cronica.{table} ({columns}){parted}".encode())
        for part in range(partitions):
            link.execute(
                f"CREATE TABLE cronica.{table}_{part} PARTITION OF cronica.{table} "
                f"FOR VALUES WITH (MODULUS {partitions}, REMAINDER {part})".encode()
            )
        for guard in EACH_TABLE:
            link.execute(f"CREATE TRIGGER {guard.format('cronica.' + table)}".encode())
    for guard in GUARDS:
        link.execute(f"CREATE TRIGGER {guard}".encode())
    link.execute("CREATE INDEX games_in_order ON cronica.games (number)")
    link.execute(LOG)


MIGRATIONS: tuple[Callable[[Link], None], ...] = (tables,)
"""One function per schema number, counted from 1."""

MARK = """
    CREATE TABLE cronica.migrations (
        number integer PRIMARY KEY,
        name text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
    )
"""


def prepare(link: Link, where: str) -> None:
    """Make or migrate the schema, unless it is up to date; of several processes one does it.

    Raises:
        DamagedStore: if the schema is another program's or newer, or the database has another
            encoding; it is left as it was.
        StoreUnavailable: if the server is too old.
    """
    if link.info.server_version < OLDEST:
        raise StoreUnavailable(f"{where} has to be PostgreSQL {OLDEST // 10_000} or newer")
    encoding = link.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise DamagedStore(f"{where} has the encoding {encoding}, and must have UTF8")
    if _number(link, where) == len(MIGRATIONS):
        return
    with link.transaction():
        link.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        link.execute("SET LOCAL statement_timeout = 0")
        _migrate(link, _number(link, where))


def _migrate(link: Link, number: int) -> None:
    if number == 0:
        link.execute("CREATE SCHEMA IF NOT EXISTS cronica")
        link.execute(MARK)
    for migration in MIGRATIONS[number:]:
        migration(link)
        number += 1
        link.execute(
            "INSERT INTO cronica.migrations (number, name) VALUES (%s, %s)",
            (number, migration.__name__),
        )


_NUMBER = """
    SELECT to_regclass('cronica.migrations') IS NOT NULL,
           (SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace('cronica'))
"""


def _number(link: Link, where: str) -> int:
    """The schema's number, 0 if there is nothing yet."""
    marked, things = link.execute(_NUMBER).fetchone() or (False, 0)
    if not marked:
        if things:
            raise DamagedStore(f"the schema “cronica” of {where} belongs to another program")
        return 0
    row = link.execute("SELECT coalesce(max(number), 0) FROM cronica.migrations").fetchone()
    number = int(str(row[0])) if row else 0
    if number > len(MIGRATIONS):
        raise DamagedStore(
            f"{where} was written by a newer version (schema {number}; this is {len(MIGRATIONS)})"
        )
    return number
