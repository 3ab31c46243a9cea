"""The tables that Village adds for people who query: who has what, who is where, who rests where.

They hold what a look at the table would show, and the points of customers that lie face down; what
has not been drawn yet is in none of them.
"""

from collections.abc import Iterator

from events.lifecycle import GameStarted
from projections.schema import (
    GAME,
    SEAT,
    TO_GAME,
    TO_SEAT,
    Column,
    Model,
    Row,
    Rows,
    Table,
    number,
)
from projections.village.farms import is_living
from projections.village.names import names
from projections.village.score import score
from projections.village.state import COLOURS, GOODS, PLAGUE, SPACES, State

FAMILY = Column("seat", "The family: a seat, or `carla` in a solo game.")
BOARD = Table(
    "board",
    "The cubes on the action spaces: one row for each space and colour.",
    (
        GAME,
        Column("space", "The action space."),
        Column("colour", "Colour of the cubes; black is the plague."),
        number("cubes", "How many lie there."),
    ),
    ("game", "space", "colour"),
    (TO_GAME,),
)
CUSTOMERS = Table(
    "customers",
    "The customers seen so far.",
    (
        GAME,
        Column("customer", "Id of the customer in the box."),
        number("points", "The points printed on it."),
        Column("place", "`blue` or `queue` on the market, or `served`."),
        number("position", "Space on the market, or order of service by this seat, from 1."),
        Column("seat", "Who served it, in a solo game maybe `carla`; else NULL.", optional=True),
        *(number(ware, f"How much {ware} it wants.") for ware in ("grain", *GOODS)),
    ),
    ("game", "customer"),
    (TO_GAME,),
    (("game", "seat"),),
)
FARMS = Table(
    "farms",
    "One row for each family: what it has.",
    (
        GAME,
        SEAT,
        number("time", "Life time lost so far."),
        number("owed", "Deaths that are still to be chosen."),
        number("living", "Members that are born and not dead."),
        number("grain", "Sacks of grain."),
        number("coins", "Coins."),
        number("prestige", "Prestige won so far."),
        number("cities", "Cities visited."),
        number("customers", "Customers served."),
        *(number(good, f"Tiles: {good}.") for good in GOODS),
        *(number(colour, f"Influence cubes: {colour}.") for colour in COLOURS),
    ),
    ("game", "seat"),
    (TO_SEAT,),
)
MEMBERS = Table(
    "members",
    "One row for each family member, the unborn included.",
    (
        GAME,
        FAMILY,
        Column("member", "Number and letter, as in the log."),
        number("number", "The number, which is the generation."),
        Column("name", "What the story calls it."),
        Column("place", "`reserve`, `farm`, a guild, a stage, a city, `bag`; or where it rests."),
        number("alive", "1 for the living, 0 for the unborn and the dead."),
        Column("rest", "For the dead: section of the chronicle, `grave`, `beside`.", optional=True),
    ),
    ("game", "seat", "member"),
    (TO_GAME,),
    (("game", "place"),),
)
CHRONICLE = Table(
    "chronicle",
    "One row for each of the dead, in the order of burial within a section.",
    (
        GAME,
        Column("section", "Section of the village chronicle, `grave`, or `beside` the graves."),
        number("position", "Place in the section, from 1."),
        FAMILY,
        Column("member", "Number and letter, as in the log."),
    ),
    ("game", "section", "position"),
    ((("game", "seat", "member"), "members"),),
    (("game", "seat", "member"),),
)


def rows(state: State, started: GameStarted) -> Rows:
    """The rows of a game as it stands, those of `scores` among them."""
    rests = {(rest["seat"], rest["member"]): rest["section"] for rest in _rests(state)}
    return {
        "scores": list(_scores(state)),
        "board": list(_spaces(state)),
        "customers": list(_customers(state)),
        "farms": list(_farms(state)),
        "members": list(_members(state, started, rests)),
        "chronicle": list(_rests(state)),
    }


def _scores(state: State) -> Iterator[Row]:
    for seat in state.seats:
        for category, points in score(state, seat).items():
            yield {"seat": seat, "category": category, "points": points}


def _spaces(state: State) -> Iterator[Row]:
    for space in SPACES:
        for colour in (*COLOURS, PLAGUE):
            cubes = state.board.spaces[space].get(colour, 0)
            yield {"space": space, "colour": colour, "cubes": cubes}


def _customers(state: State) -> Iterator[Row]:
    places: list[tuple[str, str | None, list[str]]] = [
        ("blue", None, state.board.blue),
        ("queue", None, state.board.queue),
    ]
    places += [("served", seat, farm.customers) for seat, farm in state.farms.items()]
    for place, seat, customers in places:
        for position, customer in enumerate(customers, 1):
            if customer:
                printed = state.box.customers[customer]
                yield {
                    "customer": customer,
                    "points": printed.points,
                    "place": place,
                    "position": position,
                    "seat": seat,
                    **{ware: printed.wants.get(ware, 0) for ware in ("grain", *GOODS)},
                }


def _farms(state: State) -> Iterator[Row]:
    for seat in state.seats:
        farm = state.farms[seat]
        yield {
            "seat": seat,
            "time": farm.time,
            "owed": farm.owed,
            "living": sum(map(is_living, farm.members.values())),
            "grain": farm.grain,
            "coins": farm.coins,
            "prestige": farm.prestige,
            "cities": len(farm.cities),
            "customers": len(farm.customers),
            **{good: farm.goods.get(good, 0) for good in GOODS},
            **{colour: farm.cubes.get(colour, 0) for colour in COLOURS},
        }


def _members(
    state: State, started: GameStarted, rests: dict[tuple[str, str], str]
) -> Iterator[Row]:
    called = names(started)
    for seat, farm in state.farms.items():
        for member, place in farm.members.items():
            yield {
                "seat": seat,
                "member": member,
                "number": int(member[:-1]),
                "name": called[seat][member].text,
                "place": place,
                "alive": int(is_living(place)),
                "rest": rests.get((seat, member)),
            }


def _rests(state: State) -> Iterator[Row]:
    chronicle = state.chronicle
    sections = {**chronicle.sections, "grave": chronicle.graves, "beside": chronicle.beside}
    for section, rests in sections.items():
        for position, rest in enumerate(rests, 1):
            yield {
                "section": section,
                "position": position,
                "seat": rest.seat,
                "member": rest.member,
            }


MODEL = Model((BOARD, CUSTOMERS, FARMS, MEMBERS, CHRONICLE), rows)
"""What Village adds to the read-model tables."""
