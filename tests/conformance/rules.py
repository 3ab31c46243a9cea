"""What the rules of every game must keep to, by themselves."""

import random
from typing import Any

import msgspec

from events.envelope import Event
from server.bots import bots_of
from server.notation import resolve
from server.recorded import DrawLine, RecordedDice, draws_in
from server.rules.game import Illegal, Refusal
from server.timeline import fold
from tests.conformance.base import Suite
from tests.plays import NAMES, Play, picture


class RulesSuite(Suite):
    def rule_there_is_a_legal_choice_until_the_end(self, seats: int, number: int) -> None:
        play = Play(self.game, seats, number)
        for _ in play.steps(100_000):
            pending = self.game.pending(play.state)
            assert pending is not None
            assert self.game.outcome(play.state) is None
            others = [name for name in NAMES[:seats] if name != pending.seat]
            assert not any(self.game.legal(play.state, name) for name in others)
        outcome = self.game.outcome(play.state)
        assert outcome is not None
        assert set(outcome.points) == set(outcome.places) == set(NAMES[:seats])
        assert min(outcome.places.values()) == 1

    def rule_legal_is_the_validator(self, seats: int, number: int) -> None:
        play = Play(self.game, seats, number)
        seen: dict[str, Any] = {}
        for _ in play.steps(self.moves):
            pending = self.game.pending(play.state)
            assert pending is not None
            legal = self.game.legal(play.state, pending.seat)
            lines = {self.game.format(command): command for command in legal}
            assert len(lines) == len(legal), "two legal commands have one line"
            for command in legal:
                assert self.game.decide(play.state, command, play.dice)
            for line in random.Random(number).sample(sorted(seen), min(5, len(seen))):
                if line not in lines:
                    self._refused(play, pending.seat, seen[line])
            seen |= lines

    def _refused(self, play: Play, seat: str, command: Any) -> None:
        why = self.game.why(play.state, seat, command)
        assert isinstance(why, Illegal)
        assert why.code
        assert why.message.format(**why.params)

    def rule_deciding_changes_nothing(self, seats: int, number: int) -> None:
        play = Play(self.game, seats, number)
        for command in play.steps(self.moves):
            before = picture(self.game, play.state)
            first = self.game.decide(play.state, command, play.dice)
            assert self.game.decide(play.state, command, play.dice) == first
            other, played = self.game.copy(play.state), self.game.copy(play.state)
            for fact in first:
                fold(self.game, other, fact)
            assert self.game.play(played, command, play.dice) == first
            assert picture(self.game, played) == picture(self.game, other)
            assert picture(self.game, play.state) == before

    def rule_folding_again_gives_the_live_state(self, seats: int, number: int) -> None:
        play = Play(self.game, seats, number)
        for _ in play.steps(100_000):
            pass
        state = None
        for fact in play.facts:
            encoded = self.game.codec.encode(fact)
            state = fold(self.game, state, msgspec.json.decode(encoded.data, type=type(fact)))
        assert picture(self.game, state) == picture(self.game, play.state)

    def rule_every_event_decodes_to_itself(self, seats: int, number: int) -> None:
        play = Play(self.game, seats, number)
        for _ in play.steps(100_000):
            pass
        for seq, fact in enumerate(play.facts, 1):
            new = self.game.codec.encode(fact)
            event = Event(
                game="g", seq=seq, cause=seq, type=new.type, version=new.version, data=new.data,
                seat=None, command_id="c", command="", recorded_at=0, previous="", seal="",
            )  # fmt: skip
            assert self.game.codec.decode(event) == fact
            assert self.game.codec.encode(self.game.codec.decode(event)) == new

    def rule_commands_survive_text_and_json(self, seats: int, number: int) -> None:
        play = Play(self.game, seats, number)
        for _ in play.steps(self.moves):
            pending = self.game.pending(play.state)
            assert pending is not None
            for command in self.game.legal(play.state, pending.seat):
                line = self.game.format(command)
                assert line == " ".join(line.split())
                assert ";" not in line
                assert self.game.parse(line) == command
                assert resolve(self.game, play.state, pending.seat, line) == command
                assert resolve(self.game, play.state, pending.seat, line.upper()) == command
                plain = msgspec.json.decode(msgspec.json.encode(command))
                assert msgspec.convert(plain, self.game.commands) == command

    def rule_any_text_is_answered(self, seats: int, number: int) -> None:
        play = Play(self.game, seats, number)
        chance = random.Random(number)
        for command in play.steps(self.moves):
            pending = self.game.pending(play.state)
            assert pending is not None
            words = self.game.format(command).split()
            text = " ".join(chance.choice([word, word[:1], word * 2, "7"]) for word in words)
            try:
                found = resolve(self.game, play.state, pending.seat, text)
            except Refusal as refusal:
                assert refusal.message.format(**refusal.params)  # noqa: PT017
                assert refusal.nearest  # noqa: PT017
            else:
                assert found in self.game.legal(play.state, pending.seat)

    def rule_draws_are_in_the_facts(self, seats: int, number: int) -> None:
        play = Play(self.game, seats, number)
        seen: set[str] = set()
        for command in play.steps(100_000):
            facts = self.game.decide(play.state, command, play.dice)
            draws = [draw for fact in facts for draw in draws_in(fact)]
            labels = [draw.label for draw in draws]
            assert not seen & set(labels), "a label was used twice on one path"
            seen |= set(labels)
            recorded = RecordedDice(DrawLine(draw.label, draw.drawn) for draw in draws)
            assert self.game.decide(play.state, command, recorded) == facts
            assert not recorded.left

    def rule_bots_choose_what_is_legal(self, seats: int, number: int) -> None:
        play = Play(self.game, seats, number)
        for _ in play.steps(self.moves // 4):
            pending = self.game.pending(play.state)
            assert pending is not None
            legal = self.game.legal(play.state, pending.seat)
            before = picture(self.game, play.state)
            for choose in bots_of(self.game).values():
                first = choose(self.game, play.state, pending.seat, legal, play.dice)
                assert first in legal
                assert choose(self.game, play.state, pending.seat, legal, play.dice) == first
            assert picture(self.game, play.state) == before
