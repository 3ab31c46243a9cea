"""Every command on both ways to the service, with the same expectations."""

import json

import pytest

TOY = ("toy", "--seat", "ana", "--seat", "bob")


@pytest.fixture
def game(cronica):
    """A game of two people that has just begun; its first seat in the order of play."""
    cronica.ok("new", *TOY, "--name", "first", "--option", "target=12")
    return cronica.json("board")


def first_of(game):
    return game["view"]["order"][0]


def test_new_makes_a_game_and_remembers_it(cronica):
    made = cronica.json("new", *TOY, "--name", "one")
    assert (made["kind"], made["name"], made["over"]) == ("toy", "one", False)
    assert cronica.json("board")["game"]["id"] == made["id"]


def test_new_tells_how_to_go_on(cronica):
    out = cronica.ok("new", *TOY, "--name", "one")
    assert "one" in out
    assert "cronica play" in out


def test_new_takes_bots_options_and_a_box_file(cronica, tmp_path):
    box = tmp_path / "box.toml"
    box.write_text("passes = 1\n")
    line = ["new", "toy", "--seat", "ana", "--seat", "carla=bot:careful", "--box", str(box)]
    made = cronica.json(*line, "--option", "target=7")
    assert made["seats"][1] == {"id": "carla", "bot": "careful"}
    assert made["options"]["target"] == 7
    assert cronica.json("farm", "ana")["passes"] == 1


def test_games_lists_the_newest_first_and_marks_the_current_one(cronica):
    cronica.ok("new", *TOY, "--name", "one")
    cronica.ok("new", *TOY, "--name", "two")
    cronica.ok("use", "one")
    lines = cronica.ok("games").splitlines()
    assert [line.split()[0] == "*" for line in lines] == [False, True]
    assert [g["name"] for g in cronica.json("games")["games"]] == ["two", "one"]
    assert len(cronica.json("games", "--limit", "1")["games"]) == 1
    assert cronica.json("games", "--over")["games"] == []
    assert cronica.json("games", "--kind", "toy", "--open")["games"] != []


def test_without_games_the_list_says_how_to_begin(cronica):
    assert "cronica play" in cronica.ok("games")


def test_a_game_is_named_by_id_beginning_or_name(cronica):
    made = cronica.json("new", *TOY, "--name", "a name with spaces")
    cronica.ok("new", *TOY, "--name", "other")
    for named in (made["id"], made["id"][:8], "a name with spaces"):
        assert cronica.json("board", "-g", named)["game"]["id"] == made["id"]


def test_an_unknown_game_ends_with_4(cronica, game):
    for line in (("board", "-g", "nothing"), ("use", "nothing"), ("log", "-g", "nothing")):
        result = cronica(*line)
        assert (result.code, result.out) == (4, "")
        assert "nothing" in result.err


def test_without_a_current_game_commands_end_with_4_and_say_what_to_do(cronica):
    result = cronica("board")
    assert (result.code, result.out) == (4, "")
    assert "cronica play" in result.err
    assert cronica("board", "--json").json["code"] == "no_game"


def test_board_farm_and_story_show_the_table(cronica, game):
    assert "target: 12" in cronica.ok("board")
    assert cronica.ok("farm", "bob").startswith("bob:")
    assert len(cronica.ok("farm").splitlines()) == 2
    assert set(cronica.json("farm")) == {"ana", "bob"}
    assert cronica.json("chronicle", "--story") == {"lines": []}


def test_a_part_that_a_game_does_not_have_ends_with_4(cronica, game):
    for line in (("farm", "eve"), ("score",), ("chronicle",)):
        assert cronica(*line).code == 4
        assert cronica(*line, "--json").json["status"] == 404


def test_the_person_who_must_choose_looks_unless_a_seat_is_named(cronica, game):
    first = first_of(game)
    other = {"ana": "bob", "bob": "ana"}[first]
    cronica.ok("do", "secret 3")
    assert cronica.json("farm", first)["secret"] is None
    assert cronica.json("farm", first, "--as", first)["secret"] == 3
    assert cronica.json("farm", first, "--as", other)["secret"] is None


def test_legal_lists_commands_and_filters_them(cronica, game):
    assert "  secret 3" in cronica.ok("legal").splitlines()
    texts = [c["text"] for c in cronica.json("legal", "sec", "3")["commands"]]
    assert texts == ["secret 3"]


