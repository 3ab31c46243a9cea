"""Webhooks on record and their outbox, in both databases."""

from typing import Any

import pytest

from server.hooks import Hook, Hooks
from server.side import Side
from tests.events.conftest import database, running, server  # noqa: F401 (fixtures)
from tests.server.test_side import opened, place  # noqa: F401 (fixtures)


class Clock:
    """Hands that are turned by the test."""

    now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sides(opened) -> tuple[Side, Side]:  # noqa: F811
    return opened(), opened()


def hook(name: str, **fields: Any) -> Hook:
    usual: dict[str, Any] = {"game": "g", "seat": "red", "holder": "", "url": "https://é", "seq": 3}
    return Hook(id=name, wanted=("over", "events"), secret="s", **{**usual, **fields})


def test_what_is_kept_is_what_was_given(sides, clock: Clock) -> None:
    one, other = (Hooks(side, clock) for side in sides)
    one.add(hook("a"))
    one.add(hook("b", game="other", seq=7))
    assert other.of("g") == [hook("a")]
    assert other.get("b") == hook("b", game="other", seq=7)
    assert other.games() == {"g": 3, "other": 7}
    other.remove("a")
    assert one.get("a") is None


def test_messages_are_written_once_and_claimed_once(sides, clock: Clock) -> None:
    one, other = (Hooks(side, clock) for side in sides)
    one.add(hook("a"))
    one.tell(hook("a"), 5, ["first", "second"])
    other.tell(hook("a"), 5, ["first", "second"])
    assert len(one.claim(1000, 9)) == 2
    assert other.claim(1000, 9) == []
    assert other.next_due() == clock.now + 1000
    clock.now += 1000
    again = other.claim(1000, 1)
    assert [(d.webhook, d.attempts) for d in again] == [("a", 2)]


def test_what_arrived_is_gone_and_what_failed_comes_again(sides, clock: Clock) -> None:
    hooks = Hooks(sides[0], clock)
    hooks.add(hook("a"))
    hooks.tell(hook("a"), 5, ["one"])
    [delivery] = hooks.claim(1000, 9)
    hooks.failed(delivery, "why", clock.now + 50)
    hooks.failed(delivery, "why else", clock.now + 60)
    failing = hooks.get("a")
    assert failing is not None
    assert (failing.failing_since, failing.failure) == (clock.now, "why else")
    clock.now += 60
    [delivery] = hooks.claim(1000, 9)
    hooks.arrived(delivery)
    assert hooks.get("a") == hook("a", seq=5)
    assert hooks.next_due() is None


def test_a_hook_is_worth_what_its_holder_holds(sides, clock: Clock) -> None:
    side, hooks = sides[0], Hooks(sides[0], clock)
    assert hooks.holds(hook("a"))
    assert not hooks.holds(hook("a", holder="somebody"))
    with side.transaction() as records:
        records.run("INSERT INTO games VALUES ('g', 'owner', 'link', 0, 0, 0)")
    assert not hooks.holds(hook("a"))
    assert hooks.holds(hook("a", holder="owner"))
    with side.transaction() as records:
        records.run("INSERT INTO chairs (game, seat, token, turn) VALUES ('g', 'red', 't', 0)")
    assert hooks.holds(hook("a", holder="t"))
    assert not hooks.holds(hook("a", holder="owner"))


def test_erasing_takes_only_what_the_holder_registered(sides, clock: Clock) -> None:
    hooks = Hooks(sides[0], clock)
    hooks.add(hook("a", holder="one"))
    hooks.add(hook("b", holder="two"))
    hooks.tell(hook("a", holder="one"), 5, ["for one"])
    hooks.erase("g", "one")
    assert [h.id for h in hooks.of("g")] == ["b"]
    assert hooks.claim(1000, 9) == []
