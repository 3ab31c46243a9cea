"""Village in the terminal: board, farms, chronicle, scores and one line for every fact.

`view` is the JSON of `projections.village.views.View`. Every drawing is text in lines no longer
than `width`, of 40 cells at least, and can be read without its colours.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from rich.text import Text

from client.village import boards, events, farms, records, scores, turn
from client.village.blocks import Block
from client.village.pieces import Scene, scene
from projections.village.views import View
from projections.words import Words

TURNS = ("turn", "free")
"""The decisions that begin a turn."""
RESULTS = ("GameEnded",)
"""The facts that say no more than the result of the game."""


def board(view: Mapping[str, Any], width: int, words: Words) -> Text:
    """The village: action spaces, market, map, council, church, crafts, chronicle, families."""
    return _picture(boards.board(_scene(view, words), width))


def farm(view: Mapping[str, Any], seat: str, width: int, words: Words) -> Text:
    """What lies in front of one seat, where its members are, its life time."""
    return _picture(farms.farm(_scene(view, words), seat, width))


def chronicle(view: Mapping[str, Any], width: int, words: Words) -> Text:
    """The village chronicle and the graves, with the names of those who rest there."""
    return _picture(records.book(_scene(view, words), width))


def score(view: Mapping[str, Any], width: int, words: Words) -> Text:
    """Points by category and in total; `?` where customers lie face down."""
    return _picture(scores.score(_scene(view, words), width))


def headline(view: Mapping[str, Any], width: int, words: Words) -> Text:
    """Where the game stands, and what each seat has, in two lines where they are long enough."""
    return _picture(turn.headline(_scene(view, words), width))


def event(fact: Mapping[str, Any], seat: str | None, words: Words, *, chosen: bool = True) -> str:
    """One line for a recorded fact: its `type`, and its fields beside it or under `data`."""
    return events.sentence(fact["type"], fact.get("data", fact), seat, words, chosen=chosen)


def _scene(view: Mapping[str, Any], words: Words) -> Scene:
    return scene(msgspec.convert(view, View), words)


def _picture(lines: Block) -> Text:
    return Text("\n").join(lines)
