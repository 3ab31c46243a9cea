"""The record of a game: headers, then one line for each turn, draw and fork; docs/records.md.

[Game "village"]
= stock round 1: green black
ana: take crafts pink; train smithy 1
! fork 3v7qk2m0x1bz 57 1f0c… 9d2a…
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from projections.words import N_
from server.recorded import DrawLine
from server.rules.game import Unreadable

_HEADER = re.compile(r"\[(\w+) (.*)\]")
_FORK = re.compile(r"! fork (\S+) ([0-9]{1,18}) (\S+) (\S+)")
_PLAIN_WORD = re.compile(r"[^\s\":]+")
_PLAIN_PIECE = re.compile(r"[^\s\"]+")
_TOKEN = re.compile(r"\"(?:[^\"\\]|\\.)*\"|\S+")
_QUOTED_LABEL = re.compile(r"(\"(?:[^\"\\]|\\.)*\"):(.*)")
NO_PARENT = "-"


class TurnLine(msgspec.Struct, frozen=True):
    """Commands that one seat played in a row."""

    seat: str
    commands: tuple[str, ...]
    line: int = 0


class ForkLine(msgspec.Struct, frozen=True):
    """From here on another seed decides the draws; see `events.lifecycle.GameForked`."""

    parent: str
    at: int
    seal: str
    commitment: str
    line: int = 0


Line = TurnLine | DrawLine | ForkLine


class Record(msgspec.Struct, frozen=True):
    """A record: values of headers are whatever JSON there is."""

    headers: dict[str, Any]
    lines: list[Line]


def write(record: Record) -> str:
    """The text of a record."""
    headers = [f"[{name} {_json(value)}]" for name, value in record.headers.items()]
    return "\n".join([*headers, "", *map(_written, record.lines), ""])


def read(text: str) -> Record:
    """The record that a text holds; blank lines and lines that begin with `#` say nothing.

    Raises:
        Unreadable: if a line is none of those there are; names it.
    """
    headers: dict[str, Any] = {}
    lines: list[Line] = []
    for number, line in _telling(text):
        if line.startswith("[") and not lines:
            name, value = _read_header(line, number)
            headers[name] = value
        else:
            lines.append(_read_line(line, number))
    return Record(headers, lines)


def bad_line(line: int, message: str, **params: Any) -> Unreadable:
    """What to raise for a line that is wrong."""
    return Unreadable("record_line", message, line=line, **params)


def _telling(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()


def _read_header(line: str, number: int) -> tuple[str, Any]:
    match = _HEADER.fullmatch(line)
    try:
        if match:
            value = msgspec.json.decode(match[2])
            _json(value)  # half a character (a lone surrogate) could never be written again
            return match[1], value
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        pass
    raise bad_line(
        number, N_("Line {line}: a header is written [Name value], the value as JSON."), text=line
    )


def _read_line(line: str, number: int) -> Line:
    if line.startswith("= "):
        return _read_draw(line[2:], number)
    if line.startswith("! "):
        return _read_fork(line, number)
    seat, colon, rest = line.partition(": ")
    commands = tuple(part.strip() for part in rest.split(";") if part.strip())
    if not colon or not commands:
        message = N_("Line {line}: a turn is written “seat: command; command”.")
        raise bad_line(number, message, text=line)
    return TurnLine(seat.strip(), commands, number)


def _read_draw(text: str, number: int) -> DrawLine:
    quoted = _QUOTED_LABEL.fullmatch(text)
    label, colon, pieces = (quoted[1], ":", quoted[2]) if quoted else text.partition(":")
    if not colon:
        message = N_("Line {line}: a draw is written “= label: piece piece”.")
        raise bad_line(number, message, text=text)
    try:
        drawn = tuple(map(_unquoted, _TOKEN.findall(pieces)))
        return DrawLine(_unquoted(label.strip()), drawn, number)
    except msgspec.DecodeError as error:
        message = N_("Line {line}: a name in quotation marks is written as in JSON.")
        raise bad_line(number, message, text=text) from error


def _read_fork(line: str, number: int) -> ForkLine:
    match = _FORK.fullmatch(line)
    if not match:
        message = N_("Line {line}: a fork is written “! fork game event seal commitment”.")
        raise bad_line(number, message, text=line)
    parent, seal = ("" if word == NO_PARENT else word for word in (match[1], match[3]))
    return ForkLine(parent, int(match[2]), seal, match[4], number)


def _written(line: Line) -> str:
    match line:
        case TurnLine(seat, commands):
            return f"{seat}: {'; '.join(commands)}"
        case DrawLine(label, drawn):
            return f"= {_label(label)}: {' '.join(map(_piece, drawn))}".rstrip()
        case ForkLine(parent, at, seal, commitment):
            return f"! fork {parent or NO_PARENT} {at} {seal or NO_PARENT} {commitment}"


def _label(label: str) -> str:
    plain = all(_PLAIN_WORD.fullmatch(word) for word in label.split(" "))
    return label if plain else _json(label)


def _piece(piece: str) -> str:
    return piece if _PLAIN_PIECE.fullmatch(piece) else _json(piece)


def _unquoted(word: str) -> str:
    """The word; raises DecodeError if it is no JSON, or holds half a character."""
    if not word.startswith('"'):
        return word
    text = msgspec.json.decode(word, type=str)
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise msgspec.DecodeError("half a character")
    return text


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def seats_text(seats: Iterable[tuple[str, str]]) -> str:
    """The seats as the header tells them: `ana bot:greedy=rita`."""
    return " ".join(f"bot:{bot}={seat}" if bot else seat for seat, bot in seats)


def seats_of(text: str) -> list[tuple[str, str]]:
    """The seats and their bots that the header tells."""
    found = []
    for word in text.split():
        kind, equals, seat = word.removeprefix("bot:").partition("=")
        found.append((seat, kind) if equals and word.startswith("bot:") else (word, ""))
    return found
