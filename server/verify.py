"""Verify: everything that can be checked about a game from its log, and the secret kept for it."""

from collections.abc import Callable

from events.envelope import Event
from projections.words import T_, Said, Words
from server.answers import Check, Report
from server.guard import role_in
from server.origins import Logs
from server.rerun import Wrong
from server.service import Service
from server.trial import Trial

Step = Callable[[], Said]
"""One check: a sentence on what holds. It raises `Wrong` at what does not."""


def verify(service: Service, key: str, say: Words, token: str = "") -> Report:
    """Check one game's log, with the seeds of other games that the bearer of a token may read.

    The game's own secret is looked at as well; of it nothing is told but whether it is the one.
    """
    game_id = service.catalogue.find(key)
    events, logs = service.store.read(game_id), logs_for(service, token)
    return report(events, logs, say, lambda: service.store.seed(game_id))


def logs_for(service: Service, token: str) -> Logs:
    """The logs that the bearer of a token may read; any other is empty."""

    def read(game: str) -> list[Event]:
        return service.store.read(game) if role_in(service, game, token).reads else []

    return read


def report(
    events: list[Event], logs: Logs, say: Words, secret: Callable[[], bytes] | None = None
) -> Report:
    """Check a log; `logs` gives those of other games, for the seeds of games forked from.

    `secret` gives the seed that is kept for the game, or raises KeyError if it is lost.
    A check that cannot go past a wrong event looks at what comes before it.
    """
    trial = Trial(events, logs)
    steps: list[tuple[str, Step]] = [
        (T_("seals"), trial.seals),
        (T_("facts"), trial.facts),
        (T_("history"), trial.history),
        (T_("commands"), trial.commands),
        (T_("clocks"), trial.clocks),
        (T_("draws"), trial.draws),
        (T_("rules"), trial.rules),
    ]
    if secret is not None:
        steps.append((T_("secret"), lambda: trial.secret(secret)))
    checks = [_checked(name, step, trial, say) for name, step in steps]
    bad = [check.first_bad for check in checks if check.first_bad is not None]
    return Report(
        ok=not bad,
        events=len(events),
        commands=sum(event.cause == event.seq for event in events),
        draws=trial.drawn,
        proved=trial.proved,
        checks=checks,
        first_bad=min(bad, default=None),
    )


def _checked(name: str, step: Step, trial: Trial, say: Words) -> Check:
    try:
        holds = step()
    except Wrong as wrong:
        trial.cut(wrong.seq)
        detail = say.say(wrong.message, seq=wrong.seq, **wrong.params)
        return Check(name=name, ok=False, detail=detail, first_bad=wrong.seq)
    return Check(name=name, ok=True, detail=holds.told(say))
