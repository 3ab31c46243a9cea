"""The collector of cyclic garbage while a command starts.

A start makes many objects and hardly any garbage: modules, classes, tables. Looking through them
again and again, and once more at the end, took a tenth of a short command.
"""

import gc

RARELY = 10_000
"""Objects made between two collections, where Python's own figure is 700."""


def pause() -> None:
    """Collect nothing until `resume`."""
    gc.disable()


def resume() -> None:
    """Collect again, but never what was made until now. Does nothing if nothing was paused."""
    if not gc.isenabled():
        gc.freeze()
        gc.set_threshold(RARELY)
        gc.enable()
