import pytest

from client.language import choose


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
