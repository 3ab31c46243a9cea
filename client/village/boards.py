"""The whole board: the village in panels, side by side as the width allows."""

from collections.abc import Callable, Sequence

from client.village import carla, families, fields, market, records, stages, travel
from client.village.blocks import Block, Panel, Part, tile
from client.village.pieces import Scene
from client.village.turn import status

WIDEST = 120
"""A wider terminal gets no wider a board."""
WIDE = 100

Maker = Callable[[Scene, int], Panel]


def board(table: Scene, width: int) -> Block:
    """The board in lines no longer than `width`, 40 of them at most from a width of 100 on."""
    width = min(width, WIDEST)
    rows = _wide(table) if width >= WIDE else _narrow(table)
    return [*status(table, width), *tile(rows, width), *fields.legend(table, width)]


def _part(table: Scene, least: int, *makers: Maker, share: int = 1) -> Part:
    return Part(lambda width: [make(table, width) for make in makers], least, share)


def _families(table: Scene) -> Part:
    least = max(46, min(56, families.least(table)))
    return Part(lambda width: [families.panel(table, width), *carla.panels(table, width)], least, 0)


def _wide(table: Scene) -> Sequence[Sequence[Part]]:
    return (
        (_part(table, 44, market.panel), _families(table)),
        (_part(table, 50, stages.council), _part(table, 50, stages.church)),
        (
            _part(table, max(60, travel.least(table)), travel.panel, share=0),
            _part(table, 34, fields.crafts),
        ),
        (
            _part(table, 40, records.panel),
            _part(table, 28, fields.harvest, fields.family),
            _part(table, 32, fields.supply),
        ),
    )


def _narrow(table: Scene) -> Sequence[Sequence[Part]]:
    return (
        (_families(table), _part(table, 34, fields.supply)),
        (_part(table, 46, market.panel), _part(table, 34, fields.harvest, fields.family)),
        (_part(table, 40, stages.council), _part(table, 40, stages.church)),
        (_part(table, 40, travel.panel),),
        (_part(table, 42, records.panel), _part(table, 38, fields.crafts)),
    )
