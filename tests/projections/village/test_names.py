"""Names of family members."""

import msgspec
import pytest

from projections.village.names import LISTS, NAMES, names
from tests.projections.village.positions import started

SEATS = ("ana", "bruno", "clara", "dora", "emil")


def test_the_lists_are_long_enough_and_name_nobody_twice() -> None:
    assert len({name.text for name in NAMES}) == len(NAMES) == 128
    assert [len(texts.split()) for _, texts in LISTS] == [64, 64]
    assert all(name.text.isascii() and name.text.isalpha() for name in NAMES)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_every_member_of_a_game_has_a_name_of_its_own(count: int) -> None:
    given = names(started(SEATS[:count]))

    texts = [name.text for family in given.values() for name in family.values()]
    assert len(texts) == len(set(texts)) == 11 * count
    genders = {name.gender for family in given.values() for name in family.values()}
    assert genders == {"feminine", "masculine"}


def test_names_stay_the_same_for_ever() -> None:
    family = names(started())["ana"]

    assert {member: name.text for member, name in family.items()} == {
        "1a": "Eva",
        "1b": "Ruth",
        "1c": "Lucas",
        "1d": "Arno",
        "2a": "Bianca",
        "2b": "Dario",
        "2c": "Lidia",
        "3a": "Rufus",
        "3b": "Constanza",
        "4a": "Hedda",
        "4b": "Abel",
    }


def test_another_game_has_other_names() -> None:
    other = msgspec.structs.replace(started(), commitment="00" * 32)

    assert names(other)["ana"] != names(started())["ana"]


def test_nobody_is_called_like_a_seat() -> None:
    plain = names(started(("ana", "bruno")))["ana"]["1a"].text.casefold()

    renamed = names(started(("ana", plain)))

    assert plain not in {name.text.casefold() for name in renamed["ana"].values()}
    assert plain not in {name.text.casefold() for name in renamed[plain].values()}
