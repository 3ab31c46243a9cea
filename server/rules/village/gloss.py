"""Half a line beside every legal command: what it costs, does and brings."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any

from events.village import Cost
from projections.village.state import PLAGUE, Farm, State
from projections.village.terms import COUNTED
from projections.words import N_, NN_, Counted, Said
from server.rules.village import commands as c
from server.rules.village import costs, members
from server.rules.village.commands import Command
from server.rules.village.deaths import resting_place
from server.rules.village.legal import harvest_yield
from server.rules.village.prospects import is_of_use, with_cube

Things = list[Said]


def gloss(state: State, seat: str, command: Command) -> Said:
    """What a legal command of this seat, which must choose, does; its price first."""
    what = _SAYS[type(command)](state, seat, command)
    price = _price(costs.COSTS[type(command)](state, seat, command)) if _is_paid(command) else []
    return Said(N_("{price}: {what}"), what=what, price=price) if price else what


def _is_paid(command: Command) -> bool:
    """Whether its cost is not yet in the words themselves."""
    return type(command) in costs.COSTS and not isinstance(command, c.Well)


def _price(cost: Cost) -> Things:
    paid = [_time(cost.time)] if cost.time else []
    paid += [_grain(cost.grain)] if cost.grain else []
    paid += [_coins(cost.coins)] if cost.coins else []
    paid += _things(cost.cubes, cost.goods)
    return [*paid, _deaths(cost.crossed)] if cost.crossed else paid


def _deaths(n: int) -> Said:
    """What it means that the marker crosses the quill."""
    return Counted(NN_("one of yours dies", "{n} of yours die"), n)


def _time(n: int) -> Said:
    return Counted(NN_("{n} time", "{n} time"), n)


def _grain(n: int) -> Said:
    return Counted(NN_("{n} grain", "{n} grain"), n)


def _coins(n: int) -> Said:
    return Counted(NN_("{n} coin", "{n} coins"), n)


def _prestige(n: int) -> Said:
    return Said(N_("{n} prestige"), n=n)


def _things(*counts: Mapping[str, int]) -> Things:
    pairs = chain.from_iterable(count.items() for count in counts)
    return [Counted(COUNTED[piece], n) for piece, n in pairs]


def _listed(pieces: Iterable[str]) -> Things:
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[piece] = counts.get(piece, 0) + 1
    coins = counts.pop("coin", 0)
    return [*_things(counts), *([_coins(coins)] if coins else [])]


def _place(place: str) -> Said:
    """A place; on a track with its stage, `council-2`."""
    track, dash, stage = place.partition("-")
    return Said("{track}{dash}{stage}", track=track, dash=dash, stage=stage)


def _take(state: State, seat: str, command: c.Take) -> Said:
    cube = (
        Said(N_("plague cube"))
        if command.colour == PLAGUE
        else Said(N_("{colour} cube"), colour=command.colour)
    )
    farm = with_cube(state.farms[seat], command.colour)
    message = _AFTER[command.space == "market", is_of_use(state, farm, command.space)]
    return Said(message, cube=cube, space=command.space)


_AFTER = {
    (False, True): N_("{cube}, then the {space} action"),
    (False, False): N_("{cube} ({space}), no action possible"),
    (True, True): N_("{cube}, then a {space} day"),
    (True, False): N_("{cube}, then a {space} day, nothing to sell"),
}
"""By whether a market day follows, and whether it is of any use."""


def _well(state: State, seat: str, command: c.Well) -> Said:
    return Said(N_("give {things}, then any action"), things=_listed(command.pay))


def _use(state: State, seat: str, command: c.Use) -> Said:
    message = _WITHOUT[
        command.space == "market", is_of_use(state, state.farms[seat], command.space)
    ]
    return Said(message, space=command.space)


_WITHOUT = {
    (False, True): N_("the action of {space}, without a cube"),
    (False, False): N_("no action possible ({space}), and no cube"),
    (True, True): N_("a market day, without a cube"),
    (True, False): N_("a market day, nothing to sell, and no cube"),
}


_PASSES = {
    "action": N_("do nothing there"),
    "well": N_("do nothing for it"),
    "produce": N_("produce nothing now"),
    "privilege": N_("use no privilege now"),
    "market": N_("sell nothing more on this market day"),
    "call": N_("call nobody more for this mass"),
    "promote": N_("promote nobody more at this mass"),
}


def _pass(state: State, seat: str, command: c.Pass) -> Said:
    choice = state.turn.pending
    assert choice is not None
    return Said(_PASSES[choice.choice])


def _harvest(state: State, seat: str, command: c.Harvest) -> Said:
    grain = harvest_yield(state, state.farms[seat])
    return Said(N_("bring in {things}"), things=_grain(grain))


def _birth(state: State, seat: str, command: c.Birth) -> Said:
    lowest = members.at(state.farms[seat], "reserve")[0]
    return Said(N_("a {number} is born on your farm"), number=lowest)


def _recall(state: State, seat: str, command: c.Recall) -> Said:
    message = N_("your {number} at {place} comes home")
    return Said(message, number=command.number, place=_place(command.place))


def _train(state: State, seat: str, command: c.Train) -> Said:
    return Said(N_("your {number} learns at {place}"), number=command.number, place=command.guild)


def _produce(state: State, seat: str, command: c.Produce) -> Said:
    return Said(N_("produce {things}"), things=_things({command.good: 1}))


def _buy(state: State, seat: str, command: c.Buy) -> Said:
    return Said(N_("buy {things}"), things=_things({command.good: 1}))


def _mill(state: State, seat: str, command: c.Mill) -> Said:
    coins = min(state.box.mill.coins, state.board.coins)
    return Said(N_("have grain milled: {things}"), things=_coins(coins))


def _serve(state: State, seat: str, command: c.Serve) -> Said:
    customer = state.box.customers[state.board.blue[command.space - 1]]
    forms = NN_("serve a customer: {n} point", "serve a customer: {n} points")
    return Counted(forms, customer.points)


def _travel(state: State, seat: str, command: c.Travel) -> Said:
    gains = _visit(state, state.farms[seat], command)
    line = Said(N_("your {number} travels to {city}"), number=command.number, city=command.city)
    return Said(N_("{what}: {things}"), what=line, things=gains) if gains else line


def _visit(state: State, farm: Farm, command: c.Travel) -> Things:
    """What the family's first visit to a city brings."""
    if command.city in farm.cities:
        return []
    city = state.box.travel.cities[command.city]
    gains = [_prestige(city.prestige)] if city.prestige else []
    gains += [_coins(min(city.coins, state.board.coins))] if city.coins else []
    return [*gains, _cubes(city.cubes)] if city.cubes else gains


