import tomllib
from pathlib import Path

from client.box import lines, toml
from projections.words import words

GAMES = Path(__file__).resolve().parents[1] / "games"
BOX = {
    "name": "a “box”",
    "players": [2, 5],
    "life": 10,
    "open": True,
    "none": None,
    "rounds": {"2": {"add": {"orange": 5}}, "3": {"add": {"orange": 6}}},
    "roads": [{"ends": ["N1", "S1"], "cost": {"brown": 2}}, {"ends": []}],
    "empty": {},
    "labels": {"rounds.2": "deduced", "rounds": "confirmed", "life": "house value"},
}


def test_what_is_less_than_sure_says_so_where_it_stands():
    shown = lines(BOX, words("en"))
    assert "life: 10  (house value)" in shown
    assert "players: 2, 5" in shown
    assert shown[shown.index("rounds:") + 1] == "  2:  (deduced)"
    assert not any("confirmed" in line for line in shown)


def test_a_box_file_says_what_the_box_says():
    expected = {k: v for k, v in BOX.items() if v is not None}
    assert tomllib.loads(toml(BOX)) == expected


def test_the_box_of_village_can_be_written_and_played_with(local, tmp_path):
    text = local.ok("box", "village", "--toml")
    assert tomllib.loads(text)["labels"]
    file = tmp_path / "my-box.toml"
    file.write_text(text.replace("life_time = 10", "life_time = 12"))
    local.ok("new", "village", "--seat", "ana", "--seat", "bob", "--box", str(file))
    assert local.json("board")["view"]["box"]["life_time"] == 12
    assert "house value" in local.ok("box", "village")
    assert "deduced" not in [line.strip() for line in local.ok("box", "village").splitlines()]


def test_a_wrong_box_file_names_the_field(local, tmp_path):
    file = tmp_path / "my-box.toml"
    file.write_text(local.ok("box", "village", "--toml").replace("monks = 4", "monks = -1"))
    result = local("new", "village", "--seat", "ana", "--seat", "bob", "--box", str(file))
    assert result.code == 1
    assert "monks" in result.err


def test_the_box_of_another_edition(local):
    assert (
        local.json("box", "village", "-o", "edition=original", "-o", "seats=2")["edition"]
        == "original"
    )


def test_after_the_game_box_and_rules_still_speak_of_its_kind(cronica):
    cronica.ok("new", "toy", "--seat", "ana", "--seat", "bob", "-o", "target=1")
    cronica.ok("do", "secret 3; secret 4; roll")
    assert cronica.json("board")["game"]["over"]
    assert cronica.ok("box") == cronica.ok("box", "toy")
    assert cronica.ok("rules") == cronica.ok("rules", "--kind", "toy")


def test_after_the_game_the_box_is_the_one_it_was_played_with(local):
    local.ok("import", str(GAMES / "two-original-greedy.txt"))
    assert local.json("board")["game"]["over"]
    assert local.json("box")["edition"] == "original"
