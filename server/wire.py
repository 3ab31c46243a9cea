"""Between HTTP and the operations: what a request says of its reader, and answers on their way.

This reads the scope as it is: every request passes here more than once, and objects for its parts
would be made each time.
"""

import re
from functools import lru_cache
from urllib.parse import parse_qsl, quote

from starlette.responses import Response as HTTPResponse
from starlette.types import Scope

from projections.words import LANGUAGES
from server.dispatch import Response

LONGEST = 200
"""Characters that are looked at of what languages somebody likes."""
_KNOWN = {known.split("_")[0].lower(): known for known in LANGUAGES}
_ORIGIN = re.compile("https?://[^/]*", re.IGNORECASE)
"""What stands before the path in a request's target, if it is written as to a proxy."""


def header(scope: Scope, name: bytes) -> str:
    """The first header with a name in lower case, "" if there is none."""
    for key, value in scope["headers"]:
        if key == name:
            found: str = value.decode("latin-1")
            return found
    return ""


def token(scope: Scope) -> str:
    """The bearer token, "" if there is none."""
    scheme, _, given = header(scope, b"authorization").partition(" ")
    return given.strip() if scheme.lower() == "bearer" else ""


def language(scope: Scope) -> str:
    """The language the reader likes best among those there are."""
    wanted = header(scope, b"accept-language")
    return liked(wanted[:LONGEST]) if wanted else LANGUAGES[0]


@lru_cache(maxsize=256)
def liked(header: str) -> str:
    """The language that an `Accept-Language` likes best among those there are."""
    wanted = []
    for place, entry in enumerate(header.split(",")):
        tag, _, quality = entry.strip().partition(";q=")
        wanted.append((-_number(quality or "1"), place, tag))
    for _, _, tag in sorted(wanted):
        known = _KNOWN.get(tag.split("-")[0].lower())
        if known is not None:
            return known
    return LANGUAGES[0]


def path(scope: Scope) -> str:
    """The path, percent-encoded."""
    raw: bytes = scope.get("raw_path") or quote(scope["path"]).encode()
    target = raw.decode("ascii", "replace")
    return target if target.startswith("/") else _ORIGIN.sub("", target, count=1) or "/"


def query(scope: Scope) -> dict[str, str]:
    """The query; of what is said twice the last word counts."""
    text: bytes = scope["query_string"]
    return dict(parse_qsl(text.decode("latin-1"), keep_blank_values=True)) if text else {}


def http(response: Response) -> HTTPResponse:
    """An answer as HTTP sends it."""
    headers = {"content-type": response.content_type}
    if response.allow:
        headers["allow"] = response.allow
    if response.wait:
        headers["retry-after"] = str(response.wait)
    return HTTPResponse(response.body, response.status, headers)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
