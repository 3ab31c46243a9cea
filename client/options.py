"""The options that every command takes, and how every command ends."""

import os
import sys
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from client import errors, garbage
from client.values import finish
from projections.words import N_, Words


def _games(ctx: Any, incomplete: str) -> list[tuple[str, str]]:
    from client.complete import games

    return games(ctx, incomplete)


def _seats(ctx: Any, incomplete: str) -> list[str]:
    from client.complete import seats

    return seats(ctx, incomplete)


JSON = Annotated[bool, typer.Option("--json", help=N_("Write what the service answers, as it is."))]
GAME = Annotated[
    str | None,
    typer.Option(
        "--game",
        "-g",
        metavar="GAME",
        help=N_("Another game: its id, its beginning, its name."),
        autocompletion=_games,
    ),
]
SERVER = Annotated[
    str | None,
    typer.Option(metavar="URL", help=N_("The service at this URL (or CRONICA_SERVER).")),
]
DATA = Annotated[
    str | None,
    typer.Option(metavar="DIR", help=N_("The folder of games and settings (or CRONICA_DATA).")),
]
SEAT = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SEAT",
        help=N_("Speak for this seat, not for whoever is next."),
        autocompletion=_seats,
    ),
]
LANG = Annotated[
    str | None,
    typer.Option(metavar="LANG", help=N_("The language: en or pt-BR (or CRONICA_LANG).")),
]


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        sys.stdout.write(f"cronica {version('cronica')}\n")
        raise typer.Exit


VERSION = Annotated[
    bool,
    typer.Option(
        "--version",
        is_eager=True,
        callback=_show_version,
        help=N_("Say which version this is, and no more."),
    ),
]


def common_options(
    *,
    as_json: JSON = False,
    game: GAME = None,
    server: SERVER = None,
    data: DATA = None,
    speaker: SEAT = None,
    lang: LANG = None,
    version: VERSION = False,
) -> None:
    """Declare the options that come before or after every command; the last only alone."""


COMMON = ("as_json", "game", "server", "data", "speaker", "lang")


class _Spoken:
    """What commands and groups share: usage and help in the reader's language."""

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        """Write the usage line."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        prefix = words_of(ctx).say(N_("Usage:")) + " "
        formatter.write_usage(ctx.command_path, pieces, prefix=prefix)

    def get_help_option(self, ctx: Any) -> Any:
        """The option that asks for help."""
        option = super().get_help_option(ctx)  # type: ignore[misc]
        finish(option, words_of(ctx))
        return option


class GameGroup(_Spoken, TyperGroup):
    """A group of commands."""


class GameCommand(_Spoken, TyperCommand):
    """A command that takes the common options and reports its errors as the project promises."""

    ignores: tuple[str, ...] = ()
    """Common options that would mean nothing to it."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command with a `Common` as its context's object."""
        words, values = ctx.find_root().obj, common_values(ctx)
        for name in COMMON:
            ctx.params.pop(name, None)
        from client.session import Common

        ctx.obj = Common(words, **values)
        garbage.resume()
        try:
            common = (values.get("game"), values["seat"], values.get("server"))
            check_texts([*ctx.params.values(), *common, os.environ.get("CRONICA_SERVER")])
            self._check_ignored(values)
            result = super().invoke(ctx)
            sys.stdout.flush()
        except errors.ClientError as error:
            report(error, words, as_json=ctx.obj.as_json)
            raise typer.Exit(error.exit_code) from error
        except BrokenPipeError as error:
            forget_output()
            raise typer.Exit(errors.PIPE_CLOSED) from error
        return result

    def _check_ignored(self, values: Mapping[str, Any]) -> None:
        """Check that no option stood before the command that it would ignore.

        Raises:
            Misused: if one did.
        """
        for name, option, value in (("game", "--game", "game"), ("speaker", "--as", "seat")):
            if name in self.ignores and values.get(value):
                message = N_("“{name}” takes no {text}: it would mean nothing there.")
                raise errors.Misused(message, name=self.name, text=option)


def common_values(ctx: Any) -> dict[str, Any]:
    """The common options of a context, those after the command before those in front of it."""
    values = {}
    while ctx is not None:
        values.update({k: ctx.params[k] for k in COMMON if k not in values and ctx.params.get(k)})
        ctx = ctx.parent
    values.pop("lang", None)
    values["seat"] = values.pop("speaker", None)
    return values


def check_texts(values: Iterable[Any]) -> None:
    """Check that texts of the command line can be sent on; files may be called anything.

    Raises:
        Misused: if one was not written in UTF-8.
    """
    for value in values:
        for text in value if isinstance(value, list | tuple) else (value,):
            if isinstance(text, str) and not text.isascii():
                shown = text.encode(errors="replace").decode()
                if shown != text:
                    raise errors.Misused(N_("“{text}” is not written in UTF-8."), text=shown)


def words_of(ctx: Any) -> Words:
    """The words that this run speaks."""
    found = ctx.find_root().obj
    return found if isinstance(found, Words) else Words("en")


def report(error: errors.ClientError, words: Words, *, as_json: bool) -> None:
    """Tell what went wrong: a problem on standard output with --json, else a complaint."""
    from client.complaint import complain, problem

    if as_json:
        from client.screen import Screen

        Screen(words).raw(problem(error, words))
    else:
        complain(error, words)


def forget_output() -> None:
    """Let nothing more be written to a pipe that nobody reads, not even at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
