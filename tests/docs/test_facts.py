"""The page of Village's facts says what the code defines."""

from pathlib import Path

from docs.facts import page

PAGE = Path(__file__).parents[2] / "docs" / "village-events.md"


def test_the_page_is_written_from_the_definitions() -> None:
    assert PAGE.read_text("utf-8") == page()
