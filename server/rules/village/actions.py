"""What each command does: the facts it causes, up to the next choice it leads to itself."""

from collections.abc import Callable
from itertools import islice
from typing import Any

from events import village as facts
from projections.village.state import COLOURS, PLAGUE, Choice
from projections.village.turn import from_seat
from server.rules.village import carla, costs, members
from server.rules.village import commands as c
from server.rules.village.commands import Command
from server.rules.village.deaths import bury
from server.rules.village.legal import found, harvest_yield
from server.rules.village.table import Table


def play(table: Table, seat: str, command: Command) -> None:
    """Play out a legal command."""
    _ACTS[type(command)](table, seat, command)


def offer(table: Table, choice: Choice) -> None:
    """Let a seat choose; where there is only one thing to choose it is done at once."""
    always = choice.choice in ("turn", "free", "well")
    ways = [] if always else _first_two(table, choice)
    if always or len(ways) > 1:
        table.emit(facts.ChoiceDue(choice.seat, choice.choice, choice.where, choice.count))
    elif ways and isinstance(ways[0], c.Pass):
        _decline(table, choice)
    elif ways:
        play(table, choice.seat, ways[0])


def _first_two(table: Table, choice: Choice) -> list[Command]:
    return list(islice(found(table.state, choice), 2))


def _decline(table: Table, choice: Choice) -> None:
    passed = _PASSES.get(choice.choice)
    if passed is not None:
        table.emit(passed(choice.seat))
    elif choice.choice in ("action", "well"):
        table.emit(facts.ActionDeclined(choice.seat, choice.where or "well"))


_PASSES: dict[str, Callable[[str], Any]] = {
    "market": facts.MarketPassed,
    "call": facts.CallPassed,
    "promote": facts.PromotionPassed,
}


def _pass(table: Table, seat: str, command: c.Pass) -> None:
    choice = table.pending
    assert choice is not None
    if choice.choice in ("produce", "privilege"):
        space = "crafts" if choice.choice == "produce" else "council"
        table.emit(facts.ActionDeclined(seat, space))
    else:
        _decline(table, choice)


def _take(table: Table, seat: str, command: c.Take) -> None:
    cost = costs.take(table.state, seat, command)
    table.emit(facts.CubeTaken(seat, command.space, command.colour, cost))
    _start(table, seat, command.space)


def _start(table: Table, seat: str, space: str) -> None:
    if space == "market":
        table.emit(facts.MarketOpened(seat, _market_seats(table, seat)))
    else:
        offer(table, Choice(seat, "action", space))


def _market_seats(table: Table, seat: str) -> tuple[str, ...]:
    """Everybody from the opener on; Carla only on a day that began with a cube (p. 18)."""
    follows = table.state.carla is not None and table.state.carla.follow is not None
    order = table.state.order if follows else table.state.seats
    return tuple(from_seat(order, seat))


def _well(table: Table, seat: str, command: c.Well) -> None:
    table.emit(facts.WellPaid(seat, costs.well(table.state, seat, command)))
    offer(table, Choice(seat, "well"))


def _use(table: Table, seat: str, command: c.Use) -> None:
    table.emit(facts.ActionChosen(seat, command.space))
    _start(table, seat, command.space)


def _harvest(table: Table, seat: str, command: c.Harvest) -> None:
    table.emit(facts.GrainHarvested(seat, harvest_yield(table.state, table.farm(seat))))


def _birth(table: Table, seat: str, command: c.Birth) -> None:
    farm = table.farm(seat)
    lowest = members.at(farm, "reserve")[0]
    table.emit(facts.MemberBorn(seat, members.find(farm, "reserve", lowest)))


def _recall(table: Table, seat: str, command: c.Recall) -> None:
    member = members.find(table.farm(seat), command.place, command.number)
    table.emit(facts.MemberRecalled(seat, member, command.place))


def _train(table: Table, seat: str, command: c.Train) -> None:
    member = members.find(table.farm(seat), "farm", command.number)
    cost = costs.train(table.state, seat, command)
    table.emit(facts.MemberTrained(seat, member, command.guild, cost))
    follow(table, Choice(seat, "produce", command.guild))


def follow(table: Table, choice: Choice) -> None:
    """Offer what an action leads on to, unless there is nothing but to decline it."""
    if len(_first_two(table, choice)) > 1:
        offer(table, choice)


def _produce(table: Table, seat: str, command: c.Produce) -> None:
    guild = costs.guild_of(table.state, command.good)
    cost = costs.produce(table.state, seat, command)
    table.emit(facts.GoodProduced(seat, guild, command.good, cost))


def _buy(table: Table, seat: str, command: c.Buy) -> None:
    guild = costs.guild_of(table.state, command.good)
    cost = costs.buy(table.state, seat, command)
    table.emit(facts.GoodBought(seat, guild, command.good, cost))


