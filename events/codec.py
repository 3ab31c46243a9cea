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
        self.types: dict[str, type[Fact]] = {t.__name__: t for t in (*LIFECYCLE, *types)}
        self._decoders = {n: msgspec.json.Decoder(t) for n, t in self.types.items()}
        self._upcasters = dict(upcasters or {})

    def encode(self, fact: Fact) -> NewEvent:
        """The fact as a row to append."""
        kind = type(fact)
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
        data: dict[str, Any] = msgspec.json.decode(event.data)
        for version in range(event.version, self.types[event.type].version):
            step = self._upcasters.get((event.type, version))
            if step is None:
                raise UnknownEvent(f"event {event.seq}: no way from {event.type} {version} on")
            data = step(data)
        if event.version > self.types[event.type].version:
            raise UnknownEvent(
                f"event {event.seq}: {event.type} {event.version} is newer than this"
            )
        return data
