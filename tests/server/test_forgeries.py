"""Whatever docs/events.md promises of a log, `verify` sees where it is broken."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from events.envelope import Event
from events.lifecycle import LIFECYCLE
from server.rerun import groups
from server.rules import registry
from tests.server.forgery import SEATS, Change, Evening, judged, put, renumbered, told
from tests.toy.trio import TRIO

UNKNOWN = "0" * 64

GUARANTEES: list[tuple[str, str, str, Change, str]] = [
    # The envelope
    ("events are numbered without gaps", "evening", "Rolled", put(seq=99), "seals"),
    ("an event belongs to its game", "evening", "Rolled", put(game="other"), "seals"),
    ("a cause begins its command", "evening", "TurnEnded", put(cause=1), "seals"),
    ("a type is known", "evening", "Rolled", put(type="Jumped"), "facts"),
    ("a version is known", "evening", "Rolled", put(version=2), "facts"),
    ("data has its one shape", "evening", "SeatJoined", told(more=1), "facts"),
    ("facts are shown to those they are for", "evening", "Rolled", put(visible_to=("red",)),
     "facts"),
    ("a command is one seat's", "evening", "TurnEnded", put(seat=None), "commands"),
    ("a command has one text", "evening", "TurnEnded", put(command="pass"), "commands"),
    ("a command has one id", "evening", "TurnEnded", put(command_id="another"), "commands"),
    ("a command is recorded at once", "evening", "TurnEnded", put(recorded_at=1), "commands"),
    ("a command is by a seat of the game", "evening", "UndoAsked", put(seat="eva"), "commands"),
    ("the service creates", "fork", "GameStarted", put(seat="red"), "commands"),
    ("the service forks", "fork", "GameForked", put(seat="red"), "commands"),
    ("a creation is called so", "fork", "GameStarted", put(command="begin"), "commands"),
    ("a fork is called so", "fork", "GameForked", put(command="new"), "commands"),
    ("joining is called so", "evening", "SeatJoined", put(command="new"), "commands"),
    ("a move of the head is called so", "evening", "HeadMoved", put(command="roll"), "commands"),
    ("asking is called after what is asked for", "evening", "UndoAsked", put(command="redo"),
     "commands"),
    ("an answer says what it is", "evening", "UndoAnswered", put(command="answer no"), "commands"),
    ("taking back is called so", "evening", "UndoWithdrawn", put(command="undo"), "commands"),
    # What is told
    ("a game is of a known kind", "fork", "GameStarted", told(kind="chess"), "facts"),
    ("a game shows its box", "fork", "GameStarted", told(box={"die": {}, "passes": 3}), "rules"),
    ("a game has its seats", "fork", "GameStarted", told(seats=[{"id": "red"}, {"id": "eva"}]),
     "commands"),
    ("a game commits to its seed", "evening", "GameStarted", told(commitment=UNKNOWN), "draws"),
    ("a game has its entropy", "evening", "GameStarted", told(entropy={"eva": "00"}), "facts"),
    ("a game has its terms", "evening", "GameStarted", told(terms={"decision": 60000}), "rules"),
    ("who joins adds what the dice use", "evening", "SeatJoined", told(entropy="00"), "draws"),
    ("who joins speaks for the seat", "evening", "SeatJoined", put(seat="white"), "rules"),
    ("who asks does so for itself", "evening", "UndoAsked", told(seat="white"), "rules"),
    ("asked is for where a command ended", "evening", "UndoAsked", told(to=1), "rules"),
    ("asked for is what happens", "evening", "UndoAsked", told(to=4), "rules"),
    ("who answers does so for itself", "evening", "UndoAnswered", told(seat="eva"), "rules"),
    ("who takes back asked before", "evening", "UndoWithdrawn", told(seat="eva"), "rules"),
    ("time runs out for who had none left", "evening", "TimeRanOut", told(seat="eva"), "clocks"),
    ("then follows what was agreed on", "evening", "TimeRanOut", told(then="out"), "clocks"),
    ("the head moves to where it can stand", "evening", "HeadMoved", told(to=99), "history"),
    ("a redo leads to what was undone", "evening", "HeadMoved", told(why="redo"), "history"),
    ("a fork names the seal it began at", "fork", "GameForked", told(seal=UNKNOWN), "commands"),
    ("a fork names the event it began at", "fork", "GameForked", told(at=0), "commands"),
    ("a fork began as its parent", "fork", "GameStarted", told(commitment=UNKNOWN), "commands"),
    ("a fork commits to its seed", "fork", "GameForked", told(commitment=UNKNOWN), "draws"),
    ("the seed is the one committed to", "evening", "SeedRevealed", told(seed=UNKNOWN), "draws"),
]  # fmt: skip

FREE = {
    "GameStarted.name": "a name is a name",
    "GameStarted.rules": "another version of the rules is not decided again, and said so",
    "GameForked.parent": "of a game that is not here nothing is known",
    "*.command_id": "whoever sends a command chooses its id",
    "*.recorded_at": "a clock may go back",
}
"""What may be anything, as far as a log can tell, and why."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return Evening(tmp_path_factory.mktemp("evening")).play()


@pytest.fixture(scope="module")
def logs(played: Evening) -> dict[str, list[Event]]:
    games = {"evening": played.game, "fork": played.forked(), "copy": played.copied()}
    return {name: played.log(game) for name, game in games.items()}


@pytest.fixture
def evening(played: Evening) -> Evening:
    registry.register(TRIO)
    return played


