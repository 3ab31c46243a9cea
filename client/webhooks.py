"""Commands about webhooks: let a server tell a URL what happens in a game."""

from typing import Annotated, Any

import typer

from client.columns import columns
from client.options import GameCommand, GameGroup
from client.session import Session
from projections.words import N_

webhook = typer.Typer(
    cls=GameGroup, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
)


@webhook.command("add", cls=GameCommand, help=N_("Let a URL be told; shows the secret, once."))
def add(
    ctx: typer.Context,
    *,
    url: Annotated[str, typer.Argument(metavar="URL", help=N_("Where to post (https://…)."))],
    on: Annotated[
        list[str] | None,
        typer.Option(metavar="EVENT", help=N_("your_turn, undo_asked, over or events; repeat.")),
    ] = None,
) -> None:
    """Let a URL be told what happens in the game; the secret is shown only now."""
    with Session(ctx.obj) as session:
        seat = session.common.seat
        answer = session.post(session.path("webhooks"), url=url, events=on or None, seat=seat)
        session.show(answer, _added)


@webhook.command("list", cls=GameCommand, help=N_("List the webhooks of your seats."))
def list_(ctx: typer.Context) -> None:
    """List the webhooks of your seats in the game."""
    with Session(ctx.obj) as session:
        session.show(session.get(session.path("webhooks"), seat=session.common.seat), _list)


@webhook.command("remove", cls=GameCommand, help=N_("Tell a webhook nothing more."))
def remove(
    ctx: typer.Context,
    *,
    name: Annotated[str, typer.Argument(metavar="ID", help=N_("As “webhook list” shows it."))],
) -> None:
    """Tell a webhook nothing more."""
    with Session(ctx.obj) as session:
        session.show(session.delete(session.path("webhooks", name)), _list)


def _added(session: Session, hook: Any) -> None:
    session.screen.say(N_("{name} is told of {text}."), name=hook["url"], text=_events(hook))
    message = N_("Messages are signed with {text}; it is not shown again.")
    session.screen.say(message, text=hook["secret"])


def _list(session: Session, answer: Any) -> None:
    if not answer["webhooks"]:
        session.screen.say(N_("No URL is told anything of this game by you."))
    rows = [(h["id"], h["seat"], _events(h), h["url"], h["failure"]) for h in answer["webhooks"]]
    for line in columns(rows):
        session.screen.line(line)


def _events(hook: Any) -> str:
    return ", ".join(hook["events"])
