"""Wooden pieces in text: cubes, members, discs; each has a letter, and a colour where there is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from client.village.blocks import Block, flow
from events.village import CARLA
from projections.village.state import COLOURS, PLAGUE
from projections.village.views import View
from projections.words import Words

CUBES = {
    "orange": ("O", "black on #e0913f"),
    "green": ("G", "black on #6aa84f"),
    "brown": ("B", "white on #80532d"),
    "pink": ("P", "black on #e8a0bf"),
    PLAGUE: ("X", "white on #303030"),
}
"""The letter and the colours of each cube, in the order in which they are shown."""
SEATS = ("bold #e2574c", "bold #d4a72c", "bold #4f94d4", "bold", "bold #b07cc6")
"""The families' colours, in turn order: red, yellow, blue, white, purple."""
LABEL = "bold"
QUIET = "dim"
ALERT = "bold red"
POINT = "★"
DISC = "●"
FREE = "__"

Member = tuple[str, str]
"""A seat and the number printed on one of its members."""


@dataclass(frozen=True)
class Scene:
    """What is drawn, for whom, and by which letter each seat is known."""

    view: View
    words: Words
    marks: dict[str, str]

    @property
    def families(self) -> tuple[str, ...]:
        """Everybody with members: the seats, and Carla in a solo game."""
        return tuple(self.marks)

    def style(self, seat: str) -> str:
        """A family's colour."""
        return SEATS[self.families.index(seat) % len(SEATS)]

    def members(self, seat: str) -> Mapping[str, str]:
        """A family's members and where they are."""
        carla = self.view.carla
        return carla.members if carla and seat == CARLA else self.view.farms[seat].members

    def at(self, place: str, *seats: str) -> list[Member]:
        """Who is at a place, of all families or of some: by family, then by number."""
        return [
            (seat, member[0])
            for seat in seats or self.families
            for member, where in sorted(self.members(seat).items())
            if where == place
        ]

    def mark(self, seat: str) -> Text:
        """A seat's letter in its colour."""
        return Text.assemble((self.marks[seat], self.style(seat)))

    def named(self, seat: str) -> Text:
        """A seat's letter and name."""
        return Text.assemble(self.mark(seat), " ", seat)


def scene(view: View, words: Words) -> Scene:
    """Make a view ready to be drawn."""
    families = (*view.seats, CARLA) if view.carla else view.seats
    return Scene(view, words, marks(families, view.box.travel.cities))


def marks(seats: Sequence[str], cities: Iterable[str] = ()) -> dict[str, str]:
    """One letter for each seat, all different: its initial if that is free, else another.

    Letters with which a member would read like a city (`N1`) are left out.
    """
    taken = {city[0].upper() for city in cities if city[1:].isdecimal()}
    given: dict[str, str] = {}
    for seat in seats:
        letters = [c for c in seat.upper() if c.isalpha() and cell_len(c) == 1]
        choices = (*letters, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        given[seat] = next(c for c in choices if c not in taken)
        taken.add(given[seat])
    return given


def cube(colour: str, letters: str = "") -> Text:
    """A cube, or what is written in its colour."""
    letter, style = CUBES[colour]
    return Text.assemble((letters or letter, style))


def cubes(counts: Mapping[str, int]) -> list[Text]:
    """Every cube, by colour."""
    return [cube(colour) for colour in CUBES for _ in range(counts.get(colour, 0))]


def cube_row(counts: Mapping[str, int], most: int) -> Text:
    """Cubes in a row; counted by colour if there are more than `most`; a dash if there are none."""
    if not sum(counts.values()):
        return Text("–", QUIET)
    if sum(counts.values()) > most:
        return cube_counts({c: n for c, n in counts.items() if n})
    return Text(" ").join(cubes(counts))


def cube_counts(counts: Mapping[str, int]) -> Text:
    """How many cubes of each colour, those of which there are none too."""
    known = [c for c in (*COLOURS, PLAGUE) if c in counts]
    return Text("  ").join(Text.assemble(cube(c), f" {counts[c]}") for c in known)


def crowd(table: Scene, members: Sequence[Member], width: int) -> Block:
    """Members side by side, `A1 A2 B1`; by family, `A12 B1`, if they need more than a line."""
    single = [_member(table, seat, number) for seat, number in members]
    lines = flow(single, width)
    return lines if len(lines) < 2 else flow(_families(table, members, width), width)


def _member(table: Scene, seat: str, numbers: str) -> Text:
    return Text.assemble(table.mark(seat), numbers)


def _families(table: Scene, members: Sequence[Member], width: int) -> list[Text]:
    groups = []
    for seat in dict.fromkeys(seat for seat, _ in members):
        numbers = "".join(number for whose, number in members if whose == seat)
        step = max(1, width - 1)
        starts = range(0, len(numbers), step)
        groups += [_member(table, seat, numbers[i : i + step]) for i in starts]
    return groups


def disc(table: Scene, seat: str) -> Text:
    """A disc on the map."""
    return Text.assemble((DISC + table.marks[seat], table.style(seat)))


def points(count: int | str) -> str:
    """Points of prestige."""
    return f"{count}{POINT}"
