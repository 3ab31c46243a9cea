"""Watching a game as it is played, and waiting for one's turn."""

import sys
import time
from contextlib import suppress
from typing import Annotated, Any

import typer

from client.clock import time_left
from client.company import introduce
from client.complete import games
from client.errors import OVER, TIMED_OUT, Unreachable
from client.follow import follow
from client.look import overview
from client.session import Answer, Session
from client.telling import before_result, tell
from client.turns import asked_of, eyes, is_called, is_mine
from projections.words import N_

Name = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help=N_("Another game than the current."), autocompletion=games),
]
BELL = "\a"


def watch(ctx: typer.Context, *, name: Name = None) -> None:
    """Show the board as it changes, until the game is over; the bell rings at your turn."""
    with Session(ctx.obj) as session:
        session.about(name)
        Watcher(session).run()


class Watcher:
    """Somebody who looks on: the game as it was drawn last."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.position: Any = {}
        self._called = False
        self._load()
        self.draw = session.drawing(self.game)

    @property
    def game(self) -> Any:
        """The game in short."""
        return self.position["game"]

    def run(self) -> None:
        """Draw the game now and after each change."""
        self._show([])
        if self.game["over"]:
            return
        newest = since = self.position["seq"]
        for message in follow(self.session, since, eyes(self.session, self.game)):
            newest = max(newest, message.seq)
            if newest > self.position["seq"]:
                with suppress(Unreachable):  # what follows comes when the service is back
                    self._changed()

    def _changed(self) -> None:
        session, since = self.session, self.position["seq"]
        seat = eyes(session, self.game)
        answer = session.get(session.path(), seat=seat)
        query = {"since": since, "all": True, "seat": seat}
        events = session.get(session.path("events"), **query).data["events"]
        self._take(answer)
        self._show([event for event in events if event["seq"] <= self.position["seq"]])

    def _load(self) -> None:
        session = self.session
        self.position = session.get(session.path()).data
        self._take(session.get(session.path(), seat=eyes(session, self.game)))

    def _take(self, answer: Answer) -> None:
        self._answer, self.position = answer, answer.data

    def _show(self, events: Any) -> None:
        session, screen = self.session, self.session.screen
        session.show(self._answer, lambda _, position: self._picture(position, events))
        turn = is_called(session, self.game)
        if turn and not self._called and screen.interactive:
            sys.stdout.write(BELL)
        self._called = turn
        sys.stdout.flush()

    def _picture(self, position: Any, events: Any) -> None:
        session, screen = self.session, self.session.screen
        if screen.interactive:
            screen.clear()
        events = before_result(self.draw, events, position["outcome"])
        with screen.aside() as below:
            introduce(session, position["game"])
            tell(session, self.draw, events)
            for line in standing(session, position):
                screen.sentence(line, "bold")
        overview(session, self.draw, position, screen.height(below) + 1)
        screen.add(below)


def standing(session: Session, position: Any) -> list[str]:
    """Who must choose, or how the game ended."""
    say, pending, outcome = session.words.say, position["pending"], position["outcome"]
    if outcome:
        places = sorted(outcome["places"].items(), key=lambda item: item[1])
        ends = [(place, seat, outcome["points"][seat]) for seat, place in places]
        return [say(N_("The game is over."))] + [
            say(N_("{place}. {seat}: {points}"), place=p, seat=s, points=n) for p, s, n in ends
        ]
    if not pending:
        return [say(N_("The game has not begun."))]
    told = time_left(position["game"], session.words)
    left = [told] if told else []
    if asked_of(session, position["game"]):
        message = N_("{seat} asks for an undo: “cronica answer yes” agrees, “no” does not.")
        return [say(message, seat=position["game"]["request"]["asker"])]
    if is_mine(session, position["game"]):
        return [f"{pending['seat']}: {pending['prompt']}", *left]
    return [say(N_("Waiting for {seat}…"), seat=pending["seat"]), *left]


def wait(
    ctx: typer.Context,
    *,
    name: Name = None,
    timeout: Annotated[
        float | None,
        typer.Option(min=0, metavar="SECONDS", help=N_("Wait no longer; the exit code is 124.")),
    ] = None,
) -> None:
    """Wait until others wait for you; the exit code is 1 if the game is over."""
    with Session(ctx.obj) as session:
        session.about(name)
        deadline = None if timeout is None else time.monotonic() + timeout
        answer = session.get(session.path())
        position = answer.data
        if not _decided(session, position["game"]):
            seat, newest = eyes(session, position["game"]), position["seq"]
            for message in follow(session, newest, seat, deadline=deadline):
                newest = max(newest, message.seq)
                if newest > position["seq"]:
                    with suppress(Unreachable):  # asked again when the service is back
                        answer = session.get(session.path(), seat=seat)
                        position = answer.data
                if _decided(session, position["game"]):
                    break
        session.show(answer, _say)
        if position["game"]["over"]:
            raise typer.Exit(OVER)
        if not is_called(session, position["game"]):
            raise typer.Exit(TIMED_OUT)


def _say(session: Session, position: Any) -> None:
    for line in standing(session, position):
        session.screen.sentence(line)


def _decided(session: Session, game: Any) -> bool:
    return bool(game["over"]) or is_called(session, game)
