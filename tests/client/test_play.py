"""The table, played from a pipe: what it shows, and what it makes of what is typed."""

import json
import re
from pathlib import Path

import pytest

from client import watch
from client.table import Table
from tests.client.meanwhile import meanwhile

GAMES = Path(__file__).resolve().parents[1] / "games"
TOY = ("toy", "--seat", "ana", "--seat", "bob", "--option", "target=9")


def lines(*typed):
    return "\n".join(typed) + "\n"


def test_a_game_is_made_played_and_left(cronica):
    out = cronica.ok("play", *TOY, typed=lines("3", "secret 4", "roll", "quit"))
    assert "Roll the die" in out  # the help a newcomer needs
    assert "target: 9" in out  # the table
    assert "   1  secret 1" in out  # the choices
    assert "“cronica play” goes on" in out
    assert commands(cronica) == ["new", "secret", "secret", "roll"]


def commands(cronica, *options):
    """What was commanded, in order; secrets without their numbers, which not everybody sees."""
    events = cronica.json("log", *options)["events"]
    texts = [e["command"] for e in events if e["cause"] == e["seq"]]
    return ["secret" if not t or t.startswith("secret") else t for t in texts]


def test_play_goes_on_with_the_current_game_or_the_one_named(cronica):
    cronica.ok("new", *TOY, "--name", "one")
    cronica.ok("new", *TOY, "--name", "two")
    cronica.ok("play", typed=lines("secret 1"))
    cronica.ok("play", "-g", "one", typed=lines("secret 2"))
    assert commands(cronica) == ["new", "secret"]
    assert commands(cronica, "-g", "one") == ["new", "secret"]
    assert cronica("play", "-g", "nothing").code == 4


def test_where_nothing_is_played_it_asks_and_takes_no_answer_for_nobody(cronica):
    out = cronica.ok("play")
    assert "Who plays?" in out
    assert cronica.json("games")["games"] == []


def test_it_says_what_goes_on_and_how_to_begin_another(cronica):
    cronica.ok("new", *TOY, "--name", "one")
    out = cronica.ok("play")
    assert "“one” goes on. “cronica play toy” begins another game." in out
    assert "goes on. " not in cronica.ok("play", *TOY)


def test_the_table_is_drawn_again_when_a_lone_player_takes_another_turn(cronica):
    out = cronica.ok("play", "village", "--seat", "ana", typed=lines(*"11111111", "quit"))
    assert out.count("─ market ─") == out.count("ana: Take a cube from") > 1


def test_a_question_about_a_topic_is_answered_and_no_mistake(cronica):
    result = cronica("play", *TOY, typed=lines("? rolling", "legal zebra", "quit"))
    assert "Roll the die" in result.out.partition("> ? rolling")[2]
    assert "No legal command is like that." in result.out
    assert result.err == ""


def test_what_is_too_long_for_a_command_is_called_so_in_plain_words(cronica):
    result = cronica("play", *TOY, typed=lines("z" * 300, "quit"))
    assert "is no command here" in result.err
    assert "$." not in result.err


def test_a_finished_game_is_followed_by_a_new_one(cronica):
    cronica.ok("new", "toy", "--seat", "ana", "--seat", "bob", "-o", "target=1")
    out = cronica.ok("play", typed=lines("secret 3; secret 4; roll"))
    assert "1. " in out
    assert "cronica replay" in out
    assert "Who plays?" in cronica.ok("play")


@pytest.fixture
def ending(local):
    """A game of Village before its last command, and that command."""
    local.ok("import", str(GAMES / "one-carla.txt"), "--name", "whole")
    events = local.json("log")["events"]
    last = next(e for e in events if e["seq"] == events[-1]["cause"])
    local.ok("fork", "--at", str(last["seq"] - 1), "--name", "ending")
    return last["command"]


def test_the_end_is_told_once_with_the_result_below_the_table(local, ending):
    out = local.ok("play", typed=lines(ending))
    table = out.index("─ market ─", out.index("the secret seed"))
    assert out.index("The game is over.\n1. ") > table
    assert "the game is over: 1. " not in out


def test_who_watches_is_told_the_end_once(local, ending, monkeypatch):
    monkeypatch.setattr(watch, "follow", meanwhile([ending]))
    out = local.ok("watch")
    assert out.count("The game is over.\n1. ") == 1
    assert "the game is over: 1. " not in out


def test_a_replay_and_the_log_tell_the_end_among_what_happened(local, ending):
    local.ok("do", ending)
    for line in (("replay", "--from", str(local.json("board")["seq"])), ("log",)):
        assert local.ok(*line).count("the game is over: 1. ") == 1


