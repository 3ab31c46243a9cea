"""What stands against many commands alike: too few pieces, nobody there, unknown words."""

from collections.abc import Iterator

from projections.village.state import GOODS, Farm, State
from projections.words import N_
from server.rules.game import Illegal
from server.rules.village import commands as c
from server.rules.village.payments import counted, in_order

Reasons = Iterator[Illegal]


def no_cube(space: str, colour: str, page: int) -> Illegal:
    """The cube asked for does not lie there."""
    message = N_("There is no {colour} cube at {space}.")
    return Illegal("no_such_cube", message, page, colour=colour, space=space)


def unknown(kind: str, text: str, known: tuple[str, ...]) -> Illegal:
    """A word is none of those there are."""
    return Illegal(
        "unknown_word", N_("“{text}” is no {kind}; there are {known}."), None,
        kind=kind, text=text, known=list(known),
    )  # fmt: skip


def short_of(farm: Farm, pay: c.Pay, page: int) -> Reasons:
    """Pieces of a payment that the farm does not have."""
    cubes, coins = counted(pay)
    for piece, count in {**cubes, "coin": coins}.items():
        have = farm.coins if piece == "coin" else {**farm.cubes, **farm.goods}.get(piece, 0)
        if have < count:
            yield Illegal(
                "too_few", N_("You have {have} × {piece}, and {count} would be needed."), page,
                piece=piece, have=have, count=count,
            )  # fmt: skip


def price(farm: Farm, asked: dict[str, int], pay: c.Pay, page: int) -> Reasons:
    """Why a price in cubes cannot be paid in this way."""
    printed = tuple(piece for piece, count in asked.items() for _ in range(count))
    if pay and not _pays(asked, pay):
        yield Illegal(
            "wrong_payment", N_("The price is {price}; coins stand for cubes."), page,
            price=list(printed),
        )  # fmt: skip
    yield from short_of(farm, pay or printed, page)


def _pays(price: dict[str, int], pay: c.Pay) -> bool:
    """Whether a listed payment is the price with coins in place of some cubes, in order."""
    cubes, coins = counted(pay)
    fits = all(count <= price.get(piece, 0) for piece, count in cubes.items())
    return coins > 0 and fits and len(pay) == sum(price.values()) and pay == in_order(pay)


def nobody(number: int, place: str, page: int) -> Illegal:
    """No member of that number is at that place."""
    return Illegal(
        "nobody_there", N_("None of your family with a {number} is at {place}."), page,
        number=number, place=place,
    )  # fmt: skip


def supply(state: State, good: str, page: int) -> Reasons:
    """A good is none, or there is none left."""
    if good not in GOODS:
        yield unknown("good", good, GOODS)
    elif not state.board.goods[good]:
        yield Illegal(
            "supply_empty", N_("There is no {piece} left in the supply."), page, piece=good
        )


def grain(farm: Farm, needed: int, page: int) -> Reasons:
    """The farm has too little grain."""
    if farm.grain < needed:
        yield Illegal(
            "too_few", N_("You have {have} × {piece}, and {count} would be needed."), page,
            piece="grain", have=farm.grain, count=needed,
        )  # fmt: skip
