"""The list of Village's facts for docs/village-events.md, written from their definitions.

python -m docs.facts > docs/village-events.md
"""

import inspect
import sys

from events.lifecycle import Fact
from events.village import FACTS

HEAD = """\
# The facts of Village

What the log of a game of Village holds, besides the facts that every game shares
([events.md](events.md)). Folding them needs neither the rules nor the dice. Members are named by
number and letter (`1a`), places by one word (`smithy`, `council-2`, `N1`). A field that has its
default is left out of the JSON.

| fact | fields | what happened |
| --- | --- | --- |
"""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(map(_row, sorted(FACTS, key=lambda fact: fact.__name__)))


def _row(fact: type[Fact]) -> str:
    fields = ", ".join(f"`{name}`" for name in fact.__struct_fields__) or "–"
    told = " ".join(inspect.getdoc(fact).split())  # type: ignore[union-attr]
    return f"| `{fact.__name__}` | {fields} | {told} |\n"


if __name__ == "__main__":
    sys.stdout.write(page())
