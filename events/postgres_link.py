"""One connection to PostgreSQL, on which nothing hangs."""

import math
import time
from collections.abc import Callable
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict

Row = tuple[Any, ...]
T = TypeVar("T")

_SETTINGS = """
    SELECT set_config('lock_timeout', %(lock)s, false),
           set_config('statement_timeout', %(statement)s, false),
           set_config('idle_in_transaction_session_timeout', %(statement)s, false),
           set_config('default_transaction_isolation', 'read committed', false),
           set_config('synchronous_commit', CASE current_setting('synchronous_commit')
               WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
"""


class NoAnswer(psycopg.OperationalError):
    """The server took a request and then fell silent."""


class Link(psycopg.Connection[Row]):
    """A connection that is not waited on for more than `patience` seconds at a time.

    The server's own time-outs do not fire if it, its disk or its machine is frozen.
    """

    patience = math.inf

    @classmethod
    def connect(  # type: ignore[override]
        cls,
        conninfo: str = "",
        *,
        timeout: float,
        failed: Callable[[psycopg.Error], None] = lambda _: None,
        **options: Any,
    ) -> "Link":
        """Connect within `timeout` seconds, with limits that follow from it.

        A lock is waited for as long, a statement may take twice that. `failed` is told why, if
        there is no connecting. What the URL says of such limits counts more.
        """
        limits: dict[str, Any] = {
            "connect_timeout": max(2, round(timeout)),
            "tcp_user_timeout": round(3_000 * timeout),
            "keepalives_idle": max(1, round(2 * timeout)),
            "keepalives_interval": max(1, round(timeout / 2)),
            "keepalives_count": 3,
            "fallback_application_name": "cronica",
        }
        try:
            limits |= conninfo_to_dict(conninfo)
            link = super().connect(autocommit=True, client_encoding="utf8", **{**limits, **options})
            link.patience = 3 * timeout
            milliseconds = {"lock": f"{timeout * 1000:.0f}", "statement": f"{timeout * 2000:.0f}"}
            link.execute(_SETTINGS, milliseconds)
        except psycopg.Error as error:
            failed(error)
            raise
        return link

    def wait(self, gen: PQGen[T], *args: Any, **kwargs: Any) -> T:
        """Take a step of the protocol; raises NoAnswer, after which the connection is gone."""
        try:
            return super().wait(_within(self.patience, gen), *args, **kwargs)
        except NoAnswer:
            self.pgconn.finish()
            raise


def _within(seconds: float, gen: PQGen[T]) -> PQGen[T]:
    """The same steps, given up after so many seconds."""
    end = time.monotonic() + seconds
    try:
        state = next(gen)
        while True:
            ready = yield state
            if not ready and time.monotonic() > end:
                raise NoAnswer(f"no answer within {seconds:g} s")
            state = gen.send(ready)
    except StopIteration as done:
        result: T = done.value
        return result


def words(error: psycopg.Error) -> str:
    """What the server said, in one line and without the values it concerns."""
    lines = str(error).strip().splitlines()
    return error.diag.message_primary or (lines[0] if lines else type(error).__name__)