def test_the_logs_hold_and_everything_happens_in_them(
    evening: Evening, logs: dict[str, list[Event]]
) -> None:
    kinds = {kind.__name__ for kind in LIFECYCLE}

    assert all(judged(evening, log).ok for log in logs.values())
    assert kinds <= {event.type for log in logs.values() for event in log}
    assert kinds <= {kind for _, _, kind, _, _ in GUARANTEES}


@pytest.mark.parametrize(
    "row", [row[1:] for row in GUARANTEES], ids=[row[0].replace(" ", "-") for row in GUARANTEES]
)
def test_each_guarantee_is_checked(
    evening: Evening, logs: dict[str, list[Event]], row: tuple[str, str, Change, str]
) -> None:
    log, kind, change, check = row
    events = logs[log]
    wrong = next(event for event in events if event.type == kind)

    found = judged(evening, [change(e) if e is wrong else e for e in events])

    [first, *_] = [c for c in found.checks if not c.ok]
    assert (found.ok, first.name) == (False, check)
    assert first.first_bad
    assert first.detail


def other(value: Any) -> Iterator[Any]:
    """Values near another one."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1)
        case str():
            yield from (value[1:], next(seat for seat in SEATS if seat != value))
        case list():
            yield value[1:]
            yield from ([one, *value[1:]] for one in other(value[0]) if value)
        case None:
            yield "red"


def forgeries(event: Event) -> Iterator[tuple[str, Event]]:
    """The event with something else in each of its fields, and the name of that field."""
    data = msgspec.json.decode(event.data)
    for name, value in data.items():
        for wrong in other(value):
            yield f"{event.type}.{name}", told(**{name: wrong})(event)
    for name in ("seat", "command", "command_id", "recorded_at", "cause"):
        for wrong in other(getattr(event, name)):
            yield f"*.{name}", put(**{name: wrong})(event)


@pytest.mark.parametrize("log", ["evening", "fork"])
def test_no_field_can_say_something_else(
    evening: Evening, logs: dict[str, list[Event]], log: str
) -> None:
    events = logs[log]
    of_each = {event.type: event for event in reversed(events)}

    passed = {
        name
        for event in of_each.values()
        for name, forged in forgeries(event)
        if judged(evening, [forged if e is event else e for e in events]).ok
    }

    assert passed <= FREE.keys()


def kinds(command: list[Event]) -> str:
    return "+".join(event.type for event in command)


def rearranged(events: list[Event]) -> Iterator[tuple[str, list[Event]]]:
    """The log with a command left out, recorded twice, exchanged with the next or put anywhere."""
    commands = list(groups(events))
    for i, command in enumerate(commands):
        before, after = commands[:i], commands[i + 1 :]
        again = [put(command_id="again")(event) for event in command]
        if len(command) > 1:
            yield f"{kinds(command)} cut", renumbered([*before, command[:-1], *after])
            yield f"{kinds(command)} torn", renumbered([*before, command[1:], *after])
        yield f"{kinds(command)} twice", renumbered([*before, command, again, *after])
        if after:
            yield f"no {kinds(command)}", renumbered([*before, *after])
            turned = [*before, after[0], command, *after[1:]]
            yield f"{kinds(after[0])} before {kinds(command)}", renumbered(turned)
    for seen in {kinds(command): command for command in commands}.values():
        for i in range(len(commands)):
            time = commands[i][0].recorded_at
            new = [put(command_id="new", recorded_at=time)(event) for event in seen]
            yield f"{kinds(seen)} anywhere", renumbered([*commands[:i], new, *commands[i:]])


REARRANGED = {
    "SeatJoined before SeatJoined": "people may join in any order",
    "UndoAsked anywhere": "whoever has asked may ask again",
    "TimeRanOut+Passed+TurnEnded torn": "some time passes until what was chosen is recorded",
}
"""What could as well have happened so, and why."""


@pytest.mark.parametrize("log", ["evening", "fork", "copy"])
def test_no_command_can_stand_elsewhere(
    evening: Evening, logs: dict[str, list[Event]], log: str
) -> None:
    passed = {name for name, forged in rearranged(logs[log]) if judged(evening, forged).ok}

    assert passed <= REARRANGED.keys()


MADE_UP = [
    ("GameForked", '{"parent":"","at":0,"seal":"","commitment":"00"}', "fork", None),
    ("TimeRanOut", '{"seat":"red","then":"random"}', "time", None),
    ("SeatJoined", '{"seat":"red","entropy":"00"}', "join", "red"),
    ("UndoAsked", '{"seat":"red","to":1}', "undo", "red"),
    ("UndoWithdrawn", '{"seat":"red"}', "answer no", "red"),
    ("HeadMoved", '{"to":4,"why":"back"}', "back 4", None),
    ("SeedRevealed", '{"seed":"00"}', "roll", "red"),
]


@pytest.mark.parametrize("made_up", MADE_UP, ids=[kind for kind, *_ in MADE_UP])
def test_nothing_can_be_made_up(
    evening: Evening,
    logs: dict[str, list[Event]],
    made_up: tuple[str, str, str, str | None],
) -> None:
    kind, data, text, seat = made_up
    commands = list(groups(logs["evening"]))
    fields = {"type": kind, "version": 1, "data": data, "visible_to": None}
    for i in range(1, len(commands) + 1):
        time = commands[i - 1][0].recorded_at
        new = put(**fields, command=text, seat=seat, command_id="new", recorded_at=time)

        found = judged(evening, renumbered([*commands[:i], [new(commands[0][0])], *commands[i:]]))

        at = sum(map(len, commands[:i])) + 1
        # What could have been there makes the next event wrong, which was true without it.
        assert found.first_bad in (at, at + 1)
