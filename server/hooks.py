"""Webhooks on record: which seat wants to be told what, and the messages that are on their way.

What was seen of a log and the messages that follow from it are written together, so that a crash
neither loses one nor makes it anew.
"""

import secrets
from collections.abc import Callable, Iterable

import msgspec

from server.side import Row, Side

_COLUMNS = "id, game, seat, holder, url, wanted, secret, seq, failing_since, failure"
_HOOK = f"SELECT {_COLUMNS} FROM webhooks"


class Hook(msgspec.Struct, frozen=True):
    """One webhook: `wanted` are kinds of messages, `seq` the last event it was told of.

    `holder` is the digest of the token that registered it; if that no longer holds the seat, the
    hook is worth nothing. `failing_since` is 0 while messages arrive.
    """

    id: str
    game: str
    seat: str
    holder: str
    url: str
    wanted: tuple[str, ...]
    secret: str
    seq: int
    failing_since: int = 0
    failure: str = ""


class Delivery(msgspec.Struct, frozen=True):
    """One message for a webhook, tried `attempts` times so far."""

    id: str
    webhook: str
    body: str
    created_at: int
    attempts: int


class Hooks:
    """The webhooks and the outbox of a side store; `clock` gives milliseconds since the epoch."""

    def __init__(self, side: Side, clock: Callable[[], int]) -> None:
        self._side = side
        self._clock = clock

    def add(self, hook: Hook) -> None:
        """Keep a new webhook."""
        with self._side.transaction() as side:
            side.run(
                "INSERT INTO webhooks (id, game, seat, holder, url, wanted, secret, seq,"
                " created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                hook.id, hook.game, hook.seat, hook.holder, hook.url, " ".join(hook.wanted),
                hook.secret, hook.seq, self._clock(),
            )  # fmt: skip

    def of(self, game: str) -> list[Hook]:
        """All webhooks of a game, the oldest first."""
        rows = self._side.rows(f"{_HOOK} WHERE game = ? ORDER BY created_at, id", game)
        return [_hook(row) for row in rows]

    def get(self, hook: str) -> Hook | None:
        """A webhook, None if it is gone."""
        rows = self._side.rows(f"{_HOOK} WHERE id = ?", hook)
        return _hook(rows[0]) if rows else None

    def games(self) -> dict[str, int]:
        """The games that have webhooks, each with the last event that all of them were told of."""
        rows = self._side.rows("SELECT game, min(seq) FROM webhooks GROUP BY game")
        return {str(row[0]): int(row[1]) for row in rows}

    def remove(self, hook: str) -> None:
        """Forget a webhook and what is on its way to it."""
        with self._side.transaction() as side:
            side.run("DELETE FROM deliveries WHERE webhook = ?", hook)
            side.run("DELETE FROM webhooks WHERE id = ?", hook)

    def erase(self, game: str, holder: str) -> None:
        """Forget all webhooks that a token registered in a game."""
        for hook in self.of(game):
            if hook.holder == holder:
                self.remove(hook.id)

    def holds(self, hook: Hook) -> bool:
        """Whether the seat still belongs to whoever registered the webhook."""
        chairs = self._side.rows(
            "SELECT token FROM chairs WHERE game = ? AND seat = ?", hook.game, hook.seat
        )
        owners = self._side.rows("SELECT owner FROM games WHERE game = ?", hook.game)
        keys = [key for (key,) in chairs or owners]
        return keys == [hook.holder] if keys else not hook.holder

    def tell(self, hook: Hook, seq: int, bodies: Iterable[str]) -> None:
        """Put messages on their way, unless another process already did; all up to event `seq`."""
        now = self._clock()
        with self._side.transaction() as side:
            changed = side.run(
                "UPDATE webhooks SET seq = ? WHERE id = ? AND seq = ?", seq, hook.id, hook.seq
            )
            for body in bodies if changed else ():
                side.run(
                    "INSERT INTO deliveries VALUES (?, ?, ?, ?, ?, 0)",
                    f"msg_{secrets.token_hex(12)}", hook.id, body, now, now,
                )  # fmt: skip

    def claim(self, lease: int, most: int) -> list[Delivery]:
        """Messages that are due, for this process to deliver within `lease` milliseconds."""
        now = self._clock()
        rows = self._side.rows(
            "SELECT id, webhook, body, created_at, due_at, attempts FROM deliveries"
            " WHERE due_at <= ? ORDER BY due_at, id LIMIT ?",
            now, most,
        )  # fmt: skip
        if not rows:
            return []
        mine = []
        with self._side.transaction() as side:
            for row in rows:
                changed = side.run(
                    "UPDATE deliveries SET due_at = ?, attempts = attempts + 1"
                    " WHERE id = ? AND due_at = ?",
                    now + lease, row[0], row[4],
                )  # fmt: skip
                if changed:
                    mine.append(Delivery(row[0], row[1], row[2], row[3], row[5] + 1))
        return mine

    def next_due(self) -> int | None:
        """When a message is due next; None without any."""
        due: int | None = self._side.rows("SELECT min(due_at) FROM deliveries")[0][0]
        return due

    def arrived(self, delivery: Delivery) -> None:
        """A message has arrived."""
        with self._side.transaction() as side:
            side.run("DELETE FROM deliveries WHERE id = ?", delivery.id)
            side.run(
                "UPDATE webhooks SET failing_since = NULL, failure = NULL WHERE id = ?",
                delivery.webhook,
            )

    def failed(self, delivery: Delivery, why: str, due_at: int | None) -> None:
        """A message has not arrived; try it again at `due_at`, or (None) give it up."""
        with self._side.transaction() as side:
            if due_at is None:
                side.run("DELETE FROM deliveries WHERE id = ?", delivery.id)
            else:
                side.run("UPDATE deliveries SET due_at = ? WHERE id = ?", due_at, delivery.id)
            side.run(
                "UPDATE webhooks SET failure = ?, failing_since = coalesce(failing_since, ?)"
                " WHERE id = ?",
                why, self._clock(), delivery.webhook,
            )  # fmt: skip


def _hook(row: Row) -> Hook:
    fields = dict(zip(Hook.__struct_fields__, row, strict=True))
    return Hook(
        **{
            **fields,
            "wanted": tuple(fields["wanted"].split()),
            "failing_since": fields["failing_since"] or 0,
            "failure": fields["failure"] or "",
        }
    )
