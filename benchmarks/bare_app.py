"""The least that a server can do: read a body, write one durable row, answer.

`python -m benchmarks.bare_app PORT FILE` serves it as `server.main` serves the service.
"""

import sqlite3
import sys

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

MEDIA = "application/json"


class Body(msgspec.Struct):
    """What is posted."""

    commands: str
    command_id: str


class Stored(msgspec.Struct):
    """The answer."""

    seq: int
    command_id: str


_decode = msgspec.json.Decoder(Body).decode
_encode = msgspec.json.Encoder().encode


def opened(file: str) -> sqlite3.Connection:
    """A database as durable as the log, with one table."""
    db = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(
        "CREATE TABLE posts (seq INTEGER PRIMARY KEY, game TEXT, command_id TEXT, text TEXT)"
    )
    return db


def create_app(db: sqlite3.Connection) -> Starlette:
    """The application on a database. Its insert blocks the loop, which costs less than a thread."""

    async def post(request: Request) -> Response:
        body = _decode(await request.body())
        row = (request.path_params["game"], body.command_id, body.commands)
        insert = "INSERT INTO posts (game, command_id, text) VALUES (?, ?, ?)"
        seq = db.execute(insert, row).lastrowid or 0
        return Response(_encode(Stored(seq, body.command_id)), media_type=MEDIA)

    async def ready(request: Request) -> Response:  # noqa: ARG001
        return Response()

    return Starlette(
        routes=[
            Route("/games/{game}/commands", post, methods=["POST"]),
            Route("/readyz", ready),
        ]
    )


def main(port: str, file: str) -> None:
    """Serve until told to stop."""
    app = create_app(opened(file))
    uvicorn.run(
        app, host="127.0.0.1", port=int(port), log_config=None, log_level="warning",
        access_log=False, server_header=False, proxy_headers=False,
    )  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
