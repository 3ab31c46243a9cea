"""Names for the members of the families: the same for ever in one game, each only once."""

import functools
import hashlib

import msgspec

from events.lifecycle import GameStarted
from projections.village.fold import new
from projections.words import Gender

FEMININE = """
Agnes Alba Alma Amelia Aurora Beatrix Bertha Bianca Cecilia Clara Constanza Cora Dalia Diana Dora
Edith Elena Elisa Emma Estela Eva Flora Frida Gerda Greta Hedda Helena Ida Ines Irene Isabel Judith
Laura Lea Leonor Lidia Livia Lucia Magda Margot Marina Marta Matilda Mina Nora Olga Olivia Paula
Petra Rita Rosa Ruth Sara Silvia Sofia Tecla Teresa Ursula Valeria Vera Viola Wanda Yolanda Zelda
"""
MASCULINE = """
Abel Adam Albert Anselm Anton Arno August Basil Benno Bernard Boris Bruno Caspar Conrad Damian
Daniel Dario David Edgar Elias Emil Fabian Felix Franco Gil Gregor Gustav Hector Hugo Igor Ivo Jonas
Julius Lambert Leo Leonard Lucas Magnus Marco Martin Matias Max Nestor Nicolas Oscar Otto Pascal
Pedro Rafael Ramon Roland Rufus Samuel Sergio Simon Stefan Teo Tobias Tomas Urban Valentin Victor
Walter Xavier
"""


class Name(msgspec.Struct, frozen=True):
    """A given name and its grammatical gender."""

    text: str
    gender: Gender


LISTS: tuple[tuple[Gender, str], ...] = (("feminine", FEMININE), ("masculine", MASCULINE))
NAMES = tuple(Name(text, gender) for gender, texts in LISTS for text in texts.split())


def names(started: GameStarted) -> dict[str, dict[str, Name]]:
    """The names of every seat's members, the unborn ones included.

    SHA-256 over the game's commitment, the seat and the member points into the list; a name that
    is taken, or that belongs to somebody at the table, gives way to the next one.
    """
    farms = new(started).farms.items()
    return _christen(started.commitment, tuple((seat, tuple(farm.members)) for seat, farm in farms))


@functools.lru_cache(maxsize=64)
def _christen(
    commitment: str, families: tuple[tuple[str, tuple[str, ...]], ...]
) -> dict[str, dict[str, Name]]:
    taken = {seat.casefold() for seat, _ in families}
    given: dict[str, dict[str, Name]] = {}
    for seat, members in families:
        given[seat] = {}
        for member in members:
            name = _free(f"{commitment}\n{seat}\n{member}", taken)
            taken.add(name.text.casefold())
            given[seat][member] = name
    return given


def _free(key: str, taken: set[str]) -> Name:
    """The first free name from where the key points."""
    start = int.from_bytes(hashlib.sha256(key.encode()).digest()[:4], "big") % len(NAMES)
    order = NAMES[start:] + NAMES[:start]
    return next(name for name in order if name.text.casefold() not in taken)
