"""The village chronicle and the graves: who rests where, and what places are left."""

from collections.abc import Callable

from rich.text import Text

from client.village.blocks import Block, Panel, Part, flow, hang, tabulate, tile, wrap
from client.village.pieces import FREE, LABEL, QUIET, Scene, points
from projections.village.state import Rest
from projections.village.views import RestsView
from projections.words import NN_, Words


def panel(table: Scene, width: int) -> Panel:
    """All sections and the graves, one line each: `A1 B1 __`."""
    chronicle, words = table.view.chronicle, table.words
    rows = {
        words.term(section): _slots(table, rests) for section, rests in chronicle.sections.items()
    }
    rows[words.say("graves")] = _slots(table, chronicle.graves)
    if chronicle.beside:
        rows[words.say("beside")] = [_short(table, rest) for rest in chronicle.beside]
    heads = [Text(label) for label in rows]
    tails = [_flowing(slots) for slots in rows.values()]
    return Panel(Text(words.say("village chronicle"), LABEL), hang(heads, tails, width))


def _flowing(slots: list[Text]) -> Callable[[int], Block]:
    return lambda width: flow(slots, width)


def _slots(table: Scene, places: RestsView) -> list[Text]:
    free = [Text(FREE, QUIET)] * (places.places - len(places.rests))
    return [_short(table, rest) for rest in places.rests] + free


def _short(table: Scene, rest: Rest) -> Text:
    return Text.assemble(table.mark(rest.seat), rest.member[0])


def book(table: Scene, width: int) -> Block:
    """The chronicle's pages: every section with the names of those who rest there."""
    chronicle, words = table.view.chronicle, table.words
    pages = [_page(table, words.term(s), rests) for s, rests in chronicle.sections.items()]
    pages.append(_page(table, words.say("graves"), chronicle.graves))
    if chronicle.beside:
        beside = RestsView(len(chronicle.beside), chronicle.beside)
        pages.append(_page(table, words.say("beside"), beside))
    return [*tile([pages], width), *_entries(table, width)]


def _page(table: Scene, title: str, places: RestsView) -> Part:
    lines = [
        Text.assemble(_short(table, rest), (f" {rest.seat}", QUIET)) for rest in places.rests
    ] + [Text(FREE, QUIET)] * (places.places - len(places.rests))
    count = Text(f"{len(places.rests)}/{places.places}", QUIET)
    page = Panel(Text(title, LABEL), lines, foot=count)
    return Part(lambda _: [page], least=16)


def _entries(table: Scene, width: int) -> Block:
    """How many of each family are written down, and what that is worth."""
    rows = [_entry(table, seat) for seat in table.view.seats]
    return [part for line in tabulate(rows) for part in wrap(line, width)]


def _entry(table: Scene, seat: str) -> list[Text]:
    words, worth = table.words, table.view.box.chronicle.points
    sections = table.view.chronicle.sections.values()
    count = sum(rest.seat == seat for section in sections for rest in section.rests)
    more = [n for n in range(count + 1, len(worth)) if worth[n] > worth[min(count, len(worth) - 1)]]
    text = words.count("{n} written down", "{n} written down", count)
    nearest = _next(words, more[0], worth[more[0]]) if more else ""
    now = points(table.view.score[seat]["chronicle"] or 0)
    return [table.named(seat), Text(text), Text(now, "bold"), Text(nearest, QUIET)]


def _next(words: Words, entries: int, worth: int) -> str:
    forms = NN_("{n} would be worth {text}", "{n} would be worth {text}")
    return words.count(*forms, entries, text=points(worth))
