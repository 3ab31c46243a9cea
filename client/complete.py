"""Completion in the shell: games, and the next word of a legal command."""

from collections.abc import Callable
from typing import Any

from client.errors import ClientError
from client.kinds import kind_path
from client.options import common_values, words_of
from client.session import Common, Session


def games(ctx: Any, incomplete: str) -> list[tuple[str, str]]:
    """Ids of games that begin so, with their names; names that begin so, with their ids."""
    found = _ask(ctx, lambda s: s.get("/games", limit=200).data["games"])
    ids = [(g["id"], g["name"]) for g in found if g["id"].startswith(incomplete)]
    names = [(g["name"], g["id"]) for g in found if g["name"].startswith(incomplete)]
    return ids + names if incomplete else ids


def legal_words(ctx: Any, incomplete: str) -> list[str]:
    """The words that may come next in a legal command, or whole commands inside quotes."""
    typed = [w for w in ctx.params.get("words") or () if isinstance(w, str)]
    legal = _ask(ctx, lambda s: s.get(s.path("legal"), seat=s.common.seat).data["commands"])
    texts = [c["text"] for c in legal]
    if " " in incomplete:
        return [t for t in texts if t.startswith(incomplete)]
    return next_words(texts, typed, incomplete)


def kinds(ctx: Any, incomplete: str) -> list[str]:
    """The kinds of game that begin so."""
    found = _ask(ctx, lambda s: [k["kind"] for k in s.get("/kinds").data["kinds"]])
    return [k for k in found if k.startswith(incomplete)]


def seats(ctx: Any, incomplete: str) -> list[str]:
    """The seats of the game that begin so."""
    found = _ask(ctx, lambda s: [p["id"] for p in s.get(s.path()).data["game"]["seats"]])
    return [p for p in found if p.startswith(incomplete)]


def topics(ctx: Any, incomplete: str) -> list[tuple[str, str]]:
    """The topics of the rules that begin so, with their titles."""
    kind = ctx.params.get("kind")
    found = _ask(ctx, lambda s: s.get(kind_path(s, kind, "rules")).data["topics"])
    return [(t["topic"], t["title"]) for t in found if t["topic"].startswith(incomplete)]


def next_words(texts: list[str], typed: list[str], begun: str) -> list[str]:
    """The different words that follow `typed` in some of the texts and begin with `begun`."""
    n = len(typed)
    split = [t.split() for t in texts]
    found = {w[n] for w in split if len(w) > n and w[:n] == typed and w[n].startswith(begun)}
    return sorted(found)


def _ask(ctx: Any, question: Callable[[Session], list[Any]]) -> list[Any]:
    """What the service answers; nothing where it does not, for completion must not complain."""
    try:
        with Session(Common(words_of(ctx), **common_values(ctx))) as session:
            return question(session)
    except ClientError:
        return []
