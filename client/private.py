"""Small files for the eyes of their owner only: written whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from client.causes import cause
from client.errors import Unreachable
from projections.words import N_


def write(file: Path, text: str) -> None:
    """Put `text` in the place of whatever the file held.

    Raises:
        Unreachable: if the folder cannot be written.
    """
    with _drafted(file, text) as draft:
        draft.replace(file)


def create(file: Path, text: str) -> None:
    """Make the file, unless somebody has made it meanwhile: then it stays as it is.

    Raises:
        Unreachable: if the folder cannot be written.
    """
    with _drafted(file, text) as draft:
        try:
            os.link(draft, file)
        except FileExistsError:
            return
        except OSError:  # a file system without links
            draft.replace(file)


@contextmanager
def _drafted(file: Path, text: str) -> Iterator[Path]:
    """A file with `text` beside the one to be written; gone when the block is left."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=".draft-")  # made with mode 0600
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as draft:
                draft.write(text)
                draft.flush()
                os.fsync(draft.fileno())
            yield Path(name)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise Unreachable(
            N_("The folder {file} cannot be written: {name}"),
            file=str(file.parent),
            name=cause(error),
        ) from error
