"""Structured logs: one JSON object a line on standard error, with the id of the request.

Bodies, queries and headers are never logged. Should the token of a request get into a message all
the same, as in the text of an error, it is taken out.
"""

import json
import logging
import sys
import time
from contextvars import ContextVar
from typing import NamedTuple

HIDDEN = "[token]"
LEVELS = ("debug", "info", "warning", "error")
_OURS = ("cronica", "events", "projections", "server")


class Asking(NamedTuple):
    """The request that is being answered: its id, and the token of whoever asks, "" for none."""

    id: str
    token: str


asking: ContextVar[Asking | None] = ContextVar("asking", default=None)


class JSONFormatter(logging.Formatter):
    """One line for each record; what `extra={"fields": {…}}` holds stands beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        now = asking.get()
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "time": f"{moment}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **({"request": now.id} if now else {}),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        if now and now.token:
            line = {k: _without(now.token, v) for k, v in line.items()}
        return json.dumps(line, ensure_ascii=False)


def configure(level: str) -> None:
    """Log from now on, from this level on; of libraries only warnings."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JSONFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
    for name in _OURS:
        logging.getLogger(name).setLevel(level.upper())


def _without(token: str, value: object) -> object:
    return value.replace(token, HIDDEN) if isinstance(value, str) else value