def test_several_commands_in_one_line_are_done_wholly_or_not_at_all(cronica):
    cronica.ok("play", *TOY, typed=lines("secret 3; secret 9", "secret 3; secret 4; pass"))
    assert commands(cronica) == ["new", "secret", "secret", "pass"]


def test_words_that_may_mean_several_commands_narrow_the_choices(cronica):
    out = cronica.ok("play", *TOY, typed=lines("secret 3; secret 4", "ro", "2"))
    shown = out.split("> ro\n")[1]
    assert shown.split("> 2")[0].count("\n   ") == 2
    assert commands(cronica)[-1] == "roll twice"


def test_an_empty_line_and_two_dots_show_all_choices_again(cronica):
    out = cronica.ok("play", *TOY, typed=lines("secret 3; secret 4", "ro", "..", "ro", "", "3"))
    assert commands(cronica)[-1] == "pass"
    assert out.split("> 3\n")[0].count("   3  pass") == 3


def test_undo_redo_and_back_are_told_and_show_the_table_again(cronica):
    typed = lines("secret 3", "undo", "redo", "back 2", "log")
    out = cronica.ok("play", *TOY, typed=typed)
    assert out.count("target: 9") == 5
    assert commands(cronica, "--all")[1:] == ["secret", "undo", "redo", "back 2"]
    assert "\n~" in out.split("> log\n")[1]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("board", "target: 9"),
        ("farm", "place 0"),
        ("farm bob", "bob: place 0"),
        ("log", "new"),
        ("legal", "  secret 6"),
        ("legal sec 2", "  secret 2"),
        ("why roll", "page 1"),
        ("rules", "rolling"),
        ("rules rolling", "Roll the die"),
        ("?", "explain what can be chosen"),
        ("help", "leave; the game is kept"),
        ("? 2", "secret 2"),
        ("? secret 2", "secret 2"),
    ],
)
def test_looking_changes_nothing(local, typed, told):
    local.ok("new", *TOY)
    before = local.json("board")["seq"]
    assert told in local.ok("play", typed=lines(typed)).split(f"> {typed}\n")[1]
    assert local.json("board")["seq"] == before


@pytest.mark.parametrize(
    "typed", ["roll", "99", "0", "frobnicate", "farm eve", "why", "back x", "back 900", "rules no",
              "redo", "? 99", ";;", "roll; roll"]
)  # fmt: skip
def test_mistakes_are_told_and_the_question_stays(cronica, typed):
    cronica.ok("new", *TOY)
    result = cronica("play", typed=lines(typed, "quit"))
    assert result.code == 0
    assert result.err.strip()
    assert len(commands(cronica)) == 1


def test_what_bots_do_is_told(cronica):
    out = cronica.ok("play", "toy", "--seat", "ana", "--seat", "carla=bot:careful",
                     typed=lines("1", "1"))  # fmt: skip
    assert "carla: (hidden)" in out
    assert "carla: roll" in out


def test_secrets_are_not_shown_to_the_next_person(local):
    out = local.ok("play", *TOY, typed=lines("secret 3", "log", "farm"))
    shown = out.split("> log\n")[1]
    assert "(hidden)" in shown
    assert "secret 3" not in shown.split("\n   1")[0]


def test_with_json_lines_go_in_and_answers_come_out(cronica):
    typed = lines("secret 3; secret 4", "roll twice twice", "legal", "undo", "redo", "back 2")
    out = cronica.ok("play", *TOY, "--json", typed=typed)
    position, played, refused, legal, undone, redone, back = map(json.loads, out.splitlines())
    assert position["at"] == 2
    assert played["at"] == 4
    assert refused["status"] == 422
    assert [c["text"] for c in legal["commands"]] == ["roll", "roll twice", "pass"]
    assert (undone["at"], redone["at"], back["at"]) == (3, 4, 2)


def test_somebody_else_moving_first_is_told_and_the_table_shown_anew(local, monkeypatch):
    local.ok("new", *TOY)
    load = Table.load
    calls: list[int] = []

    def meanwhile(self):
        load(self)
        if not calls:
            calls.append(1)
            session = self.session
            session.post(session.path("commands"), commands="secret 5")

    monkeypatch.setattr(Table, "load", meanwhile)
    result = local("play", typed=lines("secret 3", "secret 4"))
    assert result.code == 0
    assert "secret 5" in result.err or "(hidden)" in result.err
    assert len(commands(local)) == 3


