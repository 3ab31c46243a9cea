"""The commands of Village: each is one small choice.

`number` is the one printed on a member; members of the same number at the same place are alike.
`pay` is empty when the printed cubes are paid, else it lists everything that is paid instead:
cubes by colour, then `coin`s; or `scroll`, or `time`.
"""

import msgspec

Pay = tuple[str, ...]


class _Command(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, omit_defaults=True):
    pass


class Take(_Command, frozen=True):
    """Take a cube from an action space (p. 5)."""

    space: str
    colour: str


class Well(_Command, frozen=True):
    """Give three cubes of one colour at the well instead (p. 10)."""

    pay: Pay


class Use(_Command, frozen=True):
    """Choose the action of a space without taking a cube (by the well, or free at the end)."""

    space: str


class Pass(_Command, frozen=True):
    """Decline whatever is offered."""


class Harvest(_Command, frozen=True):
    """Harvest grain (p. 6)."""


class Birth(_Command, frozen=True):
    """Bring the member of the lowest number into the world (p. 6)."""


class Recall(_Command, frozen=True):
    """Bring a member home from the board (p. 6)."""

    place: str
    number: int


class Train(_Command, frozen=True):
    """Train a member from the farm at a guild (p. 7)."""

    guild: str
    number: int


class Produce(_Command, frozen=True):
    """Let a trained member produce a good, for time (p. 7)."""

    good: str


class Buy(_Command, frozen=True):
    """Buy a good at a guild, for cubes or grain (p. 7)."""

    good: str
    pay: Pay = ()


class Mill(_Command, frozen=True):
    """Turn grain and time into coins at the mill (p. 7)."""


class Serve(_Command, frozen=True):
    """Serve the customer on a blue space, counted from 1 (p. 8)."""

    space: int
    pay: Pay = ()


class Travel(_Command, frozen=True):
    """Send a member along a road to a city, from the farm or from another city (p. 10)."""

    city: str
    number: int
    origin: str = "farm"
    pay: Pay = ()


class Council(_Command, frozen=True):
    """Send a member from the farm into the council chamber (p. 9)."""

    number: int
    pay: Pay = ()


class Advance(_Command, frozen=True):
    """Move a member in the council chamber one stage on (p. 9)."""

    place: str
    number: int
    pay: Pay = ()


class Privilege(_Command, frozen=True):
    """Use the privilege of a stage of the council chamber (p. 9)."""

    stage: int


class Gain(_Command, frozen=True):
    """Choose cubes, or a good, from the supply."""

    things: tuple[str, ...]


class Church(_Command, frozen=True):
    """Put a member from the farm into the black bag (p. 10)."""

    number: int
    pay: Pay = ()


class Call(_Command, frozen=True):
    """Call a member out of the black bag with a coin, at a mass (p. 11)."""

    number: int


class Promote(_Command, frozen=True):
    """Move a member on in the church for grain, at a mass (p. 11)."""

    place: str
    number: int
    to: str


class Die(_Command, frozen=True):
    """Choose who dies (p. 12)."""

    place: str
    number: int


class Carla(_Command, frozen=True):
    """Choose the cube that Carla takes, where her rules leave it to the player (p. 17)."""

    colour: str


Command = (
    Take | Well | Use | Pass | Harvest | Birth | Recall | Train | Produce | Buy | Mill | Serve
    | Travel | Council | Advance | Privilege | Gain | Church | Call | Promote | Die
    | Carla
)  # fmt: skip
"""Any of them."""
