"""What every store promises, whichever database holds it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from events.chain import check
from events.envelope import Event, NewCommand
from events.store import Conflict, Store
from tests.events.places import Place
from tests.events.samples import batch, command, fact

THREADS = 8


def together(work: Callable[[int], list[Event]]) -> list[list[Event] | Conflict]:
    """What `work` comes to in several threads that start at once."""
    barrier = Barrier(THREADS)

    def one(number: int) -> list[Event] | Conflict:
        barrier.wait()
        try:
            return work(number)
        except Conflict as conflict:
            return conflict

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(one, range(THREADS)))


def test_a_new_game_starts_at_event_1(store: Store) -> None:
    events = store.append("g", 0, "c", [command("ana", 3)])

    assert [e.seq for e in events] == [1, 2, 3]
    assert {e.cause for e in events} == {1}
    assert store.read("g") == events
    assert store.last("g") == 3


def test_events_carry_what_their_command_said(place: Place) -> None:
    store = place.open(clock=lambda: 1_234_567)
    secret = NewCommand("ana", "look", (fact("a nine", "Looked", ("ana", "rui")),))

    [event] = store.append("g", 0, "c-1", [secret])

    assert (event.game, event.type, event.version) == ("g", "Looked", 1)
    assert (event.seat, event.command, event.command_id) == ("ana", "look", "c-1")
    assert (event.data, event.visible_to) == ('{"text":"a nine"}', ("ana", "rui"))
    assert event.recorded_at == 1_234_567
    assert store.read("g") == [event]


def test_an_audience_of_nobody_is_not_everybody(store: Store) -> None:
    store.append("g", 0, "c", [NewCommand(None, "seal", (fact(visible_to=()), fact()))])

    assert [e.visible_to for e in store.read("g")] == [(), None]


def test_a_log_read_back_is_one_unbroken_chain(store: Store) -> None:
    store.append("g", 0, "c1", [command("ana", 2)])
    store.append("g", 2, "c2", batch(3))
    store.append("g", 8, "c3", [command(None)])

    log = store.read("g")

    assert check(log) is None
    assert [e.cause for e in log] == [1, 1, 3, 3, 5, 5, 7, 7, 9]


def test_the_exact_expected_number_is_accepted(store: Store) -> None:
    store.append("g", 0, "c1", [command("ana", 2)])

    assert [e.seq for e in store.append("g", 2, "c2", [command("rui", 2)])] == [3, 4]


def test_a_stale_number_conflicts_and_brings_the_missed_events(store: Store) -> None:
    store.append("g", 0, "c1", [command("ana", 2)])
    later = store.append("g", 2, "c2", [command("rui", 2)])

    with pytest.raises(Conflict) as conflict:
        store.append("g", 2, "c3", [command("ana")])

    assert conflict.value.missed == tuple(later)
    assert (conflict.value.expected, conflict.value.actual) == (2, 4)
    assert store.last("g") == 4


@pytest.mark.parametrize("expected", [-1, 1, 7])
def test_an_unknown_game_has_no_event_to_follow(store: Store, expected: int) -> None:
    with pytest.raises(Conflict) as conflict:
        store.append("g", expected, "c", [command("ana")])

    assert conflict.value.actual == 0
    assert conflict.value.missed == ()
    assert store.heads() == {}


def test_a_number_from_the_future_conflicts(store: Store) -> None:
    store.append("g", 0, "c1", [command("ana", 2)])

    with pytest.raises(Conflict) as conflict:
        store.append("g", 3, "c2", [command("ana")])

    assert conflict.value.missed == ()


def test_a_game_cannot_be_created_twice(store: Store) -> None:
    first = store.append("g", 0, "c1", [command("ana")], seed=b"1" * 32)

    with pytest.raises(Conflict) as conflict:
        store.append("g", 0, "c2", [command("rui")], seed=b"2" * 32)

    assert conflict.value.missed == tuple(first)
    assert store.seed("g") == b"1" * 32


def test_a_repeated_command_id_gets_its_first_answer(store: Store) -> None:
    first = store.append("g", 0, "c1", [command("ana", 2)])
    store.append("g", 2, "c2", [command("rui")])

    for expected in (0, 2, 3, 99):
        assert store.append("g", expected, "c1", [command("ana", 5)]) == first
    assert store.last("g") == 3


def test_a_repeated_batch_gets_all_its_events_and_no_others(store: Store) -> None:
    store.append("g", 0, "c1", [command("ana")])
    sent = store.append("g", 1, "c2", batch(3))
    store.append("g", 7, "c3", [command("rui")])

    assert store.append("g", 1, "c2", batch(3)) == sent
    assert store.find("g", "c2") == sent
    assert [e.command for e in sent] == ["part 0"] * 2 + ["part 1"] * 2 + ["part 2"] * 2


def test_a_command_id_belongs_to_one_game(store: Store) -> None:
    store.append("g", 0, "c", [command("ana")])

    [event] = store.append("h", 0, "c", [command("rui")])

    assert (event.game, event.seat) == ("h", "rui")
    assert [e.seat for e in store.find("g", "c")] == ["ana"]


def test_nothing_is_found_under_an_unknown_id(store: Store) -> None:
    store.append("g", 0, "c", [command("ana")])

    assert store.find("g", "other") == []
    assert store.find("other", "c") == []


@pytest.mark.parametrize("commands", [[], [command("ana"), NewCommand("ana", "nothing", ())]])
def test_an_append_without_events_is_a_mistake(store: Store, commands: list[NewCommand]) -> None:
    with pytest.raises(ValueError, match="at least one"):
        store.append("g", 0, "c", commands)

    assert store.last("g") == 0


def test_a_window_of_the_log_equals_that_part_of_the_whole(store: Store) -> None:
    store.append("g", 0, "c1", [command("ana", 2)])
    store.append("g", 2, "c2", batch(2, 3))
    whole = store.read("g")

    for since in range(10):
        assert store.read("g", since) == whole[since:]
        for until in range(10):
            assert store.read("g", since, until) == whole[since:until]


@pytest.mark.parametrize("huge", [1 << 62, 1 << 63, 1 << 64, 10**30])
def test_numbers_that_no_database_holds_are_numbers(store: Store, huge: int) -> None:
    whole = store.append("g", 0, "c1", [command("ana", 2)])

    assert store.read("g", huge) == store.read("g", -huge, -huge) == []
    assert store.read("g", -huge, huge) == whole
    with pytest.raises(Conflict):
        store.append("g", huge, "c2", [command("ana")])


def test_an_unknown_game_is_empty(store: Store) -> None:
    assert store.read("g") == []
    assert store.last("g") == 0
    with pytest.raises(KeyError):
        store.seed("g")


def test_games_do_not_mix(store: Store) -> None:
    for turn in range(5):
        for game in ("a", "b", "c"):
            store.append(game, turn, f"{game}{turn}", [command(game)])

    for game in ("a", "b", "c"):
        log = store.read(game)
        assert [(e.game, e.seq, e.seat) for e in log] == [(game, n, game) for n in range(1, 6)]
        assert check(log) is None


def test_the_newest_seed_counts(store: Store) -> None:
    store.append("g", 0, "c1", [command("ana")], seed=b"1" * 32)
    store.append("g", 1, "c2", [command("ana")])
    assert store.seed("g") == b"1" * 32

    store.append("g", 2, "c3", [command("ana")], seed=b"2" * 32)
    assert store.seed("g") == b"2" * 32


def test_the_seed_is_in_no_event(store: Store) -> None:
    seed = b"0123456789abcdef0123456789abcdef"
    [event] = store.append("g", 0, "c", [command("ana")], seed=seed)

    assert seed.hex() not in repr(event)
    assert repr(seed) not in repr(event)


def test_games_are_listed_in_order_of_creation(place: Place) -> None:
    store = place.open(clock=iter(range(10_000)).__next__)
    names = [f"{n * 37 % 600:03}" for n in range(600)]
    for name in names:
        store.append(name, 0, "c", [command(name, 2)])
    store.append(names[0], 2, "d", [command("ana", 3)])

    firsts = list(store.first_events())

    assert [e.game for e in firsts] == names
    assert all(e == store.read(e.game, 0, 1)[0] for e in firsts)
    assert list(store.heads()) == names
    assert store.heads()[names[0]] == (5, 600)
    assert store.heads()[names[7]] == (2, 7)
    some = store.heads({names[7], names[0], "unknown"})
    assert list(some.items()) == [(names[0], (5, 600)), (names[7], (2, 7))]
    assert store.heads([]) == {}


def test_no_games_no_firsts(store: Store) -> None:
    assert list(store.first_events()) == []
    assert store.heads() == {}


TEXTS = [
    "São João",
    "日本語 🎲",
    "a\tb\nc\\d\"e'f",
    "x\0y",
    "\x01\x7f\u2028",
    "",
    "'; DROP TABLE x",
]


@pytest.mark.parametrize("text", TEXTS)
def test_any_text_comes_back_as_it_was(place: Place, text: str) -> None:
    from_one = place.open()
    odd = NewCommand(text, text, (fact(kind=text, visible_to=(text,)),))
    recorded = from_one.append(text, 0, text, [odd])

    log = place.open().read(text)

    assert log == recorded
    assert (log[0].game, log[0].seat, log[0].command, log[0].command_id) == (text,) * 4
    assert check(log) is None


def test_text_that_is_no_text_changes_nothing(store: Store) -> None:
    with pytest.raises(UnicodeEncodeError):
        store.append("g", 0, "c", [command("ana", text="\ud800")])

    assert store.last("g") == 0
    store.append("g", 0, "c", [command("ana")])


def test_a_long_log(store: Store) -> None:
    last = 0
    for turn in range(200):
        last = store.append("g", last, f"c{turn}", batch(20, 5))[-1].seq

    log = store.read("g")

    assert len(log) == last == 20_000
    assert check(log) is None
    assert store.read("g", 19_990) == log[19_990:]
    assert store.find("g", "c150") == log[15_000:15_100]


def test_what_one_store_appends_another_sees(place: Place) -> None:
    one, other = place.open(), place.open()

    first = one.append("g", 0, "c1", [command("ana")])
    assert other.read("g") == first
    second = other.append("g", 1, "c2", [command("rui")])
    assert one.read("g") == first + second


def test_who_wrote_last_is_not_believed_to_be_last(place: Place) -> None:
    one, other = place.open(), place.open()
    one.append("g", 0, "c0", batch(3))
    theirs = other.append("g", 6, "c1", batch(1))

    with pytest.raises(Conflict) as raised:
        one.append("g", 6, "c2", batch(2))

    assert list(raised.value.missed) == theirs
    assert one.read("g", 6) == theirs
    assert one.append("g", theirs[-1].seq, "c2", batch(2))[0].previous == theirs[-1].seal
    assert check(one.read("g")) is None


def test_what_another_store_recorded_under_an_id_is_the_answer(place: Place) -> None:
    one, other = place.open(), place.open()
    before = one.append("g", 0, "c0", batch(3))
    theirs = other.append("g", 6, "c1", batch(2))

    assert one.append("g", 6, "c1", batch(1)) == theirs
    assert one.append("g", theirs[-1].seq, "c0", batch(1)) == before
    assert one.read("g") == before + theirs


def test_one_of_many_threads_creates_the_game(store: Store) -> None:
    answers = together(lambda n: store.append("g", 0, f"c{n}", [command(f"seat {n}", 2)]))

    [won] = [a for a in answers if isinstance(a, list)]
    lost = [a for a in answers if isinstance(a, Conflict)]
    assert store.read("g") == won
    assert [c.missed for c in lost] == [tuple(won)] * (THREADS - 1)


def test_one_of_many_stores_creates_the_game(place: Place) -> None:
    stores = [place.open() for _ in range(THREADS)]
    answers = together(lambda n: stores[n].append("g", 0, f"c{n}", [command(f"seat {n}", 2)]))

    [won] = [a for a in answers if isinstance(a, list)]
    assert stores[0].read("g") == won


def test_one_command_id_from_many_threads_is_recorded_once(place: Place) -> None:
    stores = [place.open() for _ in range(THREADS)]
    answers = together(lambda n: stores[n].append("g", 0, "same", batch(3)))

    assert answers == [stores[0].read("g")] * THREADS
    assert stores[0].last("g") == 6


def test_threads_read_whole_commands_while_others_append(store: Store) -> None:
    def work(number: int) -> list[Event]:
        for turn in range(30):
            store.append(f"g{number % 4}-{number}", turn * 3, f"c{turn}", [command("ana", 3)])
            seen = store.read(f"g{(number + 1) % 4}-{(number + 1) % THREADS}")
            assert len(seen) % 3 == 0
            assert check(seen) is None
        return []

    assert together(work) == [[]] * THREADS


def test_two_processes_share_a_game_without_losing_anything(place: Place) -> None:
    children = [place.child("race", name, 60) for name in ("ana", "rui", "eva")]
    for child in children:
        assert child.stdin
        child.stdin.write("go\n")
        child.stdin.flush()
    said = [child.communicate() for child in children]

    assert [complaints for _, complaints in said] == ["", "", ""]
    acknowledged = {line for answers, _ in said for line in answers.splitlines()}
    log = place.open().read("shared")
    assert len(log) == 3 * 60 * 2
    assert check(log) is None
    assert {f"{e.command_id} {e.seq}" for e in log if e.seq == e.cause} == acknowledged


def test_one_command_id_from_many_processes_is_recorded_once(place: Place) -> None:
    children = [place.child("retry", name) for name in ("ana", "rui", "eva")]
    for child in children:
        assert child.stdin
        child.stdin.write("go\n")
        child.stdin.flush()
    answers = [child.communicate() for child in children]

    log = place.open().read("shared")
    assert answers == [(f"{[e.seal for e in log]}\n", "")] * 3
    assert len(log) == 6


def test_a_killed_process_leaves_whole_commands_and_all_it_acknowledged(place: Place) -> None:
    for _ in range(4):
        child = place.child("run")
        assert child.stdout
        acknowledged = [int(child.stdout.readline()) for _ in range(25)][-1]
        child.kill()
        late = child.communicate()[0].split()

        log = place.open().read("shared")
        assert len(log) >= max([acknowledged, *map(int, late[:-1])])
        assert len(log) % 3 == 0
        assert check(log) is None
