"""Commands about the log: differences, traces, forks, the check of everything."""

import json
from typing import Annotated, Any

import typer

from client.columns import columns
from client.complete import games
from client.dice import check_dice
from client.errors import DONE, REFUSED
from client.games import adopt, announce, identify
from client.session import Session
from projections.words import N_


def diff(
    ctx: typer.Context,
    *,
    before: Annotated[int, typer.Argument(min=0, metavar="A", help=N_("The number of an event."))],
    after: Annotated[int, typer.Argument(min=0, metavar="B", help=N_("The number of another."))],
) -> None:
    """Show what changed between two events."""
    with Session(ctx.obj) as session:
        query = {"from_": before, "to": after, "seat": session.eyes()}
        session.show(session.get(session.path("diff"), **query), _changes)


def trace(
    ctx: typer.Context,
    *,
    path: Annotated[
        str, typer.Argument(metavar="PATH", help=N_("A value of the view, as farms.ana.grain."))
    ],
    last: Annotated[bool, typer.Option("--last", help=N_("Only its newest change."))] = False,
    every: Annotated[
        bool, typer.Option("--all", help=N_("Changes that were undone, too."))
    ] = False,
) -> None:
    """List every event that changed one value, with its command and seat."""
    with Session(ctx.obj) as session:
        query = {"path": path, "last": last, "all": every, "seat": session.eyes()}
        session.show(session.get(session.path("trace"), **query), _traced)


def fork(
    ctx: typer.Context,
    *,
    at: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help=N_("The state after event N, not the last.")),
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help=N_("Its name."))] = None,
) -> None:
    """Make a new game out of an earlier state and remember it as the current one."""
    with Session(ctx.obj) as session:
        identify(session)
        answer = session.post(session.path("fork"), at=at, name=name)
        adopt(session, answer.data)
        session.show(answer, announce)


def verify(
    ctx: typer.Context,
    *,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help=N_("Another game than the current."), autocompletion=games
        ),
    ] = None,
) -> None:
    """Check the seals, the dice, the result. A log that fails ends with exit code 1."""
    with Session(ctx.obj) as session:
        session.about(name)
        answer = session.get(session.path("verify"))
        check_dice(session)
        session.show(answer, _report)
    raise typer.Exit(DONE if answer.data["ok"] else REFUSED)


def value(thing: Any) -> str:
    """A value of a view in one short line."""
    if thing is None:
        return "–"
    return thing if isinstance(thing, str) else json.dumps(thing, ensure_ascii=False)


def _changes(session: Session, answer: Any) -> None:
    if not answer["changes"]:
        session.screen.say(N_("Nothing differs."))
        return
    rows = [(c["path"], value(c["before"]), "→", value(c["after"])) for c in answer["changes"]]
    lines, screen = columns(rows), session.screen
    if screen.fits(lines):
        screen.line("\n".join(lines))
        return
    for path, *change in rows:
        screen.line(path, "bold")
        screen.hang(" ".join(change), "  ")


def _traced(session: Session, answer: Any) -> None:
    session.screen.line(f"{answer['path']}: {value(answer['value'])}", "bold")
    rows = [
        (c["seq"], c["seat"] or "", value(c["before"]), "→", value(c["after"]), c["command"])
        for c in answer["changes"]
    ]
    for line in columns(rows) if rows else ():
        session.screen.line(line)


def _report(session: Session, report: Any) -> None:
    screen = session.screen
    for check in report["checks"]:
        mark, style = ("✓", "green") if check["ok"] else ("✗", "red")
        name = session.words.term(check["name"])
        screen.line(f"{mark} {name}: {check['detail']}", style)
    if report["ok"]:
        count = session.words.count
        events = count("{n} event", "{n} events", report["events"])
        draws = count("{n} draw", "{n} draws", report["draws"])
        screen.say(N_("All is well: {names}."), "bold", names=f"{events}, {draws}")
    else:
        screen.say(N_("Something is wrong, first at event {seq}."), "red", seq=report["first_bad"])
