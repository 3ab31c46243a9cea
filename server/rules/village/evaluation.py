"""How good a position is for a family: its points, and what it may still make of what it has.

Every weight is in points and our own estimate; what is printed comes from the box. Nothing is used
that the family could not see at the table.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import pow

from projections.village.box import Box
from projections.village.farms import is_visible
from projections.village.score import entries
from projections.village.state import COLOURS, Farm, State
from projections.village.views import sees_customers
from server.rules.village import members
from server.rules.village.deaths import resting_place

# What is had, by count: each further piece is less useful than the one before.
GRAIN = (0.0, 0.7, 1.3, 1.8, 2.2, 2.5)
CUBES = (0.0, 1.0, 1.8, 2.3, 2.6, 2.8)
HOME = (0.0, 2.5, 4.0, 5.0, 5.8, 6.4)
# Apart from their points: a coin, a good, a guild somebody has learnt at, somebody in the bag, a
# new city next to a traveller, a stage of the council chamber.
COIN = 0.3
GOOD = 0.5
GUILD = 1.2
BAG = 1.5
NEXT_CITY = 0.5
PRIVILEGE = 0.8
SALES = (0.7, 0.5, 0.35, 0.2)
"""How likely the best customers on show are to be served, in order of their points."""
TIME = 0.3
"""What each unit of time takes."""
REST = 2.0
"""That the next to die will find room in the chronicle."""
GROWTH = 1.5
"""The power by which half-way up a table of points is worth less than half."""
SAFETY = 0.25
"""How much less likely to die before the end each one makes somebody who will die before."""
MASSES = 4.0
"""Masses in a whole game."""
MAJORITY = 0.6
"""How likely the majority now is to last until a mass."""
ROUNDS = 12
"""Rounds after which no more of the game is expected, so that no bot waits for ever."""
LAST_ACTION = 0.15
"""How much of the game a last action is."""
RIVAL = 0.5
"""How much a point of the strongest rival counts."""


def strongest_rival(state: State, seat: str) -> str:
    """The other family with the best prospects; "" if there is none."""
    rivals = [other for other in state.seats if other != seat]
    return max(rivals, key=lambda rival: _prospects(state, rival, seat), default="")


def value(state: State, seat: str, rival: str) -> float:
    """The prospects of a family, in points, less a part of those of a rival, "" for none."""
    own = _prospects(state, seat, seat)
    return own - RIVAL * _prospects(state, rival, seat) if rival else own


def _prospects(state: State, seat: str, viewer: str) -> float:
    farm = state.farms[seat]
    ahead = _ahead(state, seat)
    points = farm.prestige + farm.coins * state.box.coin_points + _customers(state, seat, viewer)
    points += _written(state, seat, ahead) + _travelled(state.box, farm, ahead)
    points += _staged(state.box, farm, ahead) + _majority(state, seat, ahead)
    if ahead:
        points += ahead * (_pieces(farm) + _sales(state, farm) + _people(state.box, farm))
    return points


def _ahead(state: State, seat: str) -> float:
    """How much of the game lies ahead for a family: 1 at the start, 0 after its last action."""
    turn = state.turn
    if turn.trigger:
        due = turn.seat != seat if turn.last is None else seat in turn.last
        return LAST_ACTION if due else 0.0
    printed, players = state.box.chronicle, state.card
    written = sum(map(len, state.chronicle.sections.values()))
    filled = max(
        len(state.chronicle.graves) / printed.graves[players],
        written / sum(printed.spaces[players].values()),
        state.board.round / ROUNDS,
    )
    return LAST_ACTION + (1 - LAST_ACTION) * max(0.0, 1 - filled)


def _customers(state: State, seat: str, viewer: str) -> float:
    """Points of the customers served; face down they count as average ones."""
    tiles, served = state.box.customers, state.farms[seat].customers
    if sees_customers(state, seat, viewer):
        return sum(tiles[customer].points for customer in served)
    return len(served) * sum(tile.points for tile in tiles.values()) / len(tiles)


def _growing(points: tuple[int, ...], count: int, ahead: float) -> float:
    """A table of points that grows with the count: a way up it is worth something already."""
    now = points[min(count, len(points) - 1)]
    return now + ahead * (_hoped(points, count) - now)


@lru_cache
def _hoped(points: tuple[int, ...], count: int) -> float:
    last = len(points) - 1
    if count >= last:
        return points[last]
    return max(points[n] * pow(count / n, GROWTH) for n in range(max(count, 1), last + 1))


def _written(state: State, seat: str, ahead: float) -> float:
    """The chronicle, and whether the next to die would be written into it."""
    points = _growing(state.box.chronicle.points, entries(state, seat), ahead)
    farm = state.farms[seat]
    cities = state.box.travel.cities
    rests = {
        resting_place(state, members.section(place, cities)) for place, _ in members.mortal(farm)
    }
    if rests - {"grave", "beside"}:
        points += ahead * REST
    return points


def _travelled(box: Box, farm: Farm, ahead: float) -> float:
    """Cities visited, and new ones next to where somebody stands."""
    points = _growing(box.travel.points, len(farm.cities), ahead)
    standing = box.travel.cities.keys() & farm.members.values()
    if standing:
        roads = [road.ends for road in box.travel.roads if not standing.isdisjoint(road.ends)]
        near = {end for ends in roads for end in ends}.difference(farm.cities, ("village",))
        points += ahead * NEXT_CITY * min(len(near), 2)
    return points


def _staged(box: Box, farm: Farm, ahead: float) -> float:
    """Stages in the council chamber and the church, as far as their holders may live to the end."""
    points = 0.0
    for member, place in farm.members.items():
        track, _, stage = place.partition("-")
        if stage:
            council = track == "council"
            printed = box.council.points if council else box.church.points
            points += printed[int(stage) - 1] * (1 - ahead * _risk(farm, member))
            points += ahead * PRIVILEGE * int(stage) * council
    return points


def _risk(farm: Farm, member: str) -> float:
    """How likely a member is to die before the end: the more die before, the less."""
    before = sum(m[0] < member[0] for m, place in farm.members.items() if is_visible(place))
    return max(0.0, 1 - SAFETY * (1 + before))


def _majority(state: State, seat: str, ahead: float) -> float:
    """Whoever leads in the church may hope for the majority at the masses to come."""
    own = _church(state.farms[seat])
    if not own or any(_church(farm) > own for farm in state.farms.values()):
        return 0.0
    return state.box.church.majority * MAJORITY * (ahead * MASSES if ahead else 1.0)


def _church(farm: Farm) -> list[int]:
    """What counts for the majority: how many stand in the church, then how far the first is."""
    stages = [int(place[-1]) for place in farm.members.values() if place.startswith("church-")]
    return [len(stages), max(stages)] if stages else []


def _pieces(farm: Farm) -> float:
    """Grain, coins, cubes and goods, less the time they took."""
    points = COIN * farm.coins + GOOD * sum(farm.goods.values()) - TIME * farm.time
    points += sum(_worth(CUBES, farm.cubes[colour]) for colour in COLOURS)
    return points + _worth(GRAIN, farm.grain)


def _worth(worths: tuple[float, ...], count: int) -> float:
    return worths[min(count, len(worths) - 1)]


def _sales(state: State, farm: Farm) -> float:
    """What the goods may bring with the customers on show, best ones first."""
    tiles, board = state.box.customers, state.board
    have = {**farm.goods, "grain": farm.grain}
    shown = [tiles[customer] for customer in (*board.blue, *board.queue) if customer]
    served = []
    for tile in sorted((tile for tile in shown if _has(have, tile.wants)), key=lambda t: -t.points):
        if _has(have, tile.wants):
            for ware, count in tile.wants.items():
                have[ware] -= count
            served.append(tile.points)
    return sum(chance * points for chance, points in zip(SALES, served, strict=False))


def _has(have: Mapping[str, int], wants: Mapping[str, int]) -> bool:
    for ware, count in wants.items():  # noqa: SIM110 (all() takes twice as long)
        if have[ware] < count:
            return False
    return True


def _people(box: Box, farm: Farm) -> float:
    """Members at home, guilds that somebody has learnt at, members waiting in the black bag."""
    places = list(farm.members.values())
    guilds = sum(guild in places for guild in box.crafts)
    return _worth(HOME, places.count("farm")) + GUILD * guilds + BAG * places.count("bag")
