"""The games that the figures on balance are drawn from."""

from pathlib import Path

import msgspec
import pytest

from benchmarks.balance import Kept, read
from benchmarks.figures import tables
from benchmarks.played import SETTINGS, Setting, Task, play


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_game_of_each_kind_is_played_to_its_end_the_same_every_time(setting: Setting):
    game = play(Task(setting, ["random"], 3))

    assert game.ended_by in ("graves", "chronicle")
    assert len(game.points) == len(game.wins) == len(game.deaths) == setting.players
    assert sum(game.wins) == pytest.approx(1)
    assert bool(game.rank) == (setting.players == 1)
    assert play(Task(setting, ["random"], 3)) == game


def test_bots_sit_down_in_turn():
    setting = Setting("original", 2)

    mixed = play(Task(setting, ["random", "greedy"], 1))

    assert sum(mixed.points[1].values()) > sum(mixed.points[0].values())


def test_the_tables_have_a_row_for_each_kind_and_pass_over_games_without_an_end():
    setting = Setting("big-box", 1)
    game = play(Task(setting, ["random"], 3))
    endless = type(game)(**{field: getattr(game, field) for field in game.__struct_fields__} | {
        "ended_by": "", "points": (), "wins": (), "rank": "",
    })  # fmt: skip

    lines = list(tables({setting: [game, endless]}))

    assert [line for line in lines if line.startswith("| big-box, solo | 2 | 50 %")]
    assert sum(line.startswith("| big-box, solo |") for line in lines) == 6


def test_games_are_kept_but_for_one_that_was_not_written_to_its_end(tmp_path: Path):
    task = Task(Setting("big-box", 1), ["random"], 3)
    game, file = play(task), tmp_path / "games.jsonl"
    line = msgspec.json.encode(Kept(task, game)) + b"\n"
    file.write_bytes(line + line[:70])

    assert read(file) == [Kept(task, game)]
    assert read(tmp_path / "none.jsonl") == []
