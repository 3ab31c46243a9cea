"""The store in memory keeps the contract that every store keeps."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from tests.events import test_store
from tests.stores import MemoryStore

CONTRACT = [
    test
    for name, test in vars(test_store).items()
    if name.startswith("test_") and list(inspect.signature(test).parameters) == ["store"]
]


@pytest.mark.parametrize("test", CONTRACT, ids=lambda test: test.__name__)
def test_memory(test: Callable[[Any], None]) -> None:
    test(MemoryStore())


def test_the_contract_was_found() -> None:
    assert len(CONTRACT) > 10
