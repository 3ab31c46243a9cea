"""What the PostgreSQL store promises of its tables, beyond the contract of every store."""

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from events import postgres_schema
from events.chain import check
from events.postgres import PostgresStore
from events.postgres_link import Link
from events.store import Conflict, DamagedStore, Store, StoreUnavailable
from events.stores import open_store
from tests.events.places import Place
from tests.events.postgres_server import PostgresServer
from tests.events.samples import batch, command

TABLES = ["games", "commands", "events", "secrets"]


class Tables:
    """The superuser's way to the tables of one test."""

    def __init__(self, server: PostgresServer, database: str) -> None:
        self.server = server
        self.database = database

    def __call__(self, statement: str, *parameters: object) -> list[Any]:
        return self.server.execute(statement, *parameters, database=self.database)

    def dump(self) -> list[Any]:
        return [self(f"SELECT * FROM cronica.{table} ORDER BY 1, 2") for table in TABLES]


@pytest.fixture
def sql(server: PostgresServer, database: str) -> Tables:
    return Tables(server, database)


@pytest.fixture
def written(postgres_place: Place) -> Store:
    """A store with one game of six events in three commands."""
    store = postgres_place.open()
    store.append("g", 0, "c", batch(3), seed=b"1" * 32)
    return store


# Finding the store


def test_a_url_opens_postgresql_and_a_path_sqlite(postgres_place: Place, tmp_path: Any) -> None:
    for place in (postgres_place.address, tmp_path / "log.sqlite", str(tmp_path / "log.sqlite")):
        store = open_store(place)
        assert store.append("g", store.last("g"), str(place), [command("ana")])
        store.close()


def test_an_unknown_kind_of_url_is_refused() -> None:
    with pytest.raises(StoreUnavailable, match="no store speaks mysql://"):
        open_store("mysql://localhost/games")


def test_without_psycopg_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "events.postgres")
    monkeypatch.setitem(sys.modules, "events.postgres_append", None)

    with pytest.raises(StoreUnavailable, match=r"pip install 'cronica\[postgres\]'"):
        open_store("postgresql://localhost/games")


@pytest.mark.parametrize("url", ["postgresql://[", "postgresql://ana:secret@x/?colour=blue"])
def test_a_url_that_cannot_be_read_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(StoreUnavailable, match=r"no postgresql:// URL") as refused:
        open_store(url)
    assert "secret" not in str(refused.value)


def test_a_refused_password_is_not_repeated(server: PostgresServer) -> None:
    url = server.url(user="nobody").replace("nobody@", "nobody:secret@")

    with pytest.raises(StoreUnavailable, match='role "nobody" does not exist') as refused:
        PostgresStore(url)
    assert "secret" not in str(refused.value)


# The schema


def test_the_log_reads_as_one_table(written: Store, sql: Tables) -> None:
    rows = sql(
        "SELECT seq, cause, seat, command, type, data, command_id, seal, "
        "(extract(epoch FROM recorded_at) * 1000)::bigint FROM cronica.log WHERE game = 'g'"
    )

    assert rows == [
        (e.seq, e.cause, e.seat, e.command, e.type, e.data, e.command_id, e.seal, e.recorded_at)
        for e in written.read("g")
    ]


def test_every_key_begins_with_the_game(written: Store, sql: Tables) -> None:
    keys = sql("""
        SELECT table_class.relname, a.attname FROM pg_index AS i
        JOIN pg_class AS table_class ON table_class.oid = i.indrelid
        JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
        WHERE i.indisunique AND table_class.relnamespace = 'cronica'::regnamespace
    """)

    assert sorted(set(keys)) == [
        ("commands", "game"), ("events", "game"), ("games", "game"), ("migrations", "number"),
        ("secrets", "game"),
    ]  # fmt: skip


