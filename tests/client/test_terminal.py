"""Playing and watching through a real terminal: everything is typed, key by key."""

import os
import random
import re
import sys
from pathlib import Path

import pytest

pexpect = pytest.importorskip("pexpect")
pyte = pytest.importorskip("pyte")

PROGRAM = """
import sys
from server.rules import registry
from tests.toy import GAME
registry.register(GAME)
from client.main import main
main()
"""
COLUMNS, LINES = 100, 60
OVER = "The game is over"


class Window:
    """A terminal in which `cronica` runs; what it shows, as a person sees it."""

    def __init__(self, data: Path, *argv: str, **environ: str) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", PROGRAM, *argv],
            env={
                **os.environ,
                "CRONICA_DATA": str(data),
                "TERM": "xterm-256color",
                "LC_ALL": "C.UTF-8",
                "PYTHONPATH": str(Path.cwd()),
                "COLUMNS": str(COLUMNS),
                "LINES": str(LINES),
                **environ,
            },
            dimensions=(LINES, COLUMNS),
            encoding="utf-8",
            timeout=30,
        )
        self.screen = pyte.HistoryScreen(COLUMNS, LINES, history=100_000)
        self._stream = pyte.Stream(self.screen)
        self._stream.use_utf8 = True

    def until(self, *patterns: str) -> int:
        """Wait for one of the patterns; which of them came."""
        found = int(self.child.expect(list(patterns)))
        self._stream.feed(self.child.before + self.child.after)
        return found

    def type(self, text: str) -> None:
        self.child.send(text)

    def enter(self, line: str) -> None:
        self.child.send(line + "\r")

    def end(self) -> int:
        """Wait for the end of the program; its exit code."""
        self.child.expect(pexpect.EOF)
        self._stream.feed(self.child.before)
        self.child.close()
        return int(self.child.exitstatus)

    def text(self) -> str:
        """All lines shown so far, without colours and control codes."""
        above = ["".join(line[x].data for x in range(COLUMNS)) for line in self.screen.history.top]
        return "\n".join(line.rstrip() for line in [*above, *self.screen.display])


ASKED = r"(ana|bob)> "


def test_a_newcomer_makes_a_game_and_two_people_play_it_to_the_end(tmp_path):
    window = Window(tmp_path, "play", "toy", "--seat", "ana", "--seat", "bob", "-o", "target=9")
    for line in ("?", "3", "rules rolling", "secret 4", "undo", "2"):
        window.until(ASKED)
        window.enter(line)
    turn = 0
    while window.until(ASKED, OVER) == 0:
        window.enter(("1", "roll", "r")[turn % 3])
        turn += 1
    assert window.end() == 0
    text = window.text()
    assert "Roll the die and move on as many steps." in text
    assert "choose your secret number" in text
    assert re.search(r"^1\. (ana|bob): \d+$", text, re.M)
    assert "cronica verify" in text


def test_seats_typed_in_vain_are_asked_for_again(tmp_path):
    window = Window(tmp_path, "play", "village")
    for line in ("?", "ana bot:hard", "ana ana"):
        window.until("\n> ")
        window.enter(line)
    window.until("\n> ")
    window.enter("ana bob")
    window.until(ASKED)
    window.enter("quit")
    assert window.end() == 0
    text = window.text()
    assert "One name alone plays solo." in text
    assert "There is no bot called “hard”" in text


def test_a_long_line_is_broken_between_words(tmp_path):
    window = Window(tmp_path, "play", "village", "--seat", "ana", "--seat", "bob")
    window.until(ASKED)
    window.enter("frobnicate")
    window.until("Legal now: ")
    window.until(ASKED)
    window.enter("quit")
    assert window.end() == 0
    said = window.text().partition("Legal now: ")[2].partition("> quit")[0].splitlines()[:-1]
    assert len(said) > 1
    assert all(re.fullmatch(r"(·|take|\w+ ?)+( .*)?", line) for line in said if line)


def test_mistakes_never_end_the_game(tmp_path):
    window = Window(tmp_path, "play", "toy", "--seat", "ana", "--seat", "bob")
    mistakes = ["frobnicate", "99", "0", "roll", "back 900", "back", "farm eve", "rules eve", "why",
                "redo", "? 99", "secret 7", ";", "-1", "é", "redo x"]  # fmt: skip
    for line in mistakes:
        window.until(ASKED)
        window.enter(line)
    window.until(ASKED)
    window.enter("quit")
    assert window.end() == 0
    assert "There is no choice 99 here." in window.text()


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["ctrl-c", "ctrl-d"])
def test_leaving_by_a_key_keeps_the_game_and_play_goes_on_with_it(tmp_path, key):
    window = Window(tmp_path, "play", "toy", "--seat", "ana", "--seat", "bob")
    window.until(ASKED)
    window.enter("secret 3")
    window.until(ASKED)
    window.type(key)
    assert window.end() == 0
    assert "“cronica play” goes on" in window.text()
    again = Window(tmp_path, "play")
    again.until(ASKED)
    again.enter("log")
    again.until(ASKED)
    again.enter("quit")
    again.end()
    assert "secret" in again.text()


