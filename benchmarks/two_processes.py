"""Commands over HTTP into PostgreSQL: two server processes on one database, beside one process.

Measured as in `benchmarks.http_load`, for as long as all connections have a request under way:
thirty-two of them, each with a game of its own, half of them to each of two servers.
PostgreSQL is that of the tests, but on a disk and waiting for it. Each round starts new servers on
a new copy of a database in which the games have just begun, and waits until they have made their
tables, which is no part of a command. Client, servers and PostgreSQL share the cores, so that two
of these bound the ratio below 2; the notes say how much of them each needs for a command.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.request import urlopen

from benchmarks.http_client import Load
from benchmarks.http_load import COMMANDS, WARM
from benchmarks.prepared import PATIENCE, Prepared, cronica_words, prepared, sent, serving
from benchmarks.ratio import Measured, Pace, Series, in_turns
from events.envelope import NewCommand, NewEvent
from events.postgres import PostgresStore
from events.sqlite import SQLiteStore
from server.embedded import LOG
from tests.events.postgres_server import PostgresServer
from tests.processes import free_port

GAMES = 32
REST = b"\ncronica_tables_lag_seconds 0.0\n"
"""What a server tells that has nothing left to do by itself."""


class Cost(NamedTuple):
    """What a command costs: seconds from one answer to the next, and of a core's time."""

    seconds: float
    servers: float
    database: float

    def __str__(self) -> str:
        seconds, servers, database = (f"{1000 * part:.2f} ms" for part in self)
        return f"{seconds}, of cores {servers} in servers and {database} in PostgreSQL"


def commands(pace: Pace) -> Measured:
    """Commands a second."""
    costs: dict[int, Cost] = {}
    with prepared(GAMES, WARM + pace.of(COMMANDS)) as games, _postgres() as postgres:
        begun = _begun(postgres, games)

        def served_by(processes: int) -> Callable[[], float]:
            def measured() -> float:
                costs[processes] = _measured(postgres, begun, games.load(WARM), processes)
                return costs[processes].seconds

            return measured

        two, one = in_turns(served_by(2), served_by(1), pace.rounds)
    return Measured(
        Series("2 processes", "second", two),
        Series("1 process", "second", one),
        f"in the last round: 2 processes {costs[2]}; 1 process {costs[1]}",
    )


@contextmanager
def _postgres() -> Iterator[PostgresServer]:
    server = PostgresServer(durable=True)
    try:
        yield server
    finally:
        server.close()


def _begun(postgres: PostgresServer, games: Prepared) -> str:
    """The name of a database with the games."""
    name = postgres.new_database()
    source, copy = SQLiteStore(str(games.data / LOG)), PostgresStore(postgres.url(name))
    for game in games.commands:
        made = [list(events) for _, events in groupby(source.read(game), lambda e: e.cause)]
        given = [
            NewCommand(
                events[0].seat,
                events[0].command,
                tuple(NewEvent(e.type, e.version, e.data, e.visible_to) for e in events),
            )
            for events in made
        ]
        copy.append(game, 0, "begun", given, seed=source.seed(game))
    source.close()
    copy.close()
    return name


def _measured(postgres: PostgresServer, begun: str, load: Load, processes: int) -> Cost:
    name = postgres.new_database(f"TEMPLATE {begun}")
    postgres.execute("CHECKPOINT")
    url = postgres.url(name)
    with ExitStack() as running:
        servers = [running.enter_context(_server(url)) for _ in range(processes)]
        ports, pids = [port for port, _ in servers], [pid for _, pid in servers]
        before = _cpu(*pids), _cpu(postgres.pid)
        rate = sent(ports[0], load, *ports[1:]).rate
        after = _cpu(*pids), _cpu(postgres.pid)
    posted = sum(len(bodies) for _, bodies in load.connections)
    [(recorded,)] = postgres.execute(
        "SELECT count(*) FROM cronica.commands WHERE command_id <> 'begun'", database=name
    )
    assert recorded == posted, (recorded, posted)
    postgres.drop_database(name)
    return Cost(rate, (after[0] - before[0]) / posted, (after[1] - before[1]) / posted)


@contextmanager
def _server(url: str) -> Iterator[tuple[int, int]]:
    """Port and process of a `cronica serve` on a PostgreSQL store."""
    port = free_port()
    with TemporaryDirectory() as data:
        words = [*cronica_words(Path(data), port), "--store", url]
        with serving(port, *words) as process:
            _let_rest(port)
            yield port, process.pid


def _let_rest(port: int) -> None:
    """Wait until a server has made its tables."""
    end = time.monotonic() + PATIENCE
    while REST not in _metrics(port):
        assert time.monotonic() < end, "the tables are not made"
        time.sleep(0.05)


def _metrics(port: int) -> bytes:
    with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        text: bytes = answer.read()
    return text


def _cpu(*pids: int) -> float:
    """Seconds that cores have spent on processes and all that they started; 0 if not on Linux."""
    return sum(map(_spent, pids)) if Path("/proc/self/stat").exists() else 0.0


def _spent(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:  # it has ended meanwhile; its parent has what it spent
        return 0.0
    ticks = sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK") + sum(_spent(int(child)) for child in children)
