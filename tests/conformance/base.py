"""What every suite of the conformance tests is made from."""

from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.lifecycle import Fact
from server.rules import registry
from server.rules.game import Game
from tests.plays import NAMES, Caller

PREFIX = "rule_"


class Suite:
    """Each method `rule_…` becomes a test of the game that a subclass names.

    `counts` are numbers of seats to play with, `examples` how many games each rule is tried on,
    `moves` how far those are played where the end does not matter. With the options `openly` the
    game hides no fact from anybody.
    """

    game: ClassVar[Game[Any, Any]]
    moves: ClassVar[int]
    openly: ClassVar[dict[str, Any]]

    def __init_subclass__(
        cls,
        game: Game[Any, Any] | None = None,
        counts: tuple[int, ...] = (),
        examples: int = 10,
        moves: int = 40,
        openly: dict[str, Any] | None = None,
    ) -> None:
        if game is None:
            return
        cls.game, cls.moves, cls.openly = game, moves, openly or {}
        chosen = settings(
            max_examples=examples,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        for name in dir(cls):
            if name.startswith(PREFIX):
                test = _test(getattr(cls, name), counts)
                setattr(cls, f"test_{name.removeprefix(PREFIX)}", chosen(test))

    @pytest.fixture(autouse=True)
    def _registered(self) -> None:
        registry.register(self.game)

    def variant(self, fact: Fact) -> Fact | None:
        """Another fact that this private one could have been; None if there is no other."""
        return None

    def table(self, seats: int, **fields: Any) -> tuple[Caller, str]:
        """A caller, and a new game at which people sit."""
        caller = Caller()
        return caller, caller.create(self.game.name, *NAMES[:seats], **fields)


def _test(rule: Callable[[Any, int, int], None], counts: tuple[int, ...]) -> Callable[[Any], None]:
    @given(seats=st.sampled_from(counts), number=st.integers(0, 1 << 40))
    def test(self: Any, seats: int, number: int) -> None:
        rule(self, seats, number)

    return test
