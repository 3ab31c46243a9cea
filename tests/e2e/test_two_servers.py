"""Two server processes on one store, writers at both: no lost update, no duplicate, losers told."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.events.postgres_server import PostgresServer
from tests.processes import Asker, Served

TURNS = 12


@pytest.fixture(params=["sqlite", "postgres"])
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Served]]:
    options, folders = [], ["shared", "shared"]
    if request.param == "postgres":
        postgres: PostgresServer = request.getfixturevalue("server")
        options = ["--store", postgres.url(request.getfixturevalue("database"))]
        folders = ["one", "other"]
    here, there = (tmp_path / folder for folder in folders)
    with Served(here, *options) as one, Served(there, *options) as other:
        yield [one.ready(), other.ready()]


class Writer(threading.Thread):
    """Rolls the dice `TURNS` times at one server, knowing only what it was told."""

    def __init__(self, url: str, game: str, name: str) -> None:
        super().__init__()
        self._url, self._game, self._name = url, game, name
        self.acknowledged: dict[str, list[int]] = {}
        self.told = 0
        self.strange: list[object] = []

    def run(self) -> None:
        with Asker(self._url) as asker:
            last = asker.get(f"/games/{self._game}")["game"]["seq"]
            for turn in range(TURNS):
                last = self._insist(asker, f"{self._name}-{turn}", last)

    def _insist(self, asker: Asker, command_id: str, last: int) -> int:
        while True:
            status, answer = asker.ask(
                "POST",
                f"/games/{self._game}/commands",
                {"commands": "roll", "command_id": command_id, "expected": last},
            )
            if status == 200:
                self.acknowledged[command_id] = [event["seq"] for event in answer["events"]]
                return int(answer["seq"])
            if status != 409 or not answer["missed"]:
                self.strange.append(answer)
                return last
            assert answer["missed"][0]["seq"] == last + 1
            self.told += 1
            last = int(answer["missed"][-1]["seq"])


def test_writers_at_both_servers_lose_nothing(servers: list[Served]) -> None:
    with Asker(servers[0].url) as ana, Asker(servers[1].url) as rui:
        game = ana.post(
            "/games",
            kind="toy",
            seats=[{"id": "ana"}, {"id": "rui"}],
            options={"target": 500, "secrets": False},
        )["id"]
        writers = [
            Writer(server.url, game, f"{place}-{turn}")
            for place, server in enumerate(servers)
            for turn in range(2)
        ]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        one, other = ana.get(f"/games/{game}/events"), rui.get(f"/games/{game}/events")
        report = rui.get(f"/games/{game}/verify")

    assert [writer.strange for writer in writers] == [[]] * len(writers)
    assert one == other
    assert report["ok"], report
    recorded: dict[str, list[int]] = {}
    for event in one["events"]:
        recorded.setdefault(event["command_id"], []).append(event["seq"])
    acknowledged = {k: seqs for writer in writers for k, seqs in writer.acknowledged.items()}
    assert len(acknowledged) == len(writers) * TURNS
    assert {k: recorded[k] for k in acknowledged} == acknowledged
    assert len(recorded) == len(acknowledged) + 1  # and the game's beginning
    assert sum(writer.told for writer in writers) > 0


def test_seats_are_shared_by_both_servers(servers: list[Served]) -> None:
    owner, seat = "o" * 32, "s" * 32
    with Asker(servers[0].url, owner) as ana, Asker(servers[1].url, seat) as rui:
        made = ana.post("/games", kind="toy", seats=[{"id": "red"}, {"id": "blue"}], online=True)
        code = made["secrets"]["invitations"]["red"]
        joined = rui.post("/join", code=code, name="rui", token=seat, entropy="00")
        assert joined["seat"] == "red"
        chairs = ana.get(f"/games/{made['id']}/seats")["chairs"]
    assert {chair["seat"]: chair["name"] for chair in chairs} == {"red": "rui", "blue": ""}
