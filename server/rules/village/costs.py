"""What each command costs, as the facts record it."""

from collections.abc import Callable, Mapping
from typing import Any

from events.village import Cost
from projections.village.box import Road
from projections.village.state import PLAGUE, State
from server.rules.village import commands as c
from server.rules.village.payments import counted, paid


def cost(
    state: State, seat: str, *, time: int = 0, grain: int = 0, coins: int = 0,
    cubes: Mapping[str, int] | None = None, goods: Mapping[str, int] | None = None,
) -> Cost:  # fmt: skip
    """A cost for this seat, with how often its marker crosses the quill by it (p. 12)."""
    spent, life = state.farms[seat].time, state.box.life_time
    crossed = (spent + time) // life - spent // life
    return Cost(time, crossed, grain, coins, _pieces(cubes), _pieces(goods))


def _pieces(pieces: Mapping[str, int] | None) -> dict[str, Any]:
    return {piece: count for piece, count in pieces.items() if count} if pieces else {}


def guild_of(state: State, good: str) -> str:
    """The guild that makes a good."""
    return next(g for g, printed in state.box.crafts.items() if good in printed.goods)


def road(state: State, origin: str, city: str) -> Road:
    """The road from a city, or from the `farm`, to another city."""
    ends = {"village" if origin == "farm" else origin, city}
    return next(r for r in state.box.travel.roads if set(r.ends) == ends)


def take(state: State, seat: str, command: c.Take) -> Cost:
    """Plague cubes cost time."""
    return cost(state, seat, time=state.box.plague_time if command.colour == PLAGUE else 0)


def well(state: State, seat: str, command: c.Well) -> Cost:
    """Whatever is given."""
    cubes, coins = counted(command.pay)
    return cost(state, seat, cubes=cubes, coins=coins)


def train(state: State, seat: str, command: c.Train) -> Cost:
    """The time that the guild teaches."""
    return cost(state, seat, time=state.box.crafts[command.guild].train)


def produce(state: State, seat: str, command: c.Produce) -> Cost:
    """The time that the guild works."""
    return cost(state, seat, time=state.box.crafts[guild_of(state, command.good)].produce)


def buy(state: State, seat: str, command: c.Buy) -> Cost:
    """The price at the guild."""
    printed = state.box.crafts[guild_of(state, command.good)]
    cubes, coins = paid(printed.cubes, command.pay)
    return cost(state, seat, grain=printed.grain, cubes=cubes, coins=coins)


def mill(state: State, seat: str, _: c.Mill) -> Cost:
    """Grain and time."""
    printed = state.box.mill
    return cost(state, seat, time=printed.time, grain=printed.grain)


def serve(state: State, seat: str, command: c.Serve) -> Cost:
    """What the customer wants, and from the second sale on a price."""
    day, market = state.turn.market, state.box.market
    wants = dict(state.box.customers[state.board.blue[command.space - 1]].wants)
    grain = wants.pop("grain", 0)
    if day is not None and day.free:
        return cost(state, seat, grain=grain, goods=wants)
    cubes, coins = paid(market.cubes, command.pay)
    return cost(
        state, seat, time=market.time, grain=grain, cubes=cubes, coins=coins, goods=wants
    )  # fmt: skip


def travel(state: State, seat: str, command: c.Travel) -> Cost:
    """The wagon, the time and the price of the road."""
    printed = state.box.travel
    cubes, coins = paid(road(state, command.origin, command.city).cubes, command.pay)
    return cost(state, seat, time=printed.time, cubes=cubes, coins=coins, goods=printed.goods)


def council(state: State, seat: str, command: c.Council) -> Cost:
    """The price of the first stage."""
    return _stage(state, seat, 1, command.pay)


def advance(state: State, seat: str, command: c.Advance) -> Cost:
    """The price of the next stage."""
    return _stage(state, seat, int(command.place[-1]) + 1, command.pay)


def _stage(state: State, seat: str, stage: int, pay: c.Pay) -> Cost:
    printed = state.box.council
    time = printed.time[stage - 1]
    if pay and pay[0] in printed.goods:
        return cost(state, seat, time=time, goods=printed.goods)
    cubes, coins = paid(printed.cubes, pay)
    return cost(state, seat, time=time, cubes=cubes, coins=coins)


def privilege(state: State, seat: str, command: c.Privilege) -> Cost:
    """The last one costs coins."""
    return cost(state, seat, coins=state.box.council.coins if command.stage == 4 else 0)


def church(state: State, seat: str, command: c.Church) -> Cost:
    """A cube, or time."""
    printed = state.box.church
    if command.pay == ("time",):
        return cost(state, seat, time=printed.time)
    cubes, coins = paid(printed.cubes, command.pay)
    return cost(state, seat, cubes=cubes, coins=coins)


def call(state: State, seat: str, _: c.Call) -> Cost:
    """Coins."""
    return cost(state, seat, coins=state.box.church.coins)


def promote(state: State, seat: str, command: c.Promote) -> Cost:
    """Grain for every step."""
    start, to = int(command.place[-1]), int(command.to[-1])
    return cost(state, seat, grain=sum(state.box.church.grain[start - 1 : to - 1]))


COSTS: Mapping[type[Any], Callable[[State, str, Any], Cost]] = {
    c.Take: take, c.Well: well, c.Train: train, c.Produce: produce, c.Buy: buy, c.Mill: mill,
    c.Serve: serve, c.Travel: travel, c.Council: council, c.Advance: advance,
    c.Privilege: privilege, c.Church: church, c.Call: call, c.Promote: promote,
}  # fmt: skip
"""By command; what is not listed costs nothing."""
