"""What Carla does in the solo game, and why (p. 15 to 18).

Her family stands in `seat` fields as `carla`; its members wait `home` (beside her board) or
`waiting` (in the church) before they go into the bag, the church or the ground.
"""

from events.dice import Draw
from events.lifecycle import Fact

CARLA = "carla"


class CarlaTook(Fact, frozen=True):
    """Carla took a cube and laid it on `track` of her board.

    `sought` and `origin` are the colour and the action space of the cube that she followed.
    `chosen` tells that no cube of that colour was left, and the player chose.
    """

    space: str
    colour: str
    track: int
    sought: str
    origin: str
    chosen: bool = False


class CarlaWaited(Fact, frozen=True):
    """Carla took nothing: after an action without a cube (`no cube taken`), or `no cube left`."""

    why: str


class CarlaServed(Fact, frozen=True):
    """Carla took the first customer of the blue spaces."""

    space: int
    customer: str


class CarlaEntered(Fact, frozen=True):
    """Carla's lowest waiting member went into the black bag, for nothing."""

    member: str


class FateRevealed(Fact, frozen=True):
    """Her cube passed a fate tile of the `upper` or `lower` half: `quill` or `blank`.

    `reshuffled` are the tiles that lie face down again, if it was the last one of its half.
    """

    half: str
    draw: Draw
    reshuffled: dict[str, int] = {}


class CarlaCleared(Fact, frozen=True):
    """Before a new round all her cubes but the last went back to the supply."""

    cubes: dict[str, int]
