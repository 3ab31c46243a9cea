"""Opening the PostgreSQL store: from a URL, and only where it may."""

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from events import postgres_schema
from events.postgres import PostgresStore
from events.postgres_link import Link
from events.store import DamagedStore, Store, StoreUnavailable
from events.stores import open_store
from tests.events.places import Place
from tests.events.postgres.tables import Tables
from tests.events.postgres_server import PostgresServer
from tests.events.samples import command


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


def test_what_the_url_says_of_limits_counts_more_than_ours(postgres_place: Place) -> None:
    url = postgres_place.address
    for address, seconds in [(url, "5"), (f"{url}&connect_timeout=17", "17")]:
        with Link.connect(address, timeout=5) as link:
            assert link.info.get_parameters()["connect_timeout"] == seconds
            assert link.execute("SHOW lock_timeout").fetchone() == ("5s",)
            assert link.execute("SHOW statement_timeout").fetchone() == ("10s",)


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
