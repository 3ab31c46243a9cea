import pytest

from server.notation import filtered, matches, nearest, split

LINES = [
    "take crafts pink",
    "take crafts green",
    "take council pink",
    "train smithy 1",
    "train smithy 10",
    "produce plow",
    "produce plow horse",
    "pass",
]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("take crafts pink", ["take crafts pink"]),
        ("T CR PI", ["take crafts pink"]),
        ("take pink", ["take crafts pink", "take council pink"]),
        ("take cr", ["take crafts pink", "take crafts green"]),
        ("t co", ["take council pink"]),
        ("council", ["take council pink"]),
        ("pink crafts", []),
        ("tr smithy 1", ["train smithy 1"]),
        ("tr smithy", ["train smithy 1", "train smithy 10"]),
        ("produce plow", ["produce plow"]),
        ("prod pl", ["produce plow"]),
        ("horse", ["produce plow horse"]),
        ("p", ["pass"]),
        ("pass away", []),
    ],
)
def test_what_a_text_could_mean(text: str, meant: list[str]) -> None:
    assert [LINES[i] for i in matches(text, LINES)] == meant


def test_numbers_are_never_cut_short() -> None:
    assert matches("train smithy 1", ["train smithy 10"]) == []


def test_filtering_keeps_all_that_could_be_meant() -> None:
    assert [LINES[i] for i in filtered("pro pl", LINES)] == LINES[5:7]
    assert filtered("", LINES) == list(range(len(LINES)))


def test_nearest_lines_begin_alike() -> None:
    assert nearest("trian smithy 1", LINES)[0] == "train smithy 1"
    assert nearest("take crafts black", LINES)[:2] == ("take crafts pink", "take crafts green")


def test_batches_are_split_at_semicolons_and_lines() -> None:
    assert split(" take crafts pink;train smithy 1 ;\n\npass;") == [
        "take crafts pink",
        "train smithy 1",
        "pass",
    ]
