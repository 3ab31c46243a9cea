"""What can be typed at the table beside the game's own commands."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from client.consent import agreement, tell_request
from client.errors import Misused
from client.guide import list_topics
from client.log import entry
from client.look import farms, tell_story
from client.moves import BLIND, DRY_RUN, UNLIKE, explain
from client.telling import by_command, tell
from client.turns import mine
from projections.words import N_

if TYPE_CHECKING:
    from client.table import Table


PROMPT = 1
"""Lines below everything, where one types."""


def picture(table: "Table", below: Sequence[str]) -> None:
    """Draw as much of the table as fits above what stands below it.

    That is the board and the farm of whoever must choose, or the board, or the headline.
    """
    view, screen, pending = table.position["view"], table.screen, table.pending
    under = screen.height(below) + PROMPT
    drawn = [table.draw.board(view, screen.width, table.session.words)]
    if pending is not None and "farms" in view:
        drawn.append(farms(table.draw, view, pending["seat"], table.session))
    lacking = ""
    if not screen.holds(*drawn, below=under):
        lacking = N_("This terminal is low: “farm” draws the farm.")
        drawn = drawn[:1]
        under += 1
    if screen.holds(*drawn, below=under):
        for part in drawn:
            screen.draw(part)
    else:
        lacking = N_("This terminal is low: “board” and “farm” draw the table.")
        headline(table)
    if lacking:
        screen.say(lacking, "dim")


def headline(table: "Table") -> None:
    """Draw where the game stands, in a line or two."""
    view, width = table.position["view"], table.screen.width
    table.screen.draw(table.draw.headline(view, width, table.session.words))


def finish(table: "Table") -> None:
    """Draw the end of the game: the table, the scores, the winner, what to do with it."""
    screen, outcome = table.screen, table.position["outcome"]
    with screen.aside() as below:
        _result(table, outcome)
    picture(table, below)
    screen.add(below)


def _result(table: "Table", outcome: Any) -> None:
    screen = table.screen
    score(table, "")
    screen.say(N_("The game is over."), "bold")
    for name, place in sorted(outcome["places"].items(), key=lambda item: item[1]):
        points = outcome["points"][name]
        screen.say(N_("{place}. {seat}: {points}"), place=place, seat=name, points=points)
    screen.say(
        N_(
            "Watch it again with “cronica replay”, read it with “cronica chronicle --story”, "
            "check log and dice with “cronica verify”. “cronica play” begins another game."
        )
    )


def board(table: "Table", _: str) -> None:
    """Draw the board."""
    view, width = table.position["view"], table.screen.width
    table.screen.draw(table.draw.board(view, width, table.session.words))


def farm(table: "Table", seat: str) -> None:
    """Draw a seat's farm, or that of whoever must choose."""
    view = table.position["view"]
    seat = seat or table.pending["seat"]
    if seat not in view.get("farms", ()):
        raise Misused(N_("There is no farm of {name}."), name=seat)
    table.screen.draw(farms(table.draw, view, seat, table.session))


def chronicle(table: "Table", _: str) -> None:
    """Draw the chronicle."""
    _part(table, "chronicle", table.draw.chronicle)


def score(table: "Table", _: str) -> None:
    """Draw the scores."""
    _part(table, "score", table.draw.score)


def log(table: "Table", _: str) -> None:
    """List what happened so far."""
    session = table.session
    query = {"all": True, "seat": session.eyes()}
    for command in by_command(session.get(session.path("events"), **query).data["events"]):
        entry(command, table.draw, session)


def story(table: "Table", _: str) -> None:
    """Tell the game so far in sentences."""
    tell_story(table.session, table.session.get(table.session.path("story")).data)


def legal(table: "Table", words: str) -> None:
    """List all that is legal, or what some words may mean."""
    found = table.legal_like(words or None)
    table.show([("  ", text) for text in found])
    if not found:
        table.screen.say(UNLIKE)


def why(table: "Table", text: str) -> None:
    """Tell why a command is not legal now."""
    if not text:
        raise Misused(N_("Why what? Type the command too: why COMMAND"))
    session, seat = table.session, table.pending["seat"]
    explain(session, session.get(session.path("why"), text=text, seat=seat).data)


def rules(table: "Table", topic: str) -> None:
    """Explain one topic of the rules, or list them."""
    if topic:
        table.guide.tell(topic)
    else:
        topics = [{"topic": k, "title": v} for k, v in table.guide.topics.items()]
        list_topics(table.session, {"topics": topics})


def help_(table: "Table", choice: str) -> None:
    """Explain what can be chosen, or what one choice would lead to."""
    if not choice:
        table.guide.explain(table.pending, table.menu.items())
        return
    command = table.item(choice).text if choice.isdigit() else choice
    table.guide.about(command)
    if command in table.guide.topics and command not in table.legal:
        return
    if command in table.legal or not choice.isdigit():
        _foretell(table, command)


def undo(table: "Table", text: str) -> None:
    """Take one's last command back, or all after an event; or ask the others to."""
    if text and not text.isdigit():
        raise Misused(N_("Back to which event? “log” shows their numbers: undo N"))
    to = int(text) if text else None
    session, seat = table.session, table.session.common.seat
    answer = table.post("undo", to=to, seat=seat)
    tell_request(session, answer["events"])


def answer(table: "Table", text: str) -> None:
    """Agree to what another seat asks for, or not; or take one's own request back."""
    session, request = table.session, table.request
    agrees, seat = agreement(text, session.words), table.answerer or session.common.seat
    if request and seat is None and request["asker"] in mine(session, table.position["game"]):
        seat = request["asker"]
    table.post("answer", agrees=agrees, asked=request and request["asked"], seat=seat)


def redo(table: "Table", _: str) -> None:
    """Do again what was undone last."""
    table.post("redo", seat=table.session.common.seat)


def back(table: "Table", text: str) -> None:
    """Go back to the state after an event."""
    if not text.isdigit():
        raise Misused(N_("Back to which event? “log” shows their numbers: back N"))
    table.post("back", to=int(text), seat=table.session.common.seat)


def _part(table: "Table", part: str, draw: Callable[[Any, int, Any], Any]) -> None:
    view = table.position["view"]
    if part in view:
        table.screen.draw(draw(view, table.screen.width, table.session.words))


def _foretell(table: "Table", command: str) -> None:
    """Show what a command would lead to, without doing it."""
    session = table.session
    fields = {"commands": command, "seat": table.pending["seat"], "dry_run": True}
    answer = session.post(session.path("commands"), **fields).data
    session.screen.say(DRY_RUN if answer["events"] else BLIND, "dim")
    tell(session, table.draw, answer["events"])


LOOKS: Mapping[str, Callable[["Table", str], None]] = {
    "?": help_,
    "help": help_,
    "board": board,
    "farm": farm,
    "chronicle": chronicle,
    "score": score,
    "log": log,
    "story": story,
    "legal": legal,
    "why": why,
    "rules": rules,
}
"""What only shows something."""
VERBS: Mapping[str, Callable[["Table", str], None]] = {
    **LOOKS,
    "..": lambda table, _: table.widen(),
    "yes": lambda table, _: answer(table, "yes"),
    "no": lambda table, _: answer(table, "no"),
    "answer": answer,
    "undo": undo,
    "redo": redo,
    "back": back,
}
