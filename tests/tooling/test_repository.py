"""What holds for the repository as a whole."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("events", "projections", "server", "client")
LOCKS = ("base", "dev")
RECIPES = {"play", "serve", "test", "check", "fmt", "i18n", "lock", "bench", "perft", "tables"}
RECIPES |= {"crash", "fuzz"}
PIN = re.compile(r"^(?P<name>[a-z0-9][a-z0-9.-]*)==(?P<version>\S+)(?: ; (?P<marker>[^\\]+))? \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")


def project_files() -> list[Path]:
    """Every file that is, or by the ignore rules would be, in the repository."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    paths = [ROOT / name for name in listed.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def texts() -> list[tuple[Path, str]]:
    """The project's text files."""
    found = []
    for path in project_files():
        content = path.read_bytes()
        if b"\0" not in content:
            found.append((path.relative_to(ROOT), content.decode("utf-8")))
    return found


def pins(lock: str) -> dict[str, list[str]]:
    """The versions that a lock file pins, by project: more than one where markers differ."""
    found: dict[str, list[str]] = {}
    for line in (ROOT / "requirements" / f"{lock}.txt").read_text("utf-8").splitlines():
        if match := PIN.match(line):
            found.setdefault(match["name"], []).append(match["version"])
    return found


def recipes() -> set[str]:
    """The names of the justfile's recipes."""
    text = (ROOT / "justfile").read_text("utf-8")
    return set(re.findall(r"^([a-z][\w-]*)(?: [^:\n]*)?:(?!=)", text, re.MULTILINE))


def test_modules_are_short() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines())
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
    }
    assert len(lengths) >= len(ROOMS)
    assert {name: length for name, length in lengths.items() if length > 300} == {}


def test_no_file_names_a_machine_or_a_registry() -> None:
    home = re.compile(r"(?<![\w.~}])/(?:home|root|Users|work|opt|mnt)/\w|\b[A-Z]:\\Users\\")
    host = re.compile(r"\b(?:py[p]i|python[h]osted|npm[j]s)\b[.\w]*", re.I)
    option = re.compile(r"--(?:extra-)?index-url[ =]\S|--find-link[s]")
    here = str(ROOT)
    wrong = []
    for path, text in texts():
        for number, line in enumerate(text.splitlines(), 1):
            if home.search(line) or host.search(line) or option.search(line) or f"{here}/" in line:
                wrong.append(f"{path}:{number}: {line.strip()}")
    assert wrong == []


def test_text_is_clean() -> None:
    wrong = [
        str(path) for path, text in texts() if "\r" in text or (text and not text.endswith("\n"))
    ]
    assert wrong == []


def test_licence_is_mit() -> None:
    licence = (ROOT / "LICENSE").read_text("utf-8")
    assert licence.startswith("MIT License\n\nCopyright (c) 2026 cronica contributors\n")
    assert "without restriction" in licence
    assert 'THE SOFTWARE IS PROVIDED "AS IS"' in licence
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["license"] == "MIT"


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_is_pins_with_hashes_and_nothing_else(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text("utf-8")
    assert "://" not in text
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    strange = [line for line in lines if not PIN.match(line) and not HASH.match(line)]
    assert strange == []
    bare = [
        line
        for line, after in zip(lines, [*lines[1:], ""], strict=True)
        if PIN.match(line) and not HASH.match(after)
    ]
    assert bare == []


def test_locks_agree_and_grow() -> None:
    base, dev = (pins(lock) for lock in LOCKS)
    assert base.items() <= dev.items()


@pytest.mark.parametrize(("lock", "extras"), [("base", []), ("dev", ["dev", "bench"])])
def test_lock_covers_the_declared_ranges(lock: str, extras: list[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = list(project["dependencies"])
    for extra in extras:
        declared += project["optional-dependencies"][extra]
    pinned = pins(lock)
    for text in declared:
        wanted = Requirement(text)
        versions = pinned.get(wanted.name, [])
        assert versions, f"{wanted.name} is not pinned"
        assert all(version in wanted.specifier for version in versions), (text, versions)


def test_just_has_the_recipes_and_no_document_names_another() -> None:
    assert recipes() - {"default"} == RECIPES
    mentioned = re.compile(r"(?:`|^\s*(?:\$ )?)just ([a-z][a-z0-9-]*)", re.MULTILINE)
    unknown = [
        f"{path}: just {name}"
        for path, text in texts()
        if path.suffix == ".md" and "rulebook" not in path.name
        for name in mentioned.findall("\n".join(commands(text)))
        if name not in RECIPES
    ]
    assert unknown == []


def commands(markdown: str) -> list[str]:
    """The code of a page: fenced lines and `spans`, where a command may be named."""
    found = []
    fenced = False
    for line in markdown.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif fenced:
            found.append(line)
        else:
            found += re.findall(r"`[^`]+`", line)
    return found


def test_a_named_command_is_found_in_code_only() -> None:
    page = "They just look.\n```\njust play\n```\nRun `just test` then.\n"
    assert commands(page) == ["just play", "`just test`"]


def test_what_players_need_is_not_ignored() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    needed = [
        "server/rules/village/spaces.toml",
        "projections/locale/pt_BR/LC_MESSAGES/cronica.po",
        "projections/locale/pt_BR/LC_MESSAGES/cronica.mo",
    ]
    command = ["git", "check-ignore", "--no-index", *needed]
    ignored = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ignored.stdout == ""
