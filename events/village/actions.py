"""What a seat does: actions with their costs and outcomes, and deaths."""

import msgspec

from events.lifecycle import Fact


class Cost(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat paid. `crossed` is how often the life-time marker crossed the quill by it."""

    time: int = 0
    crossed: int = 0
    grain: int = 0
    coins: int = 0
    cubes: dict[str, int] = {}
    goods: dict[str, int] = {}


NOTHING = Cost()


class CubeTaken(Fact, frozen=True):
    """A cube left an action space: to the farm, or a plague cube back to the supply for time."""

    seat: str
    space: str
    colour: str
    cost: Cost = NOTHING


class WellPaid(Fact, frozen=True):
    """Three cubes of one colour were given at the well instead of taking a cube (p. 10)."""

    seat: str
    cost: Cost


class ActionChosen(Fact, frozen=True):
    """An action was chosen without taking a cube: by the well, or free as a last action."""

    seat: str
    space: str


class ActionDeclined(Fact, frozen=True):
    """The seat did not use the action, or no more of it."""

    seat: str
    space: str


class GrainHarvested(Fact, frozen=True):
    """Grain came from the supply to the farm."""

    seat: str
    grain: int


class MemberBorn(Fact, frozen=True):
    """A member came from the reserve to the farm."""

    seat: str
    member: str


class MemberRecalled(Fact, frozen=True):
    """A member came home from `place` on the board."""

    seat: str
    member: str
    place: str


class MemberTrained(Fact, frozen=True):
    """A member went from the farm to a guild."""

    seat: str
    member: str
    guild: str
    cost: Cost


class GoodProduced(Fact, frozen=True):
    """A trained member made a good, for time."""

    seat: str
    guild: str
    good: str
    cost: Cost


class GoodBought(Fact, frozen=True):
    """A good was bought at a guild, for cubes or grain."""

    seat: str
    guild: str
    good: str
    cost: Cost


class GrainMilled(Fact, frozen=True):
    """The mill turned grain and time into coins."""

    seat: str
    coins: int
    cost: Cost


class CustomerServed(Fact, frozen=True):
    """The customer on blue space `space` got what it wanted and went to the seat, face down."""

    seat: str
    space: int
    customer: str
    cost: Cost


class MemberTravelled(Fact, frozen=True):
    """A member went along a road from `origin` (the farm or a city) to a city."""

    seat: str
    member: str
    origin: str
    city: str
    cost: Cost


class CityVisited(Fact, frozen=True):
    """The family's first visit to a city: a disc, and its reward if it needs no choice."""

    seat: str
    city: str
    prestige: int = 0
    coins: int = 0


class CouncilEntered(Fact, frozen=True):
    """A member went from the farm to the first stage of the council chamber."""

    seat: str
    member: str
    cost: Cost


class CouncilAdvanced(Fact, frozen=True):
    """A member moved one stage on in the council chamber, to `stage`."""

    seat: str
    member: str
    stage: int
    cost: Cost


class PrivilegeUsed(Fact, frozen=True):
    """A privilege of the council chamber was used; choices of cubes or a good follow apart.

    `ring` tells that the seat took the next-start ring by it.
    """

    seat: str
    stage: int
    cost: Cost = NOTHING
    prestige: int = 0
    ring: bool = False


class RewardChosen(Fact, frozen=True):
    """Cubes or a good of choice came from the supply."""

    seat: str
    cubes: dict[str, int] = {}
    goods: dict[str, int] = {}


class ChurchEntered(Fact, frozen=True):
    """A member went from the farm into the black bag."""

    seat: str
    member: str
    cost: Cost


class MemberDied(Fact, frozen=True):
    """A member died at `place`; `rest` is a section of the chronicle, `grave` or `beside`."""

    seat: str
    member: str
    place: str
    rest: str


class DeathSpared(Fact, frozen=True):
    """The marker crossed the quill, but no member was visible: nobody died."""

    seat: str


class MemberCalled(Fact, frozen=True):
    """A coin took a member out of the black bag, to the first stage of the church."""

    seat: str
    member: str
    cost: Cost


class MemberPromoted(Fact, frozen=True):
    """A member moved on in the church, to `stage`."""

    seat: str
    member: str
    stage: int
    cost: Cost
