"""Undo among people: what would be undone, what the others are asked for, and their answers."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import typer

from client.errors import Misused
from client.moves import played
from client.renderers import Drawing
from client.session import Session
from client.telling import by_command, headline, lines
from projections.words import N_, Words

ASKED = "UndoAsked"
YES, NO = N_("yes"), N_("no")
HOW = N_("“yes” agrees, “no” does not; who plays on does not agree either.")


def answer(
    ctx: typer.Context,
    *,
    word: Annotated[str, typer.Argument(metavar="yes|no", help=N_("Whether you agree."))],
    asked: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help=N_("Only if it is the request that event N made.")),
    ] = None,
) -> None:
    """Agree to the undo that another seat asks for, or not; “no” takes back your own request."""
    with Session(ctx.obj) as session:
        agrees = agreement(word, session.words)
        request = session.get(session.path("undo"), seat=session.common.seat).data["request"]
        if request is not None and not session.common.as_json:
            present(session, request)
        seen = request["asked"] if request and asked is None else asked
        fields = {"agrees": agrees, "asked": seen, "seat": session.common.seat}
        session.show(session.post(session.path("answer"), **fields), played)


def agreement(text: str, words: Words) -> bool:
    """What an answer means.

    Raises:
        Misused: if it is neither yes nor no.
    """
    agrees = understood(text, words)
    if agrees is None:
        raise Misused(N_("“{text}” is no answer: say yes or no"), text=text)
    return agrees


def understood(text: str, words: Words) -> bool | None:
    """What an answer means, in English or the reader's language, short or long; None if nothing."""
    word = text.strip().casefold()
    for agrees, answer in ((True, YES), (False, NO)):
        spoken = {answer, words.say(answer).casefold()}
        if word and any(word in (whole, whole[0]) for whole in spoken):
            return agrees
    return None


def preview(session: Session, to: int | None) -> None:
    """Show what an undo would do, without doing it."""
    found = session.get(session.path("undo"), to=to, seat=session.common.seat)
    session.show(found, lambda s, data: _offer(s, data["offer"]))


def tell_request(session: Session, events: Iterable[Mapping[str, Any]]) -> None:
    """Where an undo became a request, tell why, and whom it waits for."""
    asked = next((event for event in events if event["type"] == ASKED), None)
    if asked is None:
        return
    query = {"seat": asked["data"]["seat"], "to": asked["data"]["to"]}
    found = session.get(session.path("undo"), **query).data
    if found["offer"] and found["offer"]["barrier"]:
        session.screen.line(found["offer"]["barrier"]["detail"])
    if found["request"]:
        remind(session, found["request"])


def remind(session: Session, request: Mapping[str, Any]) -> None:
    """Tell whoever asked whom the request waits for, and what ends it."""
    message = N_("{names} must agree to your undo; “answer no” takes it back, and so does playing "
                 "on.")  # fmt: skip
    session.screen.say(message, "dim", names=", ".join(request["waiting_for"]))


def present(session: Session, request: Mapping[str, Any], draw: Drawing | None = None) -> None:
    """Show what a seat asks for: the events that would be undone, and by whom they were."""
    screen = session.screen
    draw = draw or session.drawing(session.get(session.path()).data["game"])
    message = N_("{seat} asks to go to the state after event {to}.")
    screen.say(message, "bold yellow", seat=request["asker"], to=request["to"])
    for title, events in (
        (N_("This would be undone:"), request["undoes"]),
        (N_("This would count again:"), request["restores"]),
    ):
        _list(session, title, events, draw)
    if request["agreed"]:
        screen.say(N_("{names} agreed."), names=", ".join(request["agreed"]))


def _list(session: Session, title: str, events: Iterable[Mapping[str, Any]], draw: Drawing) -> None:
    commands = list(by_command(events))
    if commands:
        session.screen.say(title)
    for command in commands:
        session.screen.hang(headline(command[0], session.words), f"{command[-1]['seq']:>6}  ")
        for line in lines(command, draw, session.words):
            session.screen.hang(line, " " * 8, "dim")


def _offer(session: Session, offer: Any) -> None:
    screen = session.screen
    if offer is None:
        screen.say(N_("There is nothing to undo."))
        return
    draw = session.drawing(session.get(session.path()).data["game"])
    screen.say(N_("An undo leads to the state after event {to}."), to=offer["to"])
    _list(session, N_("This would be undone:"), offer["undoes"], draw)
    _list(session, N_("This would count again:"), offer["restores"], draw)
    if offer["free"]:
        screen.say(N_("Nobody has to be asked."))
        return
    screen.line(offer["barrier"]["detail"])
    if offer["asks"]:
        screen.say(N_("{names} would be asked."), names=", ".join(offer["asks"]))
    screen.say(N_("By yourself you can go back to event {n}, no further."), n=offer["furthest"])
