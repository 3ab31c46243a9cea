"""Access: who may see and do what in a game, by tokens of which only the hash is kept.

A game made in this process has no record here and belongs to whoever can reach the store. A game
made over a network has an owner, a link for spectators, and a token or an invitation for each seat.
"""

import time
from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from server import tokens
from server.side import Side

DAY = 86_400_000
Kind = Literal["local", "owner", "seat", "spectator", "stranger"]


class Role(msgspec.Struct, frozen=True):
    """What a token makes of its bearer in one game: `seats` are those it speaks for.

    `local` may do anything and speaks for every seat: it is whoever shares this process, or who
    made a hot-seat game.
    """

    kind: Kind
    seats: frozenset[str] = frozenset()

    @property
    def reads(self) -> bool:
        """Whether the game may be looked at."""
        return self.kind != "stranger"

    @property
    def owns(self) -> bool:
        """Whether seats may be given away and the game be managed."""
        return self.kind in ("local", "owner")

    def speaks_for(self, seat: str) -> bool:
        """Whether what this seat may do and know is theirs to do and know."""
        return self.kind == "local" or seat in self.seats


STRANGER = Role("stranger")
LOCAL = Role("local")


class Chair(msgspec.Struct, frozen=True):
    """One seat's record: what people see of whoever sits there, in milliseconds since the epoch."""

    seat: str
    name: str
    taken: bool
    seen_at: int
    wanted_at: int


class Holding(msgspec.Struct, frozen=True):
    """All that is kept of whoever holds a seat, times in milliseconds since the epoch."""

    seat: str
    name: str
    address: str
    joined_at: int
    seen_at: int
    wanted_at: int


class Opened(msgspec.Struct, frozen=True):
    """What only a game's maker is told: their token, the spectators' link, invitations by seat.

    All follows from the owner's token, so that asking again gives the same answer.
    """

    owner: str
    link: str
    invitations: dict[str, str]


def now() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


