"""Completion in the shell: games, and the next word of a legal command."""

from typing import Any

from client.errors import ClientError
from client.options import common_values, words_of
from client.session import Common, Session


def games(ctx: Any, incomplete: str) -> list[tuple[str, str]]:
    """Ids of games that begin so, with their names; names that begin so, with their ids."""
    try:
        with _session(ctx) as session:
            found = session.get("/games", limit=200).data["games"]
    except ClientError:
        return []  # a shell that completes has no place for complaints
    ids = [(g["id"], g["name"]) for g in found if g["id"].startswith(incomplete)]
    names = [(g["name"], g["id"]) for g in found if g["name"].startswith(incomplete)]
    return ids + names if incomplete else ids


def legal_words(ctx: Any, incomplete: str) -> list[str]:
    """The words that may come next in a legal command, or whole commands inside quotes."""
    typed = [w for w in ctx.params.get("words") or () if isinstance(w, str)]
    try:
        with _session(ctx) as session:
            answer = session.get(session.path("legal"), seat=session.common.seat)
            texts = [c["text"] for c in answer.data["commands"]]
    except ClientError:
        return []
    if " " in incomplete:
        return [t for t in texts if t.startswith(incomplete)]
    return next_words(texts, typed, incomplete)


def next_words(texts: list[str], typed: list[str], begun: str) -> list[str]:
    """The different words that follow `typed` in some of the texts and begin with `begun`."""
    n = len(typed)
    split = [t.split() for t in texts]
    found = {w[n] for w in split if len(w) > n and w[:n] == typed and w[n].startswith(begun)}
    return sorted(found)


def _session(ctx: Any) -> Session:
    return Session(Common(words_of(ctx), **common_values(ctx)))
