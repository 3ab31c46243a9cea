"""The course of the game: set-up, rounds, choices due, market days, masses, the end."""

from events.dice import Draw
from events.lifecycle import Fact


class SeatsShuffled(Fact, frozen=True):
    """The seats drew their order round the table; the first one starts."""

    draw: Draw


class CompensationGiven(Fact, frozen=True):
    """A later place in the turn order was made up for at the start (p. 3)."""

    seat: str
    grain: int = 0
    coins: int = 0
    cubes: dict[str, int] = {}
    draw: Draw | None = None


class MarketFilled(Fact, frozen=True):
    """Customers moved up and new ones came from the stack; `blue` and `queue` as they now lie.

    A blue space left empty is "". There is one draw for all customers of the set-up, and later one
    for each that came from the stack.
    """

    blue: tuple[str, ...]
    queue: tuple[str, ...]
    draws: tuple[Draw, ...] = ()


class RoundBegan(Fact, frozen=True):
    """A round began: cubes went into the green bag, and from it onto the action spaces (p. 4).

    `added` are the cubes that came from the supply, the plague cubes (`black`) among them.
    """

    round: int
    starter: str
    added: dict[str, int]
    spaces: dict[str, dict[str, int]]
    draw: Draw


class ChoiceDue(Fact, frozen=True):
    """This seat must choose next.

    `choice` is one of `turn free well action produce market privilege cubes good call promote
    death carla`. `where` is the action space, guild or reached stage it is about; `count` how many.
    """

    seat: str
    choice: str
    where: str = ""
    count: int = 0


class MarketOpened(Fact, frozen=True):
    """A market day began; `seat` serves first, once for free. `seats` take part in this order."""

    seat: str
    seats: tuple[str, ...]


class MarketPassed(Fact, frozen=True):
    """The seat is out of this market day."""

    seat: str


class MarketClosed(Fact, frozen=True):
    """The market day ended after `sales` sales."""

    sales: int


class MassBegan(Fact, frozen=True):
    """The mass at the end of a round, or the last one, began."""

    last: bool = False


class CallPassed(Fact, frozen=True):
    """The seat calls no (more) members by coin at this mass."""

    seat: str


class PiecesDrawn(Fact, frozen=True):
    """The rest of the four pieces came out of the black bag; members to the first stage.

    Pieces in `draw` are `monk`, or `seat:member`; monks go back. `members` are seat, member and
    the stage it enters, which is the first for all but Carla's.
    """

    draw: Draw
    members: tuple[tuple[str, str, int], ...] = ()


class PromotionPassed(Fact, frozen=True):
    """The seat promotes nobody (more) at this mass."""

    seat: str


class MajorityAwarded(Fact, frozen=True):
    """The majority in the church got prestige; nobody if the church is empty."""

    seats: tuple[str, ...]
    prestige: int = 0


class EndTriggered(Fact, frozen=True):
    """This seat filled the last space of the `chronicle` or of the `graves`."""

    seat: str
    by: str


class LastActionsDue(Fact, frozen=True):
    """These seats have one action left, in this order."""

    seats: tuple[str, ...]


class GameEnded(Fact, frozen=True):
    """Final scores: points per category by seat, and places (ties share one).

    `rank` is the title reached in the solo game.
    """

    points: dict[str, dict[str, int]]
    places: dict[str, int]
    rank: str = ""
