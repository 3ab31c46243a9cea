"""What an undo would do, and what is asked for, before anybody decides: through a viewer's eyes."""

from projections.words import Words
from server.access import LOCAL, Role
from server.answers import Answer, AskedView, EventView
from server.asking import others
from server.barrier import Barrier, furthest, way
from server.consent import REASONS, asker, barrier_to, going, reason, undoing
from server.errors import NotAllowed
from server.requests import UndoQuery
from server.seats import known_seat
from server.service import Service
from server.timeline import Timeline
from server.views import asked_view
from server.visible import Eyes, is_over


class BarrierView(Answer, frozen=True):
    """What a seat cannot take back by itself: event `seq`, and a sentence on it.

    `code` is the one of the refusal where nobody can be asked.
    """

    seq: int
    code: str
    detail: str


class RequestView(AskedView, frozen=True):
    """An open request with the events that would be undone, and those that would count again.

    `yours` are the seats waited for that the reader speaks for.
    """

    undoes: list[EventView]
    restores: list[EventView]
    yours: list[str]


class Offer(Answer, frozen=True):
    """What an undo by `seat` would do now: it leads to the state after `to`.

    It is `free`, or others have to be asked for their consent (`asks`), or it is not possible.
    Without asking the seat can go back to `furthest`.
    """

    seat: str | None
    to: int
    free: bool
    asks: list[str]
    barrier: BarrierView | None
    furthest: int
    undoes: list[EventView]
    restores: list[EventView]


class UndoView(Answer, frozen=True):
    """What is asked for now, and what an undo would do; null where there is nothing, or no seat."""

    policy: str
    request: RequestView | None
    offer: Offer | None


def offer(service: Service, key: str, query: UndoQuery, say: Words, role: Role = LOCAL) -> UndoView:
    """The open request with the events that it is about, and what an undo would do now.

    Raises:
        NotFound: if there is no event `to`.
        NotAllowed: if no command ends there.
    """
    with service.enter(key) as room:
        timeline = room.timeline
        seat = known_seat(timeline.started, query.seat)
        return UndoView(
            policy=timeline.started.terms.undo,
            request=_request(timeline, seat, role),
            offer=_offer(timeline, query, seat, role, say),
        )


def _request(timeline: Timeline, seat: str | None, role: Role) -> RequestView | None:
    asked = asked_view(timeline)
    if asked is None:
        return None
    mine = {seat} if seat else set(asked.waiting_for) if role.kind == "local" else role.seats
    undoes, restores = _events(timeline, asked.to, Eyes(timeline, seat))
    return RequestView(
        asked=asked.asked,
        asker=asked.asker,
        to=asked.to,
        why=asked.why,
        agreed=asked.agreed,
        waiting_for=asked.waiting_for,
        undoes=undoes,
        restores=restores,
        yours=[name for name in asked.waiting_for if name in mine],
    )


def _offer(
    timeline: Timeline, query: UndoQuery, seat: str | None, role: Role, say: Words
) -> Offer | None:
    """What an undo would do; None for who only looks on, and where nothing can be undone."""
    if (seat is None and role.kind != "local") or is_over(timeline):
        return None
    aim = undoing(None) if query.to is None else going(query.to)
    try:
        who = asker(timeline, seat, role, aim)
        to = aim(timeline, who).to
    except NotAllowed:
        if query.to is not None:
            raise
        return None
    barrier, head = barrier_to(timeline, who, to), timeline.history.head
    asks = others(timeline, who) if who and barrier else []
    undoes, restores = _events(timeline, to, Eyes(timeline, seat))
    policy = timeline.started.terms.undo
    return Offer(
        seat=who,
        to=to,
        free=barrier is None or (policy == "consent" and not asks),
        asks=asks if policy == "consent" else [],
        barrier=_barrier(barrier, say) if barrier else None,
        furthest=furthest(timeline, who, head) if who else timeline.history.first_settled(),
        undoes=undoes,
        restores=restores,
    )


def _barrier(barrier: Barrier, say: Words) -> BarrierView:
    said = reason(barrier)
    return BarrierView(
        seq=barrier.seq,
        code=REASONS[barrier.why][0],
        detail=say.say(said.message, **said.params),
    )


def _events(timeline: Timeline, to: int, eyes: Eyes) -> tuple[list[EventView], list[EventView]]:
    """The events that a move to a state would undo, and those that it would make count again."""
    route, undone = way(timeline, timeline.history.head, to), timeline.history.undone()
    undoes = [eyes.event(timeline.events[seq - 1], undone) for seq in route.undone]
    return undoes, [eyes.event(timeline.events[seq - 1], undone) for seq in route.restored]
