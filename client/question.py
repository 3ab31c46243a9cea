"""The question at the table: who must choose, how long they have, and what there is to choose."""

from typing import TYPE_CHECKING

from client.clock import time_left
from client.consent import remind
from client.menu import Item
from projections.words import N_

if TYPE_CHECKING:
    from client.table import Table


def ask(table: "Table") -> None:
    """Tell what happened, ask, and list the choices: all that stands below the table."""
    screen, session, pending = table.screen, table.session, table.pending
    screen.line()
    if table.news:
        table.tell_news()
        screen.line()
    screen.sentence(f"{pending['seat']}: {pending['prompt']}", "bold")
    left = time_left(table.position["game"], session.words)
    if left:
        screen.line(left, "yellow")
    table.guide.hint(pending["kind"])
    items = table.menu.items()
    table.show([(f"{n:>4}  ", _told(table, item)) for n, item in enumerate(items, 1)])
    if table.request:
        remind(session, table.request)


def repeat(table: "Table") -> None:
    """Ask again without the choices, below which what was looked at would scroll away."""
    pending = table.pending
    table.screen.line()
    table.screen.sentence(f"{pending['seat']}: {pending['prompt']}", "bold")
    table.screen.say(N_("“..” shows the choices again."), "dim")


def _told(table: "Table", item: Item) -> str:
    more = table.session.words.say(N_("… ({n} choices)"), n=item.count)
    return f"{item.text} {more}" if item.is_group else item.text
