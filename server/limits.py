"""Limits of a service that others can reach; 0 means that there is none."""

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much one reader, or all together, may ask of a service.

    `batch` counts commands in one request, `games` those that one token makes in 30 days. `rate`
    and `address_rate` are requests a second of one token and of one address, `at_once` all that
    are answered at the same time. `patience` is how many seconds a body may take to arrive.
    """

    batch: int = 0
    games: int = 0
    rate: float = 0
    address_rate: float = 0
    at_once: int = 0
    patience: float = 0


NONE = Limits()
PUBLIC = Limits(batch=200, games=300, rate=20, address_rate=50, at_once=64, patience=20)
"""What a service keeps to that strangers can reach, unless it is told otherwise."""
