"""Between HTTP and the operations: what a request says of its reader, and answers on their way.

This reads and writes ASGI as it is: every request passes here, and objects for its parts would
cost as much as a move in a game.
"""

from functools import lru_cache
from urllib.parse import parse_qsl, quote

from starlette.types import Scope, Send

from projections.words import LANGUAGES
from server.dispatch import NO_MORE, Response

LONGEST = 200
"""Characters that are looked at of what languages somebody likes."""
_KNOWN = {known.split("_")[0].lower() for known in LANGUAGES}


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
        if tag.split("-")[0].lower() in _KNOWN:
            return tag
    return LANGUAGES[0]


def path(scope: Scope) -> str:
    """The path, percent-encoded."""
    raw: bytes = scope.get("raw_path") or quote(scope["path"]).encode()
    return raw.decode("ascii", "replace")


def query(scope: Scope) -> dict[str, str]:
    """The query; of what is said twice the last word counts."""
    text: bytes = scope["query_string"]
    return dict(parse_qsl(text.decode("latin-1"), keep_blank_values=True)) if text else {}


async def answer(response: Response, send: Send) -> None:
    """Send an answer."""
    headers = [(b"content-type", response.content_type.encode("latin-1"))]
    if response.status != NO_MORE:
        headers.append((b"content-length", b"%d" % len(response.body)))
    if response.allow:
        headers.append((b"allow", response.allow.encode("latin-1")))
    if response.wait:
        headers.append((b"retry-after", b"%d" % response.wait))
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    await send({"type": "http.response.body", "body": response.body})


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
