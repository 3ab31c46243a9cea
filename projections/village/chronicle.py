"""The village chronicle and the graves: who rests where."""

from events.lifecycle import Fact
from events.village import MemberDied
from projections.village.state import Chronicle, Rest


def evolve(chronicle: Chronicle, fact: Fact) -> None:
    """Take in one fact, in place."""
    if isinstance(fact, MemberDied):
        rest = Rest(fact.seat, fact.member)
        if fact.rest == "grave":
            chronicle.graves.append(rest)
        elif fact.rest == "beside":
            chronicle.beside.append(rest)
        else:
            chronicle.sections[fact.rest].append(rest)
