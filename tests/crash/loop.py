"""The loop: writers post through a real server that is killed again and again."""

import random
import time
from pathlib import Path
from typing import NamedTuple

from tests.crash.audit import Audit, audit
from tests.crash.writers import Ledger, Team
from tests.processes import Served


class Outcome(NamedTuple):
    """How a loop ended."""

    kills: int
    seconds: float
    ledger: Ledger
    audit: Audit

    def lines(self) -> list[str]:
        """The figures, for people."""
        ledger, found = self.ledger, self.audit
        return [
            f"kills                      {self.kills}",
            f"seconds                    {self.seconds:.0f}",
            f"games                      {found.games}",
            f"events                     {found.events}",
            f"commands recorded          {found.commands}",
            f"commands acknowledged      {len(ledger.acknowledged)}",
            f"requests cut off by a kill {ledger.cut_off}",
            f"commands sent once more    {ledger.again}",
            f"recorded, answer unheard   {found.unheard}",
            f"answers 503                {ledger.unavailable}",
            f"strange answers            {len(ledger.strange)} {ledger.strange[:3]}",
            f"acknowledged and missing   {len(found.missing)} {found.missing[:3]}",
            f"recorded twice             {len(found.twice)} {found.twice[:3]}",
            f"broken seals               {len(found.broken)} {found.broken[:3]}",
            f"not verified               {len(found.unverified)} {found.unverified[:3]}",
        ]

    @property
    def sound(self) -> bool:
        return self.audit.sound and not self.ledger.strange


def crash(
    data: Path, kills: int, *, writers: int = 4, most: float = 0.6, store: str = "", seed: int = 0
) -> Outcome:
    """Kill the server so often, each time within `most` seconds after it answers or begins to."""
    chance = random.Random(seed)
    began = time.monotonic()
    options = ["--store", store] if store else []
    with Served(data, *options).ready() as served:
        with Team(served.url, writers) as ledger:
            for _ in range(kills):
                time.sleep(chance.uniform(0, most))
                served.kill()
                # Every fourth time it dies while it starts, or soon after.
                served.start(wait=chance.randrange(4) > 0)
            served.ready()
            time.sleep(most)
        found = audit(store or data / "cronica.db", served.url, ledger)
    return Outcome(kills, time.monotonic() - began, ledger, found)
