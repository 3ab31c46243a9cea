"""Finding games: by id, by the beginning of one, or by name."""

import difflib
from collections.abc import Container, Iterator

from events.codec import UnknownEvent
from events.envelope import Event
from events.lifecycle import GameStarted
from events.store import Store
from projections.words import N_
from server.errors import NotFound
from server.rooms import unknown_game
from server.rules import registry


def _started_games(store: Store) -> Iterator[tuple[Event, GameStarted]]:
    """The first event and fact of every game whose first event can be read, oldest first."""
    for event in store.first_events():
        try:
            yield event, registry.started_of(event)
        except UnknownEvent:
            continue


def find_game(store: Store, text: str, visible: Container[str] | None = None) -> str:
    """The id of the game that `text` names, among those that are `visible` (default: all).

    Raises:
        NotFound: if there is none, or more than one; says which are near.
    """
    if visible is None and store.last(text):
        return text
    known = [
        (event.game, started.name)
        for event, started in _started_games(store)
        if visible is None or event.game in visible
    ]
    named = [game_id for game_id, name in known if name == text]
    found = named or [game_id for game_id, _ in known if text and game_id.startswith(text.lower())]
    found = found or [game_id for game_id, name in known if name.casefold() == text.casefold()]
    if len(found) > 1:
        message = N_("“{text}” could be {n} games; take more of the id: {names}.")
        names = ", ".join(found)
        raise NotFound("ambiguous_game", message, nearest=tuple(found[:5]), text=text,
                       n=len(found), names=names)  # fmt: skip
    if not found:
        candidates = {name: name for _, name in known} | {i: i for i, _ in known}
        raise unknown_game(text, tuple(difflib.get_close_matches(text, candidates)))
    return found[0]
