import pytest

from client.complaint import rulebook
from client.language import choose
from projections.words import Words


@pytest.mark.parametrize(
    ("argv", "environ", "language"),
    [
        ([], {}, "en"),
        (["board", "--lang", "pt-BR"], {"LANG": "en_US.UTF-8"}, "pt_BR"),
        (["--lang=pt_BR", "board"], {}, "pt_BR"),
        (["board"], {"CRONICA_LANG": "pt", "LC_ALL": "en_US"}, "pt_BR"),
        (["board"], {"LC_ALL": "pt_BR.UTF-8", "LANG": "en_US"}, "pt_BR"),
        (["board"], {"LC_ALL": "", "LC_MESSAGES": "pt_PT.UTF-8"}, "pt_BR"),
        (["board"], {"LANG": "C.UTF-8"}, "en"),
        (["why", "--", "--lang", "pt"], {}, "en"),
        (["board", "--lang"], {}, "en"),
    ],
)
def test_the_line_comes_first_then_the_environment(argv, environ, language):
    assert choose(argv, environ).language == language


def test_verify_names_its_checks_in_the_readers_language(local):
    local.ok("new", "toy", "--seat", "ana", "--seat", "bob")
    told = local.ok("verify", "--lang", "pt-BR")
    assert "✓ selos: " in told
    assert "✓ regras: " in told
    assert "✓ segredo: " in told
    names = [check["name"] for check in local.json("verify", "--lang", "pt-BR")["checks"]]
    assert names[0] == "seals"


def test_one_page_of_the_rulebook_is_told_otherwise_than_several():
    for language, one, more in (("en", "page 15", "pages 15, 16"),
                                ("pt_BR", "página 15", "páginas 15, 16")):  # fmt: skip
        assert one in rulebook([15], Words(language))
        assert more in rulebook([15, 16], Words(language))
