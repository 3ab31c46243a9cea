"""The table in the terminal: one game, its picture, its question, and what people answer."""

from collections.abc import Sequence
from typing import Any

from client import question
from client.clock import time_left
from client.company import introduce
from client.complaint import complain
from client.consent import HOW, present, understood
from client.errors import ClientError, Misused, Refused
from client.follow import follow
from client.guide import Guide
from client.menu import Item, Menu, beside
from client.play import farewell
from client.reading import Reader
from client.screen import WIDE
from client.session import Session
from client.telling import before_result, tell
from client.turns import asked_of, is_mine
from client.verbs import LOOKS, VERBS, finish, headline, picture
from projections.words import N_

LEAVE = ("quit", "exit", "q")
LONGEST = 200
"""Characters that any command may have; what is longer is none, and is like none."""
WAIT = 1.0
"""Seconds between two looks at a game in which somebody else must choose."""


class Table:
    """One game being played: `run` asks and answers until the game or the input ends."""

    def __init__(self, session: Session, reader: Reader) -> None:
        self.session, self.screen = session, session.screen
        self.position: Any = {}
        self.legal: tuple[str, ...] = ()
        self.glosses: dict[str, str] = {}
        self.menu = Menu(())
        self.load()
        self.draw = session.drawing(self.position["game"])
        self.guide = Guide(session, self.position["game"]["kind"])
        self.reader = reader
        reader.complete(lambda: [*self.legal, *VERBS, *LEAVE[:1]])
        self._drawn_for: str | None = None
        self._asked = False
        self._asked_for = 0
        self.news: list[Any] = []
        """What happened and is to be told below the table, once that is drawn."""

    @property
    def pending(self) -> Any:
        """Who must choose, and what; None when the game is over."""
        return self.position["pending"]

    @property
    def waiting(self) -> bool:
        """Whether the players at this terminal must wait for another seat."""
        if self.pending is None:
            return False
        return not is_mine(self.session, self.position["game"])

    @property
    def request(self) -> Any:
        """The undo that a seat asks the others for, if any."""
        return self.position["game"]["request"]

    @property
    def answerer(self) -> str | None:
        """The seat at this terminal that a request waits for next."""
        return next(iter(asked_of(self.session, self.position["game"])), None)

    @property
    def missing(self) -> list[str]:
        """The seats of an online game that nobody has taken yet."""
        return self.position["game"].get("missing") or []

    def run(self, fresh: bool) -> None:
        """Play. `fresh` says that the game has just begun and its players may be new to it."""
        if fresh:
            self.guide.orient()
            self._tell_beginning()
        introduce(self.session, self.position["game"])
        while self.pending is not None or self.missing:
            if self.missing:
                self._gather()
                continue
            if self.waiting and not self.answerer:
                self._wait()
                continue
            if not self._asked:
                self._ask()
            line = self.reader.line(f"{self.answerer or self.pending['seat']}> ")
            if line is None or line in LEAVE:
                farewell(self.session)
                return
            self._heed(line)
        finish(self)

    def _heed(self, line: str) -> None:
        """Do what was typed; the question is asked again, unless all there was is a mistake."""
        try:
            self._asked = False
            self._answer(line)
        except ClientError as error:
            self._asked = self._asked_for == self.position["seq"]
            complain(error, self.session.words)

    def load(self) -> None:
        """Read the game as it stands now, and what can be chosen."""
        session = self.session
        self.position = session.get(session.path(), seat=session.eyes()).data
        if self.pending is None or self.waiting:
            self.legal = ()
        else:
            self.legal = self.legal_like(None)
        self.widen()

    def post(self, way: str, **fields: Any) -> Any:
        """Change the game, tell what happened, and read how it stands now."""
        session = self.session
        answer = session.post(session.path(way), **fields).data
        if answer["bots"] or way != "commands":
            self._drawn_for = None
        self.load()
        self._tell([*answer["events"], *answer["bots"]])
        return answer

    def _tell(self, events: Sequence[Any]) -> None:
        """Tell what happened; where the table is drawn next, below it, or it would be gone."""
        self.news += events
        if self.pending is None or self.waiting or self.answerer or not self._draws:
            self.tell_news()

    def tell_news(self) -> None:
        """Tell what has not been told yet."""
        news, self.news = self.news, []
        tell(self.session, self.draw, before_result(self.draw, news, self.position["outcome"]))

    def widen(self) -> None:
        """Show all choices again."""
        self.menu = Menu(self.legal)

    def item(self, number: str) -> Item:
        """The choice of that number."""
        items = self.menu.items()
        if not 0 < int(number) <= len(items):
            raise Misused(N_("There is no choice {text} here."), text=number)
        return items[int(number) - 1]

    def rest(self) -> None:
        """Wait until there is something new to look at."""
        session, seq = self.session, self.position["seq"]
        news = follow(session, seq, session.eyes(), look=WAIT)
        next((message for message in news if message.kind), None)

    def legal_like(self, words: str | None) -> tuple[str, ...]:
        """The legal commands that some words may mean, all without words."""
        session, seat = self.session, self.pending["seat"]
        wide = self.screen.width >= WIDE
        answer = session.get(session.path("legal"), seat=seat, words=words, gloss=wide or None)
        commands = answer.data["commands"]
        self.glosses |= {c["text"]: c.get("gloss", "") for c in commands}
        return tuple(c["text"] for c in commands)

    def show(self, choices: Sequence[tuple[str, str]]) -> None:
        """List commands, each behind what stands in front of it, with what it does beside it."""
        rows = [(front + text, self.glosses.get(text, "")) for front, text in choices]
        self.screen.pairs(beside(rows, self.screen.width))

    def _tell_beginning(self) -> None:
        """Tell what bots did before anybody was asked."""
        session = self.session
        events = session.get(session.path("events"), seat=session.eyes()).data["events"]
        self._tell([e for e in events if e["cause"] != 1])

    def _ask(self) -> None:
        """Show the table at the beginning of each turn, and the question."""
        if self.answerer:
            self._ask_for_consent(self.answerer)
            return
        draws, moved = self._draws, self._asked_for != self.position["seq"]
        self._drawn_for = self.pending["seat"]
        self._asked, self._asked_for = True, self.position["seq"]
        with self.screen.aside() as below:
            question.ask(self)
        if draws:
            self.screen.line()
            picture(self, below)
        elif moved:
            headline(self)
        self.screen.add(below)

    @property
    def _draws(self) -> bool:
        """Whether the table is drawn before the next question."""
        return self._drawn_for != self.pending["seat"] or self._turn_begins

    @property
    def _turn_begins(self) -> bool:
        """Whether another turn of the same seat begins, so that the table is new again."""
        began: bool = self.pending["kind"] in self.draw.TURNS
        return began and self._asked_for != self.position["seq"]

    def _ask_for_consent(self, seat: str) -> None:
        """Show what another seat asks for."""
        session = self.session
        self._drawn_for, self._asked, self._asked_for = None, True, self.position["seq"]
        self.screen.line()
        present(session, session.get(session.path("undo"), seat=seat).data["request"], self.draw)
        self.screen.say(HOW, "cyan")

    def _answer(self, line: str) -> None:
        if line.startswith("?"):
            line = f"? {line[1:]}"
        word, _, rest = line.partition(" ")
        if self.answerer and understood(line, self.session.words) is not None:
            word, rest = "answer", line
        verb = VERBS.get(word.lower())
        if not line:
            self._look()
        elif verb is not None and not any(c.split()[0] == word for c in self.legal):
            verb(self, rest.strip())
            if word.lower() in LOOKS and not self.answerer:
                question.repeat(self)
                self._asked = True
        elif line.isdigit():
            self._choose(self.item(line))
        else:
            self._command(line)

    def _look(self) -> None:
        """Show all choices again, and what came of a request meanwhile."""
        seq = self.position["seq"]
        if self.request:
            self.load()
            self._tell_since(seq)
        self.widen()

    def _choose(self, item: Item) -> None:
        if item.is_group:
            self.menu = self.menu.narrowed(item)
        else:
            self._play(item.text)

    def _command(self, text: str) -> None:
        """Play what was typed, or show what it may mean if that is more than one command."""
        if ";" not in text and text not in self.legal and len(text) <= LONGEST:
            found = self.legal_like(text)
            if len(found) > 1:
                self.menu = Menu(found)
                return
        self._play(text)

    def _play(self, text: str) -> None:
        seat, seq = self.session.common.seat, self.position["seq"]
        try:
            self.post("commands", commands=text, seat=seat, expected=seq)
        except Refused as refused:
            if refused.status == 409:
                self._drawn_for = None
                self.load()
            raise

    def _gather(self) -> None:
        """Wait until somebody has joined, and show who is there."""
        before = self.missing
        while self.missing == before:
            self.rest()
            self.load()
        introduce(self.session, self.position["game"])

    def _wait(self) -> None:
        """Wait until others have chosen, and tell what they did."""
        seq = self.position["seq"]
        self.screen.say(N_("Waiting for {seat}…"), "dim", seat=self.pending["seat"])
        left = time_left(self.position["game"], self.session.words)
        if left:
            self.screen.line(left, "dim")
        while self.position["seq"] == seq:
            self.rest()
            self.load()
        self._drawn_for = None
        self._tell_since(seq)

    def _tell_since(self, seq: int) -> None:
        """Tell what others did after an event."""
        session = self.session
        query = {"since": seq, "all": True, "seat": session.eyes()}
        self._tell(session.get(session.path("events"), **query).data["events"])