class Access:
    """The records of seats and owners.

    A token is looked for by its hash: how long that takes says something of the hashes that are
    kept at most, and from those nobody gets to a token.
    """

    def __init__(self, side: Side, clock: Callable[[], int] = now) -> None:
        self.side = side
        self.clock = clock

    def open(
        self, game: str, seats: Iterable[str], owner: str, *, is_open: bool, absence: int
    ) -> Opened:
        """Record a new game with an invitation for each of these seats; once, however often asked.

        `is_open` lets anybody look; after `absence` milliseconds unseen a seat may be given to
        somebody else.
        """
        seats = tuple(seats)
        opened = Opened(
            owner,
            tokens.link_of(owner, game),
            {s: tokens.invitation_of(owner, game, s, 0) for s in seats},
        )
        with self.side.transaction() as side:
            fresh = side.run(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                game, tokens.digest(owner), tokens.digest(opened.link), int(is_open), absence,
                self.clock(),
            )  # fmt: skip
            for seat in seats if fresh else ():
                side.run(
                    "INSERT INTO chairs (game, seat, turn, invitation) VALUES (?, ?, 0, ?)",
                    game, seat, tokens.digest(opened.invitations[seat]),
                )  # fmt: skip
        return opened

    def guards(self, game: str) -> bool:
        """Whether the game has tokens at all."""
        return bool(self.side.rows("SELECT 1 FROM games WHERE game = ?", game))

    def owns(self, game: str, token: str) -> bool:
        """Whether the token is that of the game's maker."""
        rows = self.side.rows("SELECT owner FROM games WHERE game = ?", game)
        return bool(rows) and tokens.same(rows[0][0], tokens.digest(token))

    def role(self, game: str, token: str) -> Role | None:
        """What a token means in a game; None if the game has no tokens."""
        found = self.side.rows("SELECT owner, link, is_open FROM games WHERE game = ?", game)
        if not found:
            return None
        owner, link, is_open = found[0]
        mine = tokens.digest(
            token
        )  # also of no token: nothing kept is equal to that, least of all ""
        seats = self.side.rows("SELECT seat, token FROM chairs WHERE game = ?", game)
        held = frozenset(seat for seat, kept in seats if kept and tokens.same(kept, mine))
        if tokens.same(owner, mine):
            return Role("owner", held) if seats else LOCAL
        if held:
            return Role("seat", held)
        if tokens.same(link, mine) or is_open:
            return Role("spectator")
        return STRANGER

    def games_of(self, token: str) -> set[str]:
        """The games that a token opens, and those open to all."""
        mine = tokens.digest(token)
        found = self.side.rows(
            "SELECT game FROM games WHERE is_open = 1 OR owner = ? OR link = ?"
            " UNION SELECT game FROM chairs WHERE token = ?",
            mine, mine, mine,
        )  # fmt: skip
        return {row[0] for row in found}

    def guarded_games(self) -> set[str]:
        """All games that have tokens."""
        return {row[0] for row in self.side.rows("SELECT game FROM games")}

    def owned_since(self, token: str, since: int) -> list[int]:
        """When the games were made that a token owns, those made after `since`, oldest first."""
        rows = self.side.rows(
            "SELECT created_at FROM games WHERE owner = ? AND created_at > ? ORDER BY created_at",
            tokens.digest(token), since,
        )  # fmt: skip
        return [int(row[0]) for row in rows]

    def invited(self, code: str) -> tuple[str, str] | None:
        """The game and seat that an invitation is for, taken or not; None if it has ended."""
        rows = self.side.rows(
            "SELECT game, seat FROM chairs WHERE invitation = ?", tokens.digest(tokens.typed(code))
        )
        return (rows[0][0], rows[0][1]) if rows else None

    def sit(self, code: str, token: str, name: str, address: str) -> bool:
        """Let the bearer of an invitation take its seat; False if somebody else was first.

        The same token may come again with the same invitation: an answer may have been lost.
        """
        mine = tokens.digest(token)
        with self.side.transaction() as side:
            changed: int = side.run(
                "UPDATE chairs SET token = ?, name = ?, address = ?, joined_at = ?, seen_at = ?,"
                " wanted_at = NULL WHERE invitation = ? AND (token IS NULL OR token = ?)",
                mine, name, address, self.clock(), self.clock(),
                tokens.digest(tokens.typed(code)), mine,
            )  # fmt: skip
        return changed == 1

    def seen(self, game: str, seats: Iterable[str]) -> None:
        """Remember that the holders of these seats were here."""
        with self.side.transaction() as side:
            for seat in seats:
                side.run(
                    "UPDATE chairs SET seen_at = ? WHERE game = ? AND seat = ?",
                    self.clock(), game, seat,
                )  # fmt: skip

    def chairs(self, game: str) -> list[Chair]:
        """All seats of a game that people take."""
        rows = self.side.rows(
            "SELECT seat, name, token, seen_at, wanted_at FROM chairs WHERE game = ?", game
        )
        return [
            Chair(seat, name or "", token is not None, seen or 0, wanted or 0)
            for seat, name, token, seen, wanted in rows
        ]

    def invite(self, game: str, seat: str, owner: str) -> str | None:
        """The invitation to a seat that nobody holds, or whose holder was away for too long.

        None if somebody holds it: then it is kept in mind that the owner wants it back.

        Raises:
            KeyError: if people do not take such a seat here.
        """
        with self.side.transaction() as side:
            found = side.rows(
                "SELECT token, invitation, turn, seen_at, absence FROM chairs"
                " JOIN games ON games.game = chairs.game WHERE chairs.game = ? AND seat = ?",
                game, seat,
            )  # fmt: skip
            if not found:
                raise KeyError(seat)
            token, invitation, turn, seen_at, absence = found[0]
            if token is not None and self.clock() - seen_at <= absence:
                side.run(
                    "UPDATE chairs SET wanted_at = ? WHERE game = ? AND seat = ?",
                    self.clock(), game, seat,
                )  # fmt: skip
                return None
            turn += token is not None or invitation is None
            code = tokens.invitation_of(owner, game, seat, turn)
            side.run(f"UPDATE chairs SET {_EMPTY} WHERE game = ? AND seat = ?", game, seat)
            side.run(
                "UPDATE chairs SET turn = ?, invitation = ? WHERE game = ? AND seat = ?",
                turn, tokens.digest(code), game, seat,
            )  # fmt: skip
        return code

    def answer(self, game: str, seat: str, *, agrees: bool) -> None:
        """Give a seat up, with all that is known of its holder; or let the owner's wish be."""
        changes = _EMPTY if agrees else "wanted_at = NULL"
        with self.side.transaction() as side:
            side.run(f"UPDATE chairs SET {changes} WHERE game = ? AND seat = ?", game, seat)

    def holdings(self, game: str, token: str) -> list[Holding]:
        """All that is kept of the bearer of a token in a game, by seat."""
        rows = self.side.rows(
            "SELECT seat, name, address, joined_at, seen_at, wanted_at FROM chairs"
            " WHERE game = ? AND token = ? ORDER BY seat",
            game, tokens.digest(token),
        )  # fmt: skip
        return [
            Holding(seat, name or "", address or "", joined or 0, seen or 0, wanted or 0)
            for seat, name, address, joined, seen, wanted in rows
        ]

    def erase(self, game: str, token: str) -> None:
        """Keep nothing of the bearer of a token: seats held become free, a game owned nobody's."""
        mine = tokens.digest(token)
        with self.side.transaction() as side:
            side.run(f"UPDATE chairs SET {_EMPTY} WHERE game = ? AND token = ?", game, mine)
            side.run("UPDATE games SET owner = '' WHERE game = ? AND owner = ?", game, mine)


_EMPTY = (
    "token = NULL, invitation = NULL, name = NULL, address = NULL,"
    " joined_at = NULL, seen_at = NULL, wanted_at = NULL"
)
