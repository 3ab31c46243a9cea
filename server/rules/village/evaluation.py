"""How good a position is for a family: its points, and what it may still make of what it has.

Every weight is in points and our own estimate; what is printed comes from the box. Nothing is used
that the family could not see at the table.
"""

from functools import lru_cache
from math import pow
from typing import Any, NamedTuple

from projections.village.box import Box, Customer
from projections.village.farms import is_visible
from projections.village.score import entries
from projections.village.state import Farm, State
from projections.village.views import sees_customers
from server.rules.village import members
from server.rules.village.payments import covers

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


class Family(NamedTuple):
    """What the places of a family's members come to, whatever else it has.

    `now` are points, `hope` is what comes to them by as much of the game as lies ahead. `church` is
    what counts for the majority: how many stand in the church, then how far the first is. `abroad`
    are cities with somebody, `rests` the sections of those among whom the next to die is chosen.
    """

    now: float
    hope: float
    church: tuple[int, int]
    abroad: frozenset[str]
    rests: frozenset[str]


class Printed(NamedTuple):
    """What is printed on the components, as far as members are worth something by it."""

    members: tuple[str, ...]
    guilds: tuple[str, ...]
    cities: tuple[str, ...]
    council: tuple[int, ...]
    church: tuple[int, ...]


class Judge:
    """Values the positions that a seat may come to in its turn, against the strongest rival now.

    A look ahead moves few pieces, and no member of another family: what a value is made of is
    kept, and met again and again.
    """

    def __init__(self, state: State, seat: str) -> None:
        self._box, self._seat = state.box, seat
        self._spaces = state.box.chronicle.spaces[state.card]
        self._graves = state.box.chronicle.graves[state.card]
        self._printed = Printed(
            tuple(state.farms[seat].members), tuple(state.box.crafts),
            tuple(state.box.travel.cities), state.box.council.points, state.box.church.points,
        )  # fmt: skip
        self._sold: dict[tuple[tuple[str, ...], tuple[int, ...]], float] = {}
        self._read: Any = None
        self._rivals = 0.0
        churches = {other: self._family(farm).church for other, farm in state.farms.items()}
        lead = max(churches.values())
        self._lead_of_others = max((churches[o] for o in churches if o != seat), default=(0, 0))
        rivals = [other for other in state.seats if other != seat]
        self._rival = max(rivals, key=lambda rival: self._prospects(state, rival, lead), default="")

    def value(self, state: State) -> float:
        """The prospects of the family, in points, less a part of those of the rival."""
        lead = max(self._lead_of_others, self._family(state.farms[self._seat]).church)
        own = self._prospects(state, self._seat, lead)
        return own - RIVAL * self._prospects_of_rival(state, lead) if self._rival else own

    def _prospects_of_rival(self, state: State, lead: tuple[int, int]) -> float:
        """Worked out again only if something has changed that they depend on."""
        farm, board, ahead = state.farms[self._rival], state.board, self._ahead(state, self._rival)
        read = (ahead, lead, farm, board.blue, board.queue, state.chronicle)
        if read != self._read:
            self._read, self._rivals = read, self._prospects(state, self._rival, lead)
        return self._rivals

    def _prospects(self, state: State, seat: str, lead: tuple[int, int]) -> float:
        box, farm, ahead = self._box, state.farms[seat], self._ahead(state, seat)
        family = self._family(farm)
        points = farm.prestige + farm.coins * box.coin_points + self._customers(state, seat)
        points += family.now + self._written(state, seat, family, ahead)
        points += _travelled(box, farm, family, ahead)
        if family.church[0] and family.church == lead:
            # Whoever leads in the church may hope for the majority at the masses to come.
            points += box.church.majority * MAJORITY * (ahead * MASSES if ahead else 1.0)
        return points + ahead * (family.hope + _pieces(farm) + self._sales(state, farm))

    def _family(self, farm: Farm) -> Family:
        return _family(tuple(farm.members.values()), self._printed)

    def _ahead(self, state: State, seat: str) -> float:
        """How much of the game lies ahead for a family: 1 at the start, 0 after its last action."""
        turn = state.turn
        if turn.trigger:
            due = turn.seat != seat if turn.last is None else seat in turn.last
            return LAST_ACTION if due else 0.0
        filled = max(
            len(state.chronicle.graves) / self._graves,
            sum(map(len, state.chronicle.sections.values())) / sum(self._spaces.values()),
            state.board.round / ROUNDS,
        )
        return LAST_ACTION + (1 - LAST_ACTION) * max(0.0, 1 - filled)

    def _customers(self, state: State, seat: str) -> float:
        """Points of the customers served; face down they count as average ones."""
        tiles, served = self._box.customers, state.farms[seat].customers
        if sees_customers(state, seat, self._seat):
            return sum([tiles[customer].points for customer in served])
        return len(served) * sum([tile.points for tile in tiles.values()]) / len(tiles)

    def _written(self, state: State, seat: str, family: Family, ahead: float) -> float:
        """The chronicle, and whether the next to die would be written into it."""
        points = _growing(self._box.chronicle.points, entries(state, seat), ahead)
        written = state.chronicle.sections
        room = any(len(written[section]) < self._spaces[section] for section in family.rests)
        return points + ahead * REST * room

    def _sales(self, state: State, farm: Farm) -> float:
        """What the goods may bring with the customers on show, best ones first."""
        board = state.board
        shown, have = (*board.blue, *board.queue), (farm.grain, *farm.goods.values())
        sold = self._sold.get((shown, have))
        if sold is None:
            tiles = [self._box.customers[customer] for customer in shown if customer]
            sold = self._sold[shown, have] = _sales(tiles, {**farm.goods, "grain": farm.grain})
        return sold


