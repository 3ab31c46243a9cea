"""History: undo, redo and back as moves of the head over a log that only grows.

Notes (what people ask for and answer) may stand alone, before a command, or before a move.
"""

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.chain import check, link
from events.envelope import Event, NewCommand, NewEvent
from events.history import History, HistoryError
from events.lifecycle import NOTES, HeadMoved
from events.seal import GENESIS
from tests.events.samples import command, fact

NOTE = fact("asked", "UndoAsked")
ASIDE = {HeadMoved.__name__, *(kind.__name__ for kind in NOTES)}


class Table:
    """A log that is played on: each act appends what the service would append."""

    def __init__(self, created: int = 2) -> None:
        self.history = History()
        self.play("new", created)

    def play(self, seat: str, events: int = 1, notes: int = 0) -> int:
        """A command with so many events after so many notes; the number of its last one."""
        new = command(seat, events)
        return self._append(NewCommand(seat, new.text, (NOTE,) * notes + new.events))

    def note(self, notes: int = 1) -> int:
        """A command of notes alone."""
        return self.play("ana", 0, notes)

    def undo(self, counts: Callable[[Event], bool] = lambda _: True) -> int:
        return self._move("undo", self.history.undo_target(counts))

    def redo(self) -> int:
        return self._move("redo", self.history.redo_target())

    def back(self, seq: int, notes: int = 0) -> int:
        return self._move("back", self.history.back_target(seq), notes)

    def _move(self, why: str, to: int, notes: int = 0) -> int:
        data = msgspec.json.encode({"to": to, "why": why}).decode()
        move = NewEvent("HeadMoved", 1, data)
        return self._append(NewCommand(None, why, (*(NOTE,) * notes, move)))

    def _append(self, new: NewCommand) -> int:
        log = self.history.events
        events = link(
            "g", [new], last=len(log), previous=log[-1].seal if log else GENESIS,
            command_id=f"c{len(log)}", recorded_at=0,
        )  # fmt: skip
        for event in events:
            self.history.add(event)
        return events[-1].seq


def people(event: Event) -> bool:
    return event.seat != "bot"


@pytest.fixture
def table() -> Table:
    return Table()


def test_commands_follow_each_other(table: Table) -> None:
    table.play("ana", 2)
    table.play("rui")

    assert table.history.path() == [1, 2, 3, 4, 5]
    assert table.history.head == 5
    assert table.history.undone() == set()


def test_undo_goes_back_before_the_whole_command(table: Table) -> None:
    table.play("ana", 3)
    move = table.undo()

    assert move == 6
    assert table.history.head == 2
    assert table.history.path() == [1, 2]
    assert table.history.undone() == {3, 4, 5}


def test_what_follows_an_undo_grows_from_its_target(table: Table) -> None:
    table.play("ana", 3)
    table.undo()
    table.play("ana", 1)

    assert table.history.parent(7) == 2
    assert table.history.path() == [1, 2, 7]
    assert table.history.path(5) == [1, 2, 3, 4, 5]


def test_redo_is_the_inverse_of_undo(table: Table) -> None:
    head = table.play("ana", 3)
    table.undo()
    table.redo()

    assert table.history.head == head
    assert table.history.undone() == set()


def test_several_undos_and_redos_walk_back_and_forth(table: Table) -> None:
    heads = [2, table.play("ana"), table.play("rui", 2), table.play("ana")]

    seen = []
    for act in (table.undo, table.undo, table.redo, table.undo, table.undo):
        act()
        seen.append(table.history.head)
    assert seen == [heads[2], heads[1], heads[2], heads[1], heads[0]]
    for expected in heads[1:]:
        table.redo()
        assert table.history.head == expected


def test_redo_returns_from_back(table: Table) -> None:
    early = table.play("ana")
    late = [table.play("rui") for _ in range(4)][-1]
    table.back(early)
    assert table.history.head == early

    table.redo()
    assert table.history.head == late


def test_redo_returns_first_from_back_and_then_from_undo(table: Table) -> None:
    one, two, three = table.play("ana"), table.play("ana"), table.play("ana")
    table.undo()
    table.back(one)

    table.redo()
    assert table.history.head == two
    table.redo()
    assert table.history.head == three


def test_a_new_command_clears_redo(table: Table) -> None:
    table.play("ana")
    table.undo()
    table.play("ana")

    with pytest.raises(HistoryError) as error:
        table.redo()
    assert error.value.code == "nothing_to_redo"


