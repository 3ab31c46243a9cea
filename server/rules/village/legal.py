"""All legal commands, computed from the state without trial and error."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations_with_replacement

from projections.village.state import COLOURS, GOODS, PLAGUE, SPACES, Choice, Farm, State
from server.rules.village import commands as c
from server.rules.village import members
from server.rules.village.commands import Command, Pay
from server.rules.village.payments import covers, cube_payments, well_payments

PASS = c.Pass()
# Commands are frozen: those that recur in most lists are made once.
TAKES = {
    space: [(colour, c.Take(space, colour)) for colour in (*COLOURS, PLAGUE)] for space in SPACES
}
USES = [c.Use(space) for space in SPACES]


def legal(state: State, seat: str) -> list[Command]:
    """What this seat may do now; empty unless it must choose."""
    choice = state.turn.pending
    return options(state, choice) if choice is not None and choice.seat == seat else []


def options(state: State, choice: Choice) -> list[Command]:
    """What may be chosen if this choice is due."""
    return list(found(state, choice))


def found(state: State, choice: Choice) -> Iterable[Command]:
    """Like `options`, one after another: not more of them are looked for than are taken."""
    return _OPTIONS[choice.choice](state, choice, state.farms[choice.seat])


def _turn(state: State, choice: Choice, farm: Farm) -> list[Command]:
    spaces = state.board.spaces
    takes: list[Command] = [
        take
        for space, all_takes in TAKES.items()
        if (cubes := spaces[space])
        for colour, take in all_takes
        if colour in cubes
    ]
    wells = well_payments(farm, state.box.well, state.options.coins_in_well)
    return [*takes, *(c.Well(pay) for pay in wells)]


def _free(state: State, choice: Choice, farm: Farm) -> list[Command]:
    return [*USES]


def _well(state: State, choice: Choice, farm: Farm) -> list[Command]:
    return [*_free(state, choice, farm), PASS]


def _action(state: State, choice: Choice, farm: Farm) -> Iterator[Command]:
    return chain(possible(state, farm, choice.where), (PASS,))


def possible(state: State, farm: Farm, space: str) -> Iterator[Command]:
    """What a family with this farm could do with the action of a space, which is not the market."""
    return _ACTIONS[space](state, farm)


def harvest_yield(state: State, farm: Farm) -> int:
    """Grain that a harvest would bring to this farm now (p. 6)."""
    if "farm" not in farm.members.values():
        return 0
    goods = farm.goods.get
    best = max([h.grain for h in state.box.harvest if all(map(goods, h.goods))], default=0)
    return min(best, state.box.grain_limit - farm.grain, state.board.grain)


def _harvest(state: State, farm: Farm) -> Iterator[Command]:
    if harvest_yield(state, farm) > 0:
        yield c.Harvest()


def _family(state: State, farm: Farm) -> Iterator[Command]:
    if "reserve" in farm.members.values():
        yield c.Birth()
    for place, number in members.on_board(farm):
        yield c.Recall(place, number)


def _crafts(state: State, farm: Farm) -> Iterator[Command]:
    places = set(farm.members.values())
    home = members.at(farm, "farm")
    for guild in state.box.crafts:
        for number in home:
            yield c.Train(guild, number)
    for guild, printed in state.box.crafts.items():
        if guild in places:
            yield from (c.Produce(good) for good in printed.goods if state.board.goods[good])
    for printed in state.box.crafts.values():
        if printed.grain <= farm.grain:
            for pay in cube_payments(farm, printed.cubes):
                yield from (c.Buy(good, pay) for good in printed.goods if state.board.goods[good])
    if farm.grain >= state.box.mill.grain and state.board.coins:
        yield c.Mill()


def _travel(state: State, farm: Farm) -> Iterator[Command]:
    travel = state.box.travel
    if not covers(farm.goods, travel.goods):
        return
    for road in travel.roads:
        for start, city in (road.ends, road.ends[::-1]):
            if city == "village":
                continue
            origin = "farm" if start == "village" else start
            for number in members.at(farm, origin):
                for pay in cube_payments(farm, road.cubes):
                    yield c.Travel(city, number, origin, pay)


def _council(state: State, farm: Farm) -> Iterator[Command]:
    ways = _council_payments(state, farm)
    for number in members.at(farm, "farm") if ways else ():
        yield from (c.Council(number, pay) for pay in ways)
    reached = 0
    for place, stage, number in members.staged(farm, "council-"):
        reached = max(reached, stage)
        if stage < len(state.box.council.time):
            yield from (c.Advance(place, number, pay) for pay in ways)
    yield from _privileges(state, farm, reached)


def _council_payments(state: State, farm: Farm) -> list[Pay]:
    printed = state.box.council
    ways = cube_payments(farm, printed.cubes)
    if covers(farm.goods, printed.goods):
        ways.append(tuple(good for good, count in printed.goods.items() for _ in range(count)))
    return ways


def _privileges(state: State, farm: Farm, reached: int) -> Iterator[Command]:
    board, printed = state.board, state.box.council
    useful = (
        not board.ring and state.carla is None,
        any(map(board.cubes.get, COLOURS)),
        any(board.goods.values()),
        farm.coins >= printed.coins,
    )
    yield from (c.Privilege(stage) for stage in range(1, reached + 1) if useful[stage - 1])


def _church(state: State, farm: Farm) -> Iterator[Command]:
    ways = [*cube_payments(farm, state.box.church.cubes), ("time",)]
    for number in members.at(farm, "farm"):
        yield from (c.Church(number, pay) for pay in ways)


_ACTIONS: dict[str, Callable[[State, Farm], Iterator[Command]]] = {
    "harvest": _harvest,
    "family": _family,
    "crafts": _crafts,
    "travel": _travel,
    "council": _council,
    "church": _church,
}


def _produce(state: State, choice: Choice, farm: Farm) -> list[Command]:
    goods = state.box.crafts[choice.where].goods
    return [*(c.Produce(good) for good in goods if state.board.goods[good]), PASS]


def _privilege(state: State, choice: Choice, farm: Farm) -> list[Command]:
    return [*_privileges(state, farm, int(choice.where)), PASS]


def _market(state: State, choice: Choice, farm: Farm) -> list[Command]:
    day, market = state.turn.market, state.box.market
    free = day is not None and day.free
    ways = [()] if free else cube_payments(farm, market.cubes)
    have = {**farm.goods, "grain": farm.grain}
    serves: list[Command] = [
        c.Serve(space, pay)
        for space, customer in enumerate(state.board.blue, 1)
        if customer and covers(have, state.box.customers[customer].wants)
        for pay in ways
    ]
    return [*serves, PASS]


def _cubes(state: State, choice: Choice, farm: Farm) -> list[Command]:
    supply = state.board.cubes
    count = min(choice.count, sum(supply[colour] for colour in COLOURS))
    return [
        c.Gain(things)
        for things in combinations_with_replacement(COLOURS, count)
        if all(things.count(colour) <= supply[colour] for colour in things)
    ]


def _good(state: State, choice: Choice, farm: Farm) -> list[Command]:
    supply = state.board.goods
    count = min(choice.count, sum(supply.values()))
    return [
        c.Gain(things)
        for things in combinations_with_replacement(GOODS, count)
        if all(things.count(good) <= supply[good] for good in things)
    ]


def _call(state: State, choice: Choice, farm: Farm) -> list[Command]:
    numbers = members.at(farm, "bag") if farm.coins >= state.box.church.coins else []
    return [*(c.Call(number) for number in numbers), PASS]


def _promote(state: State, choice: Choice, farm: Farm) -> list[Command]:
    grain = state.box.church.grain
    promotions: list[Command] = [
        c.Promote(place, number, f"church-{to}")
        for place, stage, number in members.staged(farm, "church-")
        for to in range(stage + 1, len(grain) + 2)
        if sum(grain[stage - 1 : to - 1]) <= farm.grain
    ]
    return [*promotions, PASS]


def _death(state: State, choice: Choice, farm: Farm) -> list[Command]:
    return [c.Die(place, number) for place, number in members.mortal(farm)]


def _carla(state: State, choice: Choice, farm: Farm) -> list[Command]:
    cubes = state.board.spaces[choice.where]
    return [c.Carla(colour) for colour in (*COLOURS, PLAGUE) if colour in cubes]


_OPTIONS: dict[str, Callable[[State, Choice, Farm], Iterable[Command]]] = {
    "turn": _turn,
    "free": _free,
    "well": _well,
    "action": _action,
    "produce": _produce,
    "privilege": _privilege,
    "market": _market,
    "cubes": _cubes,
    "good": _good,
    "call": _call,
    "promote": _promote,
    "death": _death,
    "carla": _carla,
}
