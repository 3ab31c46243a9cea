"""TOML that strangers wrote."""

from typing import Any


def loads(text: str) -> dict[str, Any]:
    """What a text in TOML says.

    Raises:
        ValueError: if it is none, or has numbers too long or nesting too deep to be read.
    """
    import tomllib  # a game that has begun carries its box with it

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
