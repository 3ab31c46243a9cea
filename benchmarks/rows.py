"""What is measured: each row of the table, what it is compared with, and how good it shall be."""

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from benchmarks.ratio import Measured, Pace


class Row(NamedTuple):
    """One measurement. `faster` says what its ratio is.

    If true, it is how many times as fast as the control we are, and the more the better; if
    false, how many times the control's cost is ours, and the less the better.
    """

    key: str
    where: str
    work: str
    control: str
    faster: bool
    bar: float
    aim: float

    def measure(self) -> Callable[[Pace], Measured]:
        """What measures it, imported only now: not every peer need be there."""
        module, name = self.where.split(":")
        found: Callable[[Pace], Measured] = getattr(import_module(f"benchmarks.{module}"), name)
        return found

    def ratio(self, ours_to_control: float) -> float:
        """The ratio in this row's sense."""
        return 1 / ours_to_control if self.faster else ours_to_control

    def verdict(self, ratio: float) -> str:
        """Whether a ratio reaches the aim, the bar or neither."""
        for name, least in (("aim", self.aim), ("bar", self.bar)):
            if ratio >= least if self.faster else ratio <= least:
                return name
        return "missed"


IMPORTS = "import typer, httpx, msgspec, rich.console"
FASTER, CHEAPER = True, False
ROWS = (
    Row("1", "startup:help_text", "`cronica --help`", "`import typer`", CHEAPER, 1.5, 1.1),
    Row("2a", "startup:board", "`cronica board`, 300 events", f"`{IMPORTS}`", CHEAPER, 2, 1.2),
    Row("2b", "startup:do", "`cronica do`, 300 events", f"`{IMPORTS}`", CHEAPER, 2, 1.2),
    Row("3", "folding:rows_to_state", "rows to state, a whole game",
        "eventsourcing: an aggregate of as many events", FASTER, 4, 10),
    Row("4", "random_play:four_players", "random legal play, 4 players",
        "catanatron, 4 players", FASTER, 1, 3),
    Row("5a", "long_games:command", "a command at event 2,000",
        "eventsourcing on SQLite, as long", FASTER, 20, 20),
    Row("5b", "long_games:flat", "a command at event 20,000",
        "the same at event 200", CHEAPER, 1.2, 1.2),
    Row("6a", "jumps:undo", "undo to any step of 2,000, p95", "the same of 100", CHEAPER, 3, 1.2),
    Row("6b", "jumps:look", "a look at any step of 2,000, p95", "the same of 100", CHEAPER, 3, 1.2),
    Row("7", "http_load:commands", "commands over HTTP, 16 games",
        "Starlette, one durable insert a request", FASTER, 0.6, 1),
    Row("8", "watched:commands", "p99 of a command, 1,000 streams",
        "the same, no stream", CHEAPER, 3, 1.5),
    Row("9", "rebuilding:tables", "all tables of 1,000 games",
        "reading and decoding the rows", CHEAPER, 6, 3),
    Row("10", "two_processes:commands", "commands over PostgreSQL, 2 processes",
        "1 process", FASTER, 1.4, 2),
    Row("11", "size:stored", "bytes stored for an event",
        "its data as compact JSON", CHEAPER, 2, 1.5),
    Row("12", "many_games:command", "a command among 100,000 games",
        "among 100", CHEAPER, 1.3, 1.05),
)  # fmt: skip
