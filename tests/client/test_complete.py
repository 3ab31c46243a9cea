"""What the tabulator of a shell offers."""

import os

import pytest

from client.app import COMMANDS
from client.complete import next_words
from client.main import run


@pytest.fixture
def game(local):
    """The id of a game that has just begun."""
    made = local.json("new", "toy", "--seat", "ana", "--seat", "bob", "--name", "first")
    return made["id"]


@pytest.fixture
def offers(local, game, monkeypatch, capsys):
    """What bash is offered for a line that ends with the word being typed."""
    monkeypatch.setenv("CRONICA_DATA", str(local.data))

    def ask(line):
        monkeypatch.setenv("_CRONICA_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - (not line.endswith(" "))))
        capsys.readouterr()
        with pytest.raises(SystemExit):
            run([])
        monkeypatch.delenv("_CRONICA_COMPLETE")
        return capsys.readouterr().out.split()

    return ask


def test_commands_and_their_options(offers):
    assert offers("cronica re") == [name for name in COMMANDS if name.startswith("re")]
    assert offers("cronica tables ") == ["rebuild", "path"]
    assert "--dry-run" in offers("cronica do --")


def test_the_next_word_of_legal_commands(offers, local):
    assert offers("cronica do ") == ["secret"]
    assert offers("cronica do secret ") == ["1", "2", "3", "4", "5", "6"]
    assert offers("cronica legal sec") == ["secret"]
    local.ok("do", "secret 3; secret 4")
    assert offers("cronica why roll ") == ["twice"]


def test_games_by_id_and_by_name(offers, game):
    assert offers("cronica use ") == [game]
    assert offers(f"cronica use {game[:3]}") == [game]
    assert offers("cronica board -g fi") == ["first"]
    assert offers("cronica verify nothing") == []


def test_kinds_seats_and_topics(offers):
    assert "village" in offers("cronica new v")
    assert offers("cronica farm ") == ["ana", "bob"]
    assert offers("cronica do --as b") == ["bob"]
    assert offers("cronica rules ") == ["rolling", "options"]
    assert "goal" in offers("cronica rules --kind village g")


def test_where_nothing_can_be_asked_nothing_is_offered(offers, local, monkeypatch):
    monkeypatch.setenv("CRONICA_DATA", os.devnull)
    assert offers("cronica do ") == []
    assert offers("cronica use ") == []


def test_installing_it_for_a_shell(local, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    with pytest.raises(SystemExit) as end:
        run(["--install-completion", "bash"])
    assert end.value.code == 0
    assert any("_CRONICA_COMPLETE" in f.read_text() for f in tmp_path.rglob("*") if f.is_file())


def test_next_words_are_those_of_the_commands_that_begin_so():
    texts = ["take crafts pink", "take crafts black", "take market pink", "pass"]
    assert next_words(texts, [], "") == ["pass", "take"]
    assert next_words(texts, ["take"], "c") == ["crafts"]
    assert next_words(texts, ["take", "crafts"], "") == ["black", "pink"]
    assert next_words(texts, ["pass"], "") == []
