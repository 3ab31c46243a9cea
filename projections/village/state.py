"""The state of a game of Village, in its parts."""

import msgspec

from events.village import CARLA
from projections.village.box import Box

SPACES = ("harvest", "family", "crafts", "market", "travel", "council", "church")
"""The action spaces, in the order in which they are stocked."""
COLOURS = ("orange", "green", "brown", "pink")
PLAGUE = "black"
GOODS = ("scroll", "horse", "plow", "ox", "wagon")
SECTIONS = ("farm", "crafts", "council", "travel", "church")
"""The sections of the village chronicle."""
HIDDEN = frozenset({"reserve", "bag"})
DEAD = frozenset({"chronicle", "grave", "beside"})


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be agreed on before a game.

    `compensation`: later places get the recommended make-up. `coins_in_well`: coins may stand for
    cubes at the well. `open_customers`: everybody sees the points of customers served.
    `shuffle`: the seats draw their order. `solo`: one seat plays
    against Carla.
    """

    edition: str = "big-box"
    compensation: bool = True
    coins_in_well: bool = True
    open_customers: bool = False
    shuffle: bool = False
    solo: bool = False


class Board(msgspec.Struct):
    """The village: cubes on spaces (by space and colour), the bags, the supply, the market.

    `blue` holds customer ids, "" for an empty space; `stack` the customers not yet seen, in no
    order. `ring` is the seat that holds the next-start ring, "" while it is in the council.
    """

    round: int
    starter: str
    ring: str
    spaces: dict[str, dict[str, int]]
    green_bag: dict[str, int]
    monks: int
    grain: int
    coins: int
    goods: dict[str, int]
    cubes: dict[str, int]
    blue: list[str]
    queue: list[str]
    stack: list[str]


class Farm(msgspec.Struct):
    """One family: what lies on its farm and where its members are.

    `time` is all the time lost so far; the marker stands on space `time % life_time` after the
    quill. `owed` counts deaths that are still to be chosen. `members` maps a member to its place.
    """

    time: int
    owed: int
    grain: int
    coins: int
    prestige: int
    goods: dict[str, int]
    cubes: dict[str, int]
    members: dict[str, str]
    cities: list[str]
    customers: list[str]


class Rest(msgspec.Struct, frozen=True):
    """Somebody who died."""

    seat: str
    member: str


class Chronicle(msgspec.Struct):
    """The village chronicle by section, the graves, and those for whom there was no grave."""

    sections: dict[str, list[Rest]]
    graves: list[Rest]
    beside: list[Rest]


class Choice(msgspec.Struct, frozen=True):
    """What a seat must choose now; see `events.village.ChoiceDue`."""

    seat: str
    choice: str
    where: str = ""
    count: int = 0


class MarketDay(msgspec.Struct):
    """A market day: its opener, the seats still in (next to act first), sales so far.

    `deferred` are deaths that the opener owed before the day and chooses after it.
    """

    opener: str
    seats: list[str]
    sales: int
    deferred: int
    free: bool


class Mass(msgspec.Struct):
    """A mass: seats that still may call or promote, in order, and how many members are out."""

    step: str
    seats: list[str]
    called: int


class Carla(msgspec.Struct):
    """Carla's board: the cubes on her track, where the last one lies, fate tiles still face down.

    `cubes` are space of the track, colour and action space. `fates` counts the tiles face down by
    half, `turned` all that were ever revealed. `follow` is the cube (action space, colour) that
    she follows next, None after an action without a cube.
    """

    space: int
    cubes: list[tuple[int, str, str]]
    fates: dict[str, dict[str, int]]
    turned: int
    follow: tuple[str, str] | None


class Turn(msgspec.Struct):
    """Where the game stands: whose turn, what must be chosen, what is under way.

    `last` lists the seats that still have a last action; None before the end was triggered.
    """

    seat: str = ""
    pending: Choice | None = None
    market: MarketDay | None = None
    mass: Mass | None = None
    trigger: str = ""
    last: list[str] | None = None
    points: dict[str, dict[str, int]] | None = None
    places: dict[str, int] | None = None
    rank: str = ""


class State(msgspec.Struct):
    """A game of Village. `seats` are in turn order; `box` and `options` never change."""

    box: Box
    options: Options
    seats: tuple[str, ...]
    board: Board
    farms: dict[str, Farm]
    chronicle: Chronicle
    turn: Turn
    carla: Carla | None = None

    @property
    def order(self) -> tuple[str, ...]:
        """Everybody who has turns, clockwise: the seats, and Carla in a solo game."""
        return self.seats if self.carla is None else (*self.seats, CARLA)

    @property
    def card(self) -> str:
        """The number of players in the box's tables that this game is set up for."""
        return solo_card(self.box, self.options.solo) or str(len(self.seats))


def solo_card(box: Box, solo: bool) -> str:
    """The number of players that a solo game is set up for; "" if it is none."""
    return box.solo.card if solo and box.solo is not None else ""
