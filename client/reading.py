"""Lines that somebody types, with completion where there is a terminal."""

import sys
from collections.abc import Callable, Sequence

Offers = Callable[[], Sequence[str]]


class Reader:
    """Reads one line at a time from standard input."""

    def __init__(self) -> None:
        self._interactive = sys.stdin.isatty() and sys.stdout.isatty()

    def complete(self, offers: Offers) -> None:
        """From now on the tabulator completes the lines that `offers` gives."""
        if not self._interactive:
            return
        try:
            import readline
        except ImportError:  # not on every platform; typing goes on without it
            return
        readline.set_completer_delims("")
        readline.set_completer(_completer(offers))
        readline.parse_and_bind("tab: complete")

    def line(self, prompt: str) -> str | None:
        """The next line without its blanks around; None at the end of the input."""
        try:
            if self._interactive:
                return input(prompt).strip()
            return self._piped(prompt)
        except EOFError:
            return None

    @staticmethod
    def _piped(prompt: str) -> str | None:
        text = sys.stdin.readline()
        if not text:
            return None
        sys.stdout.write(f"{prompt}{text.strip()}\n")
        return text.strip()


def _completer(offers: Offers) -> Callable[[str, int], str | None]:
    def complete(begun: str, n: int) -> str | None:
        """The n-th line that goes on from what is typed, up to its next word."""
        found = list(dict.fromkeys(_next(o, begun) for o in offers() if o.startswith(begun)))
        return found[n] if n < len(found) else None

    return complete


def _next(line: str, begun: str) -> str:
    stop = line.find(" ", len(begun))
    return line if stop < 0 else line[: stop + 1]
