"""Finding games: by id, by the beginning of one, or by name."""

import difflib
from collections.abc import Callable, Container, Mapping

from events.codec import UnknownEvent
from events.store import DamagedStore, Store
from projections.schema import Summary
from projections.words import N_
from server.errors import NotFound
from server.rooms import unknown_game
from server.rules import registry

NEWEST = 1000
"""Among so many games what is near to a wrong name is looked for: each takes its time."""


class Catalogue:
    """What all games are called. None ever gets another name, so that each is learned once.

    `summaries` is what may tell many names at once; the others are read from their logs.
    """

    def __init__(self, store: Store, summaries: Callable[[], Mapping[str, Summary]]) -> None:
        self._store = store
        self._summaries = summaries
        self._names: dict[str, str] = {}

    def names(self) -> dict[str, str]:
        """The name of every game by its id, the oldest first; none that cannot be read."""
        games = list(self._store.heads())
        if not self._names.keys() >= set(games):
            self._learn(games)
        return {game: self._names[game] for game in games if game in self._names}

    def find(self, text: str, visible: Container[str] | None = None) -> str:
        """The id of the game that `text` names, among those that are `visible` (default: all).

        Raises:
            NotFound: if there is none, or more than one; says which are near.
        """
        if visible is None and self._store.last(text):
            return text
        names = self.names()
        if visible is not None:
            names = {game: name for game, name in names.items() if game in visible}
        found = _named(names, text)
        if len(found) > 1:
            message = N_("“{text}” could be {n} games; take more of the id: {names}.")
            raise NotFound("ambiguous_game", message, nearest=tuple(found[:5]), text=text,
                           n=len(found), names=", ".join(found))  # fmt: skip
        if not found:
            newest = list(names.items())[-NEWEST:]
            candidates = [*(name for _, name in newest), *(game for game, _ in newest)]
            raise unknown_game(
                text, tuple(difflib.get_close_matches(text, dict.fromkeys(candidates)))
            )
        return found[0]

    def _learn(self, games: list[str]) -> None:
        """Get to know the names of games that are not known yet."""
        told = self._summaries()
        for game in games:
            if game not in self._names and game in told:
                self._names[game] = told[game].name
            elif game not in self._names:
                self._read(game)

    def _read(self, game: str) -> None:
        try:
            first = self._store.read(game, 0, 1)
            if first:
                self._names[game] = registry.started_of(first[0]).name
        except (UnknownEvent, DamagedStore):  # "games" says what is the matter with it
            return


def _named(names: Mapping[str, str], text: str) -> list[str]:
    """The games called so; else those whose ids begin so; else those called so in other letters."""
    found = [game for game, name in names.items() if name == text]
    found = found or [game for game in names if text and game.startswith(text.lower())]
    folded = text.casefold()
    return found or [game for game, name in names.items() if name.casefold() == folded]
