"""What can stand against each command, the first thing first, with its page in the rulebook."""

from collections.abc import Callable
from typing import Any

from projections.village.state import COLOURS, DEAD, GOODS, HIDDEN, PLAGUE, SPACES, Farm, State
from projections.words import N_, NN_, Counted
from server.rules.game import Illegal
from server.rules.village import commands as c
from server.rules.village import members, obstacles
from server.rules.village.obstacles import Reasons
from server.rules.village.payments import counted


def _take(state: State, farm: Farm, command: c.Take) -> Reasons:
    if command.space not in SPACES:
        yield obstacles.unknown("action space", command.space, SPACES)
    elif command.colour not in (*COLOURS, PLAGUE):
        yield obstacles.unknown("colour", command.colour, (*COLOURS, PLAGUE))
    else:
        yield obstacles.no_cube(command.space, command.colour, 5)


def _well(state: State, farm: Farm, command: c.Well) -> Reasons:
    cubes, coins = counted(command.pay)
    if len(command.pay) != state.box.well or len(cubes) > 1 or not set(cubes) <= set(COLOURS):
        yield Illegal(
            "not_of_one_colour", N_("The well takes {count} of one colour."), 10,
            count=Counted(NN_("{n} influence cube", "{n} influence cubes"), state.box.well),
        )  # fmt: skip
    if coins and not state.options.coins_in_well:
        yield Illegal(
            "no_coins_in_well", N_("In this game coins do not count as cubes at the well."), 10
        )
    yield from obstacles.short_of(farm, command.pay, 10)


def _use(state: State, farm: Farm, command: c.Use) -> Reasons:
    yield obstacles.unknown("action space", command.space, SPACES)


def _harvest(state: State, farm: Farm, command: c.Harvest) -> Reasons:
    if not members.at(farm, "farm"):
        yield Illegal("nobody_home", N_("No family member is on the farm to harvest."), 6)
    if farm.grain >= state.box.grain_limit:
        yield Illegal(
            "grain_full", N_("The farm holds {count} already, which is all it can."), 3,
            count=Counted(NN_("{n} grain", "{n} grain"), state.box.grain_limit),
        )  # fmt: skip
    yield Illegal("supply_empty", N_("There is no {piece} left in the supply."), 6, piece="grain")


def _birth(state: State, farm: Farm, command: c.Birth) -> Reasons:
    yield Illegal("all_born", N_("All of the family are born already."), 6)


def _recall(state: State, farm: Farm, command: c.Recall) -> Reasons:
    if command.place == "farm" or command.place in HIDDEN | DEAD:
        yield Illegal("not_on_board", N_("Only those on the board can be brought home."), 6)
    yield obstacles.nobody(command.number, command.place, 6)


def _train(state: State, farm: Farm, command: c.Train) -> Reasons:
    if command.guild == "mill":
        yield Illegal("mill_takes_nobody", N_("Nobody can be trained at the mill."), 7)
    if command.guild not in state.box.crafts:
        yield obstacles.unknown("guild", command.guild, tuple(state.box.crafts))
    yield obstacles.nobody(command.number, "farm", 7)


def _guild(state: State, good: str) -> str:
    return next(guild for guild, printed in state.box.crafts.items() if good in printed.goods)


def _produce(state: State, farm: Farm, command: c.Produce) -> Reasons:
    yield from obstacles.supply(state, command.good, 7)
    guild = _guild(state, command.good)
    choice = state.turn.pending
    if choice is not None and choice.choice == "produce":
        yield Illegal(
            "only_where_trained", N_("After training only goods of {guild} can be produced."), 7,
            guild=choice.where,
        )  # fmt: skip
    yield Illegal(
        "nobody_trained", N_("Nobody of your family is trained at {guild}."), 7, guild=guild
    )


def _buy(state: State, farm: Farm, command: c.Buy) -> Reasons:
    yield from obstacles.supply(state, command.good, 7)
    printed = state.box.crafts[_guild(state, command.good)]
    yield from obstacles.grain(farm, printed.grain, 7)
    yield from obstacles.price(farm, printed.cubes, command.pay, 7)


def _mill(state: State, farm: Farm, command: c.Mill) -> Reasons:
    yield from obstacles.grain(farm, state.box.mill.grain, 7)
    yield Illegal("supply_empty", N_("There is no {piece} left in the supply."), 7, piece="coin")


def _serve(state: State, farm: Farm, command: c.Serve) -> Reasons:
    blue = state.board.blue
    if not 1 <= command.space <= len(blue) or not blue[command.space - 1]:
        open_spaces = [str(space) for space, customer in enumerate(blue, 1) if customer]
        yield Illegal(
            "no_customer", N_("No customer waits at space {space}; some wait at {known}."), 8,
            space=command.space, known=open_spaces,
        )  # fmt: skip
        return
    wants = dict(state.box.customers[blue[command.space - 1]].wants)
    yield from obstacles.grain(farm, wants.pop("grain", 0), 8)
    yield from obstacles.short_of(farm, tuple(g for g, n in wants.items() for _ in range(n)), 8)
    day = state.turn.market
    price = {} if day is not None and day.free else state.box.market.cubes
    yield from obstacles.price(farm, price, command.pay, 8)


def _travel(state: State, farm: Farm, command: c.Travel) -> Reasons:
    travel = state.box.travel
    if command.city not in travel.cities:
        yield obstacles.unknown("city", command.city, tuple(travel.cities))
    if command.number not in members.at(farm, command.origin):
        yield obstacles.nobody(command.number, command.origin, 10)
    start = "village" if command.origin == "farm" else command.origin
    road = next((r for r in travel.roads if set(r.ends) == {start, command.city}), None)
    if road is None:
        near = [city for r in travel.roads if start in r.ends for city in r.ends if city != start]
        yield Illegal(
            "no_road", N_("No road leads from {start} to {city}; roads from there lead to {near}."),
            10, start=start, city=command.city, near=near,
        )  # fmt: skip
        return
    yield from obstacles.short_of(
        farm, tuple(g for g, n in travel.goods.items() for _ in range(n)), 10
    )
    yield from obstacles.price(farm, road.cubes, command.pay, 10)


