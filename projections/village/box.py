"""What is printed on Village's components, as data. The values live in box files."""

import msgspec


class Supply(msgspec.Struct, frozen=True):
    """How many pieces there are: coins, grain, each kind of good, each colour, plague cubes."""

    coins: int
    grain: int
    goods: dict[str, int]
    cubes: dict[str, int]


class Round(msgspec.Struct, frozen=True):
    """A set-up card: cubes added to the green bag by colour, cubes placed by action space."""

    add: dict[str, int]
    place: dict[str, int]


class Compensation(msgspec.Struct, frozen=True):
    """What one place in the first turn order gets at the start."""

    grain: int = 0
    coins: int = 0
    random_cubes: int = 0
    chosen_cubes: int = 0


class Customer(msgspec.Struct, frozen=True):
    """A customer tile: the points printed on it, the goods (and `grain`) it wants."""

    points: int
    wants: dict[str, int]


class Market(msgspec.Struct, frozen=True):
    """Open blue spaces by number of players, spaces in the queue, price of every later sale."""

    blue: dict[str, int]
    queue: int
    time: int
    cubes: dict[str, int]


class Harvest(msgspec.Struct, frozen=True):
    """Grain for a farm that has all these goods; nothing is spent."""

    grain: int
    goods: tuple[str, ...] = ()


class Guild(msgspec.Struct, frozen=True):
    """A guild: its goods, time to train a member and to produce one good, or the price."""

    goods: tuple[str, ...]
    train: int
    produce: int
    cubes: dict[str, int] = {}
    grain: int = 0


class Mill(msgspec.Struct, frozen=True):
    """What the mill takes and gives."""

    time: int
    grain: int
    coins: int


class City(msgspec.Struct, frozen=True):
    """The reward for a family's first visit."""

    prestige: int = 0
    coins: int = 0
    cubes: int = 0


class Road(msgspec.Struct, frozen=True):
    """A road between two cities, or between `village` and one; its price in cubes."""

    ends: tuple[str, str]
    cubes: dict[str, int]


class Travel(msgspec.Struct, frozen=True):
    """Price of every trip, cities, roads, and points by number of cities visited."""

    time: int
    goods: dict[str, int]
    cities: dict[str, City]
    roads: tuple[Road, ...]
    points: tuple[int, ...]


class Council(msgspec.Struct, frozen=True):
    """The council chamber; `time` and `points` by stage, a move costs `cubes` or `goods`."""

    time: tuple[int, ...]
    points: tuple[int, ...]
    cubes: dict[str, int]
    goods: dict[str, int]
    chosen_cubes: int
    chosen_goods: int
    coins: int
    prestige: int


class Church(msgspec.Struct, frozen=True):
    """The church; `grain` for each promotion, `points` by stage, entry for `cubes` or `time`."""

    cubes: dict[str, int]
    time: int
    grain: tuple[int, ...]
    points: tuple[int, ...]
    pieces: int
    coins: int
    majority: int


class Chronicle(msgspec.Struct, frozen=True):
    """Open spaces by section and graves, each by number of players; points by entries."""

    spaces: dict[str, dict[str, int]]
    graves: dict[str, int]
    points: tuple[int, ...]


class Title(msgspec.Struct, frozen=True):
    """A rank of the solo game, for at least `points`."""

    name: str
    points: int


class Solo(msgspec.Struct, frozen=True):
    """The solo game: the set-up card used, Carla's board and family, and the ranks (ascending).

    `order` are the action spaces clockwise. `track` counts the spaces of her track; `upper` and
    `lower` are those after which a fate tile lies, `fates` the tiles of each half. `home` and
    `waiting` are the numbers of her members beside her board and in the church at the start.
    `sections` maps an action space to where her dead rest.
    """

    card: str
    order: tuple[str, ...]
    track: int
    upper: tuple[int, ...]
    lower: tuple[int, ...]
    fates: dict[str, int]
    home: tuple[int, ...]
    waiting: tuple[int, ...]
    sections: dict[str, str]
    titles: tuple[Title, ...]


class Box(msgspec.Struct, frozen=True):
    """Everything printed in one edition's box.

    `members` maps a number to how many members of it each family has. `labels` says how sure
    values are, by the dotted path they start with ("crafts.smithy").
    """

    name: str
    edition: str
    players: tuple[int, int]
    members: dict[str, int]
    monks: int
    coins: int
    coin_points: int
    grain_limit: int
    life_time: int
    plague_time: int
    well: int
    supply: Supply
    compensation: tuple[Compensation, ...]
    rounds: dict[str, Round]
    market: Market
    customers: dict[str, Customer]
    harvest: tuple[Harvest, ...]
    crafts: dict[str, Guild]
    mill: Mill
    travel: Travel
    council: Council
    church: Church
    chronicle: Chronicle
    tie_break: tuple[str, ...]
    solo: Solo | None = None
    labels: dict[str, str] = {}
