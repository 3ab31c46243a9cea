"""What can go wrong on the way of a command, and the exit code that tells it."""

from collections.abc import Mapping
from typing import Any

from projections.words import N_

DONE = 0
REFUSED = 1
USAGE = 2
CONFLICT = 3
UNKNOWN = 4
UNREACHABLE = 5
OVER = 1
TIMED_OUT = 124
INTERRUPTED = 130
PIPE_CLOSED = 141

_BY_STATUS = {
    400: USAGE,
    401: UNKNOWN,
    403: UNKNOWN,
    404: UNKNOWN,
    409: CONFLICT,
    413: USAGE,
    422: REFUSED,
}


class ClientError(Exception):
    """Base of all that ends a command; `message` is translated when it is shown."""

    status = 400
    code = "usage"
    exit_code = USAGE

    def __init__(self, message: str, **params: Any) -> None:
        super().__init__(message.format(**params))
        self.message = message
        self.params = params


class Misused(ClientError):
    """The command line makes no sense."""


class NoGame(ClientError):
    """No game was named and none is remembered."""

    status = 404
    code = "no_game"
    exit_code = UNKNOWN

    def __init__(self) -> None:
        super().__init__(
            N_(
                "No game is being played here. Make one with “cronica play”, "
                "or choose one of “cronica games” with “cronica use GAME”."
            )
        )


class Unreachable(ClientError):
    """The service, or the folder with its store, cannot be reached."""

    status = 503
    code = "unreachable"
    exit_code = UNREACHABLE


class Refused(ClientError):
    """The service answered with a problem (RFC 9457): `problem` is its body as it came."""

    def __init__(self, status: int, problem: Mapping[str, Any], body: bytes) -> None:
        super().__init__("{text}", text=problem.get("detail") or problem.get("title") or status)
        self.status = status
        self.code = str(problem.get("code", status))
        self.exit_code = _BY_STATUS.get(status, UNREACHABLE)
        self.problem = problem
        self.body = body