def _council_price(state: State, farm: Farm, pay: c.Pay) -> Reasons:
    goods = tuple(good for good, n in state.box.council.goods.items() for _ in range(n))
    if pay and pay == goods:
        yield from obstacles.short_of(farm, pay, 9)
    yield from obstacles.price(farm, state.box.council.cubes, pay, 9)


def _council(state: State, farm: Farm, command: c.Council) -> Reasons:
    if command.number not in members.at(farm, "farm"):
        yield obstacles.nobody(command.number, "farm", 9)
    yield from _council_price(state, farm, command.pay)


def _advance(state: State, farm: Farm, command: c.Advance) -> Reasons:
    if not command.place.startswith("council-"):
        yield Illegal("not_in_council", N_("Only those in the council chamber advance there."), 9)
    if command.number not in members.at(farm, command.place):
        yield obstacles.nobody(command.number, command.place, 9)
    if command.place == f"council-{len(state.box.council.time)}":
        yield Illegal("last_stage", N_("That is the last stage already."), 9)
    yield from _council_price(state, farm, command.pay)


def _privilege(state: State, farm: Farm, command: c.Privilege) -> Reasons:
    reached = max((stage for _, stage, _ in members.staged(farm, "council-")), default=0)
    choice = state.turn.pending
    if choice is not None and choice.choice == "privilege":
        reached = int(choice.where)
    if not 1 <= command.stage <= reached:
        yield Illegal(
            "not_reached", N_("The privilege of stage {stage} is not reached; up to {reached} is."),
            9, stage=command.stage, reached=reached,
        )  # fmt: skip
    elif command.stage == 1 and state.carla is not None:
        yield Illegal("no_ring", N_("Alone you always start: nobody takes the ring."), 16)
    elif command.stage == 1:
        yield Illegal("ring_gone", N_("The next-start ring is already taken this round."), 9)
    elif command.stage == 4:
        yield from obstacles.short_of(farm, ("coin",) * state.box.council.coins, 9)
    yield Illegal(
        "supply_empty", N_("There is no {piece} left in the supply."), 9,
        piece=list(COLOURS if command.stage == 2 else GOODS),
    )  # fmt: skip


def _gain(state: State, farm: Farm, command: c.Gain) -> Reasons:
    choice = state.turn.pending
    assert choice is not None
    kinds = COLOURS if choice.choice == "cubes" else GOODS
    for thing in command.things:
        if thing not in kinds:
            yield obstacles.unknown("thing to choose", thing, kinds)
    supply = state.board.cubes if choice.choice == "cubes" else state.board.goods
    for thing in command.things:
        if supply.get(thing, 0) < command.things.count(thing):
            yield Illegal(
                "supply_empty", N_("There is no {piece} left in the supply."), 9, piece=thing
            )
    yield Illegal(
        "wrong_number", N_("Choose {count}, in the order {known}."), 9,
        count=choice.count, known=list(kinds),
    )  # fmt: skip


def _church(state: State, farm: Farm, command: c.Church) -> Reasons:
    if command.number not in members.at(farm, "farm"):
        yield obstacles.nobody(command.number, "farm", 10)
    yield from obstacles.price(farm, state.box.church.cubes, command.pay, 10)


def _call(state: State, farm: Farm, command: c.Call) -> Reasons:
    if command.number not in members.at(farm, "bag"):
        yield obstacles.nobody(command.number, "bag", 11)
    yield from obstacles.short_of(farm, ("coin",) * state.box.church.coins, 11)


def _promote(state: State, farm: Farm, command: c.Promote) -> Reasons:
    stages = [f"church-{stage}" for stage in range(1, len(state.box.church.points) + 1)]
    for place in (command.place, command.to):
        if place not in stages:
            yield obstacles.unknown("stage of the church", place, tuple(stages))
    if command.number not in members.at(farm, command.place):
        yield obstacles.nobody(command.number, command.place, 11)
    start, to = int(command.place[-1]), int(command.to[-1])
    if to <= start:
        yield Illegal("not_forward", N_("A promotion leads to a higher stage."), 11)
    yield from obstacles.grain(farm, sum(state.box.church.grain[start - 1 : to - 1]), 11)


def _carla(state: State, farm: Farm, command: c.Carla) -> Reasons:
    choice = state.turn.pending
    assert choice is not None
    yield obstacles.no_cube(choice.where, command.colour, 17)


def _die(state: State, farm: Farm, command: c.Die) -> Reasons:
    if command.number not in members.at(farm, command.place):
        yield obstacles.nobody(command.number, command.place, 12)
    yield Illegal(
        "not_the_oldest", N_("It must be one of the lowest visible number, which is {lowest}."), 12,
        lowest=members.mortal(farm)[0][1],
    )  # fmt: skip


CHECKS: dict[type[Any], Callable[[State, Farm, Any], Reasons]] = {
    c.Take: _take, c.Well: _well, c.Use: _use, c.Harvest: _harvest, c.Birth: _birth,
    c.Recall: _recall, c.Train: _train, c.Produce: _produce, c.Buy: _buy, c.Mill: _mill,
    c.Serve: _serve, c.Travel: _travel, c.Council: _council, c.Advance: _advance,
    c.Privilege: _privilege, c.Gain: _gain, c.Church: _church, c.Call: _call,
    c.Promote: _promote, c.Die: _die, c.Carla: _carla,
}  # fmt: skip
