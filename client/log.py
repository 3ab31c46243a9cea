"""The log, command by command, undone stretches and all; following a game as it goes on."""

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from client.company import chairs, legend
from client.errors import Misused
from client.follow import follow as following
from client.renderers import Drawing
from client.session import Answer, Session
from client.telling import Event, by_command, headline, lines
from projections.words import N_

UNDONE = "~"
LOOK = 1.0
"""Seconds between two looks for more, if nothing is said."""


def log(
    ctx: typer.Context,
    *,
    since: Annotated[
        int, typer.Option(min=0, metavar="N", help=N_("Only what came after event N."))
    ] = 0,
    until: Annotated[
        int | None, typer.Option(min=0, metavar="N", help=N_("Only up to event N."))
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help=N_("What was undone, too, marked ~."))
    ] = False,
    follow: Annotated[bool, typer.Option("--follow", "-f", help=N_("Wait for more."))] = False,
    interval: Annotated[
        float | None,
        typer.Option(min=0.05, metavar="SECONDS", help=N_("How often to look for more.")),
    ] = None,
) -> None:
    """List what happened, command by command; the number is that of the last event of each."""
    if interval is not None and not follow:
        raise Misused(N_("--interval belongs to --follow."))
    if until is not None and follow:
        raise Misused(N_("Either --until or --follow: one ends where the other waits for more."))
    with Session(ctx.obj) as session:
        eyes = session.eyes()
        answer = _events(session, eyes, since=since, until=until, all=every)
        game = session.get(session.path()).data["game"]
        draw, over = session.drawing(game), game["over"]
        people = "" if session.common.as_json else legend(chairs(session, game))
        if people:
            session.screen.line(people, "dim")
        _show(session, draw, answer)
        sys.stdout.flush()
        if not follow or over:
            return
        seq = answer.data["seq"]
        for message in following(session, seq, eyes, look=interval or LOOK):
            if message.seq > seq:
                answer = _events(session, eyes, since=seq, all=True)
                seq = answer.data["seq"]
                _show(session, draw, answer)
                sys.stdout.flush()


def entry(command: Sequence[Event], draw: Drawing, session: Session) -> None:
    """Write one command of the log; what was undone is dim and marked."""
    undone = command[-1].get("undone", False)
    mark, style = (UNDONE, "dim") if undone else (" ", "")
    number = f"{mark}{command[-1]['seq']:>5}"
    session.screen.hang(headline(command[0], session.words), f"{number}  ", style or "bold")
    for line in lines(command, draw, session.words):
        session.screen.hang(line, f"{mark}{'':>7}", style)


def _events(session: Session, eyes: str | None, **query: Any) -> Answer:
    return session.get(session.path("events"), seat=eyes, **query)


def _show(session: Session, draw: Drawing, answer: Answer) -> None:
    session.show(answer, lambda s, data: _list(s, draw, data["events"]))


def _list(session: Session, draw: Drawing, events: Any) -> None:
    for command in by_command(events):
        entry(command, draw, session)
