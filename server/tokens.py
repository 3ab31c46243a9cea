"""Tokens and invitations: made, derived from an owner's token, hashed, compared."""

import hashlib
import hmac
import secrets

_CODE = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters of an invitation, of which nobody mistakes one for another."""
CODE_LENGTH = 12


def digest(secret: str) -> str:
    """What is kept of a token: its hex SHA-256."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(24)


def derived(owner: str, *what: object) -> bytes:
    """A secret that the owner's token stands for; nobody else can tell it."""
    return hmac.digest(owner.encode(), "/".join(map(str, what)).encode(), "sha256")


def link_of(owner: str, game: str) -> str:
    """The token with which spectators look at a game."""
    return derived(owner, game, "link").hex()[:32]


def invitation_of(owner: str, game: str, seat: str, turn: int) -> str:
    """The invitation to a seat for its `turn`-th holder, short enough to be read out."""
    raw = derived(owner, game, seat, turn)[:CODE_LENGTH]
    return "".join(_CODE[byte % len(_CODE)] for byte in raw)


def same(kept: str, given: str) -> bool:
    return hmac.compare_digest(kept, given)


def typed(code: str) -> str:
    """An invitation as it was made, however somebody typed it."""
    return "".join(code.split()).replace("-", "").lower()
