"""Commands about games as a whole: make one, list them, choose one."""

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from client import complete
from client import seats as written
from client.columns import columns
from client.errors import Misused
from client.session import Answer, Session
from projections.words import N_

Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat", metavar="SEAT", help=N_("A seat: ana, bot:greedy or carla=bot:greedy; repeat.")
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help=N_("An option of the game; repeat.")),
]
Name = Annotated[str | None, typer.Option(metavar="NAME", help=N_("A name for the game."))]
Box = Annotated[
    Path | None, typer.Option(metavar="FILE", help=N_("A box file in place of the game's own."))
]


def new(
    ctx: typer.Context,
    *,
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", help=N_("The game, as “village”."), autocompletion=complete.kinds
        ),
    ],
    seat: Seats = None,
    option: Options = None,
    name: Name = None,
    box: Box = None,
) -> None:
    """Make a game and remember it as the current one."""
    with Session(ctx.obj) as session:
        answer = create(session, kind, seat or (), options=option or (), name=name, box=box)
        session.show(answer, announce)


def create(
    session: Session,
    kind: str,
    seats: list[str] | tuple[()],
    *,
    options: list[str] | tuple[()] = (),
    name: str | None = None,
    box: Path | None = None,
) -> Answer:
    """Make a game on the service and choose it."""
    if not seats:
        raise Misused(N_("Who plays? Name the seats: --seat ana --seat bot:greedy"))
    answer = session.post(
        "/games",
        kind=kind,
        seats=written.seats(seats),
        options=written.options(options),
        name=name,
        box=None if box is None else read_text(box),
    )
    session.choose(answer.data["id"])
    return answer


def read_text(file: Path) -> str:
    """The text of a file that somebody named.

    Raises:
        Misused: if it cannot be read as text.
    """
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Misused(
            N_("{file} cannot be read: {name}"), file=str(file), name=str(error)
        ) from error


def announce(session: Session, game: Any) -> None:
    """Tell that a game is now the current one, and how it goes on."""
    session.screen.say(
        N_("{name} ({game}) is the current game."), name=game["name"], game=game["id"]
    )
    session.screen.say(
        N_("Play it with “cronica play”, or see “cronica board” and “cronica legal”.")
    )


def games(
    ctx: typer.Context,
    *,
    kind: Annotated[str | None, typer.Option(help=N_("Only games of this kind."))] = None,
    over: Annotated[
        bool | None, typer.Option("--over/--open", help=N_("Only finished, or only running ones."))
    ] = None,
    limit: Annotated[int | None, typer.Option(help=N_("At most so many, the newest."))] = None,
) -> None:
    """List the games."""
    with Session(ctx.obj) as session:
        session.show(session.get("/games", kind=kind, over=over, limit=limit), _list)


def use(
    ctx: typer.Context,
    *,
    name: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help=N_("Its id, the beginning of it, or its name."),
            autocompletion=complete.games,
        ),
    ],
) -> None:
    """Choose the current game."""
    with Session(ctx.obj) as session:
        session.about(name)
        answer = session.get(session.path())
        game = answer.data["game"]
        session.choose(game["id"])
        session.show(answer, lambda s, data: announce(s, data["game"]))


def _list(session: Session, answer: Any) -> None:
    if not answer["games"]:
        session.screen.say(N_("There are no games yet. “cronica play” makes one."))
        return
    current = session.settings.current(session.service)
    for line in columns([_row(session, g, current) for g in answer["games"]]):
        session.screen.line(line)


def _row(session: Session, game: Any, current: str | None) -> tuple[str, ...]:
    mark = "*" if game["id"] == current else " "
    people = ", ".join(s["id"] for s in game["seats"])
    when = datetime.fromtimestamp(game["updated_at"] / 1000).astimezone()
    return (
        mark,
        game["id"],
        game["name"],
        game["kind"],
        people,
        _standing(session, game),
        f"{when:%Y-%m-%d %H:%M}",
    )


def _standing(session: Session, game: Any) -> str:
    say = session.words.say
    if game.get("problem"):
        return say(N_("unreadable: {text}"), text=game["problem"])
    if game["over"]:
        return say(N_("finished"))
    return say(N_("event {seq}, {seat} to choose"), seq=game["seq"], seat=game["pending"]["seat"])
