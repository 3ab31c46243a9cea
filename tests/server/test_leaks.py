"""Nobody learns what they may not know: games that differ only in that look the same to them."""

import json
import logging
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from server.app import create_app
from server.logs import JSONFormatter
from tests.asgi import Browser
from tests.server.online import LOST, OWNER, Net, token_of
from tests.server.twins import HOLDERS, Twins, reads, refusals

STEPS = st.lists(st.integers(0, 1 << 20), min_size=1, max_size=14)
SEEDS = (b"\x01" * 32, b"\x02" * 32)
QUIET = settings(
    max_examples=settings().max_examples // 4,
    suppress_health_check=list(HealthCheck),
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
)


@contextmanager
def twins(kind: str, seats: tuple[str, ...], seeds: tuple[bytes, bytes], **options: Any) -> Any:
    with (
        pytest.MonkeyPatch.context() as patch,
        tempfile.TemporaryDirectory() as folder,
    ):
        made = Twins(Path(folder), patch, kind, seats, seeds, **options)
        try:
            yield made
        finally:
            made.close()


def changed(command: str) -> str:
    """Another secret in the place of one."""
    word, _, number = command.partition(" ")
    return f"secret {int(number) % 6 + 1}" if word == "secret" else command


class Match:
    """A game played at random on both twins, the secrets of the seats `differing` being others."""

    def __init__(self, both: Twins, differing: set[str]) -> None:
        self.twins = both
        self.base = f"/games/{both.id}"
        self.differing = differing
        self.over = False

    def position(self) -> Any:
        return json.loads(self.twins.nets[0].ask("GET", self.base, token=OWNER).body)

    def step(self, number: int) -> None:
        """Something that people do."""
        position = self.position()
        pending, chance = position["pending"], random.Random(number)
        seats = [seat["id"] for seat in position["game"]["seats"]]
        if pending is None:
            self.over = position["outcome"] is not None
            return
        if position["game"]["request"] and chance.random() < 0.7:
            seat = chance.choice(position["game"]["request"]["waiting_for"])
            self._post(seat, "answer", {"agrees": chance.random() < 0.8})
        elif chance.random() < 0.25:
            self._post(chance.choice(seats), chance.choice(("undo", "redo")), {})
        elif chance.random() < 0.1:
            self._post(chance.choice(seats), "back", {"to": chance.randint(1, position["seq"])})
        else:
            self._play(pending["seat"], chance)

    def _play(self, seat: str, chance: random.Random) -> None:
        net, token = self.twins.nets[0], token_of(HOLDERS[seat])
        legal = net.ok("GET", f"{self.base}/legal", token=token)["commands"]
        text = chance.choice(legal)["text"]
        other = changed(text) if seat in self.differing else text
        self._post(seat, "commands", ({"commands": text}, {"commands": other}))
        self.over = self.position()["outcome"] is not None

    def _post(self, seat: str, way: str, bodies: Any) -> None:
        one, two = self.twins.both("POST", f"{self.base}/{way}", bodies, token_of(HOLDERS[seat]))
        assert one.status == two.status, (way, one.body, two.body)
        if seat not in self.differing:
            assert self.over or one.body == two.body or self.position()["outcome"], (way, one, two)


def compare(match: Match, seats: tuple[str, ...]) -> None:
    """Look at everything with the eyes of seats, of the owner and of a spectator."""
    for seat in seats:
        token = token_of(HOLDERS[seat])
        for _ in reads(match.twins, token, seat):
            pass
        for _ in refusals(match.twins, token):
            pass
    for token in (OWNER, match.twins.link, "", LOST):
        if token in (OWNER, match.twins.link):
            for _ in reads(match.twins, token, None):
                pass
        for _ in refusals(match.twins, token):
            pass


@QUIET
@given(STEPS, st.sampled_from(["open", "turn", "consent"]), st.booleans())
def test_the_secret_of_another_seat_shows_nowhere(steps: list[int], undo: str, seeds: bool) -> None:
    pair = SEEDS if seeds else (SEEDS[0], SEEDS[0])
    with twins("toy", ("red", "blue"), pair, undo=undo, target=60) as both:
        match = Match(both, {"blue"})
        for number in steps:
            match.step(number)
            if match.over:
                return
        compare(match, ("red",))


