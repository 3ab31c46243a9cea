"""Verify: everything that can be checked about a game from its log alone."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from events.chain import check as check_chain
from events.codec import UnknownEvent
from events.dice import SeededDice, combine, commitment
from events.envelope import Event
from events.history import History, HistoryError
from events.lifecycle import GameForked, GameStarted, HeadMoved, SeatJoined, SeedRevealed
from projections.words import N_, Words
from server.answers import Check, Report
from server.catalogue import find_game
from server.guard import role_in
from server.recorded import Contradiction, draws_in
from server.rerun import FOREIGN, Wrong, decide_again, groups
from server.rules import registry
from server.rules.game import Game, Refusal
from server.service import Service
from server.timeline import Timeline

Logs = Callable[[str], list[Event]]


def verify(service: Service, key: str, say: Words, token: str = "") -> Report:
    """Check one game's log, with the seeds of other games that the bearer of a token may read."""
    game_id = find_game(service.store, key)
    return report(service.store.read(game_id), logs_for(service, token), say)


def logs_for(service: Service, token: str) -> Logs:
    """The logs that the bearer of a token may read; any other is empty."""

    def read(game: str) -> list[Event]:
        return service.store.read(game) if role_in(service, game, token).reads else []

    return read


def report(events: list[Event], logs: Logs, say: Words) -> Report:
    """Check a log; `logs` gives those of other games, for the seeds of games forked from.

    A check that cannot go past a wrong event looks at what comes before it.
    """
    trial = Trial(events, logs)
    steps: tuple[tuple[str, Callable[[], tuple[str, dict[str, Any]]]], ...] = (
        (N_("seals"), trial.seals),
        (N_("facts"), trial.facts),
        (N_("history"), trial.history),
        (N_("draws"), trial.draws),
        (N_("rules"), trial.rules),
    )
    checks = [_checked(name, step, trial, say) for name, step in steps]
    bad = [check.first_bad for check in checks if check.first_bad is not None]
    return Report(
        ok=not bad,
        events=len(events),
        commands=sum(event.cause == event.seq for event in events),
        draws=trial.drawn,
        proved=trial.proved,
        checks=checks,
        first_bad=min(bad, default=None),
    )


def _checked(
    name: str, step: Callable[[], tuple[str, dict[str, Any]]], trial: "Trial", say: Words
) -> Check:
    try:
        message, params = step()
    except Wrong as wrong:
        trial.cut(wrong.seq)
        detail = say.say(wrong.message, seq=wrong.seq, **wrong.params)
        return Check(name=name, ok=False, detail=detail, first_bad=wrong.seq)
    return Check(name=name, ok=True, detail=say.say(message, **params))


class Trial:
    """One log under examination. `good` is the part that no check has found wrong so far."""

    def __init__(self, events: list[Event], logs: Logs) -> None:
        self.good = events
        self.drawn = 0
        self.proved = 0
        self._logs = logs

    def cut(self, seq: int) -> None:
        """Leave out the command that event `seq` belongs to, and all after it."""
        cause = self.good[seq - 1].cause
        self.good = self.good[: max(0, min(seq, cause) - 1)]

    def seals(self) -> tuple[str, dict[str, Any]]:
        """Numbers without gaps, and the chain of seals."""
        broken = check_chain(self.good)
        if broken:
            raise Wrong(broken.seq, "{text}", text=broken.reason)
        return N_("{n} events, each sealed after the one before it"), {"n": len(self.good)}

    def facts(self) -> tuple[str, dict[str, Any]]:
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
        return N_("every event says again what it says"), {}

    def history(self) -> tuple[str, dict[str, Any]]:
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
        return N_("{n} moves of the head, all to where a command ended"), {"n": moves}

    def draws(self) -> tuple[str, dict[str, Any]]:
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
            message = N_("{proved} of {n} draws follow from seeds known by now; the others can be "
                         "checked when the game is over")  # fmt: skip
        else:
            message = N_("all {n} draws follow from the seed")
        return message, {"n": self.drawn, "proved": self.proved}

    def rules(self) -> tuple[str, dict[str, Any]]:
        """Every command, decided again, causes the same facts."""
        if not self.good:
            return N_("no command to decide again"), {}
        timeline = Timeline(self._game(), self.good)
        game, started = timeline.game, timeline.started
        if started.rules != game.rules:
            message = N_(
                "played by version {old} of the rules, this is version {new}: not decided again"
            )
            return message, {"old": started.rules, "new": game.rules}
        count = 0
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
        return N_("{n} commands, decided again, cause the same events"), {"n": count}

    def _game(self) -> Game[Any, Any]:
        return registry.get(registry.started_of(self.good[0]).kind)

    def _facts(self) -> Iterator[tuple[int, Any]]:
        for event in self.good:
            yield event.seq, self._game().codec.decode(event)

    def _dice_after(self, seq: int, committed: str) -> SeededDice | None:
        """The dice that decide the draws after a GameStarted or GameForked; None if unknown."""
        later = [event for event in self.good[seq:] if event.type == GameForked.__name__]
        seed = self._seed_of_parent(later[0], committed) if later else self._own_seed(committed)
        joined = {f.seat: f.entropy for _, f in self._facts() if isinstance(f, SeatJoined)}
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