def test_a_seat_waits_until_it_must_choose(cronica, monkeypatch):
    cronica.ok("new", *TOY)
    first, second = cronica.json("board")["view"]["order"]
    sleeps: list[int] = []

    def sleep(self):
        """Somebody else chooses in the meantime; later on this player has had enough."""
        if sleeps:
            raise KeyboardInterrupt
        sleeps.append(1)
        self.session.post(self.session.path("commands"), commands="secret 5", seat=first)

    monkeypatch.setattr(Table, "rest", sleep)
    out = cronica.ok("play", "--as", second, typed=lines("secret 2"))
    assert f"Waiting for {first}" in out
    assert f"{first}: (hidden)" in out
    assert f"{second}> secret 2" in out
    assert "“cronica play” goes on" in out


def test_beside_each_choice_stands_what_it_does_where_the_width_allows(cronica, monkeypatch):
    cronica.ok("new", "village", "--seat", "ana", "--seat", "bob")
    typed = lines("take", "1", "legal")
    monkeypatch.setenv("COLUMNS", "80")
    out = cronica.ok("play", typed=typed)
    assert ", then the " in out.split("> take")[1]
    assert all(len(line) <= 80 for line in out.splitlines())
    assert " e a ação (" in cronica.ok("play", "--lang", "pt-BR", typed=typed).split("> take")[1]
    monkeypatch.setenv("COLUMNS", "79")
    assert ", then the " not in cronica.ok("play", typed=typed)


def test_legal_says_what_commands_do_where_it_is_asked_to(cronica):
    cronica.ok("new", "village", "--seat", "ana", "--seat", "bob")
    bare, told = cronica.ok("legal", "take"), cronica.ok("legal", "take", "--gloss")
    assert " cube, " not in bare
    assert len(re.findall(" cube( \\(\\w+\\))?, ", told)) == len(told.splitlines()) - 1
    assert "gloss" not in cronica.json("legal")["commands"][0]
    assert cronica.json("legal", "--gloss")["commands"][0]["gloss"]


def test_the_log_tells_who_passed_from_who_had_nothing_to_do(cronica):
    """A family without a wagon cannot travel; one with grown grain need not harvest."""
    cronica.ok("new", "village", "--seat", "ana", "--seat", "bob")
    takes = [c["text"] for c in cronica.json("legal", "take")["commands"]]
    forced = next(text for text in takes if text.startswith("take travel"))
    free = next(text for text in takes if text.startswith("take family"))
    out = cronica.ok("do", forced) + cronica.ok("undo") + cronica.ok("do", f"{free}; pass")
    assert "has no action possible: travel" in out
    assert "does not use the action: family" in out
    assert "has no action possible: family" not in out


def test_after_an_undo_what_was_taken_back_is_told(cronica):
    out = cronica.ok("play", *TOY, typed=lines("secret 3", "secret 4", "roll", "undo", "quit"))
    assert re.search(r"Taken back: (ana|bob): roll\n", out.split("> undo\n")[1])
    assert "Taken back: " in cronica.ok("undo")
    assert "Taken back: " not in cronica.ok("undo", "--json")


def test_who_waits_is_told_what_was_taken_back(cronica, monkeypatch):
    cronica.ok("new", *TOY)
    first, second = cronica.json("board")["view"]["order"]
    cronica.ok("do", "secret 3; secret 4")
    rests: list[int] = []

    def rest(self):
        """The other one undoes; later on this player has had enough."""
        if rests:
            raise KeyboardInterrupt
        rests.append(1)
        self.session.post(self.session.path("undo"), seat=first)

    monkeypatch.setattr(Table, "rest", rest)
    out = cronica.ok("play", "--as", second)
    assert f"Taken back: {first}: (hidden); {second}: secret 4\n" in out


def test_an_undo_that_others_must_agree_to_has_taken_nothing_back(local):
    local.ok("new", *TOY, "-o", "undo=consent")
    for line in ("secret 3", "secret 4", "roll"):
        local.ok("do", line)
    assert "Taken back" not in local.ok("undo", "--to", "2")
    assert local.json("board")["game"]["request"]


def test_the_clock_is_shown_beside_the_question(cronica):
    out = cronica.ok("play", *TOY, "-o", "bank=45m", typed=lines("quit"))
    assert re.search(r"\n(4[45]m)( \d+s)? left for (ana|bob)\n +1  secret 1", out)
    assert " left for " not in cronica.ok("play", *TOY, typed=lines("quit"))
