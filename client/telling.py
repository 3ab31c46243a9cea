"""What happened, in lines: commands with the facts they caused."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from client.renderers import Drawing
from client.session import Session
from projections.words import N_, Words

Event = Mapping[str, Any]
INDENT = "    "
MOVED = "HeadMoved"
NOTES = ("UndoWithdrawn", "TimeRanOut")
"""What may stand before the first consequence of a command."""


def by_command(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events of each command, in order."""
    for _, group in groupby(events, key=lambda e: e["cause"]):
        yield list(group)


def tell(session: Session, draw: Drawing, events: Iterable[Event]) -> None:
    """Write each command and what it led to."""
    for command in by_command(events):
        session.screen.hang(headline(command[0], session.words), "", "bold")
        for line in lines(command, draw, session.words):
            session.screen.hang(line, INDENT)
        taken = "; ".join(_taken_back(session, command))
        if taken:
            session.screen.say(N_("Taken back: {text}"), "yellow", text=taken)


def before_result(draw: Drawing, events: Iterable[Event], outcome: Any) -> list[Event]:
    """What is to be told before the result, if there is one: all but what says no more than it."""
    return [event for event in events if not outcome or event["type"] not in draw.RESULTS]


def _taken_back(session: Session, command: Sequence[Event]) -> list[str]:
    """The commands that counted before a move of the head and no longer do, by whom they were."""
    moved = next((event for event in command if event["type"] == MOVED), None)
    if moved is None:
        return []
    path, seat = session.path("events"), session.eyes()
    before, after = (
        session.get(path, at=at, seat=seat).data["events"]
        for at in (moved["cause"] - 1, moved["seq"])
    )
    kept = {event["seq"] for event in after}
    gone = by_command(event for event in before if event["seq"] not in kept)
    return [headline(undone[0], session.words) for undone in gone]


def headline(event: Event, words: Words) -> str:
    """Who did what: `ana: take crafts pink`."""
    text = event["command"] or words.say(N_("(hidden)"))
    return f"{event['seat']}: {text}" if event["seat"] else str(text)


def lines(command: Iterable[Event], draw: Drawing, words: Words) -> list[str]:
    """One line for every fact of a command that needs telling."""
    facts = list(command)
    chosen = next((event for event in facts if event["type"] not in NOTES), None)
    told = (sentence(event, draw, words, chosen=event is chosen) for event in facts)
    return [line for line in told if line]


def sentence(event: Event, draw: Drawing, words: Words, *, chosen: bool) -> str:
    """One fact in one line; "" if it needs no telling. `chosen`: it is what was commanded."""
    if event.get("hidden"):
        return words.say(N_("something that this seat may not know yet"))
    common = _LIFECYCLE.get(_detailed(event)) or _LIFECYCLE.get(event["type"])
    if common is None:
        fact = {"type": event["type"], **event["data"]}
        return draw.event(fact, event["seat"], words, chosen=chosen)
    return words.say(common, **_fields(event))


_LIFECYCLE: Mapping[str, str] = {
    "GameStarted": N_("{name} begins: {seats}"),
    "SeatJoined": N_("{seat} is taken"),
    "UndoAsked": N_("{seat} asks to go back to event {to}"),
    "UndoAsked redo": N_("{seat} asks to redo, to go to event {to}"),
    "UndoAnswered": N_("{seat} refuses the undo"),
    "UndoAnswered True": N_("{seat} agrees to the undo"),
    "UndoWithdrawn": N_("the request is closed"),
    "TimeRanOut": N_("{seat} ran out of time: the bot {name} plays on"),
    "TimeRanOut random": N_("{seat} ran out of time: chance chooses"),
    "TimeRanOut out": N_("{seat} ran out of time and is out of the game"),
    "HeadMoved": N_("the game now stands as it did after event {to}"),
    "GameForked": N_("forked from game {game} as it stood after event {at}"),
    "SeedRevealed": N_("the secret seed of the dice: {text}"),
}


def _detailed(event: Event) -> str:
    """The type of a fact with the detail that makes its sentence another one."""
    data = event["data"]
    detail = data.get("why") or data.get("then") or data.get("agrees")
    return f"{event['type']} {detail}"


def _fields(event: Event) -> dict[str, Any]:
    data = event["data"]
    return {
        "name": data.get("name") or data.get("then"),
        "seats": ", ".join(s["id"] for s in data.get("seats", ())),
        "seat": data.get("seat"),
        "to": data.get("to"),
        "game": data.get("parent"),
        "at": data.get("at"),
        "text": data.get("seed"),
    }
