"""Commands that show the table: board, farms, chronicle, scores."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from client.company import introduce
from client.complete import seats
from client.renderers import Drawing
from client.session import Session
from projections.words import N_

At = Annotated[
    int | None, typer.Option(min=0, metavar="N", help=N_("As it was after event N, not as it is."))
]
Draw = Callable[[Drawing, Any], Any]


def board(ctx: typer.Context, at: At = None) -> None:
    """Show the board."""
    with Session(ctx.obj) as session:
        _part(session, (), at, lambda d, v: d.board(v, session.screen.width, session.words))


def farm(
    ctx: typer.Context,
    *,
    seat: Annotated[
        str | None,
        typer.Argument(metavar="SEAT", help=N_("Whose farm."), autocompletion=seats),
    ] = None,
    at: At = None,
) -> None:
    """Show a seat's farm, or everyone's."""
    with Session(ctx.obj) as session:
        parts = ("farms", seat) if seat else ("farms",)
        _part(session, parts, at, lambda d, v: farms(d, v, seat, session))


def chronicle(
    ctx: typer.Context,
    *,
    at: At = None,
    story: Annotated[bool, typer.Option("--story", help=N_("Tell it in sentences."))] = False,
) -> None:
    """Show the chronicle, or tell the game as a story."""
    with Session(ctx.obj) as session:
        if story:
            session.show(session.get(session.path("story"), at=at), tell_story)
        else:
            width = session.screen.width
            _part(session, ("chronicle",), at, lambda d, v: d.chronicle(v, width, session.words))


def score(ctx: typer.Context, at: At = None) -> None:
    """Show the scores by category."""
    with Session(ctx.obj) as session:
        _part(session, ("score",), at, lambda d, v: d.score(v, session.screen.width, session.words))


def farms(draw: Drawing, view: Any, seat: str | None, session: Session) -> Any:
    """One seat's farm, or all of them one below the other."""
    from rich.console import Group

    wanted = [seat] if seat else list(view["farms"])
    width, words = session.screen.width, session.words
    return Group(*(draw.farm(view, s, width, words) for s in wanted))


def overview(session: Session, draw: Drawing, position: Any, below: int) -> int:
    """Draw the board; where it does not fit with so many lines below it, the headline.

    Returns how many lines are left below what was drawn.
    """
    screen, words, view = session.screen, session.words, position["view"]
    drawn = draw.board(view, screen.width, words)
    if screen.holds(drawn, below=below):
        screen.draw(drawn)
        return screen.room(drawn)
    drawn = draw.headline(view, screen.width, words)
    screen.draw(drawn)
    low = N_("This terminal is low: “cronica board --at {n}” draws the table.")
    screen.say(low, "dim", n=position["at"])
    return screen.room(drawn) - 1


def tell_story(session: Session, story: Any) -> None:
    """Write a story's sentences, a heading for each round."""
    known = None
    for line in story["lines"]:
        if line["round"] != known:
            known = line["round"]
            heading = N_("Round {round}") if known else N_("Before the first round")
            session.screen.say(heading, "bold", round=known)
        session.screen.text(line["text"], indent="  ")


def _part(session: Session, parts: tuple[str, ...], at: int | None, draw: Draw) -> None:
    """Show one part of the view, or all of it: its JSON, or its picture."""
    query = {"at": at, "seat": session.eyes()}
    if session.common.as_json:
        path = session.path("view", *parts) if parts else session.path()
        session.screen.raw(session.get(path, **query).body)
        return
    position = session.get(session.path(), **query).data
    if not _holds(position["view"], parts):
        session.get(session.path("view", *parts), **query)  # refused, with what there is
    session.screen.draw(draw(session.drawing(position["game"]), position["view"]))
    if not parts:
        introduce(session, position["game"])


def _holds(view: Any, parts: tuple[str, ...]) -> bool:
    for part in parts:
        if not isinstance(view, dict) or part not in view:
            return False
        view = view[part]
    return True
