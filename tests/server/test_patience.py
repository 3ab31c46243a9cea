"""No request hangs on bots: what they have not played is played later, and is the same."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from events.store import StoreUnavailable
from server.background import running
from server.bots.backlog import Backlog
from server.bots.patience import GLANCE, SECONDS
from server.rules import registry
from server.service import Service
from tests.plays import Caller
from tests.stores import MemoryStore
from tests.toy import rules
from tests.toy.trio import TRIO

THINKING = SECONDS / 4
"""Seconds that a slow bot takes for each command."""
BOTS = ("ana:slow", "rita:slow", "bia:slow")
OPTIONS = {"secrets": False, "target": 40}


class Hall(Caller):
    """A service whose bots take their time, by a clock that they alone move on."""

    def __init__(self, thinking: float, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = 0.0
        self.chosen = 0

        def slow(game: Any, state: Any, seat: str, legal: Sequence[Any], dice: Any) -> Any:
            self.time += thinking
            self.chosen += 1
            return rules.careful(game, state, seat, legal, dice)

        registry.register(replace(TRIO, bots={"slow": slow}))
        monkeypatch.setattr("server.creating.new_seed", lambda: b"all halls have the same secret..")
        super().__init__(Service(MemoryStore(), ticks=lambda: self.time))

    def facts_of(self, game: str) -> list[tuple[str, str, str | None]]:
        """What happened, and to whom; not when."""
        events = self.service.store.read(game)
        return [(event.type, event.data, event.seat) for event in events[1:]]

    def is_over(self, game: str) -> bool:
        return self.service.store.read(game)[-1].type == "SeedRevealed"


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    return Hall(THINKING, monkeypatch)


def test_a_request_does_not_wait_for_a_long_game_of_bots(hall: Hall) -> None:
    made = hall.create("trio", *BOTS, options=OPTIONS)

    assert hall.chosen == 4
    assert not hall.is_over(made)


def test_whoever_asks_sees_whose_choice_it_is(hall: Hall) -> None:
    made = hall.create("trio", *BOTS, options=OPTIONS)

    shown = hall.get(f"/games/{made}")

    [kind] = {s["bot"] for s in shown["game"]["seats"] if s["id"] == shown["pending"]["seat"]}
    assert kind == "slow"


def test_bots_play_the_same_however_often_they_are_interrupted(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = hall.create("trio", *BOTS, options=OPTIONS)
    visits = 0
    while not hall.is_over(made):
        hall.get(f"/games/{made}")
        visits += 1
    at_once = Hall(0, monkeypatch)

    other = at_once.create("trio", *BOTS, options=OPTIONS)

    assert visits > 5
    assert at_once.is_over(other)
    assert hall.facts_of(made) == at_once.facts_of(other)
    assert hall.get(f"/games/{made}/verify")["ok"]


def test_a_look_lasts_less_long_than_a_command(hall: Hall) -> None:
    made = hall.create("trio", *BOTS, options=OPTIONS)
    before = hall.time

    hall.get(f"/games/{made}")

    assert hall.time - before == GLANCE


def test_one_command_leads_to_one_visits_worth_of_bots(hall: Hall) -> None:
    made = hall.create("trio", "ana", *BOTS[1:], options=OPTIONS)
    before = hall.time

    hall.send("POST", f"/games/{made}/commands", {"commands": "roll", "seat": "ana"})

    assert hall.time - before <= SECONDS + THINKING


def test_a_list_of_games_lets_nobody_play(hall: Hall) -> None:
    hall.create("trio", *BOTS, options=OPTIONS)
    hall.service.rooms.drop()
    before = hall.chosen

    assert len(hall.get("/games")["games"]) == 1
    assert hall.chosen == before


def test_nobody_chooses_for_a_bot(hall: Hall) -> None:
    made = hall.create("trio", *BOTS, options=OPTIONS)

    problem = hall.refused("POST", f"/games/{made}/commands", {"commands": "roll"})

    assert problem["code"] == "bot_plays"
    assert "is a bot" in problem["detail"]


def test_bots_do_not_play_without_end_while_nobody_takes_part(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.bots.turns.COMMANDS", 6)
    made = hall.create("trio", *BOTS, options=OPTIONS)

    for _ in range(9):
        hall.get(f"/games/{made}")
    assert 6 <= hall.chosen < 9
    before = hall.chosen
    hall.send("POST", f"/games/{made}/commands", {"commands": "roll"})
    assert hall.chosen > before


def test_where_they_are_played_on_later_nobody_who_looks_waits(hall: Hall) -> None:
    backlog = Backlog(hall.service)
    made = hall.create("trio", *BOTS, options=OPTIONS)
    before = hall.chosen

    hall.get(f"/games/{made}")
    assert hall.chosen == before

    while backlog.turn():
        assert hall.chosen == before + 1
        before = hall.chosen
    assert hall.is_over(made)


def test_a_game_that_was_just_loaded_is_played_on(hall: Hall) -> None:
    made = hall.create("trio", *BOTS, options=OPTIONS)
    hall.service.rooms.drop()
    backlog = Backlog(hall.service)

    hall.get(f"/games/{made}")

    assert backlog.turn()


def test_games_are_played_on_in_turn(hall: Hall) -> None:
    backlog = Backlog(hall.service)
    one, other = (hall.create("trio", *BOTS, options=OPTIONS) for _ in range(2))
    lengths = [hall.service.store.last(game) for game in (one, other)]

    backlog.turn()
    backlog.turn()

    assert all(
        hall.service.store.last(game) > length
        for game, length in zip((one, other), lengths, strict=True)
    )


def test_bots_wait_for_the_store_and_for_no_other_game(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    backlog = Backlog(hall.service)
    made = hall.create("trio", *BOTS, options=OPTIONS)
    store: Any = hall.service.store
    store.refuse = 1
    with pytest.raises(StoreUnavailable):
        backlog.turn()
    backlog.add("nothing")

    while backlog.turn():
        pass

    assert hall.is_over(made)


def test_the_backlog_is_played_in_the_background(hall: Hall) -> None:
    over = threading.Event()
    backlog = Backlog(hall.service)
    made = hall.create("trio", *BOTS, options=OPTIONS)
    hall.service.after.append(lambda game: over.set() if hall.is_over(game) else None)

    with running(backlog):
        assert over.wait(30)

    assert hall.is_over(made)
    assert not backlog.turn()
