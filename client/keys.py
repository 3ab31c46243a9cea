"""Single keys from a terminal, or the first letters of lines where there is none."""

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

ARROWS = {
    "\x1b[C": "n",
    "\x1b[B": "n",
    "\x1b[D": "p",
    "\x1b[A": "p",
    "\x1b[H": "b",
    "\x1b[F": "e",
    "\x1bOC": "n",
    "\x1bOD": "p",
    " ": "n",
    "\r": "n",
    "\n": "n",
    "\x04": "q",
    "\x1b": "q",
}


class Keys:
    """Keys as they are pressed."""

    def get(self, timeout: float | None = None) -> str | None:
        """The next key, arrows as the letters that mean the same; None if the time is over."""
        stream = sys.stdin.fileno()
        ready, _, _ = select.select([stream], [], [], timeout)
        if not ready:
            return None
        pressed = os.read(stream, 8).decode(errors="replace")
        return ARROWS.get(pressed, pressed[:1].lower()) if pressed else "q"


class Lines:
    """Keys as the first letters of lines; the end of the input quits."""

    def get(self, timeout: float | None = None) -> str | None:
        """The next line's letter; with a timeout nothing is waited for."""
        if timeout is not None:
            return None
        line = sys.stdin.readline()
        return (line.strip()[:1].lower() or "n") if line else "q"


@contextmanager
def keys() -> Iterator[Keys | Lines]:
    """Keys of the terminal while the block runs, lines where there is no such terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield Lines()
        return
    try:
        import termios
        import tty
    except ImportError:  # a platform without them
        yield Lines()
        return
    stream = sys.stdin.fileno()
    before = termios.tcgetattr(stream)
    try:
        tty.setcbreak(stream)
        yield Keys()
    finally:
        termios.tcsetattr(stream, termios.TCSADRAIN, before)
