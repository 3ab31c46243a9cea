"""The read-model tables of a service: brought up to date after appends, rebuilt at will."""

import functools
import logging
import sqlite3
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import msgspec

from events.codec import UnknownEvent
from events.envelope import Event
from events.history import ASIDE
from events.store import Head, StoreUnavailable
from projections.schema import Row, Rows, Summary, Table
from projections.tables import Stale, Tables, Tip
from server.barrier import way
from server.outcome import outcome_of
from server.rules import registry
from server.service import Service
from server.timeline import Timeline, fold
from server.upkeep import Upkeep

log = logging.getLogger(__name__)
_cause = attrgetter("cause")


class LogTables:
    """The tables of one service's games, in the file at `path`.

    They follow the log within a second or so, in a thread of their own; `catch_up` waits for it.
    """

    def __init__(self, service: Service, path: Path) -> None:
        self._store = service.store
        self._rooms = service.rooms
        self._file = Tables(path)
        self._upkeep = Upkeep(self.update)
        self.note = self._upkeep.note
        self.lag = self._upkeep.lag
        self.catch_up = self._upkeep.catch_up

    def resume(self) -> None:
        """Note the games whose rows are not those of their logs, whoever wrote either."""
        heads = self._store.heads()
        try:
            known = self._file.summaries()
        except Stale:
            behind = list(heads)[:1]  # any one lets all be built anew
        except (sqlite3.OperationalError, OSError) as error:
            log.warning("the tables cannot be read now: %s", error)
            behind = list(heads)
        else:
            behind = [game for game, head in heads.items() if not takes_in(known.get(game), head)]
            behind += known.keys() - heads.keys()
        for game in behind:
            self.note(game)

    def update(self, game: str) -> None:
        """Take in what was appended to one game; rebuild everything where that is needed.

        Raises:
            StoreUnavailable: if the tables cannot be written now, or the log not be read.
        """
        try:
            while not self._taken_in(game):
                log.debug("another process has written the rows of game %s meanwhile", game)
        except Stale as stale:
            log.info("the tables are built anew: %s", stale)
            self.rebuild()

    def _taken_in(self, game: str) -> bool:
        """Bring one game's rows up to date, unless somebody else changes them meanwhile."""
        with _writable():
            known = self._file.tip(game)
        if self._stands_at(game, known):
            return True
        with self._rooms.enter(game) as room:
            timeline = room.timeline
            same = _leads_on(timeline, known)
            kind, rows = timeline.game.name, rows_of(timeline, known.seq if same else 0)
        with _writable():
            return self._file.update(kind, _own(kind), game, rows, known=known, whole=not same)

    def _stands_at(self, game: str, known: Tip) -> bool:
        """Whether the last event of a game's log is the one that its rows know."""
        last = self._store.last(game)
        if known.seq and not last:
            raise Stale(f"there is no game {game} any more")
        if known.seq != last:
            return False
        return [event.seal for event in self._store.read(game, last - 1)] == [known.seal]

    def rebuild(self) -> tuple[int, int]:
        """Build everything again from the log; the number of games and of rows.

        Raises:
            StoreUnavailable: if the tables cannot be written now (a full disk, for example), or the
                log not be read.
        """
        kinds = {kind: _own(kind) for kind in registry.names()}
        games = self._store.heads()
        with _writable():
            return self._file.rebuild(kinds, self._rows(games))

    def summaries(self) -> dict[str, Summary]:
        """Every game that the tables know, as far as they do; nothing while they are of no use."""
        try:
            return self._file.summaries()
        except (Stale, sqlite3.OperationalError) as error:
            log.info("the tables tell nothing now: %s", error)
            return {}

    def close(self) -> None:
        """Catch up and release the file."""
        self._upkeep.close()
        self._file.close()

    def _rows(self, games: Iterable[str]) -> Iterator[tuple[str, str, Rows]]:
        """Kind, id and rows of games. Whatever is wrong with one log must not hide the others."""
        for game in games:
            try:
                timeline = _folded(self._store.read(game))
                found = timeline.game.name, game, rows_of(timeline)
            except StoreUnavailable:
                raise
            except Exception as error:
                log.warning("game %s is left out of the tables: %r", game, error)
            else:
                yield found


def keep_tables(service: Service, path: Path) -> LogTables:
    """Let a service keep tables in the file at `path` from now on."""
    tables = LogTables(service, path)
    service.tables = tables
    service.after.append(tables.note)
    return tables


