"""A short name for a state, the same wherever and however it was folded."""

import hashlib
from typing import Any

import msgspec

STEP = 25
"""A state is hashed after each so many events."""
_encode = msgspec.json.Encoder(order="sorted").encode


def state_hash(state: Any) -> str:
    """The first 16 hex digits of the SHA-256 of a state's JSON.

    The box and the options are left out: they never change, and the record's headers name them.
    """
    names = [name for name in state.__struct_fields__ if name not in ("box", "options")]
    fields = {name: getattr(state, name) for name in names}
    return hashlib.sha256(_encode(fields)).hexdigest()[:16]
