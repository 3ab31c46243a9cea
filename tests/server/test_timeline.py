import dataclasses

from events.lifecycle import Fact
from server.timeline import CHECKPOINT_EVERY, RECENT, Timeline
from tests.plays import Caller, picture
from tests.toy import GAME
from tests.toy.state import Toy


def played(caller: Caller, game: str) -> Timeline:
    return Timeline(GAME, caller.service.store.read(game))


def test_every_state_is_the_one_folded_from_the_beginning(caller: Caller) -> None:
    game = caller.create(options={"target": 150})
    caller.play(game, 1, 40)
    caller.post(f"/games/{game}/back", to=20)
    caller.play(game, 2, 40)
    whole = played(caller, game)
    numbers = [1, *range(2, whole.history.length, 7), whole.history.length]

    for number in [*numbers, *reversed(numbers)]:
        alone = played(caller, game)
        *_, (_, _, state) = alone.walk(alone.history.path(number))
        assert picture(GAME, whole.state(number)) == picture(GAME, state)


def test_a_jump_folds_no_more_than_a_stretch(caller: Caller) -> None:
    game = caller.create("toy", "ana:random", "rita:random", options={"target": 500})
    timeline = played(caller, game)
    timeline.state()
    folded: list[Fact] = []

    def counted(state: Toy, fact: Fact) -> Toy:
        folded.append(fact)
        return GAME.evolve(state, fact)

    timeline.game = dataclasses.replace(GAME, evolve=counted)

    assert timeline.history.length > 4 * CHECKPOINT_EVERY
    for number in range(1, timeline.history.length):
        folded.clear()
        timeline.state(number)
        assert len(folded) < CHECKPOINT_EVERY


def test_few_states_are_kept(caller: Caller) -> None:
    game = caller.create("toy", "ana:random", "rita:random", options={"target": 500})
    timeline = played(caller, game)
    for number in range(1, timeline.history.length + 1):
        timeline.state(number)

    kept = len(timeline._recent) + len(timeline._checkpoints)
    assert kept <= RECENT + timeline.history.length // CHECKPOINT_EVERY


def test_depth_does_not_grow_by_undoing(caller: Caller, game: str) -> None:
    caller.do(game, "pass")
    before = played(caller, game)
    caller.post(f"/games/{game}/undo")
    caller.do(game, "pass")
    after = played(caller, game)

    assert after.depth(after.history.head) == before.depth(before.history.head) == 4
