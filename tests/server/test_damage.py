"""What is damaged in one game's log is told of that game, and costs the others nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.embedded import open_service
from tests.plays import Caller

DAMAGE = {
    "a fact lost": "DELETE FROM facts WHERE key = {first}",
    "a fact that is no text": "UPDATE facts SET data = CAST(x'ff' AS TEXT) WHERE key = {first}",
    "a command that is no text": """
        UPDATE commands SET text = CAST(x'ff' AS TEXT) WHERE game = 1 AND seq = 1
    """,
    "a seal that is text": "UPDATE commands SET seal = hex(zeroblob(16)) WHERE game = 1",
}


@pytest.mark.parametrize("statement", DAMAGE.values(), ids=DAMAGE)
def test_one_damaged_game_does_not_hide_the_others(tmp_path: Path, statement: str) -> None:
    with closing(open_service(tmp_path)) as service:
        caller = Caller(service)
        bad, fine = caller.create(name="bad"), caller.create(name="fine")
    damage(tmp_path / "cronica.db", statement)

    with closing(open_service(tmp_path)) as service:
        caller = Caller(service)
        problems = {game["id"]: game["problem"] for game in caller.get("/games")["games"]}
        assert problems[fine] is None
        assert bad in problems[bad]
        assert caller.get("/games/fine")["game"]["id"] == fine
        assert caller.post("/tables/rebuild")["games"] == 1
        problem = caller.refused("GET", f"/games/{bad}")
        assert (problem["status"], problem["code"]) == (500, "damaged_store")


def test_a_game_whose_name_is_damaged_does_not_hide_the_others(tmp_path: Path) -> None:
    with closing(open_service(tmp_path)) as service:
        caller = Caller(service)
        caller.create(name="bad")
        fine = caller.create(name="fine")
    damage(tmp_path / "cronica.db", "UPDATE games SET game = CAST(x'ff' AS TEXT) WHERE key = 1")

    with closing(open_service(tmp_path)) as service:
        caller = Caller(service)
        assert [game["id"] for game in caller.get("/games")["games"]] == [fine]
        assert caller.get("/games/fine")["game"]["id"] == fine
        assert caller.post("/tables/rebuild")["games"] == 1
        assert caller.get(f"/games/{fine}/verify")["ok"]


def damage(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for [name] in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            db.execute(f"DROP TRIGGER {name}")
        [first] = db.execute("SELECT json_extract(facts, '$[0]') FROM commands").fetchone()
        db.execute(statement.format(first=first))