def test_back_reaches_a_branch_that_was_undone(table: Table) -> None:
    old = table.play("ana", 2)
    table.undo()
    new = table.play("ana")
    table.back(old)

    assert table.history.path() == [1, 2, 3, 4]
    assert table.history.undone() == {new}
    table.redo()
    assert table.history.head == new


def test_back_to_a_move_leads_where_the_move_led(table: Table) -> None:
    table.play("ana")
    move = table.undo()
    table.play("rui")

    assert table.history.back_target(move) == 2
    assert table.history.resolve(move) == 2


def test_nothing_goes_back_past_the_beginning(table: Table) -> None:
    for target in (0, 1):
        with pytest.raises(HistoryError) as error:
            table.back(target)
        assert error.value.code == "before_the_start"
        assert error.value.params == {"start": 2}
    with pytest.raises(HistoryError, match="nothing to undo") as error:
        table.undo()
    assert error.value.code == "nothing_to_undo"


def test_back_rests_only_where_a_command_ends(table: Table) -> None:
    table.play("ana")
    table.undo()
    table.play("ana", 3)

    with pytest.raises(HistoryError, match="event 6 is in the middle") as error:
        table.back(6)
    assert error.value.params == {"seq": 6, "before": 2, "after": 7}
    assert [table.history.back_target(error.value.params[side]) for side in ("before", "after")]


def test_bots_are_undone_with_the_person_before_them(table: Table) -> None:
    before = table.play("ana", 2)
    table.play("rui")
    table.play("bot")
    after = table.play("bot", 2)

    table.undo(people)
    assert table.history.head == before
    table.redo()
    assert table.history.head == after


def test_bots_alone_leave_nothing_to_undo(table: Table) -> None:
    table.play("bot")
    table.play("bot")

    with pytest.raises(HistoryError, match="nothing to undo"):
        table.undo(people)


def test_a_note_leaves_the_head_where_it_is(table: Table) -> None:
    played = table.play("ana", 2)
    note = table.note()

    assert (table.history.head, table.history.resolve(note)) == (played, played)
    assert table.history.path() == [1, 2, 3, 4]
    assert table.history.undone() == set()


def test_a_note_does_not_end_what_can_be_redone(table: Table) -> None:
    played = table.play("ana")
    table.undo()
    table.note()
    table.redo()

    assert table.history.head == played


def test_undo_takes_back_the_command_with_the_notes_before_it(table: Table) -> None:
    before = table.play("ana")
    table.play("rui", 2, notes=1)
    table.undo()

    assert table.history.head == before
    assert table.history.undone() == {5, 6}


def test_back_to_a_note_leads_where_the_game_stood(table: Table) -> None:
    stood = table.play("ana")
    table.play("rui", 2, notes=2)
    table.back(5)

    assert table.history.head == stood


def test_a_move_may_follow_its_answers(table: Table) -> None:
    table.play("ana")
    table.note()
    move = table.back(2, notes=1)

    assert table.history.head == 2
    assert table.history.settled(move)
    assert not table.history.settled(move - 1)


@pytest.mark.parametrize("seq", [-1, 4])
def test_there_is_nothing_outside_the_log(table: Table, seq: int) -> None:
    table.play("ana")

    for ask in (table.history.path, table.history.resolve, table.history.parent, table.back):
        with pytest.raises(HistoryError) as error:
            ask(seq)
        assert error.value.code == "no_such_event"


def test_before_the_first_event_there_is_an_empty_history() -> None:
    history = History()

    assert (history.head, history.length, history.path()) == (0, 0, [])
    assert history.undone() == set()
    with pytest.raises(HistoryError):
        history.undo_target()


def test_events_are_taken_in_order(table: Table) -> None:
    log = table.history.events

    for events in (log[1:], [log[0], log[0]]):
        with pytest.raises(HistoryError) as error:
            History(events)
        assert error.value.code == "wrong_event"


@pytest.mark.parametrize(
    ("to", "why"),
    [(0, "back"), (1, "back"), (3, "back"), (5, "back"), (9, "undo"), (2, "redo"), (4, "redo")],
)
def test_a_log_cannot_move_its_head_to_where_it_cannot_stand(
    table: Table, to: int, why: str
) -> None:
    table.play("ana", 2)

    with pytest.raises(HistoryError) as error:
        table._move(why, to)
    assert error.value.code == "wrong_event"
    assert table.history.head == 4
    table.play("ana")
    assert table.history.path() == [1, 2, 3, 4, 5]


