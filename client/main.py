"""The entry of the `cronica` command."""

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from client import garbage
from client.causes import cause
from client.errors import INTERRUPTED, PIPE_CLOSED
from client.language import choose, speak
from projections.words import N_, Words


def main() -> None:
    """Run the command line of this process and end it with the exit code."""
    garbage.pause()
    _open_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # better a ? than no board
    sys.exit(run(sys.argv[1:]))


def _open_streams() -> None:
    """Let streams that were closed by who called be empty ones, so that all can be used."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def run(argv: Sequence[str]) -> int:
    """Run one command line and return its exit code (see `client.errors`)."""
    from typer import Abort, TyperException  # here, for `main` pauses the collector before

    from client.app import build

    words = choose(argv, os.environ)
    speak(words.language)
    try:
        code = build(words).main(
            list(argv) or ["--help"], "cronica", standalone_mode=False, obj=words
        )
    except TyperException as error:
        _explain(error, words, as_json="--json" in argv)
        return error.exit_code
    except Abort:
        return INTERRUPTED
    except OSError as error:
        if error.filename is not None:
            raise
        return _unwritten(error, words)
    return code if isinstance(code, int) else 0


def _unwritten(error: OSError, words: Words) -> int:
    """The exit code where an answer came, but cannot be shown: the disk is full, for example."""
    from client.options import forget_output

    forget_output()
    message = N_("What was to be shown cannot be written: {text}")
    sys.stderr.write(words.say(message, text=cause(error)) + "\n")
    return PIPE_CLOSED


def _explain(error: Any, words: Words, *, as_json: bool) -> None:
    """Tell how a command is used that was used wrongly."""
    if as_json:
        from client.errors import Misused
        from client.options import report

        report(Misused("{text}", text=_reason(error, words)), words, as_json=True)
        return
    ctx = getattr(error, "ctx", None)
    usage = f"{ctx.get_usage()}\n" if ctx is not None else ""
    hint = words.say(N_("“{text} --help” tells more."), text=ctx.command_path) if ctx else ""
    sys.stderr.write(f"{usage}{_reason(error, words)}\n{hint}\n")


def _reason(error: Any, words: Words) -> str:
    """What was wrong, in the reader's language where typer would say it in English."""
    match type(error).__name__:
        case "MissingParameter":
            return words.say(N_("{text} is missing."), text=error.param.display_name_raw)
        case "BadParameter":
            opts = [o for o in error.param.opts if o.startswith("-")]
            name = opts[0] if opts else error.param.display_name_raw
            return words.say(N_("{name}: {text}."), name=name, text=error.message)
        case "NoSuchOption":
            near = ", ".join(sorted(error.possibilities or ()))
            message = (
                N_("There is no option {text}. Near it: {names}")
                if near
                else N_("There is no option {text}.")
            )
            return words.say(message, text=error.option_name, names=near)
        case _:
            return str(error.format_message())