def test_why_names_reason_and_page(cronica, game):
    assert "page 1" in cronica.ok("why", "roll")
    assert cronica.json("why", "secret", "3")["legal"] is True
    assert "legal now" in cronica.ok("why", "secret 3")


def test_do_plays_one_or_several_and_tells_what_happened(cronica, game):
    first = first_of(game)
    out = cronica.ok("do", "secret 3; secret 4")
    assert f"{first}: secret 3" in out
    assert out.splitlines()[-1] == f"{first}: {first}, roll or pass"
    played = cronica.json("do", "pass;", "roll")
    assert [e["type"] for e in played["events"]] == ["Passed", "TurnEnded", "Rolled", "TurnEnded"]


def test_a_batch_is_done_wholly_or_not_at_all(cronica, game):
    result = cronica("do", "secret 3; secret 9")
    assert (result.code, result.out) == (1, "")
    assert cronica.json("board")["seq"] == game["seq"]


def test_a_dry_run_changes_nothing(cronica, game):
    assert "secret 3" in cronica.ok("do", "--dry-run", "secret 3")
    assert cronica.json("do", "-n", "secret 3")["dry_run"] is True
    assert cronica.json("board")["seq"] == game["seq"]


def test_a_refusal_ends_with_1_and_names_reason_page_and_what_is_legal(cronica, game):
    result = cronica("do", "roll")
    assert (result.code, result.out) == (1, "")
    assert "page 1" in result.err
    assert "secret 1" in result.err
    problem = cronica("do", "roll", "--json")
    assert (problem.code, problem.err) == (1, "")
    assert problem.json["code"] == "secret_first"


def test_a_lost_race_ends_with_3_and_tells_what_was_missed(cronica, game):
    cronica.ok("do", "secret 3; secret 4; pass")
    result = cronica("do", "--expected", str(game["seq"] + 2), "roll")
    assert (result.code, result.out) == (3, "")
    assert "pass" in result.err
    assert cronica("do", "roll", "--expected", "1", "--json").json["missed"]


def test_undo_redo_and_back_move_the_head(cronica, game):
    cronica.ok("do", "secret 3; secret 4; pass")
    settled = cronica.json("log")["events"][3]["seq"]
    cronica.ok("undo")
    assert cronica.json("board")["at"] == settled
    cronica.ok("redo")
    assert cronica.json("board")["at"] > settled
    cronica.ok("back", str(settled))
    assert cronica.json("board")["at"] == settled
    assert cronica.json("board", "--at", "2")["at"] == 2


def test_nothing_to_redo_ends_with_1(cronica, game):
    assert cronica("redo").code == 1


def test_the_log_shows_undone_stretches_only_when_asked(cronica, game):
    cronica.ok("do", "secret 3; secret 4; pass")
    cronica.ok("undo")
    assert "pass" not in cronica.ok("log")
    lines = [line for line in cronica.ok("log", "--all").splitlines() if line.startswith("~")]
    assert "pass" in lines[0]
    assert any(e["undone"] for e in cronica.json("log", "--all")["events"])
    seq = cronica.json("board")["seq"]
    assert cronica.json("log", "--all", "--since", str(seq - 1))["events"][0]["command"] == "undo"


def test_following_a_finished_game_ends_at_once(cronica):
    finish(cronica)
    assert cronica.ok("log", "--follow") == cronica.ok("log")


def test_replay_shows_every_command_with_its_table(cronica, game):
    cronica.ok("do", "secret 3; secret 4; pass")
    out = cronica.ok("replay")
    assert out.count("target: 12") == 4
    assert cronica.ok("replay", "first", "--speed", "1000") == out
    bodies = cronica.ok("replay", "--json", "--from", "3").splitlines()
    assert [json.loads(body)["at"] for body in bodies] == [3, 4, 6]


def test_a_replay_of_nothing_is_misuse(cronica, game):
    assert cronica("replay", "--from", "900").code == 2


