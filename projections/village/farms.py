"""The farms: how each fact changes what a family has and where its members are."""

from collections.abc import Callable
from typing import Any

from events import village as facts
from events.lifecycle import Fact
from projections.village.board import add, take
from projections.village.state import DEAD, HIDDEN, PLAGUE, Farm

Farms = dict[str, Farm]
UNSEEN = HIDDEN | DEAD
QUILL = "quill"
"""The fate tile that brings a death in Carla's family."""


def is_living(place: str) -> bool:
    """Whether a member there has been born and has not died."""
    return place != "reserve" and place not in DEAD


def is_visible(place: str) -> bool:
    """Whether a member there can die: on a farm or on the board, not in a bag (p. 12)."""
    return place not in UNSEEN


def _pay(farms: Farms, fact: Any) -> None:
    farm, cost = farms[fact.seat], fact.cost
    farm.time += cost.time
    farm.owed += cost.crossed
    farm.grain -= cost.grain
    farm.coins -= cost.coins
    if cost.cubes:
        take(farm.cubes, cost.cubes)
    if cost.goods:
        take(farm.goods, cost.goods)


def _compensated(farms: Farms, fact: facts.CompensationGiven) -> None:
    farm = farms[fact.seat]
    farm.grain += fact.grain
    farm.coins += fact.coins
    add(farm.cubes, fact.cubes)


def _cube_taken(farms: Farms, fact: facts.CubeTaken) -> None:
    _pay(farms, fact)
    if fact.colour != PLAGUE:
        farms[fact.seat].cubes[fact.colour] += 1


def _harvested(farms: Farms, fact: facts.GrainHarvested) -> None:
    farms[fact.seat].grain += fact.grain


def _came_home(farms: Farms, fact: facts.MemberBorn | facts.MemberRecalled) -> None:
    farms[fact.seat].members[fact.member] = "farm"


def _trained(farms: Farms, fact: facts.MemberTrained) -> None:
    farms[fact.seat].members[fact.member] = fact.guild
    _pay(farms, fact)


def _made(farms: Farms, fact: facts.GoodProduced | facts.GoodBought) -> None:
    farms[fact.seat].goods[fact.good] += 1
    _pay(farms, fact)


def _milled(farms: Farms, fact: facts.GrainMilled) -> None:
    farms[fact.seat].coins += fact.coins
    _pay(farms, fact)


def _served(farms: Farms, fact: facts.CustomerServed) -> None:
    farms[fact.seat].customers.append(fact.customer)
    _pay(farms, fact)


def _travelled(farms: Farms, fact: facts.MemberTravelled) -> None:
    farms[fact.seat].members[fact.member] = fact.city
    _pay(farms, fact)


def _visited(farms: Farms, fact: facts.CityVisited) -> None:
    farm = farms[fact.seat]
    farm.cities.append(fact.city)
    farm.prestige += fact.prestige
    farm.coins += fact.coins


def _entered_council(farms: Farms, fact: facts.CouncilEntered) -> None:
    farms[fact.seat].members[fact.member] = "council-1"
    _pay(farms, fact)


def _advanced(farms: Farms, fact: facts.CouncilAdvanced) -> None:
    farms[fact.seat].members[fact.member] = f"council-{fact.stage}"
    _pay(farms, fact)


def _privilege_used(farms: Farms, fact: facts.PrivilegeUsed) -> None:
    farms[fact.seat].prestige += fact.prestige
    _pay(farms, fact)


def _reward_chosen(farms: Farms, fact: facts.RewardChosen) -> None:
    farm = farms[fact.seat]
    add(farm.cubes, fact.cubes)
    add(farm.goods, fact.goods)


def _entered_church(farms: Farms, fact: facts.ChurchEntered) -> None:
    farms[fact.seat].members[fact.member] = "bag"
    _pay(farms, fact)


def _died(farms: Farms, fact: facts.MemberDied) -> None:
    farm = farms[fact.seat]
    farm.members[fact.member] = fact.rest if fact.rest in DEAD else "chronicle"
    farm.owed -= 1


def _spared(farms: Farms, fact: facts.DeathSpared) -> None:
    farms[fact.seat].owed -= 1


def _called(farms: Farms, fact: facts.MemberCalled) -> None:
    farms[fact.seat].members[fact.member] = "church-1"
    _pay(farms, fact)


def _drawn(farms: Farms, fact: facts.PiecesDrawn) -> None:
    for seat, member, stage in fact.members:
        farms[seat].members[member] = f"church-{stage}"


def _promoted(farms: Farms, fact: facts.MemberPromoted) -> None:
    farms[fact.seat].members[fact.member] = f"church-{fact.stage}"
    _pay(farms, fact)


def _carla_served(farms: Farms, fact: facts.CarlaServed) -> None:
    farms[facts.CARLA].customers.append(fact.customer)


def _carla_entered(farms: Farms, fact: facts.CarlaEntered) -> None:
    farms[facts.CARLA].members[fact.member] = "bag"


def _fate(farms: Farms, fact: facts.FateRevealed) -> None:
    if QUILL in fact.draw.drawn:
        farms[facts.CARLA].owed += 1


def _majority(farms: Farms, fact: facts.MajorityAwarded) -> None:
    for seat in fact.seats:
        farms[seat].prestige += fact.prestige


HANDLERS: dict[type[Fact], Callable[[Farms, Any], None]] = {
    facts.CompensationGiven: _compensated,
    facts.CubeTaken: _cube_taken,
    facts.WellPaid: _pay,
    facts.GrainHarvested: _harvested,
    facts.MemberBorn: _came_home,
    facts.MemberRecalled: _came_home,
    facts.MemberTrained: _trained,
    facts.GoodProduced: _made,
    facts.GoodBought: _made,
    facts.GrainMilled: _milled,
    facts.CustomerServed: _served,
    facts.MemberTravelled: _travelled,
    facts.CityVisited: _visited,
    facts.CouncilEntered: _entered_council,
    facts.CouncilAdvanced: _advanced,
    facts.PrivilegeUsed: _privilege_used,
    facts.RewardChosen: _reward_chosen,
    facts.ChurchEntered: _entered_church,
    facts.MemberDied: _died,
    facts.DeathSpared: _spared,
    facts.MemberCalled: _called,
    facts.PiecesDrawn: _drawn,
    facts.MemberPromoted: _promoted,
    facts.MajorityAwarded: _majority,
    facts.CarlaServed: _carla_served,
    facts.CarlaEntered: _carla_entered,
    facts.FateRevealed: _fate,
}
