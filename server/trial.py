"""The trial of one log: check by check, each of which looks at what the ones before left good."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from events.chain import check as check_chain
from events.codec import UnknownEvent
from events.dice import SeededDice, combine, commitment
from events.envelope import Event
from events.history import History, HistoryError
from events.lifecycle import (
    GameForked,
    GameStarted,
    HeadMoved,
    SeatJoined,
    SeedRevealed,
    TimeRanOut,
)
from projections.words import N_, NN_, Counted, Said
from server import due, envelopes
from server.origins import Logs, is_true
from server.recorded import Contradiction, draws_in
from server.rerun import FOREIGN, Wrong, decide_again, groups
from server.rules import registry
from server.rules.game import Game, Refusal
from server.timeline import Timeline


class Trial:
    """One log under examination. `good` is the part that no check has found wrong so far."""

    def __init__(self, events: list[Event], logs: Logs) -> None:
        self.good = events
        self.drawn = 0
        self.proved = 0
        self._events = events
        self._logs = logs

    def cut(self, seq: int) -> None:
        """Leave out the command that event `seq` belongs to, and all after it."""
        cause = self.good[seq - 1].cause
        self.good = self.good[: max(0, min(seq, cause) - 1)]

    def seals(self) -> Said:
        """Numbers without gaps, and the chain of seals."""
        broken = check_chain(self.good)
        if broken:
            raise Wrong(broken.seq, "{text}", text=broken.reason)
        forms = NN_("{n} event, sealed", "{n} events, each sealed after the one before it")
        return Counted(forms, len(self.good))

    def facts(self) -> Said:
        """Every event can be read, and says again what it says."""
        for event in self.good:
            try:
                game = self._game()
                fact = game.codec.decode(event)
                again = game.codec.encode(fact)
            except (UnknownEvent, Refusal) as error:
                raise Wrong(event.seq, "{text}", text=str(error)) from error
            if event.version == type(fact).version and again.data != event.data:
                raise Wrong(event.seq, N_("event {seq} does not say again what it says"))
            if again.visible_to != event.visible_to:
                raise Wrong(event.seq, N_("event {seq} is shown to others than it should be"))
            if (event.seq == 1) != isinstance(fact, GameStarted):
                raise Wrong(event.seq, N_("a log begins with its one GameStarted"))
        return Said(N_("every event says again what it says"))

    def history(self) -> Said:
        """Every move of the head leads to where a command ended, and none away from the end.

        Since the end the seed is known: whoever goes on from before it knows every draw.
        """
        history = History()
        moves = end = 0
        for event in self.good:
            try:
                if event.type == HeadMoved.__name__:
                    moves += 1
                    history.back_target(msgspec.json.decode(event.data)["to"])
                history.add(event)
            except HistoryError as error:
                raise Wrong(event.seq, "{text}", text=str(error)) from error
            if end and history.head != end:
                raise Wrong(event.seq, N_("event {seq} goes on after the end of the game"))
            if event.type == SeedRevealed.__name__:
                end = event.seq
        forms = NN_("{n} move of the head, to where a command ended",
                    "{n} moves of the head, all to where a command ended")  # fmt: skip
        return Counted(forms, moves)

    def commands(self) -> Said:
        """Every event has the envelope of its command, and forks are what they say."""
        facts = dict(self._facts())
        count = envelopes.check(self.good, facts)
        for seq, fact in facts.items():
            started = registry.started_of(self.good[0])
            if isinstance(fact, GameForked) and not is_true(fact, started, self._logs):
                raise Wrong(seq, N_("event {seq} is not true of the game that this one came from"))
        forms = NN_("{n} command, recorded as one", "{n} commands, each recorded as one")
        return Counted(forms, count)

    def clocks(self) -> Said:
        """Nobody ran out of time who had some left by the clocks of the log."""
        count = 0
        if any(event.type == TimeRanOut.__name__ for event in self.good):
            count = due.check(Timeline(self._game()), self.good)
        forms = NN_("{n} overrun, not too early", "{n} overruns, none too early")
        return Counted(forms, count)

    def draws(self) -> Said:
        """Every draw is what its seed gives, as far as seeds are known by now."""
        dice: SeededDice | None = None
        for seq, fact in self._facts():
            if isinstance(fact, SeatJoined) and self.drawn:
                raise Wrong(seq, N_("event {seq}: a seat joins after something was drawn"))
            if isinstance(fact, GameStarted | GameForked):
                dice = self._dice_after(seq, fact.commitment)
            for draw in draws_in(fact):
                self.drawn += 1
                if dice is None:
                    continue
                if dice.draw(draw.label, draw.pool, len(draw.drawn)) != draw:
                    message = N_("event {seq}: the seed gives another draw for “{text}”")
                    raise Wrong(seq, message, text=draw.label)
                self.proved += 1
        if self.proved < self.drawn:
            message = N_("{proved} of {draws} follow from seeds known by now; the others can be "
                         "checked when the game is over")  # fmt: skip
            draws = Counted(NN_("{n} draw", "{n} draws"), self.drawn)
            return Said(message, proved=self.proved, draws=draws)
        forms = NN_("{n} draw follows from the seed", "all {n} draws follow from the seed")
        return Counted(forms, self.drawn)

    def rules(self) -> Said:
        """Every command, decided again, causes the same facts."""
        if not self.good:
            return Said(N_("no command to decide again"))
        game, started = self._game(), registry.started_of(self.good[0])
        if started.rules != game.rules:
            message = N_(
                "played by version {old} of the rules, this is version {new}: not decided again"
            )
            return Said(message, old=started.rules, new=game.rules)
        count, timeline = 0, Timeline(game)
        for group in groups(self.good):
            count += 1
            try:
                decide_again(timeline, group)
            except Refusal as refusal:
                raise Wrong(group[0].seq, "{text}", text=str(refusal)) from refusal
            except Contradiction as wrong:
                message = N_(
                    "the rules draw “{text}” for the command of event {seq}, the log does not"
                )
                raise Wrong(group[0].seq, message, text=wrong.label) from wrong
            except FOREIGN as error:
                message = N_("the rules fail at event {seq}: {text}")
                raise Wrong(group[0].seq, message, text=repr(error)) from error
        forms = NN_("{n} command, decided again, causes the same events",
                    "{n} commands, decided again, cause the same events")  # fmt: skip
        return Counted(forms, count)

    def secret(self, kept: Callable[[], bytes]) -> Said:
        """What is kept to draw from is what the game, or else its last fork, committed to."""
        if len(self.good) < len(self._events):
            return Said(N_("not looked at, for the log is wrong"))
        seq, fact = next(
            (seq, fact)
            for seq, fact in reversed(list(self._facts()))
            if isinstance(fact, GameStarted | GameForked)
        )
        try:
            seed = kept()
        except KeyError as error:
            message = N_("the secret that event {seq} commits to is lost: nothing can be drawn")
            raise Wrong(seq, message) from error
        if commitment(seed) != fact.commitment:
            raise Wrong(seq, N_("the secret kept is not the one that event {seq} commits to"))
        return Said(N_("the secret kept for the draws is the one committed to"))

    def _game(self) -> Game[Any, Any]:
        return registry.get(registry.started_of(self.good[0]).kind)

    def _facts(self) -> Iterator[tuple[int, Any]]:
        for event in self.good:
            yield event.seq, self._game().codec.decode(event)

    def _dice_after(self, seq: int, committed: str) -> SeededDice | None:
        """The dice that decide the draws after a GameStarted or GameForked; None if unknown."""
        later = [event for event in self.good[seq:] if event.type == GameForked.__name__]
        seed = self._seed_of_parent(later[0], committed) if later else self._own_seed(committed)
        joined: dict[str, str] = {}
        for _, fact in self._facts():
            if isinstance(fact, SeatJoined):
                joined.setdefault(fact.seat, fact.entropy)
        entropy = {**registry.started_of(self.good[0]).entropy, **joined}
        return SeededDice(combine(seed, entropy)) if seed is not None else None

    def _own_seed(self, committed: str) -> bytes | None:
        end = next((e for e in self.good if e.type == SeedRevealed.__name__), None)
        if end is None:
            return None
        seed = _seed_in(end)
        if seed is None or commitment(seed) != committed:
            raise Wrong(end.seq, N_("event {seq}: the seed is not the one committed to"))
        return seed

    def _seed_of_parent(self, fork: Event, committed: str) -> bytes | None:
        """The seed of the game forked from, if that is over and here; it proves itself."""
        parent = msgspec.json.decode(fork.data, type=GameForked).parent
        for event in self._logs(parent):
            seed = _seed_in(event) if event.type == SeedRevealed.__name__ else None
            if seed is not None and commitment(seed) == committed:
                return seed
        return None


def _seed_in(event: Event) -> bytes | None:
    """The seed that an event reveals, None if it is none."""
    try:
        return bytes.fromhex(msgspec.json.decode(event.data, type=SeedRevealed).seed)
    except (ValueError, msgspec.MsgspecError):
        return None
