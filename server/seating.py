"""Seating: who sits in an online game, and how a seat is given to somebody else."""

from server.answers import Chairs, ChairView
from server.service import Service


def chairs(service: Service, game_id: str) -> Chairs:
    """The seats of a game that people take; none for a game without tokens."""
    if not service.guarded:
        return Chairs(chairs=[])
    return Chairs(
        chairs=[
            ChairView(
                seat=c.seat, name=c.name, taken=c.taken, seen_at=c.seen_at, wanted_at=c.wanted_at
            )
            for c in service.access.chairs(game_id)
        ]
    )
