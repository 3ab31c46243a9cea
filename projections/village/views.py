"""What a viewer may see of a game of Village: the one filter between state and people."""

from typing import Any

import msgspec

from events.village import CARLA
from projections.village.box import Box
from projections.village.score import CATEGORIES, score
from projections.village.state import Choice, Farm, MarketDay, Mass, Rest, State


class CustomerView(msgspec.Struct, frozen=True):
    """A customer on the market, its points and what it wants."""

    id: str
    points: int
    wants: dict[str, int]


class BoardView(msgspec.Struct, frozen=True):
    """The village; `stack` counts the customers not yet seen, `blue` has None for a gap.

    `black_bag` lists the members in it by seat; `ring` is "" while it is in the council chamber.
    """

    round: int
    starter: str
    ring: str
    spaces: dict[str, dict[str, int]]
    green_bag: dict[str, int]
    black_bag: dict[str, list[str]]
    monks: int
    grain: int
    coins: int
    goods: dict[str, int]
    cubes: dict[str, int]
    blue: list[CustomerView | None]
    queue: list[CustomerView]
    stack: int


class FarmView(msgspec.Struct, frozen=True):
    """A farm; `space` is where the marker stands after the quill, `customers` None if face down."""

    time: int
    space: int
    owed: int
    grain: int
    coins: int
    prestige: int
    goods: dict[str, int]
    cubes: dict[str, int]
    members: dict[str, str]
    cities: list[str]
    customers_served: int
    customers: list[CustomerView] | None


class RestsView(msgspec.Struct, frozen=True):
    """A section of the chronicle, or the graves: how many places, and who lies there."""

    places: int
    rests: list[Rest]


class ChronicleView(msgspec.Struct, frozen=True):
    """The village chronicle by section, the graves, and those beside them."""

    sections: dict[str, RestsView]
    graves: RestsView
    beside: list[Rest]


class CarlaView(msgspec.Struct, frozen=True):
    """Carla's board in the solo game: her track, cubes by space, fate tiles by half.

    `space` is where her last cube lies (0 before the first). `face_down` counts tiles, `face_up`
    those of each kind that were revealed. `follow` is the cube (action space, colour) that she
    follows next, None if there is none.
    """

    space: int
    cubes: list[tuple[int, str, str]]
    face_down: dict[str, int]
    face_up: dict[str, dict[str, int]]
    follow: tuple[str, str] | None
    members: dict[str, str]
    customers_served: int


class TurnView(msgspec.Struct, frozen=True):
    """Whose turn it is, what is due, what is under way; `last` seats have an action left."""

    seat: str
    pending: Choice | None
    market: MarketDay | None
    mass: Mass | None
    trigger: str
    last: list[str] | None
    over: bool
    rank: str


class View(msgspec.Struct, frozen=True):
    """Everything one viewer may see. `score` holds None where customers lie face down.

    `box` holds what is printed on the components.
    """

    seats: tuple[str, ...]
    board: BoardView
    farms: dict[str, FarmView]
    chronicle: ChronicleView
    turn: TurnView
    score: dict[str, dict[str, int | None]]
    box: Box
    carla: CarlaView | None = None


def view(state: State, viewer: str | None) -> View:
    """The game as `viewer` sees it (None: somebody without a seat)."""
    return View(
        seats=state.seats,
        board=_board(state),
        farms={s: _farm(state, s, sees_customers(state, s, viewer)) for s in state.seats},
        chronicle=_chronicle(state),
        turn=_turn(state),
        score={s: _score(state, s, sees_customers(state, s, viewer)) for s in state.seats},
        box=state.box,
        carla=_carla(state),
    )


def sees_customers(state: State, seat: str, viewer: str | None) -> bool:
    """Customers served lie face down until the end (p. 8), unless they were agreed to be open."""
    return state.options.open_customers or viewer == seat or state.turn.places is not None


def _customer(state: State, customer: str) -> CustomerView:
    printed = state.box.customers[customer]
    return CustomerView(customer, printed.points, printed.wants)


_AS_IT_IS = ("round", "starter", "ring", "spaces", "green_bag", "monks", "grain", "coins", "goods")


def _board(state: State) -> BoardView:
    board = state.board
    same: dict[str, Any] = {name: getattr(board, name) for name in _AS_IT_IS}
    return BoardView(
        **same,
        cubes=board.cubes,
        black_bag={
            seat: [m for m, place in state.farms[seat].members.items() if place == "bag"]
            for seat in state.order
        },
        blue=[_customer(state, c) if c else None for c in board.blue],
        queue=[_customer(state, c) for c in board.queue],
        stack=len(board.stack),
    )


def _farm(state: State, seat: str, open_customers: bool) -> FarmView:
    farm: Farm = state.farms[seat]
    return FarmView(
        time=farm.time,
        space=farm.time % state.box.life_time,
        owed=farm.owed,
        grain=farm.grain,
        coins=farm.coins,
        prestige=farm.prestige,
        goods=farm.goods,
        cubes=farm.cubes,
        members=farm.members,
        cities=farm.cities,
        customers_served=len(farm.customers),
        customers=[_customer(state, c) for c in farm.customers] if open_customers else None,
    )


def _chronicle(state: State) -> ChronicleView:
    printed, players = state.box.chronicle, state.card
    return ChronicleView(
        sections={
            section: RestsView(printed.spaces[players][section], rests)
            for section, rests in state.chronicle.sections.items()
        },
        graves=RestsView(printed.graves[players], state.chronicle.graves),
        beside=state.chronicle.beside,
    )


def _turn(state: State) -> TurnView:
    turn = state.turn
    return TurnView(
        seat=turn.seat,
        pending=turn.pending,
        market=turn.market,
        mass=turn.mass,
        trigger=turn.trigger,
        last=turn.last,
        over=turn.places is not None,
        rank=turn.rank,
    )


def _carla(state: State) -> CarlaView | None:
    carla, solo = state.carla, state.box.solo
    if carla is None or solo is None:
        return None
    return CarlaView(
        space=carla.space,
        cubes=carla.cubes,
        face_down={half: sum(tiles.values()) for half, tiles in carla.fates.items()},
        face_up={half: _revealed(solo.fates, tiles) for half, tiles in carla.fates.items()},
        follow=carla.follow,
        members=state.farms[CARLA].members,
        customers_served=len(state.farms[CARLA].customers),
    )


def _revealed(fates: dict[str, int], face_down: dict[str, int]) -> dict[str, int]:
    return {tile: up for tile, n in fates.items() if (up := n - face_down.get(tile, 0))}


def _score(state: State, seat: str, open_customers: bool) -> dict[str, int | None]:
    points: dict[str, int | None] = {**score(state, seat)}
    if not open_customers:
        points["customers"] = None
    points["total"] = sum(points[category] or 0 for category in CATEGORIES)
    return points
