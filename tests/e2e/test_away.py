"""The database goes away under a service and returns: 503 meanwhile, and then it goes on."""

from pathlib import Path

from tests.events.patience import soon
from tests.events.postgres_server import PostgresServer
from tests.processes import Asker, Served

OWNER, SEAT = "o" * 32, "s" * 32
ROLL = {"commands": "roll", "command_id": "once"}


def test_a_service_outlives_its_database(
    running: PostgresServer, database: str, tmp_path: Path
) -> None:
    with Served(tmp_path / "data", "--store", running.url(database), "--untrusting") as served:
        served.ready()
        with Asker(served.url, OWNER) as ana, Asker(served.url) as nobody:
            game = ana.post(
                "/games", kind="toy", seats=[{"id": "ana"}, {"id": "rui"}],
                options={"target": 500, "secrets": False},
            )["id"]  # fmt: skip
            path = f"/games/{game}/commands"
            seq = ana.get(f"/games/{game}")["game"]["seq"]
            running.stop("immediate")
            status, problem = ana.ask("POST", path, ROLL)
            assert (status, problem["code"]) == (503, "store_unavailable")
            assert nobody.ask("GET", "/readyz")[0] == 503
            assert nobody.ask("GET", "/healthz")[0] == 200
            running.start()
            assert ana.post(path, **ROLL) == ana.post(path, **ROLL)
            assert nobody.ask("GET", "/readyz")[0] == 200
            events = ana.get(f"/games/{game}/events")["events"]
            assert next(e["seq"] for e in events if e["command_id"] == "once") == seq + 1
            assert ana.get(f"/games/{game}/verify")["ok"]
        assert served.process.poll() is None
        assert "password" not in served.log.read_text()


def test_a_service_that_cannot_begin_says_why_and_ends(
    database: str, running: PostgresServer, tmp_path: Path
) -> None:
    running.stop()
    url = running.url(database).replace("postgres@", "postgres:hush@")
    with Served(tmp_path / "data", "--store", url) as served:
        assert soon(lambda: served.process.poll() is not None)
        assert served.process.returncode == 5
    assert "cannot be reached" in served.log.read_text()
    assert "hush" not in served.log.read_text()
