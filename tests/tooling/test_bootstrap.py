"""The first program that anybody runs."""

import importlib.util
import os
import runpy
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Machine:
    """A checkout whose environment is make-believe; notes what would have been run."""

    bootstrap: ModuleType
    ran: list[list[str]] = field(default_factory=list)
    failures: dict[str, tuple[int, str]] = field(default_factory=dict)

    def step(self, command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        self.ran.append(command)
        if "venv" in command:
            self.bootstrap.SCRIPTS.mkdir(parents=True, exist_ok=True)
            self.bootstrap.PYTHON.touch()
        for sign, (code, output) in self.failures.items():
            if sign in command:
                return subprocess.CompletedProcess(command, code, "", output)
        return subprocess.CompletedProcess(command, 0, "", "")

    def program(self, command: list[str], cwd: Path | None = None) -> int:
        self.ran.append(command)
        return next((code for sign, (code, _) in self.failures.items() if sign in command), 0)

    def steps(self, *arguments: str) -> list[str]:
        """What one call runs: each step in a word or two."""
        self.ran.clear()
        self.bootstrap.main(list(arguments))
        return [" ".join(self.word(part) for part in command) for command in self.ran]

    def word(self, part: str) -> str:
        return Path(part).name if os.sep in part else part


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    place = tmp_path / "a folder with spaces"
    (place / "requirements").mkdir(parents=True)
    for name in ("bootstrap.py", "pyproject.toml", "requirements/base.txt", "requirements/dev.txt"):
        (place / name).write_bytes((ROOT / name).read_bytes())
    spec = importlib.util.spec_from_file_location("bootstrap_here", place / "bootstrap.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made = Machine(module)
    monkeypatch.setattr(subprocess, "run", made.step)
    monkeypatch.setattr(module, "run", made.program)
    monkeypatch.setattr(module, "become", made.program)
    return made


def test_the_environment_is_made_once(machine: Machine) -> None:
    first = machine.steps("play", "village")
    assert [step.split()[-1] for step in first] == [
        ".venv",
        "base.txt",
        "spaces",
        "village",
    ]
    assert "--require-hashes" in first[1]
    assert "--no-deps" in first[2]
    assert machine.steps("play") == ["cronica play"]
    assert machine.steps("serve", "--port", "1") == ["cronica serve --port 1"]


def test_what_tests_need_is_added_and_serves_for_play(machine: Machine) -> None:
    machine.steps("play")
    added = machine.steps("dev", "ruff", "--version")
    assert [step.split()[-1] for step in added] == [
        "dev.txt",
        "spaces",
        "--version",
    ]
    assert machine.steps("play") == ["cronica play"]


@pytest.mark.parametrize("name", ["requirements/base.txt", "pyproject.toml"])
def test_a_changed_pin_makes_the_environment_anew(machine: Machine, name: str) -> None:
    machine.steps("play")
    path = machine.bootstrap.ROOT / name
    path.write_text(path.read_text("utf-8") + "# changed\n", "utf-8")
    assert len(machine.steps("play")) == 4
    assert machine.steps("play") == ["cronica play"]


def test_line_endings_are_no_change(machine: Machine) -> None:
    machine.steps("play")
    path = machine.bootstrap.ROOT / "requirements" / "base.txt"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert machine.steps("play") == ["cronica play"]


def test_an_interrupted_install_is_done_again(machine: Machine) -> None:
    machine.failures["--editable"] = (1, "ERROR: no space left\n")
    with pytest.raises(SystemExit):
        machine.steps("play")
    machine.failures.clear()
    assert len(machine.steps("play")) == 4


def test_offline_is_said_in_one_line(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    noise = "WARNING: Retrying … NewConnectionError(...)\nERROR: No matching distribution found\n"
    machine.failures["--require-hashes"] = (1, noise)
    with pytest.raises(SystemExit) as stop:
        machine.steps("play")
    assert stop.value.code == 1
    assert capsys.readouterr().err.splitlines()[1:] == [
        "cronica: cannot install the requirements: "
        "the package index cannot be reached (needed this once)"
    ]


def test_a_failed_step_gives_its_reason(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.failures["--require-hashes"] = (3, "ERROR: the hashes do not match\n  Expected …\n")
    with pytest.raises(SystemExit) as stop:
        machine.steps("play")
    assert stop.value.code == 3
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == "cronica: cannot install the requirements: ERROR: the hashes do not match"


def test_a_python_without_venv_is_said(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit):
        machine.steps("play")
    assert "python3-venv" in capsys.readouterr().err
    assert machine.ran == []


def test_an_old_python_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 18, "final", 0))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        runpy.run_path(str(ROOT / "bootstrap.py"), run_name="bootstrap_old")


def test_pytest_comes_last_with_its_arguments(machine: Machine) -> None:
    machine.steps("check")
    steps = machine.steps("test", "-k", "dice")
    assert [step.split()[0] for step in steps] == [
        *("ruff", "ruff", "mypy", "lint-imports", "python", "python"),
    ]
    assert steps[-1].startswith("python -m pytest")
    assert steps[-1].endswith("-k dice")


def test_exit_codes_pass_through(machine: Machine) -> None:
    machine.failures["pytest"] = (5, "")
    assert machine.bootstrap.main(["test"]) == 5
    machine.failures["cronica"] = (4, "")
    assert machine.bootstrap.main(["play"]) == 4


def test_every_check_runs_and_one_failure_keeps_pytest_from_starting(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.steps("check")
    machine.failures["mypy"] = (2, "")
    steps = machine.steps("test")
    assert len(steps) == 5
    assert not any("pytest" in step for step in steps)
    assert capsys.readouterr().err.splitlines()[-1] == "cronica: failed: mypy"


def test_help_without_an_environment(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    assert machine.bootstrap.main([]) == 2
    assert machine.bootstrap.main(["--help"]) == 0
    assert "bootstrap.py play" in capsys.readouterr().out
    assert machine.ran == []


def test_a_program_runs_where_the_caller_stands(tmp_path: Path) -> None:
    """The real thing, but for the environment: exit code, folder and arguments."""
    module = runpy.run_path(str(ROOT / "bootstrap.py"), run_name="bootstrap_real")
    code = "import os, sys; sys.exit(7 if os.getcwd() == sys.argv[1] else 1)"
    name = Path(sys.executable).name.removesuffix(".exe")
    module["program"].__globals__["SCRIPTS"] = Path(sys.executable).parent
    assert module["run"]([name, "-c", code, str(tmp_path.resolve())], tmp_path) == 7


def test_what_it_says_fits_a_terminal_and_ends_between_words(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    machine.steps("check")
    machine.bootstrap.main(["--help"])
    helped, told = capsys.readouterr()
    assert "requirements have\nchanged …\n" in told
    assert max(map(len, [*told.splitlines(), *helped.splitlines()])) <= 80
