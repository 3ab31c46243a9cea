"""Box files: the standard ones, a player's corrected one, and what must hold in each."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from projections.village.box import Box, Solo
from projections.village.farms import QUILL
from projections.village.state import COLOURS, GOODS, PLAGUE, SECTIONS, SPACES, Options
from projections.words import N_
from server.rules import toml
from server.rules.game import Invalid
from server.rules.values import told
from server.rules.village.soundness import unsound

FOLDER = Path(__file__).parent / "boxes"
EDITIONS = ("big-box", "original")


def options(raw: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The options of a game, complete and checked; one player alone plays solo.

    Raises:
        Invalid: naming the option that is wrong.
    """
    try:
        chosen = msgspec.convert({"solo": players == 1, **raw}, Options)
    except msgspec.ValidationError as error:
        message = N_("An option is wrong: {error}")
        wrong = told(error, Options.__struct_fields__) or str(error)
        raise Invalid("invalid_option", message, error=wrong) from error
    _check_choice("edition", chosen.edition, EDITIONS)
    _check_players(standard_box(chosen.edition), chosen, players)
    return {field: getattr(chosen, field) for field in Options.__struct_fields__}


def _check_choice(option: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise Invalid(
            "invalid_option",
            N_("The option {option} cannot be “{text}”; it can be {known}."),
            option=option,
            text=value,
            known=", ".join(known),
        )


def _check_players(standard: Box, chosen: Options, players: int) -> None:
    if chosen.solo and (players != 1 or standard.solo is None):
        raise Invalid("no_solo", N_("Solo is for one seat, with an edition that has it."), 15)
    least, most = standard.players
    if not chosen.solo and not least <= players <= most:
        raise Invalid(
            "wrong_number_of_seats",
            N_("The edition {edition} is for {least} to {most} players, not {players}."),
            edition=chosen.edition,
            least=least,
            most=most,
            players=players,
        )


@cache
def standard_box(edition: str) -> Box:
    """What is printed in an edition's own box."""
    return _read(_standard_text(edition))


def _standard_text(edition: str) -> str:
    return (FOLDER / f"{edition}.toml").read_text(encoding="utf-8")


def _read(text: str) -> Box:
    try:
        return msgspec.convert(toml.loads(text), Box)
    except ValueError as error:
        raise Invalid(
            "invalid_box", N_("The box file cannot be read: {error}"), error=str(error)
        ) from error


def box(chosen: Mapping[str, Any], text: str | None) -> dict[str, Any]:
    """The box of an edition, or the one in `text` (TOML) if given, checked, as plain data.

    Raises:
        Invalid: naming the field that is wrong.
    """
    edition = str(chosen.get("edition", EDITIONS[0]))
    read = _read(text) if text is not None else standard_box(edition)
    for wrong in _wrong(read, standard_box(edition), bool(chosen.get("solo"))):
        raise Invalid("invalid_box", N_("The box file is wrong at {error}"), error=wrong)
    plain: dict[str, Any] = msgspec.to_builtins(read)
    return plain


def _wrong(box: Box, standard: Box, solo: bool) -> Iterator[str]:
    """What does not fit together in a box, the field first."""
    if box.edition != standard.edition:
        yield f"edition: the game is started with the edition {standard.edition}"
    if box.players != standard.players:
        yield f"players: this edition is for {standard.players[0]} to {standard.players[1]}"
        return
    yield from _wrong_names(box)
    yield from unsound(box)
    least, most = box.players
    for n in range(least, most + 1):
        yield from _wrong_for(box, n)
    if sum(box.rounds[str(n)].add.get(PLAGUE, 0) for n in range(least, most + 1)):
        yield "rounds: plague cubes always go into the bag; `add` lists influence cubes only"
    if len(box.council.time) != 4 or len(box.council.points) != 4:
        yield "council: there are four stages, so `time` and `points` need four values"
    if len(box.church.grain) != len(box.church.points) - 1:
        yield "church.grain: one value less than church.points has stages"
    if box.church.pieces > box.monks:
        yield "church.pieces: more than there are monks"
    if not set(box.tie_break) <= {"grain", "living", "customers"}:
        yield "tie_break: may hold grain, living and customers"
    yield from _wrong_roads(box)
    if box.solo is not None:
        yield from _wrong_solo(box, box.solo)
    elif solo:
        yield "solo: the game is started solo, and the box has nothing for it"


def _wrong_names(box: Box) -> Iterator[str]:
    checks: tuple[tuple[str, Mapping[str, Any], tuple[str, ...]], ...] = (
        ("supply.goods", box.supply.goods, GOODS),
        ("supply.cubes", box.supply.cubes, (*COLOURS, PLAGUE)),
    )
    for field, have, wanted in checks:
        if set(have) != set(wanted):
            yield f"{field}: needs exactly {', '.join(wanted)}"
    made = sorted(good for guild in box.crafts.values() for good in guild.goods)
    if made != sorted(GOODS):
        yield f"crafts: the guilds together make each of {', '.join(GOODS)} once"
    for customer, tile in box.customers.items():
        if not tile.wants or not set(tile.wants) <= {*GOODS, "grain"}:
            yield f"customers.{customer}.wants: may hold grain, {', '.join(GOODS)}"
    if not all(number.isdecimal() and len(number) == 1 for number in box.members):
        yield "members: numbers are single digits"


def _wrong_for(box: Box, players: int) -> Iterator[str]:
    n = str(players)
    tables: dict[str, Mapping[str, Any]] = {
        "rounds": box.rounds,
        "market.blue": box.market.blue,
        "chronicle.graves": box.chronicle.graves,
        "chronicle.spaces": box.chronicle.spaces,
    }
    for field, table in tables.items():
        if n not in table:
            yield f"{field}: has nothing for {n} players"
            return
    card = box.rounds[n]
    if sorted(card.place) != sorted(SPACES):
        yield f"rounds.{n}.place: needs exactly {', '.join(SPACES)}"
    placed = sum(card.place.values())
    if placed == 0 or placed % players:
        yield f"rounds.{n}.place: {placed} cubes cannot be shared evenly by {n} players (p. 13)"
    if sum(card.add.values()) + box.supply.cubes[PLAGUE] < placed:
        yield f"rounds.{n}.add: with the plague cubes fewer than the {placed} that are placed"
    if not set(card.add) <= set(COLOURS):
        yield f"rounds.{n}.add: may hold {', '.join(COLOURS)}"
    if set(box.chronicle.spaces[n]) != set(SECTIONS):
        yield f"chronicle.spaces.{n}: needs exactly {', '.join(SECTIONS)}"
    if box.market.blue[n] + box.market.queue > len(box.customers):
        yield f"market.blue.{n}: there are not enough customers for the spaces"
    if box.chronicle.graves[n] < 1 or sum(box.chronicle.spaces[n].values()) < 1:
        yield f"chronicle: needs at least one grave and one space for {n} players"


def _wrong_solo(box: Box, solo: Solo) -> Iterator[str]:
    least, most = box.players
    if solo.card not in map(str, range(least, most + 1)):
        yield f"solo.card: it is one of those for {least} to {most} players"
    if sorted(solo.order) != sorted(SPACES):
        yield f"solo.order: needs each of {', '.join(SPACES)} once"
    if set(solo.sections) != set(SPACES) or not set(solo.sections.values()) <= {*SECTIONS, "grave"}:
        yield "solo.sections: needs a section of the chronicle, or grave, for each action space"
    if sorted((*solo.home, *solo.waiting)) != sorted(int(number) for number in box.members):
        yield "solo.home and solo.waiting: together need each number of members once"
    if sum(box.members[str(n)] for n in solo.waiting) > len(box.church.points):
        yield "solo.waiting: more members than the church has stages"
    if not set(solo.fates) <= {QUILL, "blank"} or not all(n > 0 for n in solo.fates.values()):
        yield f"solo.fates: how many of each half are {QUILL}, and how many blank"
    if not solo.fates:
        yield "solo.fates: each half needs a tile"
    if solo.track < 1 or not all(1 <= at <= solo.track for at in (*solo.upper, *solo.lower)):
        yield f"solo.upper and solo.lower: the track has spaces 1 to {solo.track}"
    if not solo.titles:
        yield "solo.titles: needs at least one"


def _wrong_roads(box: Box) -> Iterator[str]:
    for index, road in enumerate(box.travel.roads):
        for end in road.ends:
            if end != "village" and end not in box.travel.cities:
                yield f"travel.roads.{index}.ends: there is no city {end}"
        if not set(road.cubes) <= set(COLOURS):
            yield f"travel.roads.{index}.cubes: may hold {', '.join(COLOURS)}"
