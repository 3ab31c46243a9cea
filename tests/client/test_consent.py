"""Undo among people in the terminal: what is shown, asked and answered, on both ways."""

import pytest

from client.consent import agreement
from client.errors import Misused
from client.table import Table
from projections.words import words

TOY = ("toy", "--seat", "ana", "--seat", "bob", "-o", "secrets=false", "-o", "target=200")


def lines(*typed):
    return "\n".join(typed) + "\n"


@pytest.fixture
def game(cronica):
    """A game under consent: the first seat rolled, the second one passed. They in order."""
    cronica.ok("new", *TOY, "-o", "undo=consent", "--name", "agreed")
    cronica.ok("do", "roll; pass")
    return cronica.json("board")["view"]["order"]


def types(cronica, since):
    events = cronica.json("log", "--all", "--since", str(since))["events"]
    return [event["type"] for event in events]


def test_an_undo_that_is_free_is_done(cronica, game):
    assert "stands as it did after event 4" in cronica.ok("undo")


def test_beyond_the_barrier_the_others_are_asked(cronica, game):
    first, second = game
    out = cronica.ok("undo", "--as", first)
    assert f"{first} asks to go back to event 2" in out
    assert f"{second} has decided since, with event 6." in out
    assert f"{second} must agree to your undo" in out
    assert f"{second} asked to agree to an undo" in cronica.ok("games")


def test_who_answers_sees_what_would_be_undone_and_whose_it_was(cronica, game):
    first, second = game
    cronica.ok("undo", "--as", first)
    out = cronica.ok("answer", "yes", "--as", second)
    told = out.split(f"{first} asks to go to the state after event 2.")[1]
    assert f"     4  {first}: roll" in told
    assert f"     6  {second}: pass" in told
    assert f"{second} agrees to the undo" in told
    assert "stands as it did after event 2" in told
    assert types(cronica, 6) == ["UndoAsked", "UndoAnswered", "HeadMoved"]


def test_a_no_changes_nothing(cronica, game):
    first, second = game
    cronica.ok("undo", "--as", first)
    assert f"{second} refuses the undo" in cronica.ok("answer", "no")
    assert cronica.json("board")["at"] == 6


def test_the_asker_takes_a_request_back(cronica, game):
    cronica.ok("undo", "--as", game[0])
    assert "the request is closed" in cronica.ok("answer", "n", "--as", game[0])
    assert cronica.json("board")["game"]["request"] is None


def test_an_answer_may_be_held_to_one_request(cronica, game):
    cronica.ok("undo", "--as", game[0])
    assert cronica("answer", "yes", "--asked", "3").code == 3
    assert cronica("answer", "yes", "--asked", "7").code == 0


def test_where_nothing_is_asked_an_answer_is_refused(cronica, game):
    result = cronica("answer", "yes")
    assert (result.code, result.out) == (1, "")
    assert "Nobody asks for anything now." in result.err
    assert cronica("answer", "perhaps").code == 2


def test_answers_are_understood_in_the_readers_language():
    portuguese = words("pt_BR")
    assert agreement("sim", portuguese)
    assert agreement("S", portuguese)
    assert not agreement("não", portuguese)
    assert agreement("yes", portuguese)
    assert not agreement("n", words("en"))
    with pytest.raises(Misused):
        agreement("sim", words("en"))


def test_what_an_undo_would_do_is_shown_without_doing_it(cronica, game):
    first = game[0]
    before = cronica.json("board")["seq"]
    free, asking = cronica.ok("undo", "-n"), cronica.ok("undo", "--dry-run", "--to", "2")
    assert "leads to the state after event 4" in free
    assert "Nobody has to be asked." in free
    assert f"{first} has decided since, with event 4." in asking
    assert f"{first} would be asked." in asking
    assert "you can go back to event 4" in asking
    assert cronica.json("undo", "-n")["offer"]["free"]
    assert cronica.json("board")["seq"] == before


def test_under_turn_nobody_is_asked_and_the_limit_is_told(cronica):
    cronica.ok("new", *TOY, "-o", "undo=turn")
    cronica.ok("do", "roll")
    assert "There is nothing that you could take back" in cronica("undo").err
    assert "Something was drawn with event 4." in cronica.ok("undo", "-n")
    result = cronica("undo")
    assert (result.code, result.out) == (1, "")


def test_an_undone_branch_can_be_replayed_looked_at_and_forked(cronica, game):
    cronica.ok("undo", "--as", game[0])
    cronica.ok("answer", "yes")
    cronica.ok("do", "pass")
    log = cronica.ok("log", "--all")
    assert "~    4  " in log
    assert "~    6  " in log
    assert "roll" in cronica.ok("replay", "--to", "6")
    assert "roll" not in cronica.ok("replay")
    assert cronica.json("board", "--at", "6")["at"] == 6
    forked = cronica.json("fork", "--at", "6")
    assert forked["forked_from"]["at"] == 6
    assert cronica.ok("verify")


def test_a_command_that_closed_a_request_is_marked_when_it_is_undone(cronica, game):
    cronica.ok("undo", "--as", game[0])
    cronica.ok("do", "pass")
    cronica.ok("undo")
    told = cronica.ok("log", "--all", "--since", "7")
    assert f"~   10  {game[0]}: pass" in told
    assert "~       the request is closed" in told


def test_at_one_table_the_seats_are_asked_in_turn(cronica, game):
    first, second = game
    out = cronica.ok("play", typed=lines("undo 2", "yes", "quit"))
    asked = out.split("> undo 2\n")[1]
    assert f"{second} asks to go to the state after event 2." in asked
    assert f"{first}> yes" in asked
    assert "stands as it did after event 2" in asked
    assert cronica.json("board")["at"] == 2


def test_at_the_table_one_answers_in_ones_own_language(cronica, game):
    first = game[0]
    out = cronica.ok("play", "--lang", "pt-BR", typed=lines("undo 2", "sim", "quit"))
    assert f"{first}> sim" in out
    assert cronica.json("board")["at"] == 2


def test_at_the_table_one_may_say_no_or_take_it_back(cronica, game):
    out = cronica.ok("play", typed=lines("undo 2", "board", "maybe", "no", "quit"))
    assert f"{game[1]}> maybe" not in out
    assert "refuses the undo" in out
    assert cronica.json("board")["at"] == 6


def test_the_table_of_the_asker_reminds_and_looks_again(cronica, game):
    first, second = game
    typed = lines("undo", "", "answer no", "quit")
    out = cronica.ok("play", "--as", first, typed=typed)
    assert out.count(f"{second} must agree to your undo") >= 2
    assert "the request is closed" in out.split("> answer no\n")[1]


def test_a_seat_that_waits_for_its_turn_is_asked(cronica, game, monkeypatch):
    def leave(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(Table, "rest", leave)
    first, second = game
    cronica.ok("undo", "--as", first)
    out = cronica.ok("play", "--as", second, typed=lines("yes"))
    assert f"{second}> yes" in out
    assert cronica.json("board")["at"] == 2


def test_watch_and_wait_call_whoever_is_asked(cronica, game):
    first, second = game
    cronica.ok("undo", "--as", first)
    out = cronica.ok("wait", "--as", second)
    assert f"{first} asks for an undo" in out


def test_playing_by_lines_knows_undo_and_answers(cronica, game):
    typed = lines("undo 2", "answer yes", "undo 99")
    out = cronica.ok("play", "--json", typed=typed).splitlines()
    assert ['"UndoAsked"' in out[1], '"HeadMoved"' in out[2]] == [True, True]
    assert '"status":404' in out[3]
