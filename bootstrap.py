"""Make the project's own environment in `.venv`, then run something in it.

    python3 bootstrap.py play …         play (or another command: serve, …)
    python3 bootstrap.py test …         every check, then pytest …
    python3 bootstrap.py check          the checks alone
    python3 bootstrap.py dev PROGRAM …  a program of the developers' environment

It needs nothing but Python, and the network only when the locked requirements
have changed.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (older versions get as far as here)
    sys.exit(f"cronica: needs Python 3.11 or newer, and this is {sys.version.split()[0]}")

import hashlib
import importlib.util
import os
import shutil
import subprocess
import textwrap
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "cronica.stamp"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")

UNREACHABLE = ("NewConnectionError", "NameResolutionError", "ConnectTimeout", "ProxyError")
CHECKS = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy"],
    "lint-imports": ["lint-imports", "--no-logo"],
    "catalogues": ["python", "-m", "tests.tooling.catalogues", "check"],
}
PYTEST = ["python", "-m", "pytest", "-n", "auto", "--dist", "worksteal"]


def say(text: str) -> None:
    """Speak without mixing into what the program itself prints; lines end between words."""
    text = f"cronica: {text}"
    if sys.stderr.isatty():
        columns = shutil.get_terminal_size().columns
        text = textwrap.fill(text, columns, break_on_hyphens=False)
    print(text, file=sys.stderr, flush=True)


def fail(text: str, code: int = 1) -> NoReturn:
    """End with one line that says what is wrong."""
    say(text)
    sys.exit(code)


def fingerprint() -> str:
    """What an environment depends on: the pins, the project's metadata, its place, this Python."""
    parts = [f"{ROOT} {sys.version_info[:3]}".encode()]
    for name in ("pyproject.toml", "requirements/base.txt", "requirements/dev.txt"):
        parts.append((ROOT / name).read_bytes().replace(b"\r\n", b"\n"))
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def make(lock: str) -> None:
    """Have an environment that holds at least what `lock` ("base" or "dev") pins."""
    now = fingerprint()
    stamp = STAMP.read_text().split() if STAMP.exists() else []
    fresh = stamp[1:] == [now] and PYTHON.exists()
    if fresh and stamp[0] in (lock, "dev"):
        return
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        fail("this Python cannot make environments (on Debian: apt install python3-venv)")
    say("preparing .venv, which happens when the locked requirements have changed …")
    STAMP.unlink(missing_ok=True)
    if not fresh and Path(sys.prefix) != VENV:
        install("make .venv", [sys.executable, "-m", "venv", "--clear", str(VENV)])
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--retries", "2"]
    pip += ["--disable-pip-version-check"]
    pins = str(ROOT / "requirements" / f"{lock}.txt")
    install("install the requirements", [*pip, "--require-hashes", "-r", pins])
    install("install the project", [*pip, "--no-deps", "--editable", str(ROOT)])
    STAMP.write_text(f"{lock} {now}\n")
    say("ready; where “cronica …” is written below, type “python3 bootstrap.py …”")


def install(what: str, command: list[str]) -> None:
    """One step of `make`, quiet unless it fails."""
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode == 0:
        return
    output = done.stdout + done.stderr
    if any(sign in output for sign in UNREACHABLE):
        fail(f"cannot {what}: the package index cannot be reached (needed this once)")
    errors = [line for line in output.splitlines() if line.strip()]
    marked = [line for line in errors if line.lower().startswith("error")]
    fail(f"cannot {what}: {(marked or errors or ['no reason given'])[-1]}", done.returncode)


def program(name: str) -> str:
    """The path of a program of the environment."""
    path = SCRIPTS / (name + (".exe" if os.name == "nt" else ""))
    if not path.exists():
        fail(f"there is no program {name} in .venv", 127)
    return str(path)


def run(command: list[str], cwd: Path | None = None) -> int:
    """Run a program to its end, Ctrl-C being for it to answer; its exit code."""
    with subprocess.Popen([program(command[0]), *command[1:]], cwd=cwd) as child:
        while True:
            try:
                code = child.wait()
            except KeyboardInterrupt:
                continue
            return code if code >= 0 else 128 - code


def become(command: list[str], cwd: Path | None = None) -> int:
    """Run the last program: in this one's place where the system can, so that signals reach it."""
    if os.name == "posix":
        path = program(command[0])
        os.chdir(cwd or Path.cwd())
        os.execv(path, [path, *command[1:]])
    return run(command, cwd)


def check() -> int:
    """Every check, so that one run shows all that is wrong."""
    failed = []
    for name, command in CHECKS.items():
        say(name)
        if run(command, ROOT) != 0:
            failed.append(name)
    if failed:
        say(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


def main(arguments: list[str]) -> int:
    """Run the bootstrap's command line."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if arguments else 2
    command, rest = arguments[0], arguments[1:]
    if command not in ("test", "check", "dev"):
        make("base")
        return become(["cronica", *arguments])
    make("dev")
    if command == "dev":
        return become(rest or ["python"])
    if command == "check":
        return check()
    say("the checks come first, then the tests")
    return check() or become([*PYTEST, *rest], ROOT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
