"""Commands that play: what is legal, why not, do it, take it back."""

from typing import Annotated, Any

import typer

from client.company import missing
from client.complete import legal_words
from client.errors import Misused
from client.menu import beside
from client.screen import WIDE
from client.session import Session
from client.telling import tell
from projections.words import N_

THINKS = N_("{seat} is a bot and needs longer: “cronica wait” waits for it.")
DRY_RUN = N_("Nothing is recorded; draws are only examples:")
UNLIKE = N_("No legal command is like that.")
BLIND = N_("It is legal. What it would lead to depends on what this seat may not know yet.")

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="COMMAND",
        help=N_("The command, in one piece or in words."),
        autocompletion=legal_words,
    ),
]


def legal(
    ctx: typer.Context,
    *,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WORDS", help=N_("Only commands like this."), autocompletion=legal_words
        ),
    ] = None,
    at: Annotated[
        int | None, typer.Option(min=0, metavar="N", help=N_("As it was after event N."))
    ] = None,
    gloss: Annotated[
        bool | None,
        typer.Option(
            "--gloss/--no-gloss", help=N_("Say beside each what it does; a terminal does.")
        ),
    ] = None,
) -> None:
    """List what can be done now."""
    with Session(ctx.obj) as session:
        text = " ".join(words or ()) or None
        if gloss is None:
            gloss = session.screen.roomy and not session.common.as_json
        query = {"seat": session.common.seat, "words": text, "at": at, "gloss": gloss or None}
        found = session.get(session.path("legal"), **query)
        session.show(found, _list_like if text else _list)


def why(ctx: typer.Context, words: Words = None) -> None:
    """Tell why a command is not legal now."""
    text = _text(words)
    with Session(ctx.obj) as session:
        answer = session.get(session.path("why"), text=text, seat=session.common.seat)
        session.show(answer, explain)


def do(
    ctx: typer.Context,
    *,
    words: Words = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", "-n", help=N_("Only show what would happen."))
    ] = False,
    expected: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help=N_("Only if event N is still the last one.")),
    ] = None,
) -> None:
    """Do one or several commands (“;” between them), all or nothing."""
    text = _text(words)
    with Session(ctx.obj) as session:
        answer = session.post(
            session.path("commands"),
            commands=text,
            seat=session.common.seat,
            dry_run=dry_run,
            expected=expected,
        )
        session.show(answer, played)


def undo(
    ctx: typer.Context,
    *,
    to: Annotated[
        int | None,
        typer.Option(
            min=0, metavar="N", help=N_("Everything after event N, not the last command only.")
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", "-n", help=N_("Only show what would be undone."))
    ] = False,
) -> None:
    """Take your last command back and all after it, or ask the others to, as the terms say."""
    with Session(ctx.obj) as session:
        if dry_run:
            from client.consent import preview

            preview(session, to)
            return
        answer = session.post(session.path("undo"), seat=session.common.seat, to=to)
        session.show(answer, played)


def redo(ctx: typer.Context) -> None:
    """Do again what was undone last."""
    _move(ctx, "redo")


def back(
    ctx: typer.Context,
    *,
    to: Annotated[int, typer.Argument(min=0, metavar="N", help=N_("The number of an event."))],
) -> None:
    """Go back to the state after event N; nothing is lost."""
    _move(ctx, "back", to=to)


def explain(session: Session, why: Any) -> None:
    """Write why a command is not legal, or that it is."""
    if why["legal"]:
        session.screen.say(N_("“{text}” is legal now."), text=why["text"])
        return
    session.screen.sentence(why["detail"])
    from client.complaint import hints

    for line in hints(why, session.words):
        session.screen.sentence(line)


def played(session: Session, answer: Any) -> None:
    """Write what commands led to, and who is next."""
    if answer["dry_run"]:
        session.screen.say(DRY_RUN if answer["events"] else BLIND, "dim")
    game = session.get(session.path()).data["game"]
    tell(session, session.drawing(game), [*answer["events"], *answer["bots"]])
    if game["request"]:
        from client.consent import tell_request

        tell_request(session, answer["events"])
    ask(session, answer)
    bots = [seat["id"] for seat in game["seats"] if seat.get("bot")]
    if answer["pending"] and answer["pending"]["seat"] in bots:
        session.screen.say(THINKS, "dim", seat=answer["pending"]["seat"])


def ask(session: Session, answer: Any) -> None:
    """Write the question that is open now, or that the game is over."""
    pending = answer["pending"]
    if pending is None:
        game = session.get(session.path()).data["game"]
        if game["missing"]:
            missing(session, game)
        else:
            session.screen.say(N_("The game is over: “cronica score”, “cronica verify”."))
    else:
        session.screen.sentence(f"{pending['seat']}: {pending['prompt']}")


def _list(session: Session, answer: Any) -> None:
    ask(session, answer)
    rows = [(f"  {c['text']}", c.get("gloss", "")) for c in answer["commands"]]
    session.screen.pairs(beside(rows, max(WIDE, session.screen.width)))


def _list_like(session: Session, answer: Any) -> None:
    _list(session, answer)
    if not answer["commands"]:
        session.screen.say(UNLIKE)


def _move(ctx: typer.Context, way: str, **fields: Any) -> None:
    with Session(ctx.obj) as session:
        answer = session.post(session.path(way), seat=session.common.seat, **fields)
        session.show(answer, played)


def _text(words: list[str] | None) -> str:
    text = " ".join(words or ()).strip()
    if not text:
        raise Misused(N_("Which command? “cronica legal” lists them."))
    return text
