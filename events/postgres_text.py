"""Text that PostgreSQL can hold: any but the character U+0000, which is written differently."""

_MARK = "\x1a"


def plain(text: str) -> str:
    """The text without U+0000: U+001A (substitute) 0 stands for it, U+001A 1 for U+001A."""
    if "\0" in text or _MARK in text:
        return text.replace(_MARK, _MARK + "1").replace("\0", _MARK + "0")
    return text


def original(text: str) -> str:
    """The text that `plain` was given."""
    if _MARK in text:
        return text.replace(_MARK + "0", "\0").replace(_MARK + "1", _MARK)
    return text
