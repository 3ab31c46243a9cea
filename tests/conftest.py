"""Hypothesis profiles: `dev` by default, `ci` the same every time, `long` for thousands of games.

Pick one with `--hypothesis-profile=long -o faulthandler_timeout=0`.
"""

import os

from hypothesis import HealthCheck, settings

# How long an example takes says more about the machine than about the code.
settings.register_profile(
    "dev", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "ci", settings.get_profile("dev"), derandomize=True, database=None, print_blob=True
)
settings.register_profile("long", settings.get_profile("dev"), max_examples=4000)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
