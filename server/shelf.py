"""The shelf: the games there are, their boxes, and short help on their rules."""

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from projections.words import N_, Words
from server import terms
from server.bots import bots_of
from server.errors import NotAllowed, NotFound
from server.rules import registry
from server.rules.game import Game, Invalid, Setting, Topic
from server.rules.values import must_be
from server.service import Service
from server.shelf_answers import Kinds, KindView, OptionView, Rebuilt, Topics, TopicView

OPTIONS = "options"
"""The topic that every game has: what can be agreed on when it is made."""


def kinds(say: Words) -> Kinds:
    """The games that can be played here."""
    found = []
    for name in registry.names():
        game = registry.get(name)
        found.append(
            KindView(
                kind=name,
                rules=game.rules,
                seats=game.seats,
                bots=list(bots_of(game)),
                topics=[*game.topics, OPTIONS],
                options=[
                    OptionView(name=name, values=setting.values, text=say.say(setting.text))
                    for name, setting in settings(game).items()
                ],
            )
        )
    return Kinds(kinds=found)


def settings(game: Game[Any, Any]) -> dict[str, Setting]:
    """All options of a new game: its own, then the terms."""
    overrun = terms.SETTINGS["overrun"]
    ways = tuple(dict.fromkeys((*overrun.values, *bots_of(game))))
    return {**game.settings, **terms.SETTINGS, "overrun": Setting(overrun.text, ways)}


def box(kind: str, query: Mapping[str, str]) -> dict[str, Any]:
    """What the box of a game holds; the query gives options, and `seats` their number.

    Raises:
        NotFound: if there is no such game.
        Invalid: if an option is wrong.
    """
    game = registry.get(kind)
    given = {name: _value(text) for name, text in query.items()}
    terms.plain(given)
    seats = given.pop("seats", None)
    if not isinstance(seats, int | None):
        raise Invalid("invalid_option", name="seats", **must_be("int"))
    numbers = range(game.seats[0], game.seats[1] + 1) if seats is None else [seats]
    return game.box(_options(game, given, numbers), None)


def _options(
    game: Game[Any, Any], given: Mapping[str, Any], numbers: Iterable[int]
) -> dict[str, Any]:
    """The options for the first number of seats that they allow.

    Raises:
        Invalid: if they allow none.
    """
    refused: Invalid | None = None
    for number in numbers:
        try:
            return game.options(given, number)
        except Invalid as invalid:
            refused = refused or invalid
    assert refused is not None
    raise refused


def topics(kind: str, say: Words) -> Topics:
    """What there is help on."""
    game = registry.get(kind)
    found = [_shown(n, t, say, text="") for n, t in game.topics.items()]
    return Topics(topics=[*found, _about_options(say, "")])


def topic(kind: str, name: str, say: Words) -> TopicView:
    """Help on one topic.

    Raises:
        NotFound: if there is none on that; says which there are.
    """
    game = registry.get(kind)
    if name == OPTIONS:
        return _about_options(say, _explained(game, say))
    if name in game.topics:
        return _shown(name, game.topics[name], say, text=say.say(game.topics[name].text))
    known = (*game.topics, OPTIONS)
    near = tuple(difflib.get_close_matches(name, known)) or known
    message = N_("There is no help on “{text}”.")
    raise NotFound("unknown_topic", message, nearest=near, text=name)


def rebuild(service: Service) -> Rebuilt:
    """Build the read-model tables again from the logs.

    Raises:
        NotAllowed: if this service keeps none.
    """
    if service.tables is None:
        raise NotAllowed("no_tables", N_("This service keeps no tables."))
    games, rows = service.tables.rebuild()
    return Rebuilt(games=games, rows=rows)


def _shown(name: str, topic: Topic, say: Words, text: str) -> TopicView:
    return TopicView(topic=name, title=say.say(topic.title), text=text, pages=topic.pages)


def _about_options(say: Words, text: str) -> TopicView:
    title = say.say(N_("Options of a new game: --option NAME=VALUE"))
    return TopicView(topic=OPTIONS, title=title, text=text, pages=())


def _explained(game: Game[Any, Any], say: Words) -> str:
    """A line for every option: what can be written, what it means."""
    return "\n".join(
        f"{name}={_written(setting, say)}: {say.say(setting.text)}"
        for name, setting in settings(game).items()
    )


def _written(setting: Setting, say: Words) -> str:
    usual, *others = setting.values
    if not usual:
        return say.say(N_("{names} and the like (no limit if nothing is said)"),
                       names=", ".join(others))  # fmt: skip
    return ", ".join((say.say(N_("{name} (if nothing is said)"), name=usual), *others))


def _value(text: str) -> Any:
    """An option's value as the query writes it: JSON where it is JSON, else text."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError):
        return text
