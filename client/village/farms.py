"""A farm: life time, goods, cubes, and where the members of the family are."""

from collections.abc import Callable, Iterable

from rich.text import Text

from client.village import prices
from client.village.blocks import Block, Panel, Part, flow, hang, tile, wrap
from client.village.lifetime import told, track
from client.village.pieces import DISC, LABEL, QUIET, Scene, crowd, cubes, points
from client.village.turn import total
from projections.village.state import DEAD, HIDDEN
from projections.village.terms import place_name

WIDEST = 110
Row = tuple[str, Callable[[int], Block]]
"""A label, and what stands beside it, made for a width."""


def farm(table: Scene, seat: str, width: int) -> Block:
    """Everything that a seat has, as far as it may be seen."""
    farmyard = Part(lambda w: [_farmyard(table, seat, w)], least=50)
    family = Part(lambda w: [_family(table, seat, w)], least=46)
    return tile([[farmyard, family]], min(width, WIDEST))


def _farmyard(table: Scene, seat: str, width: int) -> Panel:
    farm = table.view.farms[seat]
    life = [*track(table, seat, width), *wrap(told(table, farm), width)]
    return Panel(
        title=table.named(seat),
        aside=Text(points(total(table, seat)), LABEL),
        body=[*life, *_rows([*_stock(table, seat), *_fame(table, seat)], width)],
    )


def _family(table: Scene, seat: str, width: int) -> Panel:
    title = Text(table.words.say("the family"), LABEL)
    return Panel(title, _rows(_people(table, seat), width))


def _rows(rows: list[Row], width: int) -> Block:
    return hang([Text(label, QUIET) for label, _ in rows], [tail for _, tail in rows], width)


def _stock(table: Scene, seat: str) -> list[Row]:
    words, farm, limit = table.words, table.view.farms[seat], table.view.box.grain_limit
    goods = map(Text, prices.amounts(words, farm.goods))
    return [
        _row(words.say("grain"), [Text(f"{farm.grain}/{limit}")]),
        _row(words.say("coins"), [Text(str(farm.coins))]),
        _row(words.say("cubes"), cubes(farm.cubes)),
        _row(words.say("goods"), goods, "   "),
    ]


def _fame(table: Scene, seat: str) -> list[Row]:
    """Customers served, cities visited, prestige on the track."""
    words, farm = table.words, table.view.farms[seat]
    left = len(table.view.box.travel.cities) - len(farm.cities)
    discs = [Text.assemble((DISC, table.style(seat)), words.term(city)) for city in farm.cities]
    spare = Text(words.count("{n} disc left", "{n} discs left", left), QUIET)
    return [
        _row(words.say("customers"), _customers(table, seat), "   "),
        _row(words.say("cities"), [*discs, spare], "   "),
        _row(words.say("prestige"), [Text(points(farm.prestige))]),
    ]


def _customers(table: Scene, seat: str) -> list[Text]:
    words, farm = table.words, table.view.farms[seat]
    if farm.customers is None:
        return [Text(words.count("{n} face down", "{n} face down", farm.customers_served), QUIET)]
    return [
        Text.assemble((points(c.points), LABEL), " ", prices.wants(words, c.wants))
        for c in farm.customers
    ]


def _people(table: Scene, seat: str) -> list[Row]:
    """Where every member is: at home, at work, in the black bag, unborn, dead."""
    words = table.words
    places = sorted({*table.members(seat).values()} - DEAD - HIDDEN - {"farm"})
    rows = [
        _folk(table, seat, words.say("at home"), "farm"),
        (words.say("at work"), lambda width: _workers(table, seat, places, width)),
        _folk(table, seat, words.say("black bag"), "bag"),
        _folk(table, seat, words.say("unborn"), "reserve"),
        _row(words.say("written down"), _written(table, seat), "   "),
        _folk(table, seat, words.say("in graves"), "grave"),
    ]
    beside = table.at("beside", seat)
    return [*rows, _folk(table, seat, words.say("beside"), "beside")] if beside else rows


def _workers(table: Scene, seat: str, places: list[str], width: int) -> Block:
    """Every place with who is there."""
    pieces = []
    for place in places:
        people = crowd(table, table.at(place, seat), width)
        name = (place_name(table.words, place) + " ", QUIET)
        pieces.append(Text.assemble(name, Text(" ").join(people)))
    return flow(pieces, width, "   ") or [_none()]


def _written(table: Scene, seat: str) -> list[Text]:
    """The dead in the chronicle, by section."""
    return [
        Text.assemble((table.words.term(section) + " ", QUIET), table.mark(seat), rest.member[0])
        for section, rests in table.view.chronicle.sections.items()
        for rest in rests.rests
        if rest.seat == seat
    ]


def _folk(table: Scene, seat: str, label: str, place: str) -> Row:
    people = table.at(place, seat)
    return label, lambda width: crowd(table, people, width) or [_none()]


def _row(label: str, pieces: Iterable[Text], gap: str = " ") -> Row:
    shown = list(pieces) or [_none()]
    return label, lambda width: flow(shown, width, gap)


def _none() -> Text:
    return Text("–", QUIET)
