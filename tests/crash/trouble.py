"""Storage that takes nothing more for a while: full, or read-only, under a server that runs on."""

import os
import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.crash.audit import Audit, audit
from tests.crash.writers import Ledger, Team
from tests.events.patience import soon
from tests.processes import Asker, Served

Trouble = Callable[[Served], Iterator[None]]


class Trial(NamedTuple):
    """What happened while storage took nothing, and what was there afterwards."""

    refusal: dict[str, object]
    readable: bool
    ledger: Ledger
    audit: Audit

    @property
    def sound(self) -> bool:
        return self.refusal["status"] == 503 and self.readable and self.audit.sound

    @property
    def line(self) -> str:
        """The figures, for people."""
        return (
            f"{self.ledger.unavailable} answers 503, {len(self.ledger.acknowledged)} commands "
            f"acknowledged, {len(self.audit.missing)} missing, {len(self.audit.twice)} twice: "
            + ("sound" if self.sound else f"NOT SOUND {self.refusal} {self.audit}")
        )


def no_room(served: Served) -> Iterator[None]:
    """The process may make no file longer, and write nothing: the kernel refuses each write."""
    before = resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    yield
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, before)


def full_disk(served: Served) -> Iterator[None]:
    """The file system has no block left, because another file takes all of them."""
    ballast = served.data / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    yield
    ballast.unlink()


def immutable(served: Served) -> Iterator[None]:
    """The files may not be changed, not even by those who have them open (ext4, as root).

    All but SQLite's index of its journal, which lies in shared memory, as it does everywhere: a
    process that writes to memory behind which there is no more file is ended by the kernel.
    """
    everything = [path for path in served.data.iterdir() if path.is_file()]
    files = [str(path) for path in everything if not path.name.endswith("-shm")]
    folder = str(served.data)
    subprocess.run(["chattr", "+i", *files, folder], check=True)
    yield
    subprocess.run(["chattr", "-i", folder, *files], check=True)


def read_only_start(served: Served) -> Iterator[None]:
    """The server is started again where it may write nothing, and is not started again after that.

    Permissions are enough for that, unless root runs it: see `immutable`.
    """
    served.kill()
    if os.geteuid() == 0:
        with contextmanager(immutable)(served):
            served.start()
            yield
        return
    files = [path for path in served.data.iterdir() if path.is_file()]
    for path in files:
        path.chmod(0o400)
    served.data.chmod(0o500)
    served.start()
    yield
    served.data.chmod(0o700)
    for path in files:
        path.chmod(0o600)


def trials(folder: Path) -> Iterator[tuple[str, Trial]]:
    """All of these troubles that can be made here, each on a server of its own."""
    yield "no room", endure(folder / "data", no_room, 3)
    for trouble in (full_disk, immutable, read_only_start):
        place = folder / trouble.__name__
        place.mkdir()
        try:
            with small_disk(place) as disk:
                yield trouble.__name__.replace("_", " "), endure(disk / "data", trouble, 3)
        except PermissionError:
            return


def endure(data: Path, trouble: Trouble, seconds: float, *, writers: int = 3) -> Trial:
    """Writers post; then storage takes nothing for some seconds; then it does again."""
    with Served(data).ready() as served:
        with Team(served.url, writers) as ledger:
            soon(lambda: len(ledger.acknowledged) > writers)
            with contextmanager(trouble)(served):
                before = ledger.unavailable
                soon(lambda: ledger.unavailable > before + writers)
                refusal, readable = _look(served, ledger)
                time.sleep(seconds)
            heard = len(ledger.acknowledged)
            soon(lambda: len(ledger.acknowledged) > heard + 3 * writers)
        assert served.process.poll() is None, served.log.read_text()
        return Trial(refusal, readable, ledger, audit(data / "cronica.db", served.url, ledger))


def _look(served: Served, ledger: Ledger) -> tuple[dict[str, object], bool]:
    """What somebody is told who tries to play, and whether games can still be looked at."""
    game = ledger.games[0]
    with Asker(served.url) as asker:
        status, refusal = asker.ask("POST", f"/games/{game}/commands", {"commands": "roll"})
        return {"status": status, **refusal}, asker.ask("GET", f"/games/{game}")[0] == 200


@contextmanager
def small_disk(folder: Path, megabytes: int = 16) -> Iterator[Path]:
    """An ext4 file system of its own in a file, mounted; only root can make one.

    Raises:
        PermissionError: if that is not possible here.
    """
    if os.geteuid() != 0 or not all(map(shutil.which, ("mkfs.ext4", "mount", "chattr"))):
        raise PermissionError("only root mounts file systems")
    image, point = folder / "disk.img", folder / "disk"
    point.mkdir()
    with image.open("wb") as file:
        file.truncate(megabytes << 20)
    try:
        subprocess.run(["mkfs.ext4", "-q", "-m", "0", image], check=True)
        subprocess.run(["mount", "-o", "loop", image, point], check=True, stderr=subprocess.PIPE)
    except subprocess.CalledProcessError as error:
        raise PermissionError(str(error.stderr)) from error
    try:
        yield point
    finally:
        subprocess.run(["umount", point], check=True)
