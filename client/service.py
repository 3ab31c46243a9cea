"""Commands about the service itself: offer it over HTTP, rebuild its tables."""

import json
import os
import sys
from typing import Annotated, Any

import typer

from client.errors import Misused
from client.options import GameCommand, GameGroup
from client.session import Session
from projections.words import N_

tables = typer.Typer(
    cls=GameGroup, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
)


def serve(
    ctx: typer.Context,
    *,
    host: Annotated[str, typer.Option(help=N_("The address to listen on."))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help=N_("The port; 0 takes any."))] = 8765,
    store: Annotated[
        str | None,
        typer.Option(metavar="URL", help=N_("Another store: postgresql://… (or CRONICA_STORE).")),
    ] = None,
) -> None:
    """Offer the games of the data folder to others over HTTP, until interrupted."""
    with Session(ctx.obj) as session:
        if session.server:
            raise Misused(N_("A server is made on a data folder: --data, not --server."))
        from client.embedded import serve as offer
        from client.embedded import usable_port

        port = usable_port(host, port)
        url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        if session.common.as_json:
            session.screen.raw(json.dumps({"url": url}).encode())
        else:
            session.screen.say(
                N_("Serving {file} at {text} until interrupted."),
                file=str(session.settings.folder),
                text=url,
            )
            sys.stdout.flush()
        offer(session.settings.folder, host, port, store or os.environ.get("CRONICA_STORE", ""))


@tables.command("rebuild", cls=GameCommand, help=N_("Build the tables again from the log."))
def rebuild(ctx: typer.Context) -> None:
    """Build the tables again from the log."""
    with Session(ctx.obj) as session:
        session.show(session.post("/tables/rebuild", command_id=None), _rebuilt)


@tables.command("path", cls=GameCommand, help=N_("Say in which file the tables are."))
def path(ctx: typer.Context) -> None:
    """Say in which file the tables are, for `sqlite3`, Datasette and the like."""
    with Session(ctx.obj) as session:
        if session.server:
            raise Misused(N_("The tables lie in the data folder of the server, out of reach."))
        from client.embedded import tables_file

        file = str(tables_file(session.settings.folder))
        if session.common.as_json:
            session.screen.raw(json.dumps({"path": file}).encode())
        else:
            session.screen.line(file)


def _rebuilt(session: Session, answer: Any) -> None:
    count = session.words.count
    games = count("{n} game", "{n} games", answer["games"])
    rows = count("{n} row", "{n} rows", answer["rows"])
    session.screen.line(f"{games}, {rows}")