def test_without_a_game_play_asks_who_plays(tmp_path):
    window = Window(tmp_path, "play", "toy")
    window.until("> ")
    window.enter("ana bot:careful")
    window.until("ana> ")
    window.type("\x04")
    assert window.end() == 0
    assert "for 2 to 2 players" in window.text()


def test_the_tabulator_completes_words_of_legal_commands(tmp_path):
    window = Window(tmp_path, "play", "toy", "--seat", "ana", "--seat", "bob")
    window.until(ASKED)
    window.type("sec\t3\r")
    window.until("secret 3")
    window.until(ASKED)
    window.enter("quit")
    assert window.end() == 0


def test_the_keys_of_a_replay(tmp_path):
    window = Window(tmp_path, "play", "toy", "--seat", "ana", "--seat", "bob")
    for line in ("secret 3", "secret 4", "roll", "roll", "quit"):
        window.until(ASKED)
        window.enter(line)
    window.end()
    film = Window(tmp_path, "replay")
    for key, command in (("n", 2), (" ", 3), ("p", 2), ("\x1b[C", 3), ("r", 4), ("b", 1), ("e", 5)):
        film.until("quit")
        film.type(key)
        film.until(f"command {command} of 5")
    film.until("quit")
    film.type("q")
    assert film.end() == 0


def test_colours_are_for_those_who_want_them(tmp_path):
    for environ, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        window = Window(tmp_path, "new", "toy", "--seat", "ana", "--seat", "bob", **environ)
        window.end()
        window = Window(tmp_path, "log", **environ)
        window.child.expect(pexpect.EOF)
        assert ("\x1b[" in window.child.before) == coloured


@pytest.mark.slow
def test_two_people_play_a_whole_game_of_village(tmp_path):
    """Every choice is typed, by number, by its text, or by the first of its words."""
    chance = random.Random(5)
    window = Window(tmp_path, "play", "village", "--seat", "ana", "--seat", "bob")
    typed = 0
    while window.until(ASKED, OVER) == 0:
        shown = re.findall(r"^ {0,3}(\d+)  (.+?)\r?$", window.child.before, re.M)
        last = [n for n, (number, _) in enumerate(shown) if number == "1"][-1]
        number, text = chance.choice(shown[last:])
        window.enter(number if chance.random() < 0.5 else re.split(r" … |   ", text)[0])
        typed += 1
        assert typed < 3000
    assert window.end() == 0
    text = window.text()
    assert re.search(r"^1\. (ana|bob): \d+$", text, re.M)


def test_on_a_low_terminal_the_table_is_drawn_when_it_is_asked_for(tmp_path):
    window = Window(tmp_path, "play", "village", "--seat", "ana", "--seat", "bob", LINES="24")
    window.until(ASKED)
    assert "This terminal is low" in window.text()
    assert "─ market ─" not in window.text()
    window.enter("board")
    window.until(ASKED)
    assert "─ market ─" in window.text()
    window.enter("quit")
    assert window.end() == 0


def low(text: str) -> bool:
    return "─ market ─" not in text


@pytest.mark.parametrize(
    ("height", "board", "farm"), [(24, False, False), (66, True, False), (90, True, True)]
)
def test_the_table_and_all_that_stands_below_it_fit(tmp_path, height, board, farm):
    """What is shown between two commands is no higher than the terminal, or it scrolls away."""
    window = Window(tmp_path, "play", "village", "--seat", "ana", LINES=str(height), NO_COLOR="1")
    shown = ""
    for _ in range(8):
        window.until(ASKED)
        shown = window.child.before
        if "─ market ─" in shown:
            assert shown[shown.rindex("Village: Big Box") :].count("\n") < height
        window.enter("1")
    window.until(ASKED)
    text = window.text()
    assert ("─ market ─" in text) == board
    assert ("“farm” draws the farm" in text) == (board and not farm)
    assert ("“board” and “farm” draw" in text) == (not board)
    window.enter("quit")
    assert window.end() == 0


@pytest.mark.parametrize("look", ["board", "farm", "legal take", "?", "rules", "why pass"])
def test_after_a_look_only_the_question_stands_below(tmp_path, look):
    window = Window(tmp_path, "play", "village", "--seat", "ana", "--seat", "bob", NO_COLOR="1")
    window.until(ASKED)
    window.enter(look)
    window.until(ASKED)
    assert re.search(r"ana: Take.*\s+“..” shows the choices again.\s+$", window.child.before)
    assert "   1  take" not in window.child.before
    window.enter("..")
    window.until(ASKED)
    assert "   1  take" in window.child.before
    window.enter("quit")
    assert window.end() == 0


