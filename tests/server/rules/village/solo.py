"""A solo game in the middle: `chris` against Carla, whose board is laid out in words.

game = solo(farm(), rival("harvest pink", space=5), spaces={"crafts": "pink green"})
game.do("chris", "take crafts pink; pass")
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from events import village as facts
from events.dice import Draw
from events.lifecycle import Fact
from events.village import CARLA
from projections.village.box import Solo
from projections.village.state import Carla, State
from tests.server.rules.village.table import ALL_SPACES, EVERY_SPACE, Game, farm, given

QUIET = {f"fate {number}": "blank" for number in range(1, 20)}
"""Fate tiles without a quill."""


@dataclass
class rival:  # noqa: N801 (reads as a word of the position)
    """Carla's board: `cubes` as "harvest pink, crafts green", oldest first, the last at `space`.

    `fates` are tiles revealed before, as "upper blank, lower quill"; `members` and `dead` as those
    of a farm, places being home, waiting, bag and church-1 to church-4.
    """

    cubes: str = ""
    space: int = 0
    fates: str = ""
    members: str = ""
    dead: str = ""


def solo(
    chris: farm | None = None,
    carla: rival | None = None,
    *,
    spaces: Mapping[str, str] | str = EVERY_SPACE,
    draws: Mapping[str, str] | None = None,
    **rest: Any,
) -> Game:
    """A position in which it is chris' turn; fate tiles are blank unless `draws` say otherwise."""
    carla = carla or rival()
    if isinstance(spaces, str):
        spaces = dict.fromkeys(ALL_SPACES, spaces)
    laid = [group.split() for group in carla.cubes.split(",") if group]
    with_hers = dict(spaces)
    for space, colour in laid:
        with_hers[space] = f"{with_hers.get(space, '')} {colour}"
    game = given(spaces=with_hers, draws=QUIET | dict(draws or {}), chris=chris or farm(), **rest)
    first = carla.space - len(laid)
    for number, (space, colour) in enumerate(laid, first + 1):
        game.fold(facts.CarlaTook(space, colour, number, colour, space))
    game.fold(*_fates(game.state, carla.fates), *_family(game.state, carla))
    game.fold(facts.ChoiceDue("chris", "turn"))
    return game


def board(game: Game) -> Carla:
    """Her board."""
    assert game.state.carla is not None
    return game.state.carla


def printed(game: Game) -> Solo:
    """What is printed for the solo game."""
    assert game.state.box.solo is not None
    return game.state.box.solo


def _fates(state: State, revealed: str) -> Iterator[Fact]:
    for half, tile in (group.split() for group in revealed.split(",") if group):
        assert state.carla is not None
        yield facts.FateRevealed(half, Draw("given", dict(state.carla.fates[half]), (tile,)))
        if tile == "quill":
            yield facts.DeathSpared(CARLA)


def _family(state: State, carla: rival) -> Iterator[Fact]:
    unplaced = dict(state.farms[CARLA].members)
    for dead, groups in ((False, carla.members), (True, carla.dead)):
        for place, *numbers in (group.split() for group in groups.split(",") if group):
            for number in numbers:
                member = min(m for m in unplaced if m.startswith(number))
                del unplaced[member]
                yield from _dies(member, place) if dead else _goes(member, place)


def _dies(member: str, rest: str) -> Iterator[Fact]:
    yield facts.WellPaid(CARLA, facts.Cost(crossed=1))
    yield facts.MemberDied(CARLA, member, "home", rest)


def _goes(member: str, place: str) -> Iterator[Fact]:
    if place == "bag":
        yield facts.CarlaEntered(member)
    else:
        yield facts.PiecesDrawn(Draw("given", {}, ()), ((CARLA, member, int(place[-1])),))
        yield facts.MajorityAwarded(())
