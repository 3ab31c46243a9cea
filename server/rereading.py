"""From a record to the log it tells: every command decided again, with the draws of the record."""

from collections.abc import Sequence
from typing import Any

import msgspec

from events.dice import SeededDice, combine, commitment, new_seed
from events.envelope import NewCommand
from events.lifecycle import GameForked, GameStarted, Seat, Terms, TimeRanOut
from projections.words import N_, Words
from server import terms
from server.bots import bots_of
from server.clock import is_timed
from server.copies import FORK
from server.creating import checked_name
from server.drafts import JOIN, TIME, Draft
from server.notation import resolve
from server.record import ForkLine, Line, Record, TurnLine, bad_line, seats_of
from server.recorded import Contradiction, DrawLine, RecordedDice
from server.recording import box_digest, result_text
from server.rerun import FOREIGN
from server.rules import registry
from server.rules.game import Game, Refusal, Unreadable
from server.seats import acting_seat, check_seats

NOT_BEGUN = N_("Not everybody had joined this game: there is nothing to go on with.")


class Headers(msgspec.Struct, frozen=True, rename="pascal"):
    """The headers that a record must have, and those it may have."""

    game: str
    rules: int
    seats: str
    box: str
    commitment: str
    name: str = ""
    options: dict[str, Any] = {}
    terms: Terms = Terms()
    absent: dict[str, str] = {}
    box_data: dict[str, Any] | None = None
    entropy: dict[str, str] = {}
    seed: str | None = None
    result: str | None = None
    source: str = ""


class Reread:
    """A record decided again. `commands` are what to store, `seed` the secret to store with them.

    A game that is not over goes on with a new seed, for the record does not tell the old one.

    Raises:
        Unreadable: if the record is none, contradicts itself, or plays what is not legal.
    """

    def __init__(self, record: Record, name: str | None, say: Words) -> None:
        self._say = say
        self._headers = _headers(record)
        self._game = _game(self._headers)
        self._committed = self._headers.commitment
        self._forks = sum(isinstance(line, ForkLine) for line in record.lines)
        self._seed = _seed(self._headers)
        started = _started(self._game, self._headers, name)
        self._started = started
        blocks = _blocks(record.lines)
        if self._headers.terms.online:
            blocks = _joined(blocks, {seat.id for seat in started.seats if not seat.bot})
        try:
            self._draft = self._open(blocks[0][1])
            for block in blocks[1:]:
                self._play(*block)
            self.seed = self._finish()
        except FOREIGN as error:
            message = N_("The record cannot be played with its box: {text}.")
            raise Unreadable("unplayable", message, text=repr(error)) from error
        self.commands = self._draft.commands
        # Before the last command: nothing comes after the end of a game.
        self.commands[-1:-1] = [self._ran_out(*entry) for entry in self._headers.absent.items()]

    def _ran_out(self, seat: str, then: str) -> NewCommand:
        agreed = self._started.terms
        known = {s.id for s in self._started.seats}
        if seat not in known or not is_timed(agreed) or then != agreed.overrun:
            message = N_("The header Absent does not fit the seats and terms: {text}.")
            raise Unreadable("record_absent", message, text=f"{seat}: {then}")
        return NewCommand(None, TIME, (self._game.codec.encode(TimeRanOut(seat, then)),))

    def _open(self, draws: Sequence[DrawLine]) -> Draft:
        dice = self._dice(draws)
        game, started = self._game, self._started
        draft = Draft(game, game.new(started), dice, self._headers.seed or "")
        try:
            draft.create(started)
        except Contradiction as wrong:
            raise _contradiction(wrong, draws[0].line if draws else 1) from wrong
        _check_used(dice)
        return draft

    def _play(self, line: TurnLine | ForkLine, draws: Sequence[DrawLine]) -> None:
        if isinstance(line, ForkLine):
            self._fork(line)
        dice = self._dice(draws)
        self._draft.dice = dice
        for text in line.commands if isinstance(line, TurnLine) else ():
            self._command(line, text)
        _check_used(dice)

    def _command(self, line: Any, text: str) -> None:
        game, state = self._game, self._draft.state
        try:
            seat = acting_seat(self._started, game.pending(state), line.seat)
            self._draft.play(seat, resolve(game, state, seat, text))
        except Contradiction as wrong:
            raise _contradiction(wrong, line.line) from wrong
        except Refusal as refusal:
            detail = self._say.say(refusal.message, **refusal.params)
            wrong_line = bad_line(line.line, N_("Line {line}: {text}"), text=detail)
            wrong_line.nearest, wrong_line.command = refusal.nearest, text
            raise wrong_line from refusal

    def _fork(self, line: ForkLine) -> None:
        self._forks -= 1
        self._committed = line.commitment
        fact = GameForked(line.parent, line.at, line.seal, line.commitment)
        encoded = self._game.codec.encode(fact)
        self._draft.commands.append(NewCommand(None, FORK, (encoded,)))

    def _dice(self, draws: Sequence[DrawLine]) -> RecordedDice:
        """The recorded draws; those that the seed decided are held against it."""
        if self._seed is None or self._forks:
            return RecordedDice(draws)
        return RecordedDice(draws, SeededDice(combine(self._seed, self._headers.entropy)))

    def _finish(self) -> bytes:
        outcome = self._game.outcome(self._draft.state)
        result = self._headers.result
        if result is not None and result != result_text(outcome):
            message = N_(
                "The record says the result is “{text}”, but its commands lead to “{name}”."
            )
            raise Unreadable("record_result", message, text=result, name=result_text(outcome))
        if outcome is None:
            return self._go_on()
        if self._seed is None:
            raise Unreadable("record_seed", N_("The game is over, but there is no header Seed."))
        if commitment(self._seed) != self._committed:
            raise Unreadable("record_seed", N_("The Seed is not the one the Commitment was for."))
        return self._seed

    def _go_on(self) -> bytes:
        if self._seed is not None:
            message = N_("There is a header Seed, but the game is not over.")
            raise Unreadable("record_seed", message)
        seed = new_seed()
        parent, at, seal = _source(self._headers.source)
        fact = GameForked(parent, at, seal, commitment(seed))
        encoded = self._game.codec.encode(fact)
        self._draft.commands.append(NewCommand(None, FORK, (encoded,)))
        return seed


