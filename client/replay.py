"""Watching a game again: command by command, at a speed or at the touch of a key."""

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

import typer

from client.complete import games
from client.errors import Misused
from client.keys import Keys, Lines, keys
from client.look import overview
from client.session import Session
from client.telling import Event, by_command, tell
from projections.words import N_

KEYS = 1
"""Lines below everything: which keys there are."""
LEAST = 1
"""Lines below the board that must be seen: which command it is."""
HELP = N_("n next · p previous · r next round · b begin · e end · q quit")


class Step(NamedTuple):
    """One command of the game: the number of its last event, and all its events."""

    seq: int
    events: list[Event]


def replay(
    ctx: typer.Context,
    *,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help=N_("Another game than the current."), autocompletion=games
        ),
    ] = None,
    start: Annotated[
        int, typer.Option("--from", min=0, metavar="N", help=N_("Begin with event N."))
    ] = 0,
    stop: Annotated[
        int | None, typer.Option("--to", min=0, metavar="N", help=N_("End with event N."))
    ] = None,
    speed: Annotated[
        float | None,
        typer.Option(min=0.01, metavar="X", help=N_("Go on by itself, X commands a second.")),
    ] = None,
    step: Annotated[
        bool, typer.Option("--step", help=N_("Wait for a key at each command."))
    ] = False,
) -> None:
    """Watch a game again. In a terminal it waits for keys, unless a speed is given."""
    if step and speed is not None:
        raise Misused(N_("Either --step or --speed: wait for a key, or go on by itself."))
    with Session(ctx.obj) as session:
        session.about(name)
        film = Film(session, start, stop)
        if step or (session.screen.interactive and speed is None and not session.common.as_json):
            with keys() as pressed:
                film.walk(pressed)
        else:
            with keys() as pressed:
                film.run(pressed, 0 if speed is None else 1 / speed)


class Film:
    """The commands of a game between two events, and the one being shown."""

    def __init__(self, session: Session, start: int, stop: int | None) -> None:
        self.session = session
        self.draw = session.drawing(session.get(session.path()).data["game"])
        self.eyes = session.eyes()
        events = self._leading_to(stop)
        last = events[-1]["seq"] if stop is None else stop
        steps = [Step(c[-1]["seq"], c) for c in by_command(events)]
        self.steps = [s for s in steps if start <= s.seq <= last]
        if not self.steps:
            raise Misused(
                N_("No command ends between events {start} and {stop}."), start=start, stop=last
            )
        self.at = 0
        self._rounds: Sequence[int] | None = None

    def _leading_to(self, stop: int | None) -> list[Event]:
        """What led to the state after an event, undone by now or not; to the present by default."""
        session = self.session
        path, query = session.path("events"), {"seat": self.eyes}
        found = session.get(path, **query).data
        if stop is not None and stop <= found["seq"]:
            found = session.get(path, at=stop, **query).data
        events: list[Event] = found["events"]
        return events

    def walk(self, pressed: Keys | Lines) -> None:
        """Show one command after the other as the keys say, until one quits."""
        self.show()
        while True:
            self._hint()
            key = pressed.get()
            if key == "q":
                break
            if self.turn(key or "n"):
                self.show()
        if self.session.screen.interactive:
            self.session.screen.line()

    def run(self, pressed: Keys | Lines, pause: float) -> None:
        """Show all commands, with seconds of pause between; a key stops the walk or ends it."""
        self.show()
        while self.at < len(self.steps) - 1:
            key = pressed.get(pause)
            if key == "q":
                return
            if key is not None:
                self.walk(pressed)
                return
            if isinstance(pressed, Lines):
                time.sleep(pause)
            self.turn("n")
            self.show()

    def turn(self, key: str) -> bool:
        """Move to where a key leads; False if it leads nowhere."""
        last = len(self.steps) - 1
        aims: dict[str, Callable[[], int]] = {
            "n": lambda: min(self.at + 1, last),
            "p": lambda: max(self.at - 1, 0),
            "r": self._next_round,
            "b": lambda: 0,
            "e": lambda: last,
        }
        before = self.at
        self.at = aims[key]() if key in aims else before
        return self.at != before

    def show(self) -> None:
        """Show the command and the table after it."""
        session, step = self.session, self.steps[self.at]
        position = session.get(session.path(), at=step.seq, seat=self.eyes)
        session.show(position, lambda _, data: self._picture(data, step))

    def _picture(self, position: Any, step: Step) -> None:
        session = self.session
        screen, draw = session.screen, self.draw
        if screen.interactive:
            screen.clear()
        place = {"seq": step.seq, "n": self.at + 1, "total": len(self.steps)}
        with screen.aside() as below:
            screen.say(N_("Event {seq}, command {n} of {total}"), "dim", **place)
            tell(session, draw, step.events)
        room = overview(session, draw, position, screen.height(below[:LEAST]) + KEYS)
        screen.add(_cut(below, room - KEYS))

    def _hint(self) -> None:
        if self.session.screen.interactive:
            self.session.screen.prompt(HELP, "dim")

    def _next_round(self) -> int:
        """The first command of the next round, the last one of all if there is no other round."""
        starts = self._round_starts()
        i = bisect_right(starts, self.steps[self.at].seq)
        if i == len(starts):
            return len(self.steps) - 1
        return next(
            (n for n, s in enumerate(self.steps) if s.seq >= starts[i]), len(self.steps) - 1
        )

    def _round_starts(self) -> Sequence[int]:
        """The events that begin a round, as the story tells them."""
        if self._rounds is None:
            story = self.session.get(self.session.path("story")).data["lines"]
            first: dict[int, int] = {}
            for line in story:
                first.setdefault(line["round"], line["seq"])
            self._rounds = sorted(first.values())
        return self._rounds


def _cut(lines: list[str], room: int) -> list[str]:
    """As many lines as there is room for, marked where there are more."""
    if len(lines) <= room:
        return lines
    return [*lines[: room - 1], lines[room - 1].rstrip("\n") + " …\n"]
