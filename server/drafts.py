"""Drafts: commands decided one after another, not yet recorded."""

from collections.abc import Iterable
from typing import Any

from events.dice import Dice
from events.envelope import NewCommand
from events.lifecycle import Fact, SeedRevealed
from server.rules.game import Game
from server.timeline import fold


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
        """Decide a legal command.

        Raises:
            Illegal: if it is not legal; the draft is of no use then.
        """
        facts = self.game.decide(self.state, command, self.dice)
        self.add(seat, self.game.format(command), facts)

    def add(self, seat: str | None, text: str, facts: Iterable[Fact]) -> None:
        """Take in what a command caused, and the seed if the game is over by it."""
        facts = list(facts)
        for fact in facts:
            self.state = fold(self.game, self.state, fact)
        if self.game.outcome(self.state) is not None:
            facts.append(SeedRevealed(self._seed))
        encode = self.game.codec.encode
        self.commands.append(NewCommand(seat, text, tuple(encode(fact) for fact in facts)))
