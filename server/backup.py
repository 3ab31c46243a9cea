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
from events.sqlite_file import SCHEMA
from events.store import DamagedStore, StoreError, StoreUnavailable
from projections.tables import discard
from projections.words import N_, Said
from server.embedded import LOG, SEATS, TABLES
from server.side import VERSION, SQLiteSide

_NAMES = (LOG, SEATS)
_VERSIONS = {LOG: SCHEMA, SEATS: VERSION}
_DAMAGED = N_("{file} is damaged or not of this program")
_NO_BACKUP = N_("it is damaged, cut off or no backup")
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Useless(StoreError):
    """What there is cannot be saved or restored; `said` tells a reader why."""

    def __init__(self, message: str, **params: object) -> None:
        self.said = Said(message, **params)
        super().__init__(str(self.said))


class Damaged(Useless, DamagedStore):
    """It is not whole, not of this program, or of a newer version."""


class Unavailable(Useless, StoreUnavailable):
    """It is not there, or cannot be read now."""


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
        raise Unavailable(N_("there are no games"))
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
            raise Unavailable(N_("{file} cannot be read now"), file=source.name) from error
        raise Damaged(_DAMAGED, file=source.name) from error


def _unpack(file: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            if LOG not in names or not set(names) <= set(_NAMES) or len(set(names)) < len(names):
                raise Damaged(N_("it is no backup of this program"))
            if any(entry.compress_type not in _PACKINGS for entry in archive.infolist()):
                raise Damaged(N_("it was not packed by this program"))
            for name in names:
                archive.extract(name, folder)
                (folder / name).chmod(0o600)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
        raise Damaged(_NO_BACKUP) from error
    except OSError as error:
        if error.errno != errno.EINVAL:  # it points to where no file has a place
            raise
        raise Damaged(_NO_BACKUP) from error


def _verified(folder: Path) -> Copied:
    """What the databases of a folder hold, once it is known that they are whole and ours."""
    for name in _NAMES:
        if (folder / name).exists():
            _check_pages(folder / name)
    with _blamed(_DAMAGED, file=LOG), closing(SQLiteStore(folder / LOG)) as store:
        counts = [_check_game(store, game) for game in store.heads()]
        for game in store.nameless():
            raise Damaged(N_("the name of game {game} is no text"), game=game)
    seats = (folder / SEATS).exists()
    if seats:
        with _blamed(_DAMAGED, file=SEATS):
            SQLiteSide(folder / SEATS).close()
    return Copied(len(counts), sum(counts), seats)


def _check_game(store: SQLiteStore, game: str) -> int:
    """How many events a game has, once it is known that they are as they were."""
    with _blamed(N_("the log of game {game} cannot be read"), game=game):
        log = store.read(game)
        with suppress(KeyError):
            store.seed(game)
    broken = check(log)
    if broken:
        message = N_("the log of game {game} is not what was recorded from event {seq} on")
        raise Damaged(message, game=game, seq=broken.seq)
    return len(log)


def _check_pages(path: Path) -> None:
    with _blamed(_DAMAGED, file=path.name):
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            [found] = database.execute("PRAGMA integrity_check(1)").fetchone()
            [version] = database.execute("PRAGMA user_version").fetchone()
        if found != "ok":
            raise DamagedStore(found)
    if version > _VERSIONS[path.name]:
        raise Damaged(N_("{file} was made by a newer version of this program"), file=path.name)


@contextmanager
def _blamed(message: str, **params: object) -> Iterator[None]:
    """Damage found within the block, told with this message unless it is told already."""
    try:
        yield
    except Useless:
        raise
    except (DamagedStore, sqlite3.DatabaseError) as error:
        raise Damaged(message, **params) from error


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
