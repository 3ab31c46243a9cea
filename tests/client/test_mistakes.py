"""What is typed wrongly is told in a sentence: what is wrong, and what would be right."""

import pytest


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("new village --seat a --seat b -o compensation=maybe", 1,
         "An option is wrong: “compensation” must be true or false."),
        ("new village --seat a --seat b -o compensatoin=true", 1,
         "An option is wrong: There is no “compensatoin” here; there are: edition, compensation,"),
        ("new village --seat a --seat b --name " + "x" * 201, 2,
         "“name” must not be longer than 200 characters."),
        ("new village --seat b --seat " + "x" * 201, 2,
         "“seats[1].id” must not be longer than 200 characters."),
        ("board --at -1", 2, "--at: “-1” is too small: it must be 0 or more."),
        ("board --at x", 2, "--at: “x” is no whole number, such as 12."),
        ("log --since 1.5", 2, "--since: “1.5” is no whole number, such as 12."),
        ("games --limit 0", 2, "--limit: “0” is too small: it must be 1 or more."),
        ("replay --speed nan", 2, "--speed: “nan” is no number, such as 1.5."),
        ("replay --speed inf", 2, "--speed: “inf” is no number, such as 1.5."),
        ("wait --timeout nan", 2, "--timeout: “nan” is no number, such as 1.5."),
        ("serve --rate nan", 2, "--rate: “nan” is no number, such as 1.5."),
        ("serve --port 99999", 2, "--port: “99999” is out of range: it must be 0 to 65535."),
        ("serve --log loud", 2, "--log: “loud” cannot be chosen; what can is: info, warning,"),
        ("import nofile", 2, "There is no file nofile."),
        ("import .", 2, ". cannot be read: it is a folder"),
    ],
)  # fmt: skip
def test_it_names_what_was_wrong_and_what_would_be_right(local, line, code, told):
    local.ok("new", "toy", "--seat", "ana", "--seat", "bob")
    result = local(*line.split())
    assert result.code == code
    assert told in result.err
    assert "Expected" not in result.err
    assert "Errno" not in result.err


def test_a_file_that_is_no_text_is_called_so(local, tmp_path):
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    result = local("import", str(tmp_path / "picture"))
    assert result.err == f"{tmp_path / 'picture'} is no text in UTF-8.\n"
