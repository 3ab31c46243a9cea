"""Commands about games as a whole: make one, list them, choose one."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from client import complete
from client import seats as written
from client.causes import cause
from client.columns import columns
from client.errors import Misused
from client.keyring import Known
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
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help=N_("An option, see “cronica rules options”; repeat."),
    ),
]
Online = Annotated[
    bool, typer.Option("--online", help=N_("The others join with invitations, over a network."))
]
People = Annotated[
    int | None,
    typer.Option("--seats", min=1, max=5, metavar="N", help=N_("With --online: so many people.")),
]
Open = Annotated[bool, typer.Option("--open", help=N_("With --online: anybody may look on."))]
Absence = Annotated[
    str | None,
    typer.Option(
        metavar="TIME", help=N_("With --online: after so long a seat may go to others, as 3d.")
    ),
]
Solo = Annotated[bool, typer.Option("--solo", help=N_("Alone, as the game's solo rules say."))]
Edition = Annotated[
    str | None, typer.Option(metavar="NAME", help=N_("Another edition of the game, as “original”."))
]
ALONE = "you"
"""The seat of whoever plays solo without naming one."""
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
    solo: Solo = False,
    edition: Edition = None,
    option: Options = None,
    name: Name = None,
    box: Box = None,
    online: Online = False,
    people: People = None,
    is_open: Open = False,
    absence: Absence = None,
) -> None:
    """Make a game and remember it as the current one."""
    if not online and (people or is_open or absence):
        raise Misused(N_("--seats, --open and --absence belong to --online."))
    with Session(ctx.obj) as session:
        table: dict[str, Any] = {
            "options": wished(option, solo=solo, edition=edition), "name": name, "box": box
        }  # fmt: skip
        if online:
            away = None if absence is None else written.milliseconds(absence)
            company: dict[str, Any] = {"online": True, "open": is_open, "absence": away}
            seats = written.open_seats(people, seat or ())
            answer = _made(session, kind, seats, **table, **company)
        else:
            answer = create(session, kind, seated(seat, solo=solo), **table)
        session.show(answer, _announce_new)


def wished(options: list[str] | None, *, solo: bool, edition: str | None) -> list[str]:
    """The options as `name=value`, those that have a switch of their own among them."""
    switches = [*(["solo=true"] if solo else []), *([f"edition={edition}"] if edition else [])]
    return [*(options or []), *switches]


def seated(seats: list[str] | None, *, solo: bool) -> list[str]:
    """The seats that were named; alone, nobody needs a name."""
    return seats or ([ALONE] if solo else [])


def create(
    session: Session,
    kind: str,
    seats: list[str],
    *,
    options: list[str] | tuple[()] = (),
    name: str | None = None,
    box: Path | None = None,
) -> Answer:
    """Make a game on the service and choose it."""
    if not seats:
        raise Misused(N_("Who plays? Name the seats: --seat ana --seat bot:greedy"))
    return _made(session, kind, written.seats(seats), options=options, name=name, box=box)


def _made(
    session: Session,
    kind: str,
    seats: list[dict[str, str]],
    *,
    options: list[str] | tuple[()],
    name: str | None,
    box: Path | None,
    **company: Any,
) -> Answer:
    identify(session, guarded=bool(company))
    answer = session.post(
        "/games",
        kind=kind,
        seats=seats,
        options=written.options(options),
        name=name,
        box=None if box is None else read_text(box),
        **company,
    )
    adopt(session, answer.data)
    return answer


def identify(session: Session, *, guarded: bool = False) -> None:
    """Have a token to show, where a game about to be made may belong to it."""
    if session.server or guarded:
        session.keys.make()


def adopt(session: Session, game: Mapping[str, Any]) -> None:
    """Remember a game just made as the current one, and as one's own if it has tokens."""
    if "secrets" in game:
        session.keys.remember(Known(game["id"], game["name"], owner=True))
    session.choose(game["id"])


def _announce_new(session: Session, game: Any) -> None:
    """Tell how a new game goes on: with those who are invited, or at once."""
    if not game["missing"]:
        announce(session, game)
        return
    from client.online import tell_secrets

    session.screen.say(
        N_("{name} ({game}) is the current game."), name=game["name"], game=game["id"]
    )
    tell_secrets(session, game)


def read_text(file: Path) -> str:
    """The text of a file that somebody named.

    Raises:
        Misused: if it cannot be read as text.
    """
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise Misused(N_("There is no file {file}."), file=str(file)) from error
    except UnicodeDecodeError as error:
        raise Misused(N_("{file} is no text in UTF-8."), file=str(file)) from error
    except OSError as error:
        message = N_("{file} cannot be read: {name}")
        raise Misused(message, file=str(file), name=cause(error)) from error


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
    limit: Annotated[
        int | None, typer.Option(min=1, metavar="N", help=N_("At most so many, the newest."))
    ] = None,
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
    link: Annotated[
        str | None, typer.Option(metavar="LINK", help=N_("What lets you watch it."))
    ] = None,
) -> None:
    """Choose the current game."""
    with Session(ctx.obj) as session:
        session.about(name)
        if link:
            session.show_link(link)
        answer = session.get(session.path())
        game = answer.data["game"]
        if link:
            session.keys.remember(Known(game["id"], game["name"], link=link))
        session.choose(game["id"])
        session.show(answer, lambda s, data: announce(s, data["game"]))


def _list(session: Session, answer: Any) -> None:
    if not answer["games"]:
        session.screen.say(N_("There are no games yet. “cronica play” makes one."))
        return
    current, screen = session.settings.current(session.service), session.screen
    rows = [_row(session, g, current) for g in answer["games"]]
    lines = columns(rows)
    if not screen.fits(lines):
        heads = columns([(mark, key, when, name) for mark, key, name, *_, when in rows])
        tails = [" · ".join(row[3:6]) for row in rows]
        for head, tail in zip(heads, tails, strict=True):
            screen.hang(head, "")
            screen.hang(tail, "   ", "dim")
        return
    for line in lines:
        screen.line(line)


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
    if game.get("missing"):
        return say(N_("waits for {seats}"), seats=", ".join(game["missing"]))
    if game["request"]:
        asked = game["request"]["waiting_for"]
        return say(N_("event {seq}, {seats} asked to agree to an undo"),
                   seq=game["seq"], seats=", ".join(asked))  # fmt: skip
    return say(N_("event {seq}, {seat} to choose"), seq=game["seq"], seat=game["pending"]["seat"])
