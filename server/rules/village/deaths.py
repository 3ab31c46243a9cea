"""Deaths: where the dead rest, and whether that was the last place (p. 12 and 13)."""

from events.village import EndTriggered, MemberDied
from projections.village.state import State
from server.rules.village import members
from server.rules.village.table import Table


def bury(table: Table, seat: str, member: str) -> None:
    """Let a member die; the chronicle comes first, the graves only when its section is full."""
    place = table.farm(seat).members[member]
    table.emit(MemberDied(seat, member, place, resting_place(table.state, place)))
    if not table.state.turn.trigger:
        _check_end(table, seat)


def resting_place(state: State, place: str) -> str:
    """Where somebody who dies at that place will rest."""
    printed, players = state.box.chronicle, str(len(state.seats))
    section = members.section(place, state.box.travel.cities)
    if len(state.chronicle.sections[section]) < printed.spaces[players][section]:
        return section
    return "grave" if len(state.chronicle.graves) < printed.graves[players] else "beside"


def _check_end(table: Table, seat: str) -> None:
    printed, players = table.state.box.chronicle, str(len(table.state.seats))
    chronicle = table.state.chronicle
    written = sum(len(rests) for rests in chronicle.sections.values())
    if written == sum(printed.spaces[players].values()):
        table.emit(EndTriggered(seat, "chronicle"))
    elif len(chronicle.graves) == printed.graves[players]:
        table.emit(EndTriggered(seat, "graves"))
