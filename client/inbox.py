"""The inbox: all games that wait for you, wherever they are played."""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import typer

from client.clock import time_left
from client.columns import columns
from client.errors import ClientError
from client.keyring import services_in
from client.session import Common, Session
from client.settings import EMBEDDED, Settings, data_folder
from client.turns import asked_of, is_called
from projections.words import N_

_HERE = ("localhost", "127.0.0.1", "::1")


def inbox(ctx: typer.Context) -> None:
    """List all games in which you must choose, here and on every server that you played on."""
    common: Common = ctx.obj
    games: list[dict[str, Any]] = []
    away: list[ClientError] = []
    for service in _services(common):
        try:
            games += _waiting(common, service)
        except ClientError as error:
            away.append(error)
    screen = Session(common).screen
    if not common.as_json:
        for gone in away if games else away[1:]:
            screen.complain(gone.message, **gone.params)
    if away and not games:  # whether one waits there nobody knows
        raise away[0]
    if common.as_json:
        screen.raw(json.dumps({"games": games}, ensure_ascii=False).encode())
        return
    if not games:
        screen.say(N_("No game waits for you."))
    for line in columns([_row(common, game) for game in games]):
        screen.line(line)


def _services(common: Common) -> list[str]:
    """The service named, or all that this client knows of."""
    if common.server:
        return [common.server.rstrip("/")]
    folder = data_folder(common.data)
    known = [EMBEDDED, *Settings(folder).services(), *services_in(folder)]
    named = os.environ.get("CRONICA_SERVER", "").rstrip("/")
    return list(dict.fromkeys([*known, *([named] if named else [])]))


def _waiting(common: Common, service: str) -> list[dict[str, Any]]:
    """The games of one service that wait for this client, those that changed last first."""
    with Session(replace(common, game=None), service=service) as session:
        found = session.get("/games", over=False, limit=1000).data["games"]
        return [_told(session, game) for game in found if _is_called(session, game)]


def _is_called(session: Session, game: Mapping[str, Any]) -> bool:
    if game.get("problem") or not is_called(session, game):
        return False
    # A server for strangers also lists open games, whose seats are other people's.
    here = session.service == EMBEDDED or urlsplit(session.service).hostname in _HERE
    return here or session.keys.known(game["id"]) is not None


def _told(session: Session, game: dict[str, Any]) -> dict[str, Any]:
    return {"service": session.service, "asked": asked_of(session, game), **game}


def _row(common: Common, game: Mapping[str, Any]) -> tuple[str, ...]:
    where = "" if game["service"] == EMBEDDED else f"--server {game['service']}"
    seats: Iterable[str] = game["asked"]
    if game["asked"]:
        what = common.words.say(N_("an undo is asked for"))
    else:
        seats, what = [game["pending"]["seat"]], game["pending"]["prompt"]
    left = time_left(game, common.words)
    return (game["id"], game["name"], game["kind"], ", ".join(seats), what, left, where)
