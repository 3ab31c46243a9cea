"""What seats do, in lines: actions with their price and outcome, and deaths."""

from collections.abc import Callable
from typing import Any

from client.village import prices
from events import village
from events.lifecycle import Fact
from projections.village.farms import QUILL
from projections.village.state import DEAD, PLAGUE
from projections.village.terms import place_name
from projections.words import N_, Words


def _paid(line: str, cost: village.Cost, words: Words) -> str:
    """The line with what was paid, and whether the quill was crossed by it."""
    price = prices.cost(words, cost)
    if price:
        line = words.say("{text} for {other}", text=line, other=price)
    if cost.crossed:
        line = words.say("{text}; the life time crosses the quill", text=line)
    return line


def _taken(fact: village.CubeTaken, words: Words) -> str:
    if fact.colour == PLAGUE:
        message = N_("{seat} takes a plague cube at {space}")
    else:
        message = N_("{seat} takes a cube at {space}: {colour}")
    line = words.say(message, seat=fact.seat, space=fact.space, colour=fact.colour)
    return _paid(line, fact.cost, words)


def _well(fact: village.WellPaid, words: Words) -> str:
    return _paid(words.say("{seat} goes to the well", seat=fact.seat), fact.cost, words)


def _chosen(fact: village.ActionChosen, words: Words) -> str:
    return words.say("{seat} chooses the action: {space}", seat=fact.seat, space=fact.space)


def _declined(fact: village.ActionDeclined, words: Words) -> str:
    return words.say("{seat} does not use the action: {space}", seat=fact.seat, space=fact.space)


def _hindered(fact: village.ActionDeclined, words: Words) -> str:
    return words.say("{seat} has no action possible: {space}", seat=fact.seat, space=fact.space)


def _harvested(fact: village.GrainHarvested, words: Words) -> str:
    text = prices.grain(words, fact.grain)
    return words.say("{seat} harvests {text}", seat=fact.seat, text=text)


def _born(fact: village.MemberBorn, words: Words) -> str:
    return words.say("{seat}: a {number} is born", seat=fact.seat, number=fact.member[0])


def _recalled(fact: village.MemberRecalled, words: Words) -> str:
    return words.say("{seat}: the {number} at {place} comes home", **_who(fact, fact.place, words))


def _trained(fact: village.MemberTrained, words: Words) -> str:
    line = words.say("{seat} trains the {number} at {place}", **_who(fact, fact.guild, words))
    return _paid(line, fact.cost, words)


def _produced(fact: village.GoodProduced, words: Words) -> str:
    line = words.say("{seat} produces: {good}", seat=fact.seat, good=fact.good)
    return _paid(line, fact.cost, words)


def _bought(fact: village.GoodBought, words: Words) -> str:
    line = words.say("{seat} buys: {good}", seat=fact.seat, good=fact.good)
    return _paid(line, fact.cost, words)


def _milled(fact: village.GrainMilled, words: Words) -> str:
    coins = prices.coins(words, fact.coins)
    line = words.say("{seat} has grain milled: {text}", seat=fact.seat, text=coins)
    return _paid(line, fact.cost, words)


def _served(fact: village.CustomerServed, words: Words) -> str:
    line = words.say("{seat} serves customer {number}", seat=fact.seat, number=fact.space)
    return _paid(line, fact.cost, words)


def _travelled(fact: village.MemberTravelled, words: Words) -> str:
    message = N_("{seat}: the {number} travels from {place} to {city}")
    line = words.say(message, city=fact.city, **_who(fact, fact.origin, words))
    return _paid(line, fact.cost, words)


def _visited(fact: village.CityVisited, words: Words) -> str:
    line = words.say("{seat} is in {city} for the first time", seat=fact.seat, city=fact.city)
    gains = [words.say("{n} prestige", n=fact.prestige)] if fact.prestige else []
    gains += [prices.coins(words, fact.coins)] if fact.coins else []
    return ": ".join((line, ", ".join(gains))) if gains else line


def _seated(fact: village.CouncilEntered, words: Words) -> str:
    who = _who(fact, "council-1", words)
    return _paid(words.say("{seat}: the {number} goes to {place}", **who), fact.cost, words)


def _advanced(fact: village.CouncilAdvanced, words: Words) -> str:
    who = _who(fact, f"council-{fact.stage}", words)
    return _paid(words.say("{seat}: the {number} goes to {place}", **who), fact.cost, words)


def _privilege(fact: village.PrivilegeUsed, words: Words) -> str:
    line = words.say("{seat} uses privilege {number}", seat=fact.seat, number=fact.stage)
    gains = [words.say("goes first in the next round")] if fact.ring else []
    gains += [words.say("{n} prestige", n=fact.prestige)] if fact.prestige else []
    return _paid(": ".join((line, *gains)), fact.cost, words)


