"""What goes out about the seats of online games: tokens, who sits there, what is held.

Times are milliseconds since the epoch (UTC).
"""

import msgspec

from events.lifecycle import Seat
from server.access import Holding, Opened
from server.answers import Answer, GameView


class NewGameView(GameView, frozen=True):
    """A game just made; `secrets` is told once, to its maker, where the game has tokens."""

    secrets: Opened | msgspec.UnsetType = msgspec.UNSET


class ChairView(Answer, frozen=True):
    """A seat that people take: who sits there, and when they were last seen (0: never).

    `wanted_at` is when the owner asked the holder to give it up, 0 if not.
    """

    seat: str
    name: str
    taken: bool
    seen_at: int
    wanted_at: int


class Chairs(Answer, frozen=True):
    """The seats of an online game; empty for one without tokens."""

    chairs: list[ChairView]


class Invitation(Answer, frozen=True):
    """What an invitation is for.

    Who knows the dice's `commitment` before sending entropy knows that no seed was chosen by that.
    """

    game: str
    kind: str
    name: str
    seats: tuple[Seat, ...]
    seat: str
    commitment: str


class Invited(Answer, frozen=True):
    """An invitation to a seat; None while somebody holds it, who knows since `wanted_at`."""

    seat: str
    invitation: str | None
    wanted_at: int


class HookView(Answer, frozen=True):
    """One webhook. `failing_since` is 0 while messages arrive; else `failure` says why not."""

    id: str
    seat: str
    url: str
    events: tuple[str, ...]
    failing_since: int = 0
    failure: str = ""


class Mine(Answer, frozen=True):
    """All that is held of who asks, in one game.

    `everything`: all seats are theirs, as in a game at one screen. Who made the game is its
    `owner` and has the `link` for spectators. The log holds the ids of seats and nothing else.
    """

    game: str
    everything: bool
    owner: bool
    link: str | None
    seats: list[Holding]
    webhooks: list[HookView] = []


class Erased(Answer, frozen=True):
    """What is no longer held of who asked: seats given up, a game owned."""

    game: str
    owner: bool
    seats: list[str]


class Seated(Answer, frozen=True):
    """A seat taken: the token sent with the request speaks for it."""

    game: GameView
    seat: str
