"""No option is silently ignored: what would mean nothing is refused."""

import pytest

from client.app import COMMANDS

OPTIONS = {"game": "--game", "speaker": "--as"}
IGNORED = [(name, OPTIONS[option]) for name, entry in COMMANDS.items() for option in entry.ignores]
NEEDED = {"new": ["toy"], "use": ["x"], "join": ["x", "--name", "x"], "invite": ["red"],
          "import": ["x"], "tables": ["path"], "backup": ["x"], "restore": ["x"]}  # fmt: skip
TOY = ("toy", "--seat", "ana", "--seat", "bob")


@pytest.mark.parametrize(("name", "option"), IGNORED)
def test_a_common_option_that_means_nothing_to_a_command_is_refused(local, name, option):
    command = [name, *NEEDED.get(name, [])]
    after = local(*command, option, "x")
    assert after.code == 2
    assert f"There is no option {option}" in after.err
    before = local(option, "x", *command)
    assert before.code == 2
    assert before.err == f"“{command[1] if name == 'tables' else name}” takes no {option}: " \
        "it would mean nothing there.\n"  # fmt: skip
    assert f"{option} " not in local.ok(*command[:2] if name == "tables" else [name], "--help")


@pytest.mark.parametrize(
    ("wish", "named"),
    [
        (("--option", "target=3"), "--option or --edition"),
        (("--edition", "x"), "--option or --edition"),
        (("--name", "x"), "--name"),
        (("--box", "x.toml"), "--box"),
        (("--name", "x", "--box", "x.toml"), "--name, --box"),
    ],
)
@pytest.mark.parametrize("json", [(), ("--json",)])
def test_a_game_that_goes_on_takes_no_wishes_for_a_new_one(local, wish, named, json):
    local.ok("new", *TOY, "--name", "one")
    result = local("play", *wish, *json)
    assert result.code == 2
    assert f"{named}: only a new game can have that, and “one” goes on. “cronica play toy …”" in (
        result.err or result.out
    )
    assert len(local.json("games")["games"]) == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("play toy -g one", "--game goes on with a game"),
        ("watch one -g two", "Two games are named: one and two."),
        ("verify one -g two", "Two games are named"),
        ("rules -g one --kind toy", "Either a kind of game or --game"),
        ("box toy -g one", "Either a kind of game or --game"),
        ("box toy --toml --json", "Either --toml or --json"),
        ("replay --step --speed 2", "Either --step or --speed"),
        ("log --interval 2", "--interval belongs to --follow."),
        ("log --until 2 --follow", "Either --until or --follow"),
        ("new toy --seats 2", "belong to --online"),
    ],
)
def test_options_that_exclude_each_other_are_told(local, line, told):
    for name in ("one", "two"):
        local.ok("new", *TOY, "--name", name)
    result = local(*line.split())
    assert result.code == 2
    assert told in result.err + result.out
