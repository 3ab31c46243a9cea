"""Commands that write and read files, and those that show what is printed: box and rules."""

import sys
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import typer

from client.causes import cause
from client.complete import games, kinds, topics
from client.errors import Misused, Refused
from client.games import Options, adopt, announce, identify, read_text
from client.guide import list_topics, tell_topic
from client.kinds import current, kind_path
from client.seats import options
from client.session import Answer, Session
from projections.words import N_

UNKNOWN = 404
"""The status of a game or of a part of its view that is not there."""


def export(
    ctx: typer.Context,
    *,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help=N_("Another game than the current."), autocompletion=games
        ),
    ] = None,
    events: Annotated[
        bool, typer.Option("--events/--notation", help=N_("Events as JSON lines, or notation."))
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help=N_("Write it there."))
    ] = None,
) -> None:
    """Write a game as notation (one line a turn) or as events (one JSON a line)."""
    with Session(ctx.obj) as session:
        session.about(name)
        query = {"format": "events" if events else "notation", "seat": session.eyes()}
        answer = session.get(session.path("export"), **query)
        if output is None:
            session.screen.raw(answer.body)
        else:
            _write(output, answer.body)


def import_(
    ctx: typer.Context,
    *,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help=N_("What export wrote; - is input."))
    ],
    name: Annotated[str | None, typer.Option(metavar="NAME", help=N_("Its name."))] = None,
) -> None:
    """Make a game out of exported notation and remember it as the current one."""
    with Session(ctx.obj) as session:
        text = sys.stdin.read() if str(file) == "-" else read_text(file)
        identify(session)
        answer = session.post("/import", text=text, name=name)
        adopt(session, answer.data)
        session.show(answer, announce)


def _write(file: Path, body: bytes) -> None:
    try:
        file.write_bytes(body)
    except OSError as error:
        raise Misused(
            N_("{file} cannot be written: {name}"), file=str(file), name=cause(error)
        ) from error


def box(
    ctx: typer.Context,
    *,
    kind: Annotated[
        str | None,
        typer.Argument(
            metavar="KIND", help=N_("A game, else the current one's."), autocompletion=kinds
        ),
    ] = None,
    option: Options = None,
    toml: Annotated[
        bool, typer.Option("--toml", help=N_("As a file that “cronica new --box” takes."))
    ] = False,
) -> None:
    """Show what a game's box holds, with what is deduced or a house value marked so."""
    with Session(ctx.obj) as session:
        if toml and session.common.as_json:
            raise Misused(N_("Either --toml or --json: each is another way to write the box."))
        own = None if kind or option else _own_box(session)
        answer = own or session.get(kind_path(session, kind, "box"), **options(option or ()))
        session.show(answer, _file if toml else _printed)


def _own_box(session: Session) -> Answer | None:
    """The box that the current game is played with: its edition's, or a corrected one."""
    if current(session) is None:
        return None
    try:
        return session.get(session.path("view", "box"), seat=session.eyes())
    except Refused as refused:
        if refused.status == UNKNOWN:
            return None
        raise


def rules(
    ctx: typer.Context,
    *,
    topic: Annotated[
        str | None,
        typer.Argument(
            metavar="TOPIC",
            help=N_("What to explain; none lists them."),
            autocompletion=topics,
        ),
    ] = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help=N_("A game, else the current one's."))
    ] = None,
) -> None:
    """Explain one topic of a game's rules in short, with pages of the rulebook."""
    with Session(ctx.obj) as session:
        path = kind_path(session, kind, "rules")
        if topic is None:
            session.show(session.get(path), list_topics)
        else:
            session.show(session.get(f"{path}/{quote(topic, safe='')}"), tell_topic)


def _printed(session: Session, printed: Any) -> None:
    from client.box import lines

    for line in lines(printed, session.words):
        session.screen.line(line)


def _file(session: Session, printed: Any) -> None:
    from client.box import toml

    session.screen.raw(toml(printed).encode())
