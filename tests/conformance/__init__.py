"""What every game must keep to.

A test module names its game: `class TestToy(Conformance, game=GAME, counts=(2,)): ...`
"""

from tests.conformance.leaks import LeakSuite
from tests.conformance.rules import RulesSuite
from tests.conformance.service import ServiceSuite


class Conformance(RulesSuite, ServiceSuite, LeakSuite):
    """The whole suite."""
