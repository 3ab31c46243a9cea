"""What a request says of its reader and of where it goes."""

import pytest

from projections.words import LANGUAGES, words
from server.wire import liked, path


@pytest.mark.parametrize(
    ("target", "where"),
    [
        (b"/games", "/games"),
        (b"http://127.0.0.1/games", "/games"),
        (b"HTTPS://example.org:8080/games/a%20b", "/games/a%20b"),
        (b"http://127.0.0.1", "/"),
        (b"/games/http://x", "/games/http://x"),
        (b"*", "*"),
    ],
)
def test_a_target_may_be_written_as_to_a_proxy(target: bytes, where: str) -> None:
    assert path({"raw_path": target}) == where


def test_a_language_is_kept_once_whatever_it_was_called() -> None:
    called = [f"pt-{number}" for number in range(1000)]

    assert {liked(tag) for tag in called} == {LANGUAGES[1]}
    for tag in called:
        words(tag)
    kept = words.cache_info()
    assert kept.maxsize is not None
    assert kept.currsize <= kept.maxsize < len(called)
