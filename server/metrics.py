"""What a server process counts, in the text format of Prometheus."""

import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from events.envelope import Event, NewCommand
from events.store import Conflict, Head, Store, StoreUnavailable
from events.watch import Watch
from server.service import Service

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
OUTCOMES = {
    200: "done", 201: "done", 400: "unreadable", 403: "forbidden", 404: "unknown",
    409: "conflict", 413: "too_large", 422: "refused", 429: "too_many", 503: "unavailable",
}  # fmt: skip
MOVES = ("commands", "undo", "redo", "back", "answer")
"""The last parts of the paths where moves are posted."""
M = TypeVar("M", Counter, Histogram)
_BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)


class Metrics:
    """The counts of one process; `service`, once known, is looked at when they are asked for."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._counts: dict[tuple[Any, tuple[str, ...]], Any] = {}
        self._answers: dict[tuple[str, str, int], list[Counter]] = {}
        self._requests = Counter(
            "cronica_requests", "Requests answered.", ("method", "route", "status"),
            registry=self.registry,
        )  # fmt: skip
        self._seconds = Histogram(
            "cronica_request_seconds", "From the request to the end of its answer.", ("route",),
            registry=self.registry, buckets=_BUCKETS,
        )  # fmt: skip
        self._commands = Counter(
            "cronica_commands", "Posts that play or take back, by how they ended.",
            ("kind", "outcome"), registry=self.registry,
        )  # fmt: skip
        self._appends = Counter(
            "cronica_appends", "Appends to the store, by how they ended.", ("outcome",),
            registry=self.registry,
        )  # fmt: skip
        self._events = Counter(
            "cronica_events", "Events recorded by this process.", registry=self.registry
        )
        self._append_seconds = Histogram(
            "cronica_append_seconds", "Appends to the store, until they are durable.",
            registry=self.registry, buckets=_BUCKETS,
        )  # fmt: skip

    def text(self) -> bytes:
        """All of it, to be scraped."""
        return generate_latest(self.registry)

    def observe(self, service: Service) -> None:
        """From now on, tell of this service's streams and rooms too."""
        self.registry.register(_Inside(service))

    def answered(self, method: str, route: str, status: int, seconds: float | None) -> None:
        """Count a request; `seconds` is None for a stream, which is as long as its reader likes."""
        for count in self._counted(method, route, status):
            count.inc()
        if seconds is not None:
            self._one_of(self._seconds, route).observe(seconds)

    def appended(self, outcome: str, seconds: float, events: int = 0) -> None:
        """Count an append; `outcome` is done, conflict, unavailable or failed."""
        self._one_of(self._appends, outcome).inc()
        self._append_seconds.observe(seconds)
        self._events.inc(events)

    def _counted(self, method: str, route: str, status: int) -> Sequence[Counter]:
        """What counts such a request."""
        counts = self._answers.get((method, route, status))
        if counts is None:
            counts = [self._requests.labels(method, route, str(status))]
            last = route.rpartition("/")[2]
            if method == "POST" and last in MOVES:
                outcome = OUTCOMES.get(status, "failed")
                counts.append(self._commands.labels(last, outcome))
            self._answers[method, route, status] = counts
        return counts

    def _one_of(self, family: M, *labels: str) -> M:
        """One count of a family; it is looked up for every request, so it is remembered."""
        key = family, labels
        if key not in self._counts:
            self._counts[key] = family.labels(*labels)
        found: M = self._counts[key]
        return found


class MeteredStore:
    """A store whose appends are counted; see `events.store.Store` for its methods."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics

    def append(
        self,
        game: str,
        expected: int,
        command_id: str,
        commands: Sequence[NewCommand],
        *,
        seed: bytes | None = None,
    ) -> list[Event]:
        """Record the commands' events; see `Store.append`."""
        began = time.perf_counter()
        outcome, count = "failed", 0
        try:
            events = self._store.append(game, expected, command_id, commands, seed=seed)
            outcome, count = "done", len(events)
            return events
        except Conflict:
            outcome = "conflict"
            raise
        except StoreUnavailable:
            outcome = "unavailable"
            raise
        finally:
            self._metrics.appended(outcome, time.perf_counter() - began, count)

    def read(self, game: str, since: int = 0, until: int | None = None) -> list[Event]:
        """The events with since < seq <= until."""
        return self._store.read(game, since, until)

    def find(self, game: str, command_id: str) -> list[Event]:
        """The events recorded under this command id."""
        return self._store.find(game, command_id)

    def last(self, game: str) -> int:
        """The number of the game's last event."""
        return self._store.last(game)

    def heads(self, games: Collection[str] | None = None) -> dict[str, Head]:
        """How far each game is."""
        return self._store.heads(games)

    def first_events(self) -> Iterable[Event]:
        """The first event of every game."""
        return self._store.first_events()

    def seed(self, game: str) -> bytes:
        """The game's secret seed."""
        return self._store.seed(game)

    def watch(self) -> Watch:
        """A watch over games."""
        return self._store.watch()

    def close(self) -> None:
        """Release the database."""
        self._store.close()


class _Inside(Collector):
    """What the service itself knows."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def collect(self) -> Iterator[Metric]:
        """Streams and rooms as they are now."""
        rooms, tables = self._service.rooms, self._service.tables
        yield GaugeMetricFamily(
            "cronica_tables_lag_seconds", "For how long the SQL tables have been behind the log.",
            value=tables.lag() if tables else 0,
        )  # fmt: skip
        yield GaugeMetricFamily("cronica_streams", "Streams open.", value=self._service.streams)
        yield GaugeMetricFamily("cronica_rooms", "Games kept in memory.", value=rooms.count)
        entries = CounterMetricFamily(
            "cronica_room_entries", "Uses of a game, by whether it was in memory.", labels=["found"]
        )
        entries.add_metric(["hit"], rooms.hits)
        entries.add_metric(["miss"], rooms.misses)
        yield entries