def _mill(table: Table, seat: str, command: c.Mill) -> None:
    coins = min(table.state.box.mill.coins, table.state.board.coins)
    table.emit(facts.GrainMilled(seat, coins, costs.mill(table.state, seat, command)))


def _serve(table: Table, seat: str, command: c.Serve) -> None:
    customer = table.state.board.blue[command.space - 1]
    cost = costs.serve(table.state, seat, command)
    table.emit(facts.CustomerServed(seat, command.space, customer, cost))


def _travel(table: Table, seat: str, command: c.Travel) -> None:
    farm = table.farm(seat)
    cost = costs.travel(table.state, seat, command)
    member = members.find(farm, command.origin, command.number)
    table.emit(facts.MemberTravelled(seat, member, command.origin, command.city, cost))
    if command.city not in farm.cities:
        _visit(table, seat, command.city)


def _visit(table: Table, seat: str, city: str) -> None:
    printed = table.state.box.travel.cities[city]
    coins = min(printed.coins, table.state.board.coins)
    table.emit(facts.CityVisited(seat, city, printed.prestige, coins))
    _reward(table, seat, "cubes", printed.cubes)


def _reward(table: Table, seat: str, kind: str, count: int) -> None:
    supply = table.state.board.cubes if kind == "cubes" else table.state.board.goods
    left = sum(n for piece, n in supply.items() if piece != PLAGUE)
    if count and left:
        offer(table, Choice(seat, kind, count=count))


def _council(table: Table, seat: str, command: c.Council) -> None:
    member = members.find(table.farm(seat), "farm", command.number)
    cost = costs.council(table.state, seat, command)
    table.emit(facts.CouncilEntered(seat, member, cost))
    follow(table, Choice(seat, "privilege", "1"))


def _advance(table: Table, seat: str, command: c.Advance) -> None:
    stage = int(command.place[-1]) + 1
    member = members.find(table.farm(seat), command.place, command.number)
    cost = costs.advance(table.state, seat, command)
    table.emit(facts.CouncilAdvanced(seat, member, stage, cost))
    follow(table, Choice(seat, "privilege", str(stage)))


def _privilege(table: Table, seat: str, command: c.Privilege) -> None:
    printed = table.state.box.council
    stage = command.stage
    cost = costs.privilege(table.state, seat, command)
    prestige = printed.prestige if stage == 4 else 0
    table.emit(facts.PrivilegeUsed(seat, stage, cost, prestige, ring=stage == 1))
    if stage == 2:
        _reward(table, seat, "cubes", printed.chosen_cubes)
    elif stage == 3:
        _reward(table, seat, "good", printed.chosen_goods)


def _gain(table: Table, seat: str, command: c.Gain) -> None:
    pieces = {thing: command.things.count(thing) for thing in command.things}
    cubes = {p: n for p, n in pieces.items() if p in COLOURS}
    goods = {p: n for p, n in pieces.items() if p not in COLOURS}
    table.emit(facts.RewardChosen(seat, cubes, goods))


def _church(table: Table, seat: str, command: c.Church) -> None:
    member = members.find(table.farm(seat), "farm", command.number)
    table.emit(facts.ChurchEntered(seat, member, costs.church(table.state, seat, command)))


def _call(table: Table, seat: str, command: c.Call) -> None:
    member = members.find(table.farm(seat), "bag", command.number)
    table.emit(facts.MemberCalled(seat, member, costs.call(table.state, seat, command)))


def _promote(table: Table, seat: str, command: c.Promote) -> None:
    member = members.find(table.farm(seat), command.place, command.number)
    cost = costs.promote(table.state, seat, command)
    table.emit(facts.MemberPromoted(seat, member, int(command.to[-1]), cost))


def _die(table: Table, seat: str, command: c.Die) -> None:
    cities = table.state.box.travel.cities
    member = members.find(table.farm(seat), command.place, command.number)
    bury(table, seat, member, members.section(command.place, cities))


def _carla(table: Table, seat: str, command: c.Carla) -> None:
    choice = table.pending
    assert choice is not None
    carla.take(table, choice.where, command.colour)


_ACTS: dict[type[Command], Callable[[Table, str, Any], None]] = {
    c.Take: _take,
    c.Well: _well,
    c.Use: _use,
    c.Pass: _pass,
    c.Harvest: _harvest,
    c.Birth: _birth,
    c.Recall: _recall,
    c.Train: _train,
    c.Produce: _produce,
    c.Buy: _buy,
    c.Mill: _mill,
    c.Serve: _serve,
    c.Travel: _travel,
    c.Council: _council,
    c.Advance: _advance,
    c.Privilege: _privilege,
    c.Gain: _gain,
    c.Church: _church,
    c.Call: _call,
    c.Promote: _promote,
    c.Die: _die,
    c.Carla: _carla,
}
