"""Playing in the terminal: the command that finds or makes the game, then the table itself."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from client.complaint import complain
from client.complete import kinds
from client.errors import Misused, Refused
from client.games import (
    Box,
    Edition,
    Name,
    Options,
    Seats,
    Solo,
    create,
    seated,
    wished,
)
from client.kinds import only_kind, resumable
from client.reading import Reader
from client.session import Session
from projections.words import N_

HELP = ("?", "help")
HOW_SEATS = N_(
    "One name for each person, “bot:…” for whoever plays by itself, “eva=bot:…” to give it a name: "
    "“ana bob”, “ana eva=bot:greedy”. An empty line asks again, Ctrl-D leaves."
)


def play(
    ctx: typer.Context,
    *,
    kind: Annotated[
        str | None,
        typer.Argument(
            metavar="KIND", help=N_("Make a game of this kind, as “village”."), autocompletion=kinds
        ),
    ] = None,
    seat: Seats = None,
    solo: Solo = False,
    edition: Edition = None,
    option: Options = None,
    name: Name = None,
    box: Box = None,
) -> None:
    """Play: resume the current game, or make one.

    With a kind or seats a new game is made. “?” explains, “quit” leaves; the game is kept.
    """
    options = wished(option, solo=solo, edition=edition)
    wishes: dict[str, Any] = {"options": options, "name": name, "box": box}
    seat = seated(seat, solo=solo)
    with Session(ctx.obj) as session:
        fresh = bool(kind or seat)
        if fresh and session.common.game:
            raise Misused(N_("--game goes on with a game; a kind or seats begin another."))
        if session.common.as_json:
            from client.wire import converse

            if not fresh:
                _check_resumed(session, wishes)
            else:
                create(session, kind or only_kind(session), seat, **wishes)
            converse(session)
            return
        _play(session, kind, seat, wishes)


def _play(session: Session, kind: str | None, seat: list[str], wishes: Mapping[str, Any]) -> None:
    from client.table import Table

    reader = Reader()
    fresh = bool(kind or seat)
    try:
        if not fresh:
            fresh = not resumable(session)
        if not fresh:
            _check_resumed(session, wishes)
        if fresh and not _make(session, reader, kind or only_kind(session), seat, wishes):
            return
        table = Table(session, reader)
        if table.pending is not None and not fresh:
            game = table.position["game"]
            message = N_("“{name}” goes on. “cronica play {text}” begins another game.")
            session.screen.say(message, "dim", name=game["name"], text=game["kind"])
        table.run(fresh)
    except KeyboardInterrupt:
        farewell(session)


def _check_resumed(session: Session, wishes: Mapping[str, Any]) -> None:
    """Check that nothing is wished for a game that goes on.

    Raises:
        Misused: if there is; says how to begin another.
    """
    named = ", ".join(_WISHES[wish] for wish in _WISHES if wishes[wish])
    if named:
        game = session.get(session.path()).data["game"]
        message = N_("{text}: only a new game can have that, and “{name}” goes on. "
                     "“cronica play {other} …” begins another.")  # fmt: skip
        raise Misused(message, text=named, name=game["name"], other=game["kind"])


_WISHES = {"options": "--option or --edition", "name": "--name", "box": "--box"}
"""What a new game can have, and how it is asked for."""


def _make(
    session: Session, reader: Reader, kind: str, seat: list[str], wishes: Mapping[str, Any]
) -> bool:
    """Make a game; seats that were typed in vain are asked for again. False if nobody plays."""
    while True:
        texts = seat or ask_seats(session, reader, kind)
        if not texts:
            return False
        try:
            create(session, kind, texts, **wishes)
        except (Misused, Refused) as error:
            if seat or not session.screen.interactive:
                raise
            complain(error, session.words)
        else:
            return True


def ask_seats(session: Session, reader: Reader, kind: str) -> list[str]:
    """Ask who plays; no answer at all is nobody."""
    kinds: list[Any] = session.get("/kinds").data["kinds"]
    known = next((k for k in kinds if k["kind"] == kind), None)
    screen = session.screen
    if known is not None:
        low, high = known["seats"]
        screen.say(
            N_("A new game of {name} for {low} to {high} players. Who plays?"),
            "bold",
            name=kind,
            low=low,
            high=high,
        )
        bots = ", ".join(f"bot:{b}" for b in known["bots"])
        message = N_(
            "Type names with blanks between, as “ana bob”. These play by themselves: {names}"
        )
        screen.say(message, names=bots)
        if low == 1:
            screen.say(N_("One name alone plays solo."))
    while True:
        line = reader.line("> ")
        if line is None:
            screen.line()
            return []
        if line in HELP:
            screen.say(HOW_SEATS)
        elif line:
            return line.replace(",", " ").split()


def farewell(session: Session) -> None:
    """Say that the game is kept and how to go on with it."""
    session.screen.line()
    session.screen.say(N_("The game is kept. “cronica play” goes on with it."))
