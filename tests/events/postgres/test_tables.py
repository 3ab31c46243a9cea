"""What the PostgreSQL store promises of its tables, beyond the contract of every store."""

from contextlib import closing

import pytest

from events import postgres_schema
from events.chain import check
from events.postgres import PostgresStore
from events.postgres_link import Link
from events.store import Conflict, DamagedStore, Store
from tests.events.places import Place
from tests.events.postgres.tables import TABLES, Tables, refuse
from tests.events.postgres_server import PostgresServer
from tests.events.samples import batch, command


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


def test_events_without_their_command_are_damage(
    written: Store, sql: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    sql("ALTER TABLE cronica.commands DISABLE TRIGGER USER")
    sql("DELETE FROM cronica.commands")

    with pytest.raises(DamagedStore, match="lost"):
        written.read("g")
    assert list(written.first_events()) == []
    assert "game g has lost the command of event 1" in caplog.text


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM cronica.events WHERE game = 'g' AND seq = 1",
        "UPDATE cronica.events SET visible_to = 'nobody' WHERE game = 'g' AND seq = 1",
    ],
)
def test_a_damaged_game_does_not_hide_the_others(
    written: Store, sql: Tables, caplog: pytest.LogCaptureFixture, statement: str
) -> None:
    fine = written.append("fine", 0, "c", [command("ana")])
    sql("ALTER TABLE cronica.events DISABLE TRIGGER USER")
    sql(statement)

    assert list(written.first_events()) == fine[:1]
    assert "a game is left out" in caplog.text


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


def test_a_dump_restored_elsewhere_is_the_same_store(
    written: Store, server: PostgresServer, database: str
) -> None:
    written.append("São João", 0, "c", batch(2), seed=b"2" * 32)
    file, copy = server.folder / f"{database}.dump", server.new_database()
    server.run("pg_dump", "--format=custom", f"--file={file}", server.url(database))
    server.run("pg_restore", "--exit-on-error", f"--dbname={server.url(copy)}", file)

    with closing(PostgresStore(server.url(copy))) as restored:
        for game in written.heads():
            assert restored.read(game) == written.read(game)
            assert restored.seed(game) == written.seed(game)
        assert restored.heads() == written.heads()
        refuse(Tables(server, copy), "DELETE FROM cronica.events")
        assert len(restored.append("g", 6, "d", [command("ana")])) == 1
        assert list(restored.heads()) == ["g", "São João"]
    server.drop_database(copy)
