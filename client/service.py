"""Commands about the service itself: offer it over HTTP, rebuild its tables."""

import json
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from client.errors import Misused
from client.options import GameCommand, GameGroup
from client.session import Session
from projections.words import N_

tables = typer.Typer(
    cls=GameGroup, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
)


class LogLevel(StrEnum):
    """From what on a server tells in its log; `info` has a line for each request."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


FILE = "FILE"
NUMBER = "N"


def serve(
    ctx: typer.Context,
    *,
    host: Annotated[str, typer.Option(help=N_("The address to listen on."))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help=N_("The port; 0 takes any."))] = 8765,
    store: Annotated[
        str | None,
        typer.Option(metavar="URL", help=N_("Another store: postgresql://… (or CRONICA_STORE).")),
    ] = None,
    log: Annotated[
        LogLevel, typer.Option(metavar="LEVEL", help=N_("What to log: info, warning or error."))
    ] = LogLevel.WARNING,
    tls_cert: Annotated[
        Path | None, typer.Option(metavar=FILE, help=N_("The certificate to show (PEM)."))
    ] = None,
    tls_key: Annotated[
        Path | None, typer.Option(metavar=FILE, help=N_("The certificate's key (PEM)."))
    ] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help=N_("A proxy in front of it speaks TLS."))
    ] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help=N_("Where the proxy is, if not here; repeat.")),
    ] = None,
    untrusting: Annotated[
        bool, typer.Option("--untrusting", help=N_("Ask even this machine for tokens."))
    ] = False,
    allow_private_webhooks: Annotated[
        bool,
        typer.Option("--allow-private-webhooks", help=N_("Let webhooks lead anywhere.")),
    ] = False,
    rate: Annotated[
        float | None,
        typer.Option(min=0, metavar=NUMBER, help=N_("Requests a second of one token; 0: any.")),
    ] = None,
    address_rate: Annotated[
        float | None,
        typer.Option(min=0, metavar=NUMBER, help=N_("Requests a second of one address; 0: any.")),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(min=0, metavar=NUMBER, help=N_("Games in 30 days of one owner; 0: any.")),
    ] = None,
    batch: Annotated[
        int | None,
        typer.Option(min=0, metavar=NUMBER, help=N_("Commands in one request; 0: any.")),
    ] = None,
    at_once: Annotated[
        int | None,
        typer.Option(min=0, metavar=NUMBER, help=N_("Requests answered at a time; 0: any.")),
    ] = None,
    patience: Annotated[
        float | None,
        typer.Option(min=0, metavar="SECONDS", help=N_("How long to wait for a body; 0: ever.")),
    ] = None,
) -> None:
    """Offer the games of the data folder to others over HTTP, until interrupted."""
    wanted = {
        "rate": rate,
        "address_rate": address_rate,
        "games": games,
        "batch": batch,
        "at_once": at_once,
        "patience": patience,
    }
    with Session(ctx.obj) as session:
        if session.server:
            raise Misused(N_("A server is made on a data folder: --data, not --server."))
        if proxy and not behind_proxy:
            raise Misused(N_("--proxy says where the proxy of --behind-proxy is."))
        from client.embedded import Offer

        offer = Offer(
            host=host,
            port=port,
            certificate=tls_cert,
            key=tls_key,
            proxies=tuple(proxy or ("127.0.0.1", "::1")) if behind_proxy else (),
            doubting=untrusting,
            private_webhooks=allow_private_webhooks,
        )
        place = store or os.environ.get("CRONICA_STORE", "")
        _announce(session, offer.url, place, trusting=offer.trusting)
        limits = {name: most for name, most in wanted.items() if most is not None}
        offer.serve(session.settings.folder, limits, place, log)


def _announce(session: Session, url: str, place: str, *, trusting: bool) -> None:
    """Say where the games are served, and to whom."""
    if session.common.as_json:
        session.screen.raw(json.dumps({"url": url, "trusting": trusting}).encode())
        return
    from events.stores import shown

    message = N_("Serving {file} at {text} until interrupted.")
    session.screen.say(message, file=shown(place or session.settings.folder), text=url)
    if not trusting:
        session.screen.say(N_("Games belong to the tokens that they are made with."), "dim")
    sys.stdout.flush()


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
