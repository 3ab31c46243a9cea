"""How an error is told: to people on standard error, to programs as a problem (RFC 9457)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from client.errors import ClientError, Refused
from client.screen import Screen
from projections.words import N_, Words


def complain(error: ClientError, words: Words) -> None:
    """Write the sentence, the rulebook's page, the nearest legal commands, what was missed."""
    screen = Screen(words)
    screen.complain(error.message, **error.params)
    if isinstance(error, Refused):
        for line in hints(error.problem, words):
            screen.complain("{text}", text=line)


def hints(problem: Mapping[str, Any], words: Words) -> list[str]:
    """What helps beside a problem's sentence, one line each."""
    lines = []
    if problem.get("page"):
        lines.append(rulebook([problem["page"]], words))
    if problem.get("nearest"):
        listed = " · ".join(problem["nearest"])
        about_moves = "command" in problem or "legal" in problem
        near = N_("Legal now: {text}") if about_moves else N_("Near it: {text}")
        lines.append(words.say(near, text=listed))
    missed = problem.get("missed") or ()
    if missed:
        lines.append(words.say(N_("Meanwhile:")))
        from client.telling import by_command, headline

        lines += [f"{c[-1]['seq']:>6}  {headline(c[0], words)}" for c in by_command(missed)]
    return lines


def rulebook(pages: Sequence[int], words: Words) -> str:
    """Where the rulebook says so."""
    told = ", ".join(map(str, pages))
    return words.count("(rulebook, page {page})", "(rulebook, pages {page})", len(pages), page=told)


def problem(error: ClientError, words: Words) -> bytes:
    """The problem as JSON: the service's own bytes, or the same shape for the client's errors."""
    if isinstance(error, Refused) and error.body:
        return error.body
    return json.dumps(
        {
            "type": "about:blank",
            "title": error.code,
            "status": error.status,
            "detail": words.say(error.message, **error.params),
            "code": error.code,
        },
        ensure_ascii=False,
    ).encode()
