"""Which language to speak, chosen before anything else, for even the help has words."""

import gettext
import os
from collections.abc import Mapping, Sequence

from projections.words import LOCALE, N_, Words, words

TYPER = (
    N_("Arguments"),
    N_("Options"),
    N_("Commands"),
    N_("required"),
    N_("default: {default}"),
    N_("Missing command."),
    N_("Show this message and exit."),
    N_("Install completion for the current shell."),
    N_("Show completion for the current shell, to copy it or customize the installation."),
)
"""What typer says by itself, marked for the catalogues."""
VARIABLES = ("CRONICA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def choose(argv: Sequence[str], environ: Mapping[str, str]) -> Words:
    """The words of `--lang` on the command line, else of the environment, else English."""
    named = _option(argv) or next((environ[v] for v in VARIABLES if environ.get(v)), "en")
    return words(named)


def _option(argv: Sequence[str]) -> str | None:
    for i, word in enumerate(argv):
        if word == "--":
            break
        if word == "--lang" and i + 1 < len(argv):
            return argv[i + 1]
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None


def speak(language: str) -> None:
    """Let typer's own words (“Options”, “required”…) come from this program's catalogue."""
    if language == "en":
        return
    gettext.bindtextdomain("cronica", str(LOCALE))
    gettext.textdomain("cronica")
    os.environ["LANGUAGE"] = language
