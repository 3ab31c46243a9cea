"""Everything that is written for people: lines, pictures, complaints."""

import math
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, TextIO

from projections.words import Words

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_CODES = re.compile("\x1b\\[[0-9;]*m")
READABLE = 88
"""Columns of running text at most."""
WIDE = 80
"""Columns below which there is no room for anything beside the choices."""
PAPER = (100, 40)
"""Columns and lines where there is no terminal to ask."""


def coloured(stream: TextIO) -> bool:
    """Whether a stream is a terminal whose owner wants colours (see no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _styled(text: str, style: str) -> str:
    if not (text and style and coloured(sys.stdout)):
        return text
    codes = ";".join(STYLES[s] for s in style.split())
    return f"\x1b[{codes}m{text}\x1b[0m"


class Screen:
    """Where a command's answer goes: standard output, in one language.

    Lines need no more than the standard library; only pictures pay for rich.
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        self._aside: list[str] | None = None

    @property
    def interactive(self) -> bool:
        """Whether somebody sits in front of it."""
        return sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def roomy(self) -> bool:
        """Whether it is a terminal with room for two columns."""
        return sys.stdout.isatty() and self.width >= WIDE

    def fits(self, lines: Iterable[str]) -> bool:
        """Whether no line is wider than the terminal; on paper every line fits."""
        return not sys.stdout.isatty() or max(map(len, lines), default=0) <= self.width

    def room(self, *pictures: "RenderableType") -> int:
        """The lines left below some pictures, less than 0 if they do not fit; paper has no end."""
        if not sys.stdout.isatty():
            return sys.maxsize
        drawn = sum(len(self._console.render_lines(picture, pad=False)) for picture in pictures)
        return shutil.get_terminal_size(PAPER).lines - drawn

    def holds(self, *pictures: "RenderableType", below: int) -> bool:
        """Whether pictures with so many lines below them fit."""
        return below <= self.room(*pictures)

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """Lay aside what is written, line by line, so that its height is known before `add`."""
        outer, self._aside = self._aside, []
        try:
            yield self._aside
        finally:
            self._aside = outer

    def add(self, lines: Iterable[str]) -> None:
        """Write what was laid aside."""
        for line in lines:
            self._write(line)

    def height(self, lines: Iterable[str]) -> int:
        """How many lines of the terminal it takes to write what was laid aside."""
        plain = (_CODES.sub("", line).rstrip("\n") for line in lines)
        return sum(max(1, math.ceil(len(line) / self.width)) for line in plain)

    def _write(self, text: str) -> None:
        if self._aside is None:
            sys.stdout.write(text)
        else:
            self._aside += text.splitlines(keepends=True)

    @property
    def width(self) -> int:
        """Columns of the terminal, or of the paper where there is none."""
        return shutil.get_terminal_size(PAPER).columns

    def line(self, text: str = "", style: str = "") -> None:
        """Write one line (or several), in a style of `STYLES` if it is shown in colour."""
        self._write(_styled(text, style) + "\n")

    def pairs(self, lines: Iterable[tuple[str, str]]) -> None:
        """Write lines of two parts, the second of less weight."""
        for first, second in lines:
            self._write(first + _styled(second, "dim") + "\n")

    def text(self, text: str, indent: str = "", style: str = "") -> None:
        """Write running text, its paragraphs broken into lines that are easy to read."""
        width = min(self.width, READABLE)
        for paragraph in text.split("\n"):
            wrapped = textwrap.wrap(
                paragraph, width, initial_indent=indent, subsequent_indent=indent
            )
            for line in wrapped or [""]:
                self.line(line, style)

    def say(self, message: str, style: str = "", **params: Any) -> None:
        """Write one message in the reader's language."""
        self.sentence(self.words.say(message, **params), style)

    def sentence(self, text: str, style: str = "") -> None:
        """Write a sentence in the reader's language; a terminal's lines end between words."""
        self.line(self._fit(text, sys.stdout), style)

    def prompt(self, message: str, style: str = "") -> None:
        """Write one message in the line in which a key is waited for, anew if it stands there."""
        text = _styled(self._fit(self.words.say(message), sys.stdout), style)
        sys.stdout.write(f"\r{text}")
        sys.stdout.flush()

    def hang(self, text: str, indent: str, style: str = "") -> None:
        """Write a line behind an indent; where a terminal would break it, it goes on below."""
        room = self.width - len(indent)
        broken = textwrap.wrap(text, room, break_on_hyphens=False) if sys.stdout.isatty() else []
        for line in broken or [text]:
            self.line(f"{indent}{line}", style)
            indent = " " * len(indent)

    def complain(self, message: str, **params: Any) -> None:
        """Write one message to standard error."""
        text = self._fit(self.words.say(message, **params), sys.stderr)
        sys.stdout.flush()
        sys.stderr.write(f"\x1b[31m{text}\x1b[0m\n" if coloured(sys.stderr) else f"{text}\n")

    def _fit(self, text: str, stream: TextIO) -> str:
        """Broken between words where a terminal would break within one; files keep long lines."""
        if not stream.isatty() or max(map(len, text.split("\n"))) <= self.width:
            return text
        return "\n".join(
            textwrap.fill(line, self.width, break_on_hyphens=False) for line in text.split("\n")
        )

    def draw(self, picture: "RenderableType") -> None:
        """Write a picture: anything that rich can render."""
        with self._console.capture() as drawn:
            self._console.print(picture)
        self._write(drawn.get())

    def raw(self, body: bytes) -> None:
        """Write the bytes of the service as they are, ending the line if they do not."""
        if body and not body.endswith(b"\n"):
            body += b"\n"
        sys.stdout.flush()
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is None:
            sys.stdout.write(body.decode())
        else:
            buffer.write(body)
        sys.stdout.flush()

    def clear(self) -> None:
        """Empty the terminal, where there is one."""
        if sys.stdout.isatty():
            sys.stdout.write("\x1b[H\x1b[2J")

    @cached_property
    def _console(self) -> "Console":
        from rich.console import Console

        return Console(width=self.width, highlight=False, markup=False, emoji=False)
