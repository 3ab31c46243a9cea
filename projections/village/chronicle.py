"""The village chronicle and the graves: who rests where."""

from collections.abc import Callable
from typing import Any

from events.lifecycle import Fact
from events.village import MemberDied
from projections.village.state import Chronicle, Rest


def _died(chronicle: Chronicle, fact: MemberDied) -> None:
    rest = Rest(fact.seat, fact.member)
    if fact.rest == "grave":
        chronicle.graves.append(rest)
    elif fact.rest == "beside":
        chronicle.beside.append(rest)
    else:
        chronicle.sections[fact.rest].append(rest)


HANDLERS: dict[type[Fact], Callable[[Chronicle, Any], None]] = {MemberDied: _died}
