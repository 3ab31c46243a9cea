"""Deaths: where the dead rest, and whether that was the last place (p. 12 and 13)."""

from events.village import EndTriggered, MemberDied
from projections.village.state import State
from server.rules.village.table import Table


def bury(table: Table, seat: str, member: str, section: str) -> None:
    """Let a member die; the chronicle comes first, the graves only when its section is full.

    The section `grave` leads to the graves at once (Carla's dead from the market, p. 18).
    """
    place = table.farm(seat).members[member]
    table.emit(MemberDied(seat, member, place, resting_place(table.state, section)))
    if not table.state.turn.trigger:
        _check_end(table, seat)


def resting_place(state: State, section: str) -> str:
    """Where somebody who belongs into that section will rest."""
    printed, players = state.box.chronicle, state.card
    written = state.chronicle.sections.get(section)
    if written is not None and len(written) < printed.spaces[players][section]:
        return section
    return "grave" if len(state.chronicle.graves) < printed.graves[players] else "beside"


def _check_end(table: Table, seat: str) -> None:
    printed, players = table.state.box.chronicle, table.state.card
    chronicle = table.state.chronicle
    written = sum(len(rests) for rests in chronicle.sections.values())
    if written == sum(printed.spaces[players].values()):
        table.emit(EndTriggered(seat, "chronicle"))
    elif len(chronicle.graves) == printed.graves[players]:
        table.emit(EndTriggered(seat, "graves"))
