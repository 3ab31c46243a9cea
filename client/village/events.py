"""One line for every fact that a log of Village can hold."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from client.village import deeds, notes, passages
from events import lifecycle, village
from projections.words import Words

SENTENCES: dict[type[lifecycle.Fact], Callable[[Any, Words], str]] = {
    **notes.SENTENCES,
    **passages.SENTENCES,
    **deeds.SENTENCES,
}
FORCED: dict[type[lifecycle.Fact], Callable[[Any, Words], str]] = {
    **passages.FORCED,
    **deeds.FORCED,
}
"""Where nothing else was possible."""
KINDS: tuple[type[lifecycle.Fact], ...] = (*SENTENCES, lifecycle.HeadMoved, village.ChoiceDue)
TYPES = {kind.__name__: kind for kind in KINDS}


def sentence(
    name: str, data: Mapping[str, Any], seat: str | None, words: Words, *, chosen: bool = True
) -> str:
    """The line for a fact of the type `name`; "" for a choice due, as nothing happened by it.

    `seat` is whose command led to it, which only a move of the head has to be told. What was not
    `chosen` followed from something else: who passes then had nothing to choose. A server may be
    newer than this client: a fact that it does not know is named.
    """
    if name not in TYPES:
        return words.say("something that this version cannot tell: {name}", name=name)
    fact = msgspec.convert(data, TYPES[name])
    if isinstance(fact, village.ChoiceDue):
        return ""
    if isinstance(fact, lifecycle.HeadMoved):
        return notes.head_moved(fact, seat, words)
    if not chosen and type(fact) in FORCED:
        return FORCED[type(fact)](fact, words)
    return SENTENCES[type(fact)](fact, words)
