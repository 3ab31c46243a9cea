"""Carla, the rival of the solo game: her board and her family (p. 15 to 18)."""

from typing import Any

import msgspec

from events import village as facts
from events.lifecycle import Fact
from projections.village.box import Box, Solo
from projections.village.state import Carla, Farm

HOME = "home"
WAITING = "waiting"


def new(solo: Solo | None) -> Carla | None:
    """Her board before the first turn; None unless the game is a solo one."""
    if solo is None:
        return None
    fates = {"upper": dict(solo.fates), "lower": dict(solo.fates)}
    return Carla(space=0, cubes=[], fates=fates, turned=0, follow=None)


def all_members(box: Box) -> list[str]:
    """Every member of a family, by number and letter."""
    return [
        f"{number}{letter}"
        for number, count in sorted(box.members.items())
        for letter in "abcdefghijk"[:count]
    ]


def new_farm(box: Box, solo: Solo | None) -> dict[str, Farm]:
    """Her family, as a farm on which only members and customers count; {} if not solo."""
    if solo is None:
        return {}
    places = dict.fromkeys(solo.home, HOME) | dict.fromkeys(solo.waiting, WAITING)
    members = {member: places[int(member[0])] for member in all_members(box)}
    return {
        facts.CARLA: Farm(
            time=0, owed=0, grain=0, coins=0, prestige=0, goods={}, cubes={},
            members=members, cities=[], customers=[],
        )
    }  # fmt: skip


def copy(old: Carla | None) -> Carla | None:
    """An independent copy."""
    if old is None:
        return None
    fates = {half: dict(tiles) for half, tiles in old.fates.items()}
    return msgspec.structs.replace(old, cubes=list(old.cubes), fates=fates)


def _followed(carla: Carla, fact: facts.CubeTaken) -> None:
    carla.follow = (fact.space, fact.colour)


def _not_followed(carla: Carla, fact: Fact) -> None:
    carla.follow = None


def _took(carla: Carla, fact: facts.CarlaTook) -> None:
    carla.space = fact.track
    carla.cubes.append((fact.track, fact.colour, fact.space))
    carla.follow = None


def _cleared(carla: Carla, fact: facts.CarlaCleared) -> None:
    carla.cubes = carla.cubes[-1:]


def _revealed(carla: Carla, fact: facts.FateRevealed) -> None:
    tiles = carla.fates[fact.half]
    if fact.reshuffled:
        carla.fates[fact.half] = dict(fact.reshuffled)
    else:
        tiles[fact.draw.drawn[0]] -= 1
    carla.turned += 1


HANDLERS: dict[type[Fact], Any] = {
    facts.CubeTaken: _followed,
    facts.WellPaid: _not_followed,
    facts.ActionChosen: _not_followed,
    facts.CarlaTook: _took,
    facts.CarlaWaited: _not_followed,
    facts.CarlaCleared: _cleared,
    facts.FateRevealed: _revealed,
}
