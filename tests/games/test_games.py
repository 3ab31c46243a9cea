"""Whole games, kept as records: they are replayed to the same states and the same scores."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.games.hashing import state_hash
from tests.games.record import ending, rank
from tests.plays import Caller

FOLDER = Path(__file__).parent
RECORDS = sorted(FOLDER.glob("*.txt"))


@pytest.fixture(scope="module", params=RECORDS, ids=[path.stem for path in RECORDS])
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@pytest.fixture(scope="module")
def known(path: Path) -> dict[str, Any]:
    """What is known of the game besides its record."""
    return tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def caller() -> Caller:
    return Caller()


@pytest.fixture(scope="module")
def game(caller: Caller, path: Path) -> str:
    """The imported game."""
    game: str = caller.post("/import", text=path.read_text("utf-8"))["id"]
    return game


def test_the_scores_are_the_recorded_ones(caller: Caller, game: str, known: dict[str, Any]):
    found = caller.get(f"/games/{game}")

    assert found["game"]["over"]
    assert found["seq"] == known["events"]
    assert found["outcome"] == {"points": known["points"], "places": known["places"]}


def test_the_states_are_the_recorded_ones(caller: Caller, game: str, known: dict[str, Any]):
    with caller.service.enter(game) as room:
        for at, wanted in known["states"].items():
            assert state_hash(room.timeline.state(int(at))) == wanted, f"after event {at}"
    assert len(known["states"]) == -(-known["events"] // 25)


def test_every_draw_is_proved(caller: Caller, game: str):
    report = caller.get(f"/games/{game}/verify")

    assert report["ok"], report
    assert report["proved"] == report["draws"] > 0


def test_the_record_is_written_again_as_it_was(caller: Caller, game: str, path: Path):
    again = caller.text(f"/games/{game}/export")

    assert again == path.read_text("utf-8")


def test_it_ends_as_it_is_said_to(caller: Caller, game: str, known: dict[str, Any]):
    with caller.service.enter(game) as room:
        events = room.timeline.events
        facts = [room.timeline.fact(event.seq) for event in events]

    assert ending(facts) == known["ends"]
    assert rank(facts) == known.get("rank", "")


def test_every_kind_of_end_is_recorded():
    """The chronicle, the graves, a market day's end by its owner and by another; 2 to 5 players."""
    tables = [tomllib.loads(path.with_suffix(".toml").read_text("utf-8")) for path in RECORDS]

    ends = {table["ends"].removeprefix("chronicle").removeprefix("graves") for table in tables}
    assert ends == {"", ", on a market day by its owner", ", on a market day by another"}
    assert {table["ends"].partition(",")[0] for table in tables} == {"chronicle", "graves"}
    assert {len(table["points"]) for table in tables} >= {2, 3, 4, 5}
    assert len(tables) >= 8


def test_solo_and_the_original_edition_are_recorded_with_different_ends():
    """At least four games of each; the solo ones reach different ranks."""
    texts = {path.stem: path.read_text("utf-8") for path in RECORDS}
    tables = {name: tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")) for name in texts}

    solo = [table for table in tables.values() if len(table["points"]) == 1]
    original = [tables[name] for name, text in texts.items() if '"edition":"original"' in text]
    assert len(solo) >= 4
    assert len(original) >= 4
    assert len({table["ends"] for table in solo}) >= 4
    assert len({table["ends"] for table in original}) >= 3
    assert len({table["rank"] for table in solo}) >= 4
    assert {len(table["points"]) for table in original} == {2, 3, 4}
