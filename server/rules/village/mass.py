"""The mass at the end of a round, and the last one (p. 11)."""

from collections.abc import Iterator

from events import village as facts
from events.lifecycle import Fact
from events.village import CARLA
from projections.village.state import Choice, State
from server.rules.village import carla
from server.rules.village.actions import offer
from server.rules.village.table import Table

MONK = "monk"


def step(table: Table) -> None:
    """The next seat calls or promotes, or the next part of the mass begins."""
    mass = table.state.turn.mass
    assert mass is not None
    if mass.step == "call" and (not mass.seats or mass.called >= table.state.box.church.pieces):
        table.emit(_draw(table, mass.called))
    elif mass.seats:
        offer(table, Choice(mass.seats[0], mass.step))
    else:
        table.emit(_majority(table.state))


def _draw(table: Table, called: int) -> Fact:
    state = table.state
    pool = {
        f"{seat}:{member}": 1
        for seat in state.order
        for member, place in state.farms[seat].members.items()
        if place == "bag"
    }
    pool[MONK] = state.board.monks
    count = max(0, state.box.church.pieces - called)
    draw = table.dice.draw(f"mass {state.board.round}", pool, count)
    return facts.PiecesDrawn(draw, tuple(_entering(state, draw.drawn)))


def _entering(state: State, drawn: tuple[str, ...]) -> Iterator[tuple[str, str, int]]:
    """Seat, member and stage of those who enter the church; hers go to the first stage free."""
    taken: set[int] = set()
    stages = len(state.box.church.points)
    for piece in drawn:
        if piece != MONK:
            seat, member = piece.rsplit(":", 1)
            stage = 1
            if seat == CARLA:
                stage = carla.stage_for(state.farms[CARLA], stages, taken)
                taken.add(stage)
            yield seat, member, stage


def _majority(state: State) -> Fact:
    """Most members in the church; on a tie whoever has the furthest one; then all who still tie."""
    ranks = {
        seat: (len(stages), max(stages))
        for seat, farm in state.farms.items()
        if (stages := [int(p[-1]) for p in farm.members.values() if p.startswith("church-")])
    }
    best = max(ranks.values(), default=None)
    winners = tuple(seat for seat in state.seats if seat in ranks and ranks[seat] == best)
    return facts.MajorityAwarded(winners, state.box.church.majority if winners else 0)