def takes_in(known: Summary | None, head: Head) -> bool:
    """Whether a game's rows go as far as its log.

    An event of another log that has the same number was recorded at another time. That is as good
    as its seal, and spares reading each log.
    """
    if known is None or known.seq != head.seq:
        return False
    return known.updated_at == moment(head.recorded_at)


@contextmanager
def _writable() -> Iterator[None]:
    """Say so if the tables cannot be read or written now."""
    try:
        yield
    except (sqlite3.OperationalError, OSError) as error:
        raise StoreUnavailable(f"the tables cannot be written: {error}") from error


def _leads_on(timeline: Timeline, known: Tip) -> bool:
    """Whether the last event that rows know is one of this log's."""
    if not 0 < known.seq <= len(timeline.events):
        return False
    return timeline.events[known.seq - 1].seal == known.seal


def _folded(events: list[Event]) -> Timeline:
    """A timeline that keeps no state but the present one: nobody will go anywhere else in it."""
    if not events:
        raise UnknownEvent("event 1 is missing")
    timeline = Timeline(registry.get(registry.started_of(events[0]).kind), events)
    game, state = timeline.game, None
    for seq in timeline.history.path():
        state = fold(game, state, game.codec.decode(events[seq - 1]))
    timeline.keep(timeline.history.head, state)
    return timeline


def rows_of(timeline: Timeline, known: int = 0) -> Rows:
    """All rows of one game as it stands; of its moves only those that differ since `known`."""
    moves = _moves(timeline, known)
    shared = {"games": [_game(timeline)], "seats": _seats(timeline), "moves": moves}
    model = timeline.game.tables
    return {**shared, **model.rows(timeline.state(), timeline.started)} if model else shared


def _own(kind: str) -> tuple[Table, ...]:
    model = registry.get(kind).tables
    return model.tables if model else ()


def _game(timeline: Timeline) -> Row:
    started, events, origin = timeline.started, timeline.events, timeline.origin
    state = timeline.state()
    pending = timeline.game.pending(state)
    return {
        "kind": started.kind,
        "rules": started.rules,
        "name": started.name,
        "options": msgspec.json.encode(started.options, order="sorted").decode(),
        "created_at": moment(events[0].recorded_at),
        "updated_at": moment(events[-1].recorded_at),
        "seq": timeline.history.length,
        "seal": events[-1].seal,
        "head": timeline.history.head,
        "turn": pending.seat if pending else None,
        "choice": pending.kind if pending else None,
        "over": int(timeline.game.outcome(state) is not None),
        "forked_from": origin.parent if origin else None,
        "forked_at": origin.at if origin else None,
    }


def _seats(timeline: Timeline) -> list[Row]:
    outcome = outcome_of(timeline)
    return [
        {
            "seat": seat.id,
            "position": position,
            "bot": seat.bot or None,
            "points": outcome.points[seat.id] if outcome else None,
            "place": outcome.places[seat.id] if outcome else None,
        }
        for position, seat in enumerate(timeline.started.seats, 1)
    ]


def _moves(timeline: Timeline, known: int) -> list[Row]:
    """A row for each command that is new since `known`, or has come to count or not since then.

    A command was undone if its last event is off the path.
    """
    if not known:
        path = set(timeline.history.path())
        return [_move(list(caused), path) for _, caused in groupby(timeline.events, _cause)]
    history = timeline.history
    known = min(known, history.length)
    changed = way(timeline, history.resolve(known), history.head)
    counting = set(changed.restored)
    numbers = {*changed.undone, *counting, *range(known + 1, history.length + 1)}
    causes = {timeline.events[seq - 1].cause for seq in numbers}
    return [_move(history.events[c - 1 : history.end(c)], counting) for c in sorted(causes)]


def _move(caused: list[Event], counting: Container[int]) -> Row:
    first, last = caused[0], caused[-1]
    return {
        "seq": first.seq,
        "last": last.seq,
        "seat": first.seat,
        "text": first.command,
        "recorded_at": moment(first.recorded_at),
        "undone": int(last.seq not in counting and last.type not in ASIDE),
    }


def moment(milliseconds: int) -> str:
    """A time as it is written in the tables (UTC); `milliseconds` since the epoch."""
    seconds, rest = divmod(milliseconds, 1000)
    minute, second = divmod(seconds, 60)
    return f"{_minute(minute)}:{second:02}.{rest:03}"


@functools.lru_cache
def _minute(number: int) -> str:
    """Days and hours are costly to tell, and most moves follow soon on the one before."""
    return datetime.fromtimestamp(number * 60, UTC).strftime("%Y-%m-%d %H:%M")
