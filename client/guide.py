"""Words that help at the table: what the game is about, and what can be chosen now."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any
from urllib.parse import quote

from client.complaint import rulebook
from client.menu import Item
from client.session import Session
from projections.words import N_

FIRST = ("goal", "start", "overview")
"""Topics that a newcomer should read before anything else, the best first."""

TYPING = N_(
    "Type the number of a choice, or the choice itself; short forms do. "
    "“?” explains, “rules” helps with the rules, “undo” takes back, “quit” leaves; "
    "nothing is lost."
)
WORDS = (
    (N_("number, or words"), N_("choose; several commands with “;” between them")),
    ("? [N]", N_("explain what can be chosen, or what choice N would lead to")),
    ("..", N_("show all choices again")),
    ("undo [N], redo, back N", N_("take back; do again; go to the state after event N")),
    ("yes, no", N_("agree to the undo that another seat asks for, or not")),
    ("board, farm [SEAT], chronicle, score", N_("look at the table")),
    ("log, story", N_("what happened so far, in commands or in sentences")),
    ("legal [WORDS]", N_("list all choices, or those like the words")),
    ("why COMMAND", N_("why it is not legal now")),
    ("rules [TOPIC]", N_("the rules in short")),
    ("quit", N_("leave; the game is kept")),
)


class Guide:
    """The help on one kind of game, read from the service when first needed."""

    def __init__(self, session: Session, kind: str) -> None:
        self.session = session
        self._path = f"/kinds/{quote(kind, safe='')}/rules"
        self._hinted: set[str] = set()

    @cached_property
    def topics(self) -> dict[str, str]:
        """The topics of the rules with their titles."""
        return {t["topic"]: t["title"] for t in self.session.get(self._path).data["topics"]}

    def topic(self, name: str) -> Any:
        """One topic, with its text and pages; an unknown one is refused by the service."""
        return self.session.get(f"{self._path}/{quote(name, safe='')}").data

    def tell(self, name: str) -> None:
        """Write one topic."""
        tell_topic(self.session, self.topic(name))

    def orient(self) -> None:
        """Write what somebody needs who has never seen the game."""
        first = next((t for t in FIRST if t in self.topics), next(iter(self.topics), None))
        if first is not None:
            self.tell(first)
        self.session.screen.line()
        self.session.screen.text(self.session.words.say(TYPING), style="cyan")

    def hint(self, kind: str) -> None:
        """Write, once for every kind of decision, where the rules tell more about it."""
        if kind not in self._hinted and kind in self.topics:
            self._hinted.add(kind)
            message = N_("{text} (“rules {name}” tells more)")
            self.session.screen.say(message, "dim", text=self.topics[kind], name=kind)

    def explain(self, pending: Any, items: Sequence[Item]) -> None:
        """Write what is to be decided, and what the words of the choices mean."""
        screen = self.session.screen
        screen.sentence(f"{pending['seat']}: {pending['prompt']}", "bold")
        if pending["kind"] in self.topics:
            screen.text(self.topic(pending["kind"])["text"].rstrip())
        screen.line()
        words = (w for item in items for w in item.text.split())
        for name in dict.fromkeys(w for w in words if w in self.topics and w != pending["kind"]):
            screen.text(f"{name}: {first_sentence(self.topic(name)['text'])}", indent="  ")
        screen.line()
        for word, meaning in WORDS:
            screen.hang(self.session.words.say(meaning), f"  {self.session.words.say(word):<38} ")

    def about(self, command: str) -> None:
        """Write what the rules say in short on the words of one command."""
        for word in dict.fromkeys(w for w in command.split() if w in self.topics):
            self.tell(word)


def first_sentence(text: str) -> str:
    """The beginning of a text up to its first full stop."""
    end = re.search(r"\.(?=\s|$)", text)
    return text[: end.end()] if end else text


def tell_topic(session: Session, topic: Any) -> None:
    """Write a topic: title, text, pages of the rulebook."""
    session.screen.line(topic["title"], "bold")
    session.screen.text(topic["text"].rstrip())
    if topic["pages"]:
        session.screen.sentence(rulebook(topic["pages"], session.words), "dim")


def list_topics(session: Session, answer: Any) -> None:
    """Write the topics that there are."""
    for topic in answer["topics"]:
        session.screen.hang(topic["title"], f"  {topic['topic']:<14} ")
