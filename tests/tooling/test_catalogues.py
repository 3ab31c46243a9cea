"""The tool that keeps the message catalogues."""

from pathlib import Path

import pytest

from tests.tooling import catalogues

CODE = """
from projections.words import N_, T_

CARTS = NN_("one cart", "{n} carts")
SMITH = G_("smith")
GREETING = N_("{seat} sows {n} grain")
TERMS = [T_("plow"), T_("grain")]

def tell(words, n):
    words.count("one cube", "{n} cubes", n)
    words.say(words or "")
    print(f"see {words.say('inside')}")
    raise Illegal("grain_full", "You have grain", 4)
"""
HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: cronica\\n"
"Language: pt_BR\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for room in catalogues.ROOMS:
        (tmp_path / room).mkdir()
    (tmp_path / "client" / "talk.py").write_text(CODE, "utf-8")
    return tmp_path


def write(root: Path, text: str) -> Path:
    path = root / "projections" / "locale" / "pt_BR" / "LC_MESSAGES" / "cronica.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEADER + text, "utf-8")
    return path


def test_every_marked_text_is_found(root: Path) -> None:
    assert set(catalogues.keys(catalogues.extract(root))) == {
        (None, "{seat} sows {n} grain"),
        (None, "one cube"),
        (None, "one cart"),
        (None, "inside"),
        ("feminine", "smith"),
        ("masculine", "smith"),
        (None, "You have grain"),
        ("term", "plow"),
        ("term", "grain"),
    }


def test_marked_texts_without_a_catalogue_are_wrong(root: Path) -> None:
    assert catalogues.check(root) == ["no language has a catalogue"]


def test_what_is_missing_stale_or_not_compiled_is_said(root: Path) -> None:
    write(root, 'msgid "gone"\nmsgstr "foi"\n')
    wrong = catalogues.check(root)
    assert "pt_BR: 'plow' is missing" in wrong
    assert "pt_BR: 'gone' is no longer said" in wrong
    assert "pt_BR: cronica.mo is not compiled from cronica.po" in wrong


def test_update_keeps_translations_and_leaves_the_rest_to_people(root: Path) -> None:
    path = write(
        root, 'msgctxt "term"\nmsgid "plow"\nmsgstr "arado"\n\nmsgid "gone"\nmsgstr "foi"\n'
    )
    assert catalogues.main(["update"], root) == 1
    text = path.read_text("utf-8")
    assert 'msgstr "arado"' in text
    assert "gone" not in text
    assert "pt_BR: 'grain' is not translated" in catalogues.check(root)
    catalogues.update(root)
    assert path.read_text("utf-8") == text


def test_a_finished_catalogue_is_right_and_read_by_gettext(root: Path) -> None:
    path = write(root, "")
    catalogues.update(root)
    text = path.read_text("utf-8")
    for source, translation in {
        "{seat} sows {n} grain": "{seat} semeia {n} grãos",
        "You have grain": "Você tem grãos",
        "inside": "dentro",
        "plow": "arado",
        "grain": "grãos",
        "smith": "ferreira",
    }.items():
        text = text.replace(
            f'msgid "{source}"\nmsgstr ""', f'msgid "{source}"\nmsgstr "{translation}"'
        )
    text = text.replace('msgstr[0] ""', 'msgstr[0] "um cubo"')
    text = text.replace('msgstr[1] ""', 'msgstr[1] "{n} cubos"')
    path.write_text(text, "utf-8")
    assert catalogues.main(["update"], root) == 0
    assert catalogues.main(["check"], root) == 0
    said = catalogues.entries(path.with_suffix(".mo").read_bytes())
    assert said["term\x04plow"] == "arado"

    path.write_text(text.replace("{seat} semeia", "{jogador} semeia"), "utf-8")
    assert "pt_BR: '{seat} sows {n} grain' names the unknown field {jogador}" in (
        catalogues.check(root)
    )


def test_a_guess_is_no_translation(root: Path) -> None:
    write(root, '#, fuzzy\nmsgctxt "term"\nmsgid "plow"\nmsgstr "charrua"\n')
    assert "pt_BR: 'plow' is marked as a guess (fuzzy)" in catalogues.check(root)


def test_other_words_are_no_command(root: Path) -> None:
    assert catalogues.main([], root) == 2
