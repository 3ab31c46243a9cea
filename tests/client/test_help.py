"""The command line itself: its help, its options' places, its complaints."""

from importlib.metadata import version

import pytest

from client.app import COMMANDS
from client.main import run

NAMES = [
    *("new", "games", "use", "play", "board", "farm", "chronicle", "score", "legal", "why", "do"),
    *("undo", "answer", "redo", "back", "log", "replay", "diff", "trace", "fork", "verify"),
    *("join", "seats", "invite", "release", "link", "my-data", "erase-me"),
    *("export", "import", "box", "rules", "serve", "tables", "watch", "wait", "backup", "restore"),
    *("inbox", "webhook"),
]


def test_help_lists_every_command_with_one_line(local):
    lines = local.ok("--help").splitlines()
    assert sorted(COMMANDS) == sorted(NAMES)
    for name, entry in COMMANDS.items():
        assert sum(line.split() == [name, *entry.help.split()] for line in lines) == 1
    assert "4 not found or not allowed" in " ".join(" ".join(lines).split())


def test_no_line_of_help_is_wider_than_a_small_terminal(local):
    assert max(map(len, local.ok("--help").splitlines())) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_each_command_has_help_with_the_common_options(local, name):
    text = local.ok(name, "--help")
    assert text.startswith(f"Usage: cronica {name} ")
    assert COMMANDS[name].help in " ".join(text.split())
    if name not in ("tables", "webhook"):
        ignored = COMMANDS[name].ignores
        for option in ("--json", "--server", "--data", "--lang"):
            assert option in text
        assert ("--game GAME" in text) == ("game" not in ignored)
        assert ("--as SEAT" in text) == ("speaker" not in ignored)


def test_every_option_and_argument_says_what_it_is_for(local):
    for name in NAMES:
        for line in local.ok(name, "--help").splitlines():
            words = line.split()
            if words[:1] and words[0].startswith("--"):
                assert len(words) > 2 or len(line) > 26, f"{name}: {line}"


def test_the_version_is_told(local):
    assert local.ok("--version") == f"cronica {version('cronica')}\n"


def test_nothing_typed_is_a_cry_for_help(local, capsys):
    assert run([]) == 0
    assert capsys.readouterr().out == local.ok("--help")


def test_help_speaks_the_readers_language(local):
    english, other = local.ok("--help"), local.ok("--help", "--lang", "pt-BR")
    assert english != other
    assert all(name in other for name in NAMES)


def test_a_mistyped_command_is_answered_with_near_ones(local):
    result = local("boad")
    assert (result.code, result.out) == (2, "")
    assert "board" in result.err


@pytest.mark.parametrize(
    "line",
    [
        "board --frobnicate",
        "back",
        "back ten",
        "diff 1",
        "new",
        "new toy",
        "new toy --seat ana --seat bob --option target",
        "new toy --seat ana=bob --seat bob",
        "do",
        "why",
        "--server ftp://nowhere games",
        "import no-such-file",
        "new toy --seat ana --seat bob --box no-such-file",
    ],
)
def test_misuse_ends_with_2_and_says_so_on_standard_error(local, line):
    result = local(*line.split())
    assert (result.code, result.out) == (2, "")
    assert result.err.strip()


def test_misuse_with_json_is_a_problem_on_standard_output(local):
    result = local("board", "--frobnicate", "--json")
    assert (result.code, result.err) == (2, "")
    assert result.json["code"] == "usage"
    assert "--frobnicate" in result.json["detail"]


def test_options_may_stand_before_or_after_the_command(local):
    local.ok("new", "toy", "--seat", "ana", "--seat", "bob", "--name", "first")
    local.ok("new", "toy", "--seat", "ana", "--seat", "bob", "--name", "second")
    after = local.ok("board", "-g", "first", "--json", "--as", "ana")
    before = local.ok("-g", "first", "--json", "--as", "ana", "board")
    assert before == after
    assert local.ok("-g", "second", "board", "-g", "first", "--json", "--as", "ana") == after


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("back", "N está faltando"),
        ("back ten", "N: “ten” não é um número"),
        ("board --jso", "--json"),
        ("log --interval 0", "--interval:"),
        ("boad", "Seria board?"),
    ],
)
def test_misuse_is_told_in_the_readers_language(local, line, told):
    assert told in local(*line.split(), "--lang", "pt-BR").err
