"""Every reason for which a command is refused, with the page of the rulebook that says so."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from projections.words import Words
from server.rules.village import GAME, commands, reasons
from server.rules.village.why import _MOMENTS
from tests.server.rules.village.table import ALL_SPACES, Game, farm, given

GREEN_EVERYWHERE = dict.fromkeys(ALL_SPACES, "green")


def turn(**mine: Any) -> Game:
    """The turn of Chris, who has no coin unless said otherwise."""
    return given(chris=farm(**{"coins": 0} | mine), julie=farm(), spaces=GREEN_EVERYWHERE)


def at(space: str, other: farm | None = None, **mine: Any) -> Game:
    """Chris has taken a green cube at a space and may act there."""
    game = given(
        chris=farm(**{"coins": 0} | mine), julie=other or farm(), spaces=GREEN_EVERYWHERE,
        blue="c03 c01 -", queue="c24",
    )  # fmt: skip
    return game.do("chris", f"take {space} green")


def free() -> Game:
    """The end was triggered and the board is empty."""
    game = given(
        chris=farm(time=8, dead="farm 1 1"), julie=farm(dead="grave 1 1 1"),
        spaces={"harvest": "black"}, box={"chronicle.graves": {"2": 4}},
    )  # fmt: skip
    return game.do("chris", "take harvest black; pass")


def trained() -> Game:
    return at("crafts", members="smithy 1").do("chris", "train stables 1")


def every_good() -> farm:
    return farm(goods=" ".join(f"{g} " * 12 for g in ("scroll", "horse", "plow", "ox", "wagon")))


def choosing_cubes() -> Game:
    no_pink = farm(cubes="pink " * 33)
    return at("council", members="council-2 2", other=no_pink).do("chris", "privilege 2")


def choosing_good() -> Game:
    return at("council", members="council-3 2").do("chris", "privilege 3")


def at_mass(**mine: Any) -> Game:
    game = given(
        chris=farm(**mine), julie=farm(), starter="chris", turn="julie", spaces={"church": "pink"}
    )
    return game.do("julie", "take church pink; pass")


def dying() -> Game:
    game = given(
        chris=farm(time=8, members="smithy 1 2, bag 1"), julie=farm(), spaces={"harvest": "black"}
    )
    return game.do("chris", "take harvest black; pass")


REFUSALS = [
    (turn(), "turn", """
        take well green         unknown_word
        take crafts red         unknown_word
        take crafts pink        no_such_cube 5
        take crafts black       no_such_cube 5
        use crafts              not_now 5
        pass                    not_now 5
        harvest                 not_now 5
        birth                   not_now 5
        recall smithy 1         nobody_there 6
        train smithy 1          not_now 5
        produce plow            nobody_trained 7
        buy scroll              not_now 5
        serve 1                 not_now 5
        council 1               not_now 5
        advance council-1 1     nobody_there 9
        privilege 1             not_reached 9
        gain pink               not_now 5
        call 1                  not_now 5
        promote church-1 2 church-2  not_now 5
        die farm 1              not_now 5
    """),
    (turn(members="smithy 1 1 1 1"), "turn, nobody home", "harvest nobody_home 6"),
    (turn(grain=5), "turn, full farm", "harvest grain_full 3"),
    (turn(members="farm 2 2 2 3 3 4 4"), "turn, all born", "birth all_born 6"),
    (turn(coins=2), "turn, two coins", """
        well coin coin coin     too_few 10
        travel N2 1             no_road 10
        travel N1 1             not_now 5
    """),
    (turn(cubes="pink pink orange", goods="ox ox ox"), "turn, some cubes", """
        well pink pink pink     too_few 10
        well pink pink coin     too_few 10
        well pink pink orange   not_of_one_colour 10
        well pink pink          not_of_one_colour 10
        well pink pink pink pink  not_of_one_colour 10
        well ox ox ox           not_of_one_colour 10
        well black black black  not_of_one_colour 10
    """),
    (free(), "free", """
        take harvest green      not_now 13
        well coin coin coin     not_now 13
        use well                unknown_word
        pass                    not_now 13
    """),
    (at("family", cubes="pink pink pink", grain=2), "family", """
        take crafts green       not_now 5
        well pink pink pink     not_now 5
        use crafts              not_now 5
        harvest                 not_now 5
        mill                    not_now 5
        produce plow            not_now 5
        train smithy 1          not_now 5
        privilege 1             not_now 5
        church 1 with time      not_now 5
        recall farm 1           not_on_board 6
        recall reserve 2        not_on_board 6
        recall smithy 1         nobody_there 6
    """),
    (at("family", members="bag 1", dead="farm 1"), "family, some away", """
        recall bag 1            not_on_board 6
        recall chronicle 1      not_on_board 6
    """),
    (at("family", members="smithy 1, farm 2 2 2 3 3 4 4"), "family, all born", "birth all_born 6"),
    (at("crafts"), "crafts", """
        train mill 1            mill_takes_nobody 7
        train tannery 1         unknown_word
        train smithy 2          nobody_there 7
        produce bread           unknown_word
        produce plow            nobody_trained 7
        buy bread               unknown_word
        buy scroll              too_few 7
        buy scroll with coin    too_few 7
        mill                    too_few 7
    """),
    (at("crafts", coins=3, cubes="pink orange", goods="scroll", grain=3), "crafts, rich", """
        buy ox with coin coin coin  wrong_payment 7
        buy scroll with pink    wrong_payment 7
        buy scroll with orange  wrong_payment 7
        buy scroll with coin coin  wrong_payment 7
        buy plow with scroll    wrong_payment 7
        buy plow with orange orange coin  wrong_payment 7
    """),
    (at("crafts", members="smithy 1", cubes="pink", other=every_good()), "crafts, no goods", """
        produce plow            supply_empty 7
        buy scroll              supply_empty 7
    """),
    (at("crafts", grain=2, other=farm(coins=25)), "crafts, no coins left", "mill supply_empty 7"),
    (trained(), "after training at the stables", """
        produce plow            only_where_trained 7
        buy plow                not_now 7
    """),
    (at("market", goods="scroll", coins=1), "market", """
        serve 9                 no_customer 8
        serve 0                 no_customer 8
        serve 3                 no_customer 8
        serve 2                 too_few 8
        serve 1 with coin       wrong_payment 8
    """),
    (at("travel", members="S2 2", goods="wagon", coins=2), "travel", """
        travel Rome 1           unknown_word
        travel N1 3             nobody_there 10
        travel S3 2 from S1     nobody_there 10
        travel N2 1             no_road 10
        travel N1 2 from S2     no_road 10
        travel N1 1             too_few 10
        travel N1 1 with coin   wrong_payment 10
        travel N1 1 with green coin  wrong_payment 10
    """),
    (at("council", members="council-1 2, council-4 3, church-1 1", coins=2), "council", """
        council 2               nobody_there 9
        council 1               too_few 9
        council 1 with scroll   too_few 9
        council 1 with ox       wrong_payment 9
        council 1 with coin     wrong_payment 9
        advance church-1 1      not_in_council 9
        advance council-1 1     nobody_there 9
        advance council-4 3     last_stage 9
        advance council-1 2     too_few 9
        advance council-1 2 with scroll  too_few 9
        privilege 0             not_reached 9
        privilege 5             not_reached 9
    """),
    (at("council", members="council-2 2"), "council, second stage", "privilege 3 not_reached 9"),
    (at("council", members="council-4 2", other=every_good()), "council, nothing left", """
        privilege 3             supply_empty 9
        privilege 4             too_few 9
    """),
    (choosing_cubes(), "cubes", """
        gain ox ox              unknown_word
        gain black orange       unknown_word
        gain pink pink          supply_empty 9
        gain orange             wrong_number 9
        gain orange orange orange  wrong_number 9
    """),
    (choosing_good(), "good", """
        gain pink               unknown_word
        gain ox ox              wrong_number 9
    """),
    (at("church", coins=2), "church", """
        church 2                nobody_there 10
        church 1                too_few 10
        church 1 with coin coin  wrong_payment 10
        church 1 with time time  wrong_payment 10
    """),
    (at_mass(members="bag 1", coins=1), "mass", """
        call 2                  nobody_there 11
        call 7                  nobody_there 11
    """),
    (at_mass(members="church-2 2, church-1 3", grain=1), "promotions", """
        promote smithy 2 church-2    unknown_word
        promote church-1 3 church-5  unknown_word
        promote church-2 3 church-3  nobody_there 11
        promote church-2 2 church-1  not_forward 11
        promote church-1 3 church-1  not_forward 11
        promote church-1 3 church-3  too_few 11
    """),
    (dying(), "death", """
        take harvest green      not_now 12
        pass                    not_now 12
        die stables 1           nobody_there 12
        die smithy 2            not_the_oldest 12
        die bag 1               not_the_oldest 12
    """),
]  # fmt: skip


def _cases() -> Iterator[Any]:
    for game, name, table in REFUSALS:
        for line in filter(None, map(str.strip, table.splitlines())):
            *words, last = line.split()
            page = int(last) if last.isdecimal() else None
            *command, code = words if page else [*words, last]
            text = " ".join(command)
            yield pytest.param(game, text, code, page, id=f"{name}: {text}")


CASES = list(_cases())


@pytest.mark.parametrize(("game", "text", "code", "page"), CASES)
def test_a_refusal_says_why_and_where(game: Game, text: str, code: str, page: int | None):
    assert game.refuses(text) == (code, page)


def test_every_kind_of_command_is_refused_somewhere():
    verbs = {kind.__name__.lower() for kind in _MOMENTS} | {"pass"}

    assert {case.values[1].split()[0] for case in CASES} == verbs - {"carla"}


def test_every_reason_there_is_is_given_somewhere():
    folder = Path(str(reasons.__file__)).parent
    written = "".join((folder / name).read_text("utf-8") for name in ("reasons.py", "why.py"))
    codes = set(re.findall(r'Illegal\(\s*"(\w+)"', written))

    shown = {case.values[2] for case in CASES}
    assert codes - shown == {"game_over", "no_coins_in_well", "no_ring", "ring_gone"}, (
        "shown elsewhere"
    )


def test_commands_of_other_seats_are_not_legal():
    game = turn()

    assert GAME.legal(game.state, "julie") == []
    assert GAME.legal(game.state, "nobody") == []


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("buy plow with coin orange", "buy plow with orange coin"),
        ("well coin pink pink", "well pink pink coin"),
        ("gain pink orange", "gain orange pink"),
    ],
)
def test_payments_are_read_in_any_order(text: str, same: str):
    assert GAME.parse(text) == GAME.parse(same)
    assert GAME.format(GAME.parse(text)) == same


def test_commands_are_plain_data_too():
    assert commands.Take("crafts", "pink") == GAME.parse("take crafts pink")


def told(game: Game, text: str, language: str = "en") -> str:
    reason = GAME.why(game.state, "chris", GAME.parse(text))
    return Words(language).say(reason.message, **reason.params)


def test_before_a_cube_is_taken_it_is_said_what_would_be_lacking_even_then():
    game = given(chris=farm(coins=0), julie=farm(), spaces={"council": "orange", "travel": "brown"})
    lacking = "And even then: You have 0 × {}, and {} would be needed."
    assert told(game, "council 1").endswith(lacking.format("green", 2))
    assert told(game, "travel N1 1").endswith(lacking.format("wagon", 1))


def test_what_the_cube_itself_would_pay_for_is_not_called_lacking():
    game = given(chris=farm(coins=0, cubes="green"), julie=farm(), spaces={"council": "green"})
    assert "even then" not in told(game, "council 1")


@pytest.mark.parametrize(
    ("language", "good", "well", "grain"),
    [
        (
            "en",
            "Choose 1 good from the supply.",
            "The well takes 1 influence cube of one colour.",
            "The farm holds 1 grain already, which is all it can.",
        ),
        (
            "pt_BR",
            "Escolha 1 mercadoria da reserva.",
            "O poço pede 1 cubo de influência da mesma cor.",
            "A fazenda já guarda 1 saca, que é o máximo.",
        ),
    ],
)
def test_one_piece_is_told_in_the_singular(language: str, good: str, well: str, grain: str):
    due = GAME.pending(choosing_good().state)
    assert due is not None
    assert due.question.told(Words(language)) == good
    game = given(
        chris=farm(grain=1), julie=farm(), spaces=GREEN_EVERYWHERE,
        box={"well": 1, "grain_limit": 1},
    )  # fmt: skip
    assert told(game, "well pink pink", language) == well
    assert told(game.do("chris", "take harvest green"), "harvest", language) == grain
