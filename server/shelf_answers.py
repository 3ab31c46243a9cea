"""What goes out of the service about the games there are, and about its tables."""

from server.answers import Answer


class OptionView(Answer, frozen=True):
    """One option of a new game; see `server.rules.game.Setting`. `text` says what it means."""

    name: str
    values: tuple[str, ...]
    text: str


class KindView(Answer, frozen=True):
    """One game that the service can play. `options` are the game's own, then the terms."""

    kind: str
    rules: int
    seats: tuple[int, int]
    bots: list[str]
    topics: list[str]
    options: list[OptionView]


class Kinds(Answer, frozen=True):
    """The games that the service can play."""

    kinds: list[KindView]


class TopicView(Answer, frozen=True):
    """One page of help on the rules, with pages of the rulebook."""

    topic: str
    title: str
    text: str
    pages: tuple[int, ...]


class Topics(Answer, frozen=True):
    """The help on one game's rules, texts left out."""

    topics: list[TopicView]


class Rebuilt(Answer, frozen=True):
    """How much the read-model tables hold now."""

    games: int
    rows: int