def test_the_tables_work_as_well_in_partitions(postgres_place: Place, sql: Tables) -> None:
    sql("CREATE SCHEMA cronica")
    sql(postgres_schema.MARK)
    with Link.connect(postgres_place.address, timeout=5) as link:
        postgres_schema.tables(link, partitions=4)
    sql("INSERT INTO cronica.migrations VALUES (1, 'tables')")
    store = postgres_place.open()
    games = [f"game {n}" for n in range(12)]

    for game in games:
        store.append(game, 0, "c", batch(2), seed=b"1" * 32)
        with pytest.raises(Conflict):
            store.append(game, 0, "d", batch(2))

    assert all(check(store.read(game)) is None for game in games)
    assert list(store.heads()) == games == [event.game for event in store.first_events()]
    used = [n for n in range(4) if sql(f"SELECT 1 FROM cronica.events_{n}")]
    assert len(used) > 1
    for part in ("events", *(f"events_{n}" for n in used)):
        refuse(sql, f"DELETE FROM cronica.{part}")


def refuse(sql: Tables, statement: str, *parameters: object) -> None:
    """The statement is refused by a guard, and changes nothing."""
    before = sql.dump()
    with pytest.raises(psycopg.IntegrityError, match="only grows at its end"):
        sql(statement, *parameters)
    assert sql.dump() == before


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM {}",
        "UPDATE {} SET game = game",
        "TRUNCATE {}",
        "INSERT INTO {} SELECT * FROM {} LIMIT 1 ON CONFLICT (game{}) DO UPDATE SET game = 'h'",
        "MERGE INTO {} AS t USING (SELECT) AS s ON t.game = 'g' WHEN MATCHED THEN DELETE",
    ],
)
def test_no_row_can_be_changed_or_removed(
    written: Store, sql: Tables, table: str, statement: str
) -> None:
    key = "" if table == "games" else ", seq"
    refuse(sql, statement.format(f"cronica.{table}", f"cronica.{table}", key))


@pytest.mark.parametrize("seq", [8, 100])
def test_no_event_leaves_a_gap(written: Store, sql: Tables, seq: int) -> None:
    event = "'Said', '{}', NULL, decode(repeat('00', 32), 'hex')"
    refuse(sql, f"INSERT INTO cronica.events VALUES ('g', %s, 1, {event})", seq)


@pytest.mark.parametrize("seq", [2, 6])
def test_no_command_is_put_within_the_log(written: Store, sql: Tables, seq: int) -> None:
    refuse(sql, "INSERT INTO cronica.commands VALUES ('g', %s, 'x', 1, NULL, 'x', 0)", seq)


TAMPERING = [
    ("UPDATE cronica.events SET data = '{}' WHERE seq = 4", 4),
    ("UPDATE cronica.events SET visible_to = '[\"ana\"]' WHERE seq = 5", 5),
    ("UPDATE cronica.commands SET seat = 'rui' WHERE seq = 3", 3),
    ("UPDATE cronica.commands SET recorded_at = 0 WHERE seq = 5", 5),
    ("DELETE FROM cronica.events WHERE seq = 3", 3),
    ("DELETE FROM cronica.commands WHERE seq = 3", 3),
]


@pytest.mark.parametrize(("statement", "first_bad"), TAMPERING)
def test_whoever_gets_around_the_guards_is_found_out(
    written: Store, sql: Tables, statement: str, first_bad: int
) -> None:
    for table in TABLES:
        sql(f"ALTER TABLE cronica.{table} DISABLE TRIGGER USER")
    sql(statement)

    broken = check(written.read("g"))

    assert broken is not None
    assert broken.seq == first_bad


def test_events_without_their_command_are_damage(written: Store, sql: Tables) -> None:
    sql("ALTER TABLE cronica.commands DISABLE TRIGGER USER")
    sql("DELETE FROM cronica.commands")

    with pytest.raises(DamagedStore, match="lost"):
        written.read("g")
    with pytest.raises(DamagedStore, match="lost"):
        list(written.first_events())


