"""Nothing lost, in short: `just crash` kills a server hundreds of times and fills real disks."""

import os
from pathlib import Path

import pytest

from tests.crash.loop import crash
from tests.crash.trouble import Trial, endure, no_room, read_only_start, small_disk

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX")


def test_a_server_killed_while_people_play_loses_nothing(tmp_path: Path) -> None:
    outcome = crash(tmp_path / "data", kills=3, writers=3, most=0.3)
    assert outcome.sound, "\n".join(outcome.lines())
    assert outcome.ledger.acknowledged


def endured(trial: Trial) -> None:
    assert (trial.refusal["status"], trial.refusal["code"]) == (503, "store_unavailable")
    assert trial.readable
    assert trial.ledger.strange == []
    assert trial.audit.sound, trial.audit


def test_with_no_room_left_it_says_503_and_recovers(tmp_path: Path) -> None:
    endured(endure(tmp_path / "data", no_room, 0.2))


def test_started_on_read_only_storage_it_says_503_and_recovers(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        endured(endure(tmp_path / "data", read_only_start, 0.2))
        return
    try:
        with small_disk(tmp_path) as disk:
            endured(endure(disk / "data", read_only_start, 0.2))
    except PermissionError as error:
        pytest.skip(str(error))