def _cubes(n: int) -> Said:
    return Counted(NN_("{n} cube of choice", "{n} cubes of choice"), n)


def _council(state: State, seat: str, command: c.Council) -> Said:
    return _goes(command.number, "council-1")


def _advance(state: State, seat: str, command: c.Advance) -> Said:
    return _goes(command.number, f"council-{int(command.place[-1]) + 1}")


def _goes(number: int, place: str) -> Said:
    return Said(N_("your {number} goes to {place}"), number=number, place=_place(place))


def _privilege(state: State, seat: str, command: c.Privilege) -> Said:
    printed = state.box.council
    match command.stage:
        case 1:
            return Said(N_("go first in the next round"))
        case 2:
            return _cubes(printed.chosen_cubes)
        case 3:
            return Counted(NN_("{n} good of choice", "{n} goods of choice"), printed.chosen_goods)
        case _:
            return _prestige(printed.prestige)


def _gain(state: State, seat: str, command: c.Gain) -> Said:
    message = N_("from the supply: {things}")
    return Said(message, things=_listed(command.things))


def _church(state: State, seat: str, command: c.Church) -> Said:
    return Said(N_("your {number} goes into the black bag"), number=command.number)


def _call(state: State, seat: str, command: c.Call) -> Said:
    return _goes(command.number, "church-1")


def _promote(state: State, seat: str, command: c.Promote) -> Said:
    return _goes(command.number, command.to)


def _die(state: State, seat: str, command: c.Die) -> Said:
    section = members.section(command.place, state.box.travel.cities)
    rest = resting_place(state, section)
    where = [rest] if rest != section else ["chronicle", section]
    message = N_("your {number} at {place} dies: {where}")
    return Said(message, number=command.number, place=_place(command.place), where=where)


def _carla(state: State, seat: str, command: c.Carla) -> Said:
    if command.colour == PLAGUE:
        return Said(N_("Carla takes a plague cube"))
    return Said(N_("Carla takes a cube: {colour}"), colour=command.colour)


_SAYS: dict[type[Any], Callable[[State, str, Any], Said]] = {
    c.Take: _take, c.Well: _well, c.Use: _use, c.Pass: _pass, c.Harvest: _harvest,
    c.Birth: _birth, c.Recall: _recall, c.Train: _train, c.Produce: _produce, c.Buy: _buy,
    c.Mill: _mill, c.Serve: _serve, c.Travel: _travel, c.Council: _council,
    c.Advance: _advance, c.Privilege: _privilege, c.Gain: _gain, c.Church: _church,
    c.Call: _call, c.Promote: _promote, c.Die: _die, c.Carla: _carla,
}  # fmt: skip
