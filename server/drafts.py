"""Drafts: commands decided one after another, not yet recorded."""

from collections.abc import Iterable
from typing import Any

from events.dice import Dice
from events.envelope import NewCommand
from events.lifecycle import Fact, GameStarted, SeatJoined, SeedRevealed
from server.rules.game import Game
from server.seats import missing_seats
from server.timeline import fold

CREATION = "new"
"""The text of the command that creates a game."""
TIME = "time"
"""The text of a command that says only whose time ran out."""
JOIN = "join"
"""The text of the command that takes a seat."""


class Draft:
    """Commands and the state they lead to. `state` is the draft's own and changes in place.

    `seed` (hex) is revealed by the command that ends the game.
    """

    def __init__(self, game: Game[Any, Any], state: Any, dice: Dice, seed: str) -> None:
        self.game = game
        self.state = state
        self.commands: list[NewCommand] = []
        self.dice = dice
        self._seed = seed

    @property
    def length(self) -> int:
        """How many events the draft holds."""
        return sum(len(command.events) for command in self.commands)

    def play(self, seat: str, command: Any) -> None:
        """Decide a command that is known to be legal."""
        facts = self.game.play(self.state, command, self.dice)
        self._record(seat, self.game.format(command), facts)

    def create(self, started: GameStarted) -> None:
        """Create a game; it begins at once unless people have to join first."""
        waits = bool(missing_seats(started, ()))
        self.add(None, CREATION, [started, *(() if waits else self._beginning())])

    def join(self, joined: SeatJoined, *, last: bool) -> None:
        """Let somebody take a seat; the last one lets the game begin."""
        self.add(joined.seat, JOIN, [joined, *(self._beginning() if last else ())])

    def _beginning(self) -> list[Fact]:
        return self.game.begin(self.state, self.dice)

    def add(self, seat: str | None, text: str, facts: Iterable[Fact]) -> None:
        """Take in what a command caused, and the seed if the game is over by it."""
        facts = list(facts)
        for fact in facts:
            self.state = fold(self.game, self.state, fact)
        self._record(seat, text, facts)

    def _record(self, seat: str | None, text: str, facts: list[Fact]) -> None:
        if self.game.outcome(self.state) is not None:
            facts.append(SeedRevealed(self._seed))
        encode = self.game.codec.encode
        self.commands.append(NewCommand(seat, text, tuple(encode(fact) for fact in facts)))
