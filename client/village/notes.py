"""What the log of every game may hold, in lines: its start, its seats, undo, forks, the seed."""

from collections.abc import Callable
from typing import Any

from events import lifecycle
from events.lifecycle import Fact
from projections.words import N_, Words


def head_moved(fact: lifecycle.HeadMoved, seat: str | None, words: Words) -> str:
    """An undo, a redo, or a way back."""
    if not seat:
        return words.say("the game now stands as it did after event {to}", to=fact.to)
    return words.say(_MOVES[fact.why], seat=seat, to=fact.to)


_MOVES = {
    "undo": N_("{seat} undoes: the game now stands as it did after event {to}"),
    "redo": N_("{seat} redoes: the game now stands as it did after event {to}"),
    "back": N_("{seat} goes back: the game now stands as it did after event {to}"),
}


def _started(fact: lifecycle.GameStarted, words: Words) -> str:
    seats = ", ".join(seat.id for seat in fact.seats)
    return words.say("{name} begins: {seats}", name=fact.name, seats=seats)


def _joined(fact: lifecycle.SeatJoined, words: Words) -> str:
    return words.say("{seat} takes a seat", seat=fact.seat)


def _asked(fact: lifecycle.UndoAsked, words: Words) -> str:
    return words.say("{seat} asks to go back to event {to}", seat=fact.seat, to=fact.to)


def _answered(fact: lifecycle.UndoAnswered, words: Words) -> str:
    message = N_("{seat} agrees to the undo") if fact.agrees else N_("{seat} refuses the undo")
    return words.say(message, seat=fact.seat)


def _withdrawn(fact: lifecycle.UndoWithdrawn, words: Words) -> str:
    return words.say("{seat} no longer asks for the undo", seat=fact.seat)


def _ran_out(fact: lifecycle.TimeRanOut, words: Words) -> str:
    message = _OVERRUNS.get(fact.then, N_("{seat} ran out of time: the bot {name} plays on"))
    return words.say(message, seat=fact.seat, name=fact.then)


_OVERRUNS = {
    "random": N_("{seat} ran out of time: chance chooses"),
    "out": N_("{seat} ran out of time and is out of the game"),
}


def _forked(fact: lifecycle.GameForked, words: Words) -> str:
    return words.say(
        "forked from game {game} as it stood after event {at}", game=fact.parent, at=fact.at
    )


def _revealed(fact: lifecycle.SeedRevealed, words: Words) -> str:
    return words.say("the secret seed of the dice: {text}", text=fact.seed)


SENTENCES: dict[type[Fact], Callable[[Any, Words], str]] = {
    lifecycle.GameStarted: _started,
    lifecycle.SeatJoined: _joined,
    lifecycle.UndoAsked: _asked,
    lifecycle.UndoAnswered: _answered,
    lifecycle.UndoWithdrawn: _withdrawn,
    lifecycle.TimeRanOut: _ran_out,
    lifecycle.GameForked: _forked,
    lifecycle.SeedRevealed: _revealed,
}