@lru_cache(maxsize=4096)
def _family(places: tuple[str, ...], printed: Printed) -> Family:
    members_at = zip(printed.members, places, strict=True)
    visible = [(member[0], place) for member, place in members_at if is_visible(place)]
    lowest = min(visible, default=("", ""))[0]
    mortal = {place for number, place in visible if number == lowest}
    guilds = sum(guild in places for guild in printed.guilds)
    now, hope = 0.0, _worth(HOME, places.count("farm")) + GUILD * guilds + BAG * places.count("bag")
    church: list[int] = []
    for number, place in visible:
        track, _, stage = place.partition("-")
        if not stage:
            continue
        council = track == "council"
        points = (printed.council if council else printed.church)[int(stage) - 1]
        # As far as their holders may live to the end.
        now += points
        hope -= points * _risk(sum(other < number for other, _ in visible))
        if council:
            hope += PRIVILEGE * int(stage)
        else:
            church.append(int(stage))
    return Family(
        now,
        hope,
        church=(len(church), max(church, default=0)),
        abroad=frozenset(printed.cities).intersection(places),
        rests=frozenset(members.section(place, printed.cities) for place in mortal),
    )


def _risk(before: int) -> float:
    """How likely a member is to die before the end: the more die before, the less."""
    return max(0.0, 1 - SAFETY * (1 + before))


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


def _travelled(box: Box, farm: Farm, family: Family, ahead: float) -> float:
    """Cities visited, and new ones next to where somebody stands."""
    points = _growing(box.travel.points, len(farm.cities), ahead)
    if family.abroad:
        ends = [road.ends for road in box.travel.roads if not family.abroad.isdisjoint(road.ends)]
        near = {end for pair in ends for end in pair}.difference(farm.cities, ("village",))
        points += ahead * NEXT_CITY * min(len(near), 2)
    return points


def _pieces(farm: Farm) -> float:
    """Grain, coins, cubes and goods, less the time they took."""
    points = COIN * farm.coins + GOOD * sum(farm.goods.values()) - TIME * farm.time
    for count in farm.cubes.values():
        points += _worth(CUBES, count)
    return points + _worth(GRAIN, farm.grain)


def _worth(worths: tuple[float, ...], count: int) -> float:
    return worths[min(count, len(worths) - 1)]


def _sales(tiles: list[Customer], have: dict[str, int]) -> float:
    served = []
    for tile in sorted(tiles, key=lambda tile: -tile.points):
        if covers(have, tile.wants):
            for ware, count in tile.wants.items():
                have[ware] -= count
            served.append(tile.points)
    return sum(chance * points for chance, points in zip(SALES, served, strict=False))