def test_what_others_did_stands_below_the_table(tmp_path):
    seats = ("--seat", "ana", "--seat", "bot:greedy")
    window = Window(tmp_path, "play", "village", *seats, NO_COLOR="1", LINES="90")
    window.until(ASKED)
    while not re.search(r"^greedy: take", window.child.before, re.M):
        window.enter("1")
        window.until(ASKED)
    shown = window.child.before
    assert 0 < shown.find("village chronicle") < shown.find("greedy: take")
    window.enter("quit")
    assert window.end() == 0


def test_who_watches_again_on_a_low_terminal_sees_what_happened(tmp_path):
    Window(tmp_path, "new", "village", "--seat", "ana", "--seat", "bob").end()
    for height, is_low in ((24, True), (60, False)):
        film = Window(tmp_path, "replay", LINES=str(height))
        film.until("quit")
        assert low(film.text()) == is_low
        film.type("q")
        film.end()
        watching = Window(tmp_path, "watch", LINES=str(height))
        watching.until("Take a cube from")
        assert low(watching.text()) == is_low
        watching.type("\x03")
        watching.end()


def test_a_replay_shows_the_board_wherever_it_fits(tmp_path):
    """What followed from the command is cut rather than the board; without room it is said why."""
    Window(tmp_path, "new", "village", "--seat", "ana", "--seat", "bob").end()
    for height, said in (
        (38, "command 1 of 1 …"),
        (24, "This terminal is low: “cronica board --at 5”"),
    ):
        film = Window(tmp_path, "replay", LINES=str(height), NO_COLOR="1")
        film.until("quit")
        assert low(film.text()) == (height == 24)
        assert said in film.text()
        shown = film.text()
        assert shown[shown.index("Village: Big Box") :].rstrip().count("\n") < height
        film.type("q")
        assert film.end() == 0


def test_lines_of_events_end_between_words(tmp_path):
    Window(tmp_path, "new", "village", "--seat", "ana-of-the-long-name", "--seat", "bob").end()
    log = Window(tmp_path, "log", "--lang", "pt-BR", COLUMNS="40")
    log.end()
    lines = [line for line in log.child.before.splitlines() if line.strip()]
    assert all(len(re.sub("\x1b\\[[0-9;]*m", "", line)) <= 40 for line in lines)


@pytest.mark.parametrize("lang", ["en", "pt-BR"])
def test_help_and_question_end_between_words(tmp_path, lang):
    Window(tmp_path, "new", "village", "--seat", "ana-of-the-long-name", "--seat", "bob").end()
    window = Window(tmp_path, "play", "--lang", lang, COLUMNS="80", LINES="24", NO_COLOR="1")
    window.until("> ")
    for line in ("?", "rules", "..", "legal"):
        window.enter(line)
        window.until(r"\w> ")
        assert max(map(len, window.child.before.splitlines())) <= 80
    window.enter("quit")
    window.end()
    for command in ("legal", "watch", "wait"):
        window = Window(tmp_path, command, "--lang", lang, COLUMNS="60", NO_COLOR="1")
        window.until(r"(ana-of-the-long-name|bob): [^\r]*\r\n[^\r]*\r\n")
        assert max(map(len, window.child.after.splitlines())) <= 60
        window.type("\x03")
        window.end()


def plain(window: Window) -> list[str]:
    """What a command wrote, line by line, without colours."""
    window.child.expect(pexpect.EOF)
    return re.sub("\x1b\\[[0-9;]*m", "", window.child.before).splitlines()


def test_lists_that_are_too_wide_go_on_below(tmp_path):
    seats = (
        "--seat",
        "ana-of-the-long-name",
        "--seat",
        "bob-of-the-long-name",
        "--name",
        "evening",
    )
    Window(tmp_path, "new", "village", *seats).end()
    for lang, day in (("en", "20"), ("pt-BR", "20")):
        for command in (("games",), ("diff", "1", "5")):
            lines = plain(Window(tmp_path, *command, "--lang", lang, COLUMNS="60"))
            assert max(map(len, lines)) <= 60
        listed = plain(Window(tmp_path, "games", "--lang", lang, COLUMNS="60"))
        assert re.search(rf"  {day}\d\d-\d\d-\d\d \d\d:\d\d  evening", listed[0])


def test_a_question_mark_at_who_plays_explains(tmp_path):
    for lang, told in (("en", "One name for each person"), ("pt-BR", "Um nome para cada pessoa")):
        window = Window(tmp_path, "play", "toy", "--lang", lang)
        window.until("> ")
        window.enter("?")
        window.until("\n> ")
        assert told in window.child.before
        window.type("\x04")
        window.end()
