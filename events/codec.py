"""Facts to JSON and back, one codec per game, old shapes upcast on reading."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from events.envelope import Event, NewEvent
from events.lifecycle import LIFECYCLE, Fact

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


class UnknownEvent(ValueError):
    """The log holds an event type, or a shape of it, that this version does not know."""


class Codec:
    """Encodes and decodes the facts of one game together with those every game shares.

    `upcasters` maps `(type, version)` to a pure function from the data of that version to the
    data of the next one; stored rows are never rewritten.
    """

    encoder: ClassVar[msgspec.json.Encoder] = msgspec.json.Encoder()

    def __init__(
        self,
        types: Iterable[type[Fact]],
        upcasters: Mapping[tuple[str, int], Upcaster] | None = None,
    ) -> None:
        self.types: dict[str, type[Fact]] = {}
        for kind in (*LIFECYCLE, *types):
            if self.types.setdefault(kind.__name__, kind) is not kind:
                raise ValueError(f"two types of event are called {kind.__name__}")
        self._decoders = {n: msgspec.json.Decoder(t) for n, t in self.types.items()}
        self._upcasters = dict(upcasters or {})

    def encode(self, fact: Fact) -> NewEvent:
        """The fact as a row to append.

        Raises:
            UnknownEvent: if its type is not among this codec's, so that it could not be read back.
        """
        kind = type(fact)
        if self.types.get(kind.__name__) is not kind:
            raise UnknownEvent(f"{kind.__name__} is not an event of this game")
        data = self.encoder.encode(fact).decode()
        return NewEvent(kind.__name__, kind.version, data, fact.audience())

    def decode(self, event: Event) -> Fact:
        """The fact in a recorded event.

        Raises:
            UnknownEvent: if the type, its version or its data cannot be read.
        """
        decoder = self._decoders.get(event.type)
        if decoder is None:
            raise UnknownEvent(f"event {event.seq} has the unknown type {event.type!r}")
        try:
            if event.version == self.types[event.type].version:
                return decoder.decode(event.data)
            return msgspec.convert(self._upcast(event), self.types[event.type])
        except msgspec.MsgspecError as error:
            raise UnknownEvent(f"event {event.seq} ({event.type}): {error}") from error

    def _upcast(self, event: Event) -> dict[str, Any]:
        known = self.types[event.type].version
        if event.version > known:
            raise UnknownEvent(
                f"event {event.seq}: {event.type} {event.version} is newer than this program"
            )
        data: dict[str, Any] = msgspec.json.decode(event.data)
        for version in range(event.version, known):
            step = self._upcasters.get((event.type, version))
            if step is None:
                raise UnknownEvent(f"event {event.seq}: no way from {event.type} {version} on")
            data = step(data)
        return data
