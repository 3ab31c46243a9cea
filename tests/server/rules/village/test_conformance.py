"""Village keeps to what every game must keep to."""

from server.rules.village import GAME
from tests.conformance import Conformance


class TestVillage(Conformance, game=GAME, counts=(1, 2, 3, 4, 5), examples=5, moves=60):
    pass