Act = tuple[str, int, int]
"""What is done, a number with it, and how many notes come first."""


State = tuple[tuple[str, tuple[int, ...]], ...]
"""The commands that led here: whose they were, and their events."""


class Model:
    """A naive history: every state is the whole list of commands that led to it."""

    def __init__(self) -> None:
        self.state: State = (("new", (1, 2)),)
        self.states: dict[int, State] = {2: self.state}
        self.ends = [2]
        self.returns: list[State] = []
        self.count = 2

    def path(self) -> list[int]:
        return [seq for _, events in self.state for seq in events]

    def play(self, seat: str, events: int, notes: int) -> None:
        self._note(notes)
        numbers = tuple(range(self.count + 1, self.count + events + 1))
        self.state = (*self.state, (seat, numbers))
        self.returns = []
        self._record(events)

    def note(self, notes: int) -> None:
        self._note(notes)
        self.ends.append(self.count)

    def undo(self) -> bool:
        commands = list(self.state)
        while len(commands) > 1:
            seat, _ = commands.pop()
            if seat != "bot":
                self._leave(tuple(commands))
                return True
        return False

    def redo(self) -> bool:
        if not self.returns:
            return False
        self.state = self.returns.pop()
        self._record(1)
        return True

    def back(self, seq: int, notes: int) -> bool:
        if seq not in self.states:
            return False
        state = self.states[seq]
        self._note(notes)
        self._leave(state)
        return True

    def _leave(self, state: State) -> None:
        self.returns.append(self.state)
        self.state = state
        self._record(1)

    def _note(self, notes: int) -> None:
        for _ in range(notes):
            self.count += 1
            self.states[self.count] = self.state

    def _record(self, events: int) -> None:
        self.count += events
        self.states[self.count] = self.state
        self.ends.append(self.count)


ACTS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["ana", "rui", "bot"]), st.integers(1, 3), st.integers(0, 2)),
        st.tuples(st.just("back"), st.integers(-1, 40), st.integers(0, 2)),
        st.tuples(st.sampled_from(["undo", "undo", "redo"]), st.just(0), st.just(0)),
        st.tuples(st.just("note"), st.just(0), st.integers(1, 2)),
    ),
    max_size=40,
)


def perform(table: Table, act: Act) -> bool:
    name, number, notes = act
    try:
        match name:
            case "undo":
                table.undo(people)
            case "redo":
                table.redo()
            case "back":
                table.back(number, notes)
            case "note":
                table.note(notes)
            case seat:
                table.play(seat, number, notes)
    except HistoryError:
        return False
    return True


def imagine(model: Model, act: Act) -> bool:
    name, number, notes = act
    match name:
        case "undo":
            return model.undo()
        case "redo":
            return model.redo()
        case "back":
            return model.back(number, notes)
        case "note":
            model.note(notes)
        case seat:
            model.play(seat, number, notes)
    return True


@given(ACTS)
def test_any_play_agrees_with_the_naive_model(acts: list[Act]) -> None:
    table, model = Table(), Model()

    for act in acts:
        assert perform(table, act) == imagine(model, act)
        assert table.history.path() == model.path()
        assert table.history.length == model.count

    history = table.history
    for seq, state in model.states.items():
        assert history.path(seq) == [n for _, events in state for n in events]
    assert all(history.settled(seq) for seq in model.ends)
    aside = {e.seq for e in history.events if e.type in ASIDE}
    assert history.undone() == set(range(1, model.count + 1)) - set(model.path()) - aside
    assert check(history.events) is None


@given(ACTS)
def test_reading_a_log_again_gives_the_same_history(acts: list[Act]) -> None:
    table = Table()
    for act in acts:
        perform(table, act)

    again = History(table.history.events)

    assert vars(again) == vars(table.history)


@given(ACTS, st.integers(1, 6))
def test_redo_after_undo_changes_nothing(acts: list[Act], times: int) -> None:
    table = Table()
    for act in acts:
        perform(table, act)
    before = table.history.path()

    undone = sum(perform(table, ("undo", 0, 0)) for _ in range(times))
    for _ in range(undone):
        table.redo()

    assert table.history.path() == before
