"""Carla's board in the solo game: the track with her cubes, her family, the fate tiles."""

from rich.text import Text

from client.village.blocks import Block, Panel, flow, hang
from client.village.pieces import QUIET, Scene, crowd, cube
from events.village import CARLA
from projections.village.carla import HOME, WAITING
from projections.village.views import CarlaView
from projections.words import T_

HIDDEN = "▒"
"""A fate tile that lies face down."""
EMPTY = "·"
HALVES = (T_("upper"), T_("lower"))
"""The halves of her track, each with fate tiles of its own."""


def panels(table: Scene, width: int) -> list[Panel]:
    """Her board, if she plays."""
    carla = table.view.carla
    if carla is None:
        return []
    words = table.words
    heads = [words.say("track"), words.say("fate"), words.say("at home"), words.say("waiting")]
    tails = [
        lambda w: flow(_track(table, carla), w),
        lambda w: flow(_fates(table, carla), w, "   "),
        lambda w: crowd(table, table.at(HOME, CARLA), w) or [Text("–", QUIET)],
        lambda w: crowd(table, table.at(WAITING, CARLA), w) or [Text("–", QUIET)],
    ]
    served = words.count("{n} customer", "{n} customers", carla.customers_served)
    body = hang([Text(head, QUIET) for head in heads], tails, width)
    return [Panel(table.named(CARLA), body, foot=Text(served, QUIET))]


def _track(table: Scene, carla: CarlaView) -> Block:
    """Her spaces in order, the newest cube marked."""
    solo = table.view.box.solo
    laid = {space: colour for space, colour, _ in carla.cubes}
    spaces = range(1, (solo.track if solo else max(laid)) + 1)
    return [
        Text.assemble(
            cube(laid[n]) if n in laid else (EMPTY, QUIET), "‹" if n == carla.space else ""
        )
        for n in spaces
    ]


def _fates(table: Scene, carla: CarlaView) -> Block:
    return [
        Text.assemble((table.words.term(half) + " ", QUIET), HIDDEN * tiles)
        for half, tiles in carla.face_down.items()
    ]
