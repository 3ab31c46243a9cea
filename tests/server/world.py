"""A data folder with a service that keeps its tables, and games played at random in it."""

import random
import sqlite3
from pathlib import Path
from typing import Any

from events.sqlite import SQLiteStore
from projections.words import words
from server import creating, playing
from server.requests import Commands, NewGame, NewSeat
from server.service import Service
from server.tables import LogTables, keep_tables

EN = words("en")


class World:
    """A data folder with a service that keeps its tables."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "tables.db"
        self.store = SQLiteStore(folder / "cronica.db")
        self.service = Service(self.store)
        self.tables: LogTables = keep_tables(self.service, self.path)
        self.choices = random.Random(7)

    def make(
        self, kind: str = "village", seats: tuple[str, ...] = ("ana", "bia", "caio"), **options: Any
    ) -> str:
        request = NewGame(kind=kind, seats=[NewSeat(id=seat) for seat in seats], options=options)
        return creating.create(self.service, request, EN).id

    def play(self, game: str, count: int = 1) -> bool:
        """Play random legal commands; False once the game is over."""
        for _ in range(count):
            with self.service.enter(game) as room:
                rules, state = room.timeline.game, room.timeline.state()
                pending = rules.pending(state)
                if pending is None:
                    return False
                command = self.choices.choice(list(rules.legal(state, pending.seat)))
            commands = Commands(commands=rules.format(command))
            playing.play(self.service, game, commands, EN)
        with self.service.enter(game) as room:
            return rules.pending(room.timeline.state()) is not None

    def dump(self) -> list[str]:
        """Everything in the file, as SQL, once it is up to date."""
        self.tables.catch_up()
        connection = sqlite3.connect(self.path)
        try:
            return sorted(connection.iterdump())
        finally:
            connection.close()

    def ask(self, question: str) -> list[tuple[object, ...]]:
        """What the tables answer, once they are up to date."""
        self.tables.catch_up()
        connection = sqlite3.connect(self.path)
        try:
            return connection.execute(question).fetchall()
        finally:
            connection.close()