def _headers(record: Record) -> Headers:
    try:
        return msgspec.convert(record.headers, Headers)
    except msgspec.ValidationError as error:
        names = "Game, Rules, Seats, Box, Commitment"
        message = N_("The headers cannot be read: {text}. There must be: {names}.")
        raise Unreadable("record_header", message, text=str(error), names=names) from error


def _game(headers: Headers) -> Game[Any, Any]:
    if headers.game not in registry.names():
        unknown = registry.unknown_kind(headers.game)
        refusal = Unreadable(unknown.code, unknown.message, **unknown.params)
        refusal.nearest = unknown.nearest
        raise refusal
    game = registry.get(headers.game)
    if headers.rules != game.rules:
        message = N_("The record was played by version {old} of the rules, here is version {new}; "
                     "import its events instead (export format=events).")  # fmt: skip
        raise Unreadable("record_rules", message, old=headers.rules, new=game.rules)
    return game


def _started(game: Game[Any, Any], headers: Headers, name: str | None) -> GameStarted:
    seats = tuple(Seat(seat, bot) for seat, bot in seats_of(headers.seats))
    check_seats(seats, game.seats, bots_of(game))
    # Records of before the terms were apart hold one of them among the options.
    options = game.options(terms.split(headers.options)[1], len(seats))
    box = game.box(options, None) if headers.box_data is None else headers.box_data
    if box_digest(box) != headers.box:
        message = N_("The box here is {text}, not the record's; a header BoxData can bring it.")
        raise Unreadable("record_box", message, text=box_digest(box))
    return GameStarted(
        kind=game.name,
        rules=game.rules,
        name=checked_name(headers.name if name is None else name),
        seats=seats,
        commitment=headers.commitment,
        options=options,
        box=box,
        entropy=headers.entropy,
        terms=msgspec.structs.replace(headers.terms, online=False),
    )


def _seed(headers: Headers) -> bytes | None:
    if headers.seed is None:
        return None
    try:
        return bytes.fromhex(headers.seed)
    except ValueError as error:
        raise Unreadable("record_seed", N_("The Seed is not hexadecimal.")) from error


def _source(text: str) -> tuple[str, int, str]:
    """Game, event and seal that a record was written from, as far as it says so."""
    match text.split():
        case [game, at, seal] if at.isdecimal():
            return game, int(at), seal
        case _:
            return "", 0, ""


def _blocks(lines: Sequence[Line]) -> list[tuple[Any, list[DrawLine]]]:
    """Each turn or fork with the draws after it; first of all the draws of the set-up."""
    blocks: list[tuple[Any, list[DrawLine]]] = [(None, [])]
    for line in lines:
        if isinstance(line, DrawLine):
            blocks[-1][1].append(line)
        else:
            blocks.append((line, []))
    return blocks


def _joined(
    blocks: list[tuple[Any, list[DrawLine]]], people: set[str]
) -> list[tuple[Any, list[DrawLine]]]:
    """The same for a game whose seats are one person's: nobody joins, all are there at once."""
    opening, rest = list(blocks[0][1]), []
    for line, draws in blocks[1:]:
        if isinstance(line, TurnLine) and line.seat in people and line.commands[0] == JOIN:
            people.discard(line.seat)
            line = msgspec.structs.replace(line, commands=line.commands[1:])  # noqa: PLW2901
            if not line.commands:
                opening += draws
                continue
        rest.append((line, draws))
    if people:
        raise Unreadable("not_begun", NOT_BEGUN)
    return [(None, opening), *rest]


def _contradiction(wrong: Contradiction, line: int) -> Unreadable:
    if wrong.line:
        message = N_("Line {line}: the draw “{text}” is not what the seed or the pool gives.")
        return bad_line(wrong.line, message, text=wrong.label)
    message = N_("Line {line}: the rules draw “{text}” here, but the record has no such draw.")
    return bad_line(line, message, text=wrong.label)


def _check_used(dice: RecordedDice) -> None:
    if dice.left:
        message = N_("Line {line}: nothing in the rules draws “{text}” here.")
        raise bad_line(dice.left[0].line, message, text=dice.left[0].label)
