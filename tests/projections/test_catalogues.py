"""The catalogues of this repository are complete, compiled, and keep every field."""

from pathlib import Path

import pytest

from projections.words import LANGUAGES, LOCALE
from tests.tooling import catalogues

ROOT = Path(__file__).resolve().parents[2]
PATHS = catalogues.languages(ROOT)
EDITIONS = sorted(LOCALE.glob("*/LC_MESSAGES/original.po"))
ALL = [*PATHS, *EDITIONS]


def _name(path: Path) -> str:
    return f"{path.parent.parent.name}-{path.stem}"


def test_every_language_but_english_has_a_catalogue() -> None:
    assert sorted(path.parent.parent.name for path in PATHS) == sorted({*LANGUAGES} - {"en"})
    assert all(LOCALE in path.parents for path in PATHS)


def test_nothing_is_missing_stale_fuzzy_or_not_compiled() -> None:
    assert catalogues.check(ROOT) == []


def test_every_language_has_the_words_of_the_edition_of_2011() -> None:
    assert sorted(path.parent.parent.name for path in EDITIONS) == sorted(LANGUAGES)


@pytest.mark.parametrize("path", EDITIONS, ids=_name)
def test_an_edition_has_other_words_for_what_is_said_anyway(path: Path) -> None:
    said = catalogues.keys(catalogues.extract(ROOT))
    other = catalogues.keys(catalogues.load(path))

    assert sorted(map(str, other.keys() - said.keys())) == []
    assert [key for key, message in other.items() if catalogues.complaints(message)] == []


@pytest.mark.parametrize("path", ALL, ids=_name)
def test_the_compiled_catalogue_is_the_source_compiled(path: Path) -> None:
    assert path.with_suffix(".mo").read_bytes() == catalogues.compiled(catalogues.load(path))


@pytest.mark.parametrize("path", ALL, ids=_name)
def test_translations_have_the_fields_of_what_they_translate(path: Path) -> None:
    wrong = []
    for message in catalogues.load(path):
        if isinstance(message.id, str) and message.id:
            said = sorted(catalogues.FIELD.findall(message.id))
            translated = sorted(catalogues.FIELD.findall(str(message.string)))
            if said != translated:
                wrong.append((message.id, said, translated))
    assert wrong == []


@pytest.mark.parametrize("path", ALL, ids=_name)
def test_translations_keep_line_breaks_blanks_and_commands(path: Path) -> None:
    wrong = []
    for message in catalogues.load(path):
        if isinstance(message.id, str) and message.id:
            text = str(message.string)
            if _shape(message.id) != _shape(text):
                wrong.append((message.id, text))
    assert wrong == []


def _shape(text: str) -> tuple[int, bool, bool, list[str]]:
    """Paragraphs, blanks at the ends, and what stands in code: the same in every language."""
    return (
        text.count("\n\n"),
        text[:1].isspace(),
        text[-1:].isspace(),
        sorted(text.split("`")[1::2]),
    )
