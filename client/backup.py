"""Saving all games of a data folder in one file, and getting them back."""

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from client.errors import Misused
from client.session import Session
from projections.words import N_

FILE = Annotated[Path, typer.Argument(metavar="FILE", help=N_("The file of the backup."))]


def backup(ctx: typer.Context, *, file: FILE) -> None:
    """Save all games and seats in a new file, while they are being played."""
    with _local(ctx) as session:
        from client.embedded import save

        games, events = save(session.settings.folder, file)
        _tell(session, N_("Saved in {file}: {text}."), file, games, events)


def restore(ctx: typer.Context, *, file: FILE) -> None:
    """Verify a backup and put it into a data folder without games."""
    with _local(ctx) as session:
        from client.embedded import bring_back

        games, events = bring_back(file, session.settings.folder)
        _tell(session, N_("Restored from {file}: {text}."), file, games, events)


def _local(ctx: typer.Context) -> Session:
    session = Session(ctx.obj)
    if session.server:
        raise Misused(N_("Backups are made of a data folder: --data, not --server."))
    if "://" in os.environ.get("CRONICA_STORE", ""):
        raise Misused(N_("A PostgreSQL store is saved and restored with pg_dump and pg_restore."))
    return session


def _tell(session: Session, message: str, file: Path, games: int, events: int) -> None:
    if session.common.as_json:
        told = {"file": str(file), "games": games, "events": events}
        session.screen.raw(json.dumps(told).encode())
        return
    count = session.words.count
    text = f"{count('{n} game', '{n} games', games)}, {count('{n} event', '{n} events', events)}"
    session.screen.say(message, file=str(file), text=text)