def _chose(fact: village.RewardChosen, words: Words) -> str:
    things = prices.amounts(words, fact.cubes) + prices.amounts(words, fact.goods)
    return words.say("{seat} chooses {text}", seat=fact.seat, text=", ".join(things))


def _entered(fact: village.ChurchEntered, words: Words) -> str:
    who = {"seat": fact.seat, "number": fact.member[0]}
    line = words.say("{seat}: the {number} goes into the black bag", **who)
    return _paid(line, fact.cost, words)


def _died(fact: village.MemberDied, words: Words) -> str:
    message = _RESTS[fact.rest] if fact.rest in DEAD else _WRITTEN
    return words.say(message, section=fact.rest, **_who(fact, fact.place, words))


_WRITTEN = N_("{seat}: the {number} at {place} dies and is written into the chronicle: {section}")
_RESTS = {
    "chronicle": N_("{seat}: the {number} at {place} dies and is written into the chronicle"),
    "grave": N_("{seat}: the {number} at {place} dies and lies in an anonymous grave"),
    "beside": N_("{seat}: the {number} at {place} dies; no grave is left"),
}


def _spared(fact: village.DeathSpared, words: Words) -> str:
    return words.say("{seat}: nobody can be found, nobody dies", seat=fact.seat)


def _called(fact: village.MemberCalled, words: Words) -> str:
    who = {"seat": fact.seat, "number": fact.member[0]}
    return _paid(words.say("{seat} calls the {number} to mass", **who), fact.cost, words)


def _promoted(fact: village.MemberPromoted, words: Words) -> str:
    who = _who(fact, f"church-{fact.stage}", words)
    return _paid(words.say("{seat} promotes the {number} to {place}", **who), fact.cost, words)


def _carla_took(fact: village.CarlaTook, words: Words) -> str:
    if fact.colour == PLAGUE:
        message = N_("{seat} takes a plague cube at {space}")
    else:
        message = N_("{seat} takes a cube at {space}: {colour}")
    return words.say(message, seat=village.CARLA, space=fact.space, colour=fact.colour)


def _carla_waited(fact: village.CarlaWaited, words: Words) -> str:
    return words.say(_WAITS[fact.why], seat=village.CARLA)


_WAITS = {
    "no cube taken": N_("{seat} does not follow an action without a cube"),
    "no cube left": N_("{seat} finds no cube to take"),
}


def _carla_served(fact: village.CarlaServed, words: Words) -> str:
    return words.say("{seat} serves customer {number}", seat=village.CARLA, number=fact.space)


def _carla_entered(fact: village.CarlaEntered, words: Words) -> str:
    who = {"seat": village.CARLA, "number": fact.member[0]}
    return words.say("{seat}: the {number} goes into the black bag", **who)


def _carla_cleared(fact: village.CarlaCleared, words: Words) -> str:
    text = ", ".join(prices.amounts(words, fact.cubes))
    return words.say("{seat} gives her cubes back: {text}", seat=village.CARLA, text=text)


def _fate(fact: village.FateRevealed, words: Words) -> str:
    message = _FATES[QUILL in fact.draw.drawn]
    line = words.say(message, seat=village.CARLA)
    if fact.reshuffled:
        line = words.say("{text}; the three are turned down and shuffled again", text=line)
    return line


_FATES = {
    True: N_("a fate tile is turned up: a quill, somebody of {seat}'s family dies"),
    False: N_("a fate tile is turned up: blank"),
}


def _who(fact: Any, place: str, words: Words) -> dict[str, str]:
    return {"seat": fact.seat, "number": fact.member[0], "place": place_name(words, place)}


FORCED: dict[type[Fact], Callable[[Any, Words], str]] = {village.ActionDeclined: _hindered}
SENTENCES: dict[type[Fact], Callable[[Any, Words], str]] = {
    village.CubeTaken: _taken,
    village.WellPaid: _well,
    village.ActionChosen: _chosen,
    village.ActionDeclined: _declined,
    village.GrainHarvested: _harvested,
    village.MemberBorn: _born,
    village.MemberRecalled: _recalled,
    village.MemberTrained: _trained,
    village.GoodProduced: _produced,
    village.GoodBought: _bought,
    village.GrainMilled: _milled,
    village.CustomerServed: _served,
    village.MemberTravelled: _travelled,
    village.CityVisited: _visited,
    village.CouncilEntered: _seated,
    village.CouncilAdvanced: _advanced,
    village.PrivilegeUsed: _privilege,
    village.RewardChosen: _chose,
    village.ChurchEntered: _entered,
    village.MemberDied: _died,
    village.DeathSpared: _spared,
    village.MemberCalled: _called,
    village.MemberPromoted: _promoted,
    village.CarlaTook: _carla_took,
    village.CarlaWaited: _carla_waited,
    village.CarlaServed: _carla_served,
    village.CarlaEntered: _carla_entered,
    village.CarlaCleared: _carla_cleared,
    village.FateRevealed: _fate,
}
