"""The chronicler: what is remembered while a story of Village is told, and how a line is added."""

from collections.abc import Sequence
from typing import Any

from events.lifecycle import GameStarted
from projections.story import Line
from projections.village import prose
from projections.village.fold import new
from projections.village.names import Name, names
from projections.village.prose import both, pick
from projections.words import words


class Teller:
    """Tells line after line, and remembers the round, a day's sales, who was called and who rose.

    `told_points` says whether the points of customers may be told.
    """

    def __init__(self, started: GameStarted, language: str, over: bool) -> None:
        table = new(started)
        self.box = table.box
        self.homes = {
            seat: [member for member, place in farm.members.items() if place == "farm"]
            for seat, farm in table.farms.items()
        }
        self.words = words(language).of(started.options.get("edition"))
        self.names = names(started)
        self.told_points = over or table.options.open_customers
        self.lines: list[Line] = []
        self.round = 0
        self.opener = ""
        self.sales: dict[str, list[str]] = {}
        self.called: list[tuple[str, Name]] = []
        self.risen: dict[tuple[str, str], int] = {}
        self.cities: dict[str, list[str]] = {seat: [] for seat in table.seats}

    def tell(self, seq: int, sentences: Sequence[str] | str, **params: Any) -> None:
        """Add a sentence about a family, or about the village."""
        chosen = sentences if isinstance(sentences, str) else pick(sentences, seq)
        self._add(seq, self.words.say(chosen, **_capitals(params)))

    def tell_of(self, seq: int, sentences: Sequence[str], fact: Any, **params: Any) -> None:
        """Add a sentence about a member."""
        name = self.names[fact.seat][fact.member]
        params = _capitals({"seat": fact.seat, **params})
        text = self.words.agree(name.gender, pick(sentences, seq), name=name.text, **params)
        self._add(seq, text)

    def _add(self, seq: int, text: str) -> None:
        self.lines.append(Line(seq, self.round, text[:1].upper() + text[1:]))

    def profession(self, fact: Any, place: str) -> str:
        """What the member of a fact does for a living at that place."""
        return prose.profession(self.words, place, self.names[fact.seat][fact.member].gender)

    def generation(self, member: str) -> str:
        """Which generation a member is of, in words."""
        return prose.generation(self.words, member)

    def seats(self, seats: Sequence[str]) -> str:
        """Families in a row, as they are spoken."""
        return both(self.words, [capital(seat) for seat in seats])


def capital(seat: str) -> str:
    """A seat as a name is written."""
    return seat[:1].upper() + seat[1:]


def _capitals(params: dict[str, Any]) -> dict[str, Any]:
    return {key: capital(value) if key == "seat" else value for key, value in params.items()}