@QUIET
@given(STEPS, st.sampled_from(["open", "turn", "consent"]))
def test_the_seed_and_what_it_will_draw_show_nowhere_in_village(
    steps: list[int], undo: str
) -> None:
    with twins("village", ("red", "yellow", "blue"), SEEDS, undo=undo) as both:
        match = Match(both, set())
        for number in steps:
            match.step(number)
        compare(match, ("red", "yellow", "blue"))


def test_the_twins_differ_where_they_should(tmp_path: Path) -> None:
    """The test above would find something: the holder of the secret sees it."""
    with twins("toy", ("red", "blue"), SEEDS) as both:
        match = Match(both, {"blue"})
        seat = ""
        while seat != "blue":
            seat = match.position()["pending"]["seat"]
            match._play(seat, random.Random(1))
        one, two = both.both("GET", match.base, token=token_of("caio"))
        assert one.body != two.body
        seeds = {net.service.store.seed(both.id) for net in both.nets}
        assert len(seeds) == 2


def test_what_the_draws_will_be_can_be_told_apart_once_they_are_made() -> None:
    """The twins' seeds do lead to different draws, if those are not forced to be the same."""
    from events.dice import SeededDice, combine

    pool = {str(number): 1 for number in range(50)}
    one, two = (SeededDice(combine(seed, {})).draw("x", pool, 10) for seed in SEEDS)
    assert one.drawn != two.drawn


def _secrets(net: Net, made: Any) -> Iterator[str]:
    """All that must never get into a log, nor into an answer to somebody else."""
    yield from (OWNER, token_of("ana"), token_of("beto"), token_of("eve"), LOST)
    yield made["secrets"]["link"]
    yield from made["secrets"]["invitations"].values()
    yield net.service.store.seed(made["id"]).hex()


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """What gets logged, as the service writes it."""
    written: list[str] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(formatter.format(record))

    formatter, handler, root = JSONFormatter(), Handler(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


def test_no_log_line_holds_a_secret(tmp_path: Path, lines: list[str]) -> None:
    net = Net(tmp_path)
    browser = Browser(create_app(net.service))
    made = net.begun()
    net.ok("POST", f"/games/{made['id']}/seats/red/release", {}, token_of("ana"))
    again = net.ok("POST", f"/games/{made['id']}/seats/red/invite", {}, OWNER)["invitation"]
    store: Any = net.service.store
    base = f"/games/{made['id']}"

    def ask(method: str, path: str, token: str, body: Any = None) -> None:
        browser.request(method, path, json=body, headers={"authorization": f"Bearer {token}"})

    for trouble in (False, True):
        if trouble:
            store.read = lambda *_: 1 / 0
            net.service.rooms.drop()
        for token in (OWNER, token_of("beto"), made["secrets"]["link"], LOST, ""):
            for path in ("", "/legal", "/events", "/me", "/seats", "/verify", "/nothing"):
                ask("GET", f"{base}{path}", token)
            ask("POST", f"{base}/commands", token, {"commands": "secret 4"})
            ask("POST", f"{base}/commands", token, {"commands": "secret 4", "token": token})
        for code in (again, made["secrets"]["invitations"]["red"]):
            body = {"code": code, "name": "Eve", "token": token_of("eve"), "entropy": "aa"}
            ask("POST", "/join", "", body)
            ask("POST", "/join", "", {**body, "name": ""})

    text = "\n".join(lines)
    assert '"division by zero"' in text or "division by zero" in text
    for secret in (*_secrets(net, made), again, "Eve"):
        assert secret not in text
    net.close()


def test_no_answer_holds_anybody_elses_secret(tmp_path: Path) -> None:
    net = Net(tmp_path)
    made = net.begun()
    hidden = set(_secrets(net, made))
    base = f"/games/{made['id']}"

    for token in (OWNER, token_of("beto"), made["secrets"]["link"], LOST, ""):
        bodies = [
            net.ask("GET", f"{base}{path}", token=token).body
            for path in ("", "/events", "/seats", "/verify", "/undo", "/stream", "/me")
        ]
        bodies.append(net.ask("GET", f"{base}/export", token=token).body)
        bodies.append(net.ask("GET", "/games", token=token).body)
        told = b"\n".join(bodies)
        mine = {made["secrets"]["link"]} if token == OWNER else set()
        for secret in hidden - mine:
            assert secret.encode() not in told
    net.close()
