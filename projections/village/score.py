"""Points by category, at any moment and at the end (p. 14)."""

from projections.village.box import Box
from projections.village.state import Farm, State

CATEGORIES = ("prestige", "travel", "council", "church", "chronicle", "customers", "coins")


def score(state: State, seat: str) -> dict[str, int]:
    """What the seat would have if the game were scored now, by category."""
    box, farm = state.box, state.farms[seat]
    return {
        "prestige": farm.prestige,
        "travel": _step(box.travel.points, len(farm.cities)),
        "council": _stages(farm, "council-", box.council.points),
        "church": _stages(farm, "church-", box.church.points),
        "chronicle": _step(box.chronicle.points, entries(state, seat)),
        "customers": sum(box.customers[customer].points for customer in farm.customers),
        "coins": farm.coins * box.coin_points,
    }


def entries(state: State, seat: str) -> int:
    """How many of the family are written into the chronicle."""
    sections = state.chronicle.sections.values()
    return [rest.seat for rests in sections for rest in rests].count(seat)


def living(farm: Farm) -> int:
    """Members that are born and not dead, those in the black bag included."""
    dead = ("reserve", "chronicle", "grave", "beside")
    return sum(place not in dead for place in farm.members.values())


def places(state: State, totals: dict[str, int]) -> dict[str, int]:
    """Final places; ties are broken as the box says, what is still tied shares a place."""
    ranks = {seat: (totals[seat], *_tie_breaks(state.box, state.farms[seat])) for seat in totals}
    return {seat: 1 + sum(other > rank for other in ranks.values()) for seat, rank in ranks.items()}


def _tie_breaks(box: Box, farm: Farm) -> list[int]:
    values = {"grain": farm.grain, "living": living(farm), "customers": len(farm.customers)}
    return [values[name] for name in box.tie_break]


def _step(points: tuple[int, ...], count: int) -> int:
    return points[min(count, len(points) - 1)]


def _stages(farm: Farm, prefix: str, points: tuple[int, ...]) -> int:
    return sum(
        points[int(place.removeprefix(prefix)) - 1]
        for place in farm.members.values()
        if place.startswith(prefix)
    )
