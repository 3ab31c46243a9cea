"""The list of games, made without folding those that are over."""

import msgspec

from events.codec import UnknownEvent
from events.envelope import Event
from events.lifecycle import GameForked, GameStarted, SeedRevealed
from events.store import DamagedStore, Head
from projections.schema import Summary
from projections.words import Words
from server.answers import Games, GameView, Origin
from server.errors import NotFound
from server.guard import visible_games
from server.requests import GamesQuery
from server.rules import registry
from server.service import Service
from server.tables import takes_in
from server.views import brief_view, game_view


def games(service: Service, query: GamesQuery, say: Words, token: str = "") -> Games:
    """The games that the bearer of a token may look at, those played last first."""
    found: list[GameView] = []
    heads = visible_games(service, token)
    filtered = query.kind is not None or query.over is not None
    known = service.summaries() if filtered else {}
    for game_id in sorted(heads, key=lambda game: heads[game].recorded_at, reverse=True):
        if game_id in known and _excluded(known[game_id], heads[game_id], query):
            continue
        view = _readable(service, game_id, heads[game_id], query, say)
        if view is not None:
            found.append(view)
        if len(found) == query.limit:
            break
    return Games(games=found)


def _excluded(known: Summary, head: Head, query: GamesQuery) -> bool:
    """Whether it is known without reading its log that a game is not asked for."""
    if query.kind not in (None, known.kind):
        return True
    return query.over not in (None, known.over) and takes_in(known, head)


def _readable(
    service: Service, game_id: str, head: Head, query: GamesQuery, say: Words
) -> GameView | None:
    """One game in short, None if it is not asked for.

    One game that nobody can read must not hide the others.
    """
    try:
        first = service.store.read(game_id, 0, 1)
        last = service.store.read(game_id, head.seq - 1)
        if first and last:
            return _brief(service, first[0], last[-1], query, say)
        problem = "event 1 is missing"
    except DamagedStore as error:
        problem = str(error)
    return GameView(
        id=game_id, kind="?", rules=0, name=game_id, seats=(), options={}, seq=head.seq,
        created_at=head.recorded_at, updated_at=head.recorded_at, pending=None, over=False,
        problem=problem,
    )  # fmt: skip


def _brief(
    service: Service, first: Event, last: Event, query: GamesQuery, say: Words
) -> GameView | None:
    over = last.type == SeedRevealed.__name__
    if query.over not in (None, over):
        return None
    started = _unknown(first)
    try:
        started = registry.started_of(first)
        if query.kind not in (None, started.kind):
            return None
        if not over:
            with service.enter(first.game, playing=False) as room:
                return game_view(room.timeline, say)
        origin = _origin(service, first)
    except (UnknownEvent, NotFound) as error:
        return brief_view(started, first, last, pending=None, over=over, problem=str(error))
    return brief_view(started, first, last, pending=None, over=over, forked_from=origin)


def _origin(service: Service, first: Event) -> Origin | None:
    """Where a game was forked from; creating it recorded that."""
    for event in reversed(service.store.find(first.game, first.command_id)):
        if event.type == GameForked.__name__:
            fork = msgspec.json.decode(event.data, type=GameForked)
            return Origin(game=fork.parent, at=fork.at)
    return None


def _unknown(first: Event) -> GameStarted:
    return GameStarted(kind="?", rules=0, name=first.game, seats=(), commitment="")
