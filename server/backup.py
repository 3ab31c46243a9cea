"""Backups of a data folder: one file with the log and the records of seats, verified when restored.

The file is a ZIP of the two databases. The log is copied first: of what happens meanwhile the
records may then know more than the log, and never less, so that no game is without its guard.
"""

import errno
import os
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec

from events.chain import check
from events.sqlite import SQLiteStore
from events.store import DamagedStore, StoreUnavailable
from projections.tables import discard
from server.embedded import LOG, SEATS, TABLES
from server.side import SQLiteSide

_NAMES = (LOG, SEATS)
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Copied(msgspec.Struct, frozen=True):
    """What a backup holds."""

    games: int
    events: int
    seats: bool


def backup(data: Path, file: Path) -> Copied:
    """Copy the log and the seats of a data folder into a new file, while others go on writing.

    Raises:
        FileExistsError: if there is such a file; it stays as it is.
        StoreUnavailable: if there is no log, or it cannot be read.
        DamagedStore: if what would be saved is damaged.
        OSError: if the file cannot be written.
    """
    if file.exists():
        raise FileExistsError(file)
    if not (data / LOG).exists():
        raise StoreUnavailable(f"there is no {LOG} in {data}")
    with _workshop(file.parent) as folder:
        for name in _NAMES:
            if (data / name).exists():
                _copy(data / name, folder / name)
        copied = _verified(folder)
        packed = folder / "packed"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in _NAMES:
                if (folder / name).exists():
                    archive.write(folder / name, name)
        _sync(packed)
        _place(packed, file)
    return copied


def restore(file: Path, data: Path) -> Copied:
    """Put what a backup holds into a data folder without games, once all of it was verified.

    Tables there tell of a log that is gone, and go as well.

    Raises:
        FileExistsError: if the folder has a log, or seats; it stays as it is.
        DamagedStore: if the file is no backup of this program, is damaged, or from a newer version.
        OSError: if it cannot be read, or the folder not be written.
    """
    for name in _NAMES:
        for there in data.glob(f"{name}*"):
            raise FileExistsError(there)
    data.mkdir(parents=True, exist_ok=True)
    with _workshop(data) as folder:
        _unpack(file, folder)
        copied = _verified(folder)
        discard(data / TABLES)
        # The log comes last: without it there is nothing yet.
        for name in reversed(_NAMES):
            if (folder / name).exists():
                _sync(folder / name)
                _place(folder / name, data / name)
    return copied


def _copy(source: Path, target: Path) -> None:
    """One consistent state of a database that others may be writing."""
    target.touch(mode=0o600)
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # all in the one file
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise StoreUnavailable(f"{source} cannot be copied now: {error}") from error
        raise DamagedStore(f"{source} is damaged or no database of ours: {error}") from error


def _unpack(file: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            if LOG not in names or not set(names) <= set(_NAMES) or len(set(names)) < len(names):
                raise DamagedStore(f"{file} is no backup of this program")
            if any(entry.compress_type not in _PACKINGS for entry in archive.infolist()):
                raise DamagedStore(f"{file} was not packed by this program")
            for name in names:
                archive.extract(name, folder)
                (folder / name).chmod(0o600)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
        raise DamagedStore(f"{file} is damaged or no backup: {error}") from error
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        raise DamagedStore(f"{file} points to where no file has a place") from error


def _verified(folder: Path) -> Copied:
    """What the databases of a folder hold, once it is known that they are whole and ours."""
    for name in _NAMES:
        if (folder / name).exists():
            _check_pages(folder / name)
    games = events = 0
    with closing(SQLiteStore(folder / LOG)) as store:
        for game in store.heads():
            log = store.read(game)
            broken = check(log)
            if broken:
                raise DamagedStore(f"the log of game {game} is broken: {broken.reason}")
            with suppress(KeyError):
                store.seed(game)
            games, events = games + 1, events + len(log)
    seats = (folder / SEATS).exists()
    if seats:
        SQLiteSide(folder / SEATS).close()
    return Copied(games, events, seats)


def _check_pages(path: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            [said] = database.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        raise DamagedStore(f"{path.name} is damaged or no database: {error}") from error
    if said != "ok":
        raise DamagedStore(f"{path.name} is damaged: {said}")


@contextmanager
def _workshop(beside: Path) -> Iterator[Path]:
    """A folder for its owner's eyes, gone at the end; on the disk where its files are to stay."""
    with tempfile.TemporaryDirectory(dir=beside, prefix=".backup-") as folder:
        yield Path(folder)


def _place(made: Path, final: Path) -> None:
    """Put a finished file where it belongs, unless there is one meanwhile."""
    made.chmod(0o600)
    try:
        os.link(made, final)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if final.exists():
            raise FileExistsError(final) from None
        made.rename(final)
    _sync(final.parent)


def _sync(path: Path) -> None:
    with suppress(PermissionError):  # not every system opens folders
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
