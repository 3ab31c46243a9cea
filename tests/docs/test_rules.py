"""The page of rules: each statement has its proof, and each proof is a test that is run."""

import ast
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "rules.md"
PAGES = [*(f"p{page}" for page in range(2, 20)), "o"]
"""The pages of the Big Box with rules, those of expansions included, then the original edition."""
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
NOT_RUN = {"skip", "skipif", "xfail", "importorskip"}


class Row(NamedTuple):
    """A statement with the tests that prove it, and the reason or remark behind the dash."""

    id: str
    statement: str
    tests: list[tuple[str, str]]
    reason: str


def row(line: str) -> Row:
    """A row of a table."""
    id_, statement, proof = (cell.strip() for cell in line.strip("| \n").split(" | "))
    shown, _, reason = proof.partition("— ")
    tests = [(file, name) for file, name in TEST.findall(shown)]
    assert TEST.sub("", shown).replace("<br>", "") == "", f"{id_}: {shown} is no list of tests"
    return Row(id_, statement, tests, reason)


def rows() -> list[Row]:
    """All rows of the page, in order."""
    lines = PAGE.read_text("utf-8").splitlines()
    return [row(line) for line in lines if line.startswith("| ") and not line.startswith("| id ")]


def named(found: Iterable[Row]) -> dict[str, set[str]]:
    """The names of the tests on the page, by file; those in reasons count as well."""
    tests: dict[str, set[str]] = defaultdict(set)
    for each in found:
        for file, name in [*each.tests, *TEST.findall(each.reason)]:
            tests[file].add(name)
    return tests


def defined(source: str) -> dict[str, bool]:
    """The tests that a module defines, and whether each is run whenever it is collected."""
    body = ast.parse(source).body
    marks = [node for node in body if isinstance(node, ast.Assign) and _assigns(node, "pytestmark")]
    skipped = any(_may_be_skipped(node) for node in marks)
    return {
        node.name: not skipped and not _may_be_skipped(node)
        for node in body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def _assigns(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)


def _may_be_skipped(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr in NOT_RUN for each in ast.walk(node))


def collected(files: Iterable[str], marks: str) -> set[tuple[str, str]]:
    """File and name of each test that pytest would run with the project's settings and `marks`."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    # Collecting needs no plugin, and some take seconds to load.
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [*command, "-m", marks, *files],
        cwd=ROOT, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 5), done.stdout + done.stderr
    found = [line.split("[")[0].split("::") for line in done.stdout.splitlines() if "::" in line]
    return {(parts[0], parts[-1]) for parts in found}


def test_ids_are_numbered_by_page_without_gaps() -> None:
    ids = [each.id.split(".") for each in rows()]

    assert [page for page, _ in groupby(page for page, _ in ids)] == PAGES
    for page, group in groupby(ids, key=lambda found: found[0]):
        numbers = [int(number) for _, number in group]
        assert numbers == list(range(1, len(numbers) + 1)), page


def test_every_statement_has_a_test_or_a_reason() -> None:
    assert [each.id for each in rows() if not each.tests and len(each.reason) < 10] == []
    assert [each.id for each in rows() if not re.search(r"\w.*[.?!]$", each.statement)] == []


def test_reasons_alone_are_the_exception() -> None:
    """Apart from the page on expansions."""
    alone = [each for each in rows() if not each.tests and not each.id.startswith("p19.")]

    assert len(alone) * 10 < len(rows())


def test_every_named_test_exists_and_is_never_skipped() -> None:
    wrong = []
    for file, names in named(rows()).items():
        tests = defined((ROOT / file).read_text("utf-8")) if (ROOT / file).exists() else {}
        wrong += [f"{file}::{name}" for name in names if not tests.get(name)]
    assert wrong == []


def test_every_named_test_is_run_with_this_one(request: pytest.FixtureRequest) -> None:
    """None of them is deselected by marks, neither by the settings nor by those of this run."""
    tests = named(rows())
    run = collected(sorted(tests), request.config.getoption("markexpr"))

    assert {(file, name) for file, names in tests.items() for name in names} - run == set()


def test_a_deselected_test_is_noticed(tmp_path: Path) -> None:
    module = tmp_path / "test_one.py"
    module.write_text(
        "import pytest\n\n@pytest.mark.slow\ndef test_slow(): ...\n\ndef test_fast(): ...\n"
    )

    assert {name for _, name in collected([str(module)], "")} == {"test_slow", "test_fast"}
    assert {name for _, name in collected([str(module)], "not slow")} == {"test_fast"}


@pytest.mark.parametrize(
    "source",
    [
        "@pytest.mark.skip\ndef test_it(): ...",
        "@pytest.mark.skipif(True, reason='no')\ndef test_it(): ...",
        "@pytest.mark.xfail\ndef test_it(): ...",
        "def test_it():\n    pytest.skip('not now')",
        "pytestmark = [pytest.mark.skip]\ndef test_it(): ...",
    ],
)
def test_a_skipped_test_is_noticed(source: str) -> None:
    assert defined(source) == {"test_it": False}
    assert defined("def test_it(): ...") == {"test_it": True}
