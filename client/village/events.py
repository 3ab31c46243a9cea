"""One line for every fact that a log of Village can hold."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from client.village import deeds, passages
from events import lifecycle, village
from projections.words import Words

TYPES = {kind.__name__: kind for kind in (*lifecycle.LIFECYCLE, *village.FACTS)}
SENTENCES: dict[type[lifecycle.Fact], Callable[[Any, Words], str]] = {
    **passages.SENTENCES,
    **deeds.SENTENCES,
}


def sentence(name: str, data: Mapping[str, Any], seat: str | None, words: Words) -> str:
    """The line for a fact of the type `name`; "" for a choice due, as nothing happened by it.

    `seat` is whose command led to it, which only a move of the head has to be told.
    """
    fact = msgspec.convert(data, TYPES[name])
    if isinstance(fact, village.ChoiceDue):
        return ""
    if isinstance(fact, lifecycle.HeadMoved):
        return passages.head_moved(fact, seat, words)
    return SENTENCES[type(fact)](fact, words)
