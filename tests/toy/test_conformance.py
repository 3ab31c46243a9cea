from events.lifecycle import Fact
from tests.conformance import Conformance
from tests.toy import GAME
from tests.toy.facts import SecretTaken

OPENLY = {"secrets": False}


class TestToy(Conformance, game=GAME, counts=(2,), examples=25, moves=12, openly=OPENLY):
    def variant(self, fact: Fact) -> Fact | None:
        assert isinstance(fact, SecretTaken)
        return SecretTaken(fact.seat, fact.number % 6 + 1)
