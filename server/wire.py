"""Between HTTP and the operations: what a request says of its reader, and answers on their way."""

from starlette.requests import Request
from starlette.responses import Response as HTTPResponse

from projections.words import LANGUAGES
from server.dispatch import Response


def token(request: Request) -> str:
    """The bearer token, "" if there is none."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    return given.strip() if scheme.lower() == "bearer" else ""


def language(request: Request) -> str:
    """The language the reader likes best among those there are."""
    wanted = []
    for place, entry in enumerate(request.headers.get("accept-language", "").split(",")):
        tag, _, quality = entry.strip().partition(";q=")
        wanted.append((-_number(quality or "1"), place, tag))
    known = {known.split("_")[0].lower() for known in LANGUAGES}
    for _, _, tag in sorted(wanted):
        if tag.split("-")[0].lower() in known:
            return tag
    return LANGUAGES[0]


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