def test_diff_and_trace_follow_values(cronica, game):
    first = first_of(game)
    cronica.ok("do", "secret 3; secret 4; pass")
    path = f"farms.{first}.passes"
    changes = cronica.json("diff", "2", "6")["changes"]
    assert {"path": path, "before": 3, "after": 2} in changes
    assert path in cronica.ok("diff", "2", "6")
    assert "Nothing" in cronica.ok("diff", "2", "2")
    traced = cronica.json("trace", path)
    assert [(c["before"], c["after"], c["command"]) for c in traced["changes"]][-1] == (
        3,
        2,
        "pass",
    )
    assert "pass" in cronica.ok("trace", path, "--last").splitlines()[-1]
    assert cronica("trace", "farms.eve.passes").code == 4


def test_fork_makes_another_game_and_chooses_it(cronica, game):
    cronica.ok("do", "secret 3; secret 4; pass")
    forked = cronica.json("fork", "--at", "4", "--name", "branch")
    assert forked["forked_from"] == {"game": game["game"]["id"], "at": 4}
    assert cronica.json("board")["game"]["id"] == forked["id"]
    assert len(cronica.json("games")["games"]) == 2


def finish(cronica):
    cronica.ok("new", "toy", "--seat", "ana", "--seat", "bob", "--name", "done", "-o", "target=1")
    cronica.ok("do", "secret 3; secret 4; roll")


def test_verify_checks_a_finished_game(cronica):
    finish(cronica)
    report = cronica.json("verify")
    assert report["ok"]
    assert report["draws"] == report["proved"]
    assert "✓" in cronica.ok("verify", "done")


def test_export_and_import_make_the_same_game_again(cronica, tmp_path):
    finish(cronica)
    text = cronica.ok("export")
    assert cronica.ok("export", "done", "--output", str(tmp_path / "done.txt")) == ""
    assert (tmp_path / "done.txt").read_text() == text
    before = cronica.json("board")
    cronica.ok("import", str(tmp_path / "done.txt"), "--name", "again")
    after = cronica.json("board")
    assert after["game"]["id"] != before["game"]["id"]
    assert (after["view"], after["outcome"]) == (before["view"], before["outcome"])
    lines = cronica.ok("export", "--events").splitlines()
    assert json.loads(lines[1])["seq"] == 2 or json.loads(lines[0])["seq"] == 1


def test_import_reads_standard_input(cronica):
    finish(cronica)
    text = cronica.ok("export")
    assert "again" in cronica.ok("import", "-", "--name", "again", typed=text)


def test_rules_and_box_of_the_current_game(cronica, game):
    assert "rolling" in cronica.ok("rules")
    assert "Roll the die" in cronica.ok("rules", "rolling")
    assert cronica.json("rules", "rolling", "--kind", "toy")["pages"] == [2]
    assert cronica("rules", "nothing").code == 4
    assert "passes" in cronica.ok("box")
    assert cronica("box", "nothing").code == 4


def test_the_box_of_a_game_is_the_one_it_is_played_with(cronica, tmp_path):
    box = tmp_path / "box.toml"
    printed = cronica.ok("box", "village", "--toml")
    box.write_text(printed.replace("life_time = 10", "life_time = 12"))
    two = ("village", "--seat", "ana", "--seat", "bob")
    cronica.ok("new", *two, "--box", str(box), "--name", "my")
    assert "life_time: 12" in cronica.ok("box")
    assert "life_time: 12" in cronica.ok("box", "-g", "my")
    assert "life_time: 10" in cronica.ok("box", "village")
    cronica.ok("new", *two, "-o", "edition=original")
    assert "name: Village (2011)" in cronica.ok("box")


def test_where_nothing_legal_is_meant_that_is_said(cronica, game):
    assert "No legal command is like that." in cronica.ok("legal", "zebra")
    assert "No legal command" not in cronica.ok("legal")


def test_after_the_end_nothing_is_legal_and_undo_is_refused(cronica):
    finish(cronica)
    assert "over" in cronica.ok("legal")
    assert cronica("do", "roll").code == 1
    assert cronica("undo").code == 1


def test_invalid_games_are_refused_with_1(cronica):
    assert cronica("new", "toy", "--seat", "ana").code == 1
    assert cronica("new", "toy", "--seat", "ana", "--seat", "ana").code == 1
    assert cronica("new", *TOY, "--option", "target=0").code == 1
    assert cronica("new", "nothing", "--seat", "ana").code == 4