def test_tables_that_contradict_each_other_are_damage(written: Store, sql: Tables) -> None:
    sql("INSERT INTO cronica.commands VALUES ('g', 7, 'x', 1, NULL, 'without events', 0)")

    with pytest.raises(DamagedStore, match="takes nothing after event 6"):
        written.append("g", 6, "d", [command("ana")])


def test_a_lost_table_is_damage(written: Store, sql: Tables) -> None:
    sql("DROP TABLE cronica.events CASCADE")

    with pytest.raises(DamagedStore, match=r'"cronica.events" does not exist'):
        written.read("g")


@pytest.mark.parametrize("ids", [("g" * 1001, "c"), ("g", "c" * 1001)])
def test_ids_that_no_index_can_hold_are_a_mistake(
    postgres_place: Place, ids: tuple[str, str]
) -> None:
    store = postgres_place.open()
    with pytest.raises(ValueError, match="at most 1000 bytes"):
        store.append(ids[0], 0, ids[1], [command("ana")])

    assert store.append("\x1a" * 1000, 0, "\0" * 1000, [command("ana")])


# Whose schema it is


def test_another_programs_schema_is_refused(postgres_place: Place, sql: Tables) -> None:
    sql("CREATE SCHEMA cronica CREATE TABLE events (game text)")

    with pytest.raises(DamagedStore, match="belongs to another program"):
        postgres_place.open()
    assert sql("SELECT count(*) FROM pg_class WHERE relnamespace = 'cronica'::regnamespace") == [
        (1,)
    ]


def test_a_newer_schema_is_refused(written: Store, postgres_place: Place, sql: Tables) -> None:
    sql("INSERT INTO cronica.migrations VALUES (99, 'something new')")
    before = sql.dump()

    with pytest.raises(DamagedStore, match=r"newer version \(schema 99; this is 1\)"):
        postgres_place.open()
    assert sql.dump() == before


def test_a_database_with_another_encoding_is_refused(server: PostgresServer) -> None:
    name = server.new_database("ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")

    with pytest.raises(DamagedStore, match="encoding LATIN1"):
        PostgresStore(server.url(name))
    server.drop_database(name)


def test_an_older_server_is_refused(postgres_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_schema, "OLDEST", 990_000)

    with pytest.raises(StoreUnavailable, match="PostgreSQL 99 or newer"):
        postgres_place.open()


def test_many_may_open_a_new_database_at_once(postgres_place: Place, sql: Tables) -> None:
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(lambda _: postgres_place.open(size=1), range(6)))

    assert stores[0].append("g", 0, "c", [command("ana")]) == stores[5].read("g")
    assert sql("SELECT number, name FROM cronica.migrations") == [(1, "tables")]


def test_the_service_needs_no_rights_but_to_read_and_to_add(
    written: Store, server: PostgresServer, sql: Tables
) -> None:
    role = f"service_{sql.database}"
    url = server.url(sql.database, user=role)
    sql(f"CREATE ROLE {role} LOGIN")
    try:
        with pytest.raises(StoreUnavailable, match="permission denied"):
            PostgresStore(url)
        sql(f"GRANT USAGE ON SCHEMA cronica TO {role}")
        sql(f"GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA cronica TO {role}")
        sql(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA cronica TO {role}")

        store = PostgresStore(url)
        assert len(store.append("g", 6, "d", [command("ana")])) == 1
        assert len(store.append("h", 0, "d", [command("ana")], seed=b"2" * 32)) == 1
        store.close()
    finally:
        sql(f"DROP OWNED BY {role}")
        sql(f"DROP ROLE {role}")


def test_commits_are_durable_whatever_the_database_says(postgres_place: Place, sql: Tables) -> None:
    for given, used in [("off", "on"), ("remote_apply", "remote_apply")]:
        sql(f"ALTER DATABASE {sql.database} SET synchronous_commit = {given}")
        with Link.connect(postgres_place.address, timeout=5) as link:
            assert link.execute("SHOW synchronous_commit").fetchone() == (used,)
