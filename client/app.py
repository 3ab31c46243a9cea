"""The command line: every command by name, its body imported only when it is called."""

import importlib
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

import typer

from client.options import COMMON, GameCommand, GameGroup, common_options, words_of
from client.values import finish
from projections.words import N_, Words


class Entry(NamedTuple):
    """One command: the module and name of its body (a function or a Typer), one line of help.

    `ignores` are the common options that would mean nothing to it: it does not take them.
    """

    module: str
    body: str
    help: str
    ignores: tuple[str, ...] = ()


NO_GAME = ("game",)
NO_SEAT = ("speaker",)
NEITHER = (*NO_GAME, *NO_SEAT)
"""For commands about no game in particular."""


class Completion(NamedTuple):
    """One word that a shell may offer: what typer's own class holds."""

    value: str
    type: str
    help: str


SECTIONS: Mapping[str, Mapping[str, Entry]] = {
    N_("Games"): {
        "play": Entry("client.play", "play", N_("Play: resume the current game, or make one.")),
        "new": Entry(
            "client.games", "new", N_("Make a game and remember it as the current one."), NEITHER
        ),
        "games": Entry("client.games", "games", N_("List the games."), NEITHER),
        "use": Entry("client.games", "use", N_("Choose the current game."), NEITHER),
    },
    N_("People"): {
        "join": Entry(
            "client.online", "join", N_("Take the seat that an invitation is for."), NEITHER
        ),
        "seats": Entry("client.online", "seats", N_("Show who sits in the game."), NO_SEAT),
        "invite": Entry("client.online", "invite", N_("Invite somebody to a seat."), NO_SEAT),
        "release": Entry("client.online", "release", N_("Give up your seat."), NO_SEAT),
        "link": Entry("client.online", "link", N_("Show how others can watch the game."), NO_SEAT),
        "my-data": Entry(
            "client.online", "my_data", N_("Show what a service holds of you."), NEITHER
        ),
        "erase-me": Entry("client.online", "erase_me", N_("Let a service forget you."), NEITHER),
    },
    N_("Table"): {
        "board": Entry("client.look", "board", N_("Show the board.")),
        "farm": Entry("client.look", "farm", N_("Show a seat's farm, or everyone's.")),
        "chronicle": Entry("client.look", "chronicle", N_("Show the chronicle, or its story.")),
        "score": Entry("client.look", "score", N_("Show the scores by category.")),
    },
    N_("Waiting"): {
        "watch": Entry("client.watch", "watch", N_("Show the board as it changes.")),
        "wait": Entry("client.watch", "wait", N_("Wait until it is your turn.")),
        "inbox": Entry("client.inbox", "inbox", N_("List all games that wait for you."), NO_GAME),
        "webhook": Entry("client.webhooks", "webhook", N_("Let a URL be told what happens.")),
    },
    N_("Moves"): {
        "legal": Entry("client.moves", "legal", N_("List what can be done now.")),
        "why": Entry("client.moves", "why", N_("Tell why a command is not legal now.")),
        "do": Entry("client.moves", "do", N_("Do one or several commands, all or nothing.")),
        "undo": Entry("client.moves", "undo", N_("Take your last command back, and all after it.")),
        "answer": Entry(
            "client.consent", "answer", N_("Agree to an undo that another seat asks for, or not.")
        ),
        "redo": Entry("client.moves", "redo", N_("Do again what was undone last.")),
        "back": Entry("client.moves", "back", N_("Go back to the state after event N.")),
    },
    N_("History"): {
        "log": Entry("client.log", "log", N_("List what happened, command by command.")),
        "replay": Entry("client.replay", "replay", N_("Watch a game again, step by step.")),
        "diff": Entry("client.history", "diff", N_("Show what changed between two events.")),
        "trace": Entry("client.history", "trace", N_("List every event that changed one value.")),
        "fork": Entry(
            "client.history", "fork", N_("Make a new game out of an earlier state."), NO_SEAT
        ),
        "verify": Entry(
            "client.history", "verify", N_("Check the seals, the dice, the result."), NO_SEAT
        ),
    },
    N_("Files and help"): {
        "export": Entry("client.files", "export", N_("Write a game as notation or as events.")),
        "import": Entry(
            "client.files", "import_", N_("Make a game out of exported notation."), NEITHER
        ),
        "box": Entry("client.files", "box", N_("Show what a game's box holds.")),
        "rules": Entry(
            "client.files", "rules", N_("Explain one topic of a game's rules."), NO_SEAT
        ),
    },
    N_("Service"): {
        "serve": Entry(
            "client.service", "serve", N_("Offer the games to others over HTTP."), NEITHER
        ),
        "tables": Entry("client.service", "tables", N_("Read-model tables for SQL."), NEITHER),
        "backup": Entry("client.backup", "backup", N_("Save all games in one file."), NEITHER),
        "restore": Entry(
            "client.backup", "restore", N_("Put a backup into an empty data folder."), NEITHER
        ),
    },
}

COMMANDS = {name: entry for section in SECTIONS.values() for name, entry in section.items()}

HELP = N_("Play board games in the terminal, on a log that forgets nothing.")
EPILOG = N_(
    "Exit codes: 0 done; 1 refused by the rules; 2 wrong usage; 3 conflict, somebody moved first; "
    "4 not found or not allowed; 5 service or store unreachable."
)


class LazyGroup(GameGroup):
    """The commands of `COMMANDS`. Help and completion read the table, not the bodies."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """The names of all commands, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name with its body imported, None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        entry, words = COMMANDS[cmd_name], words_of(ctx)
        body = getattr(importlib.import_module(entry.module), entry.body)
        command: Any = typer.main.get_command(_typer_of(cmd_name, body))
        command.help = entry.help
        self._finish(command, words, entry.ignores)
        return command

    def _finish(self, command: Any, words: Words, ignores: tuple[str, ...]) -> None:
        """Translate a command's help and give it the common options that it does not ignore."""
        command.help = words.say(command.help)
        command.ignores = ignores
        for sub in getattr(command, "commands", {}).values():
            self._finish(sub, words, ignores)
        for param in command.params:
            finish(param, words)
        command.params += [p for p in self.params if p.name in COMMON and p.name not in ignores]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names; a near miss is told."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing and args[0][:1] != "-":
            near = ", ".join(get_close_matches(args[0], COMMANDS))
            message = (
                N_("No such command: {text}.")
                if not near
                else N_("No such command: {text}. Did you mean {names}?")
            )
            ctx.fail(words_of(ctx).say(message, text=args[0], names=near))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write one line for every command, by section."""
        words = words_of(ctx)
        for title, section in SECTIONS.items():
            with formatter.section(words.say(title)):
                formatter.write_dl([(n, words.say(e.help)) for n, e in section.items()])

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """The commands that begin so, or this group's options."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        words = words_of(ctx)
        return [
            Completion(n, "plain", words.say(e.help))
            for n, e in COMMANDS.items()
            if n.startswith(incomplete)
        ]


def _typer_of(name: str, body: Any) -> typer.Typer:
    if isinstance(body, typer.Typer):
        return body
    single = typer.Typer(
        add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
    )
    single.command(name, cls=GameCommand)(body)
    return single


def build(words: Words) -> Any:
    """The whole command line in one language."""
    app = typer.Typer(
        name="cronica",
        cls=LazyGroup,
        help=words.say(HELP),
        epilog=words.say(EPILOG),
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(common_options)
    group: Any = typer.main.get_command(app)
    for param in group.params:
        finish(param, words)
    return group
