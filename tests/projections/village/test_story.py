"""The story, in both languages."""

import re

import pytest

from events import village as facts
from events.dice import Draw
from events.lifecycle import Fact, GameForked
from projections.story import Line
from projections.village import prose
from projections.village.names import names
from projections.village.story import story
from projections.words import words
from tests.projections.village.positions import NO_DRAW, SEATS, died, round_began, started

START = started()
FREE = facts.NOTHING
NAMES = names(START)
LANGUAGES = ("en", "pt-BR")
POINTS = {"ana": {"prestige": 10, "coins": 1}, "bruno": {"coins": 4}, "clara": {"coins": 2}}


def told(*history: Fact, language: str = "en", first: int = 0) -> list[str]:
    """The sentences; facts are numbered from `first`, so that a test may pick the wording."""
    return [line.text for line in story(list(enumerate(history, first)), START, language)]


def of(seat: str, gender: str) -> str:
    """A member of that family with a name of that gender, of the first generation if there is."""
    return next(member for member, name in NAMES[seat].items() if name.gender == gender)


def test_the_story_begins_with_the_families() -> None:
    family, *houses = told(START)

    assert family == "Into the village came Ana, Bruno and Clara, each at the head of a family."
    ones = [NAMES["ana"][member].text for member in ("1a", "1b", "1c", "1d")]
    assert houses[0] == f"Ana's house began with {ones[0]}, {ones[1]}, {ones[2]} and {ones[3]}."
    assert len(houses) == 3


def test_a_death_is_told_with_round_profession_generation_and_rest() -> None:
    name = NAMES["ana"]["2a"].text

    sentence = told(round_began(3), died("ana", "2a", "smithy", "crafts"), first=2)[-1]

    assert sentence == (
        f"In the 3rd round Ana's smith {name}, of the second generation, "
        "died and was written into the chronicle."
    )


@pytest.mark.parametrize(
    ("gender", "expected"),
    [
        ("feminine", "morreu a ferreira {}, da primeira geração de Ana, e foi inscrita na"),
        ("masculine", "morreu o ferreiro {}, da primeira geração de Ana, e foi inscrito na"),
    ],
)
def test_portuguese_agrees_with_the_name(gender: str, expected: str) -> None:
    member = next(m for m, n in NAMES["ana"].items() if n.gender == gender and m.startswith("1"))
    death = died("ana", member, "smithy", "crafts")

    sentence = told(round_began(3), death, language="pt-BR", first=2)[-1]

    assert sentence.startswith("Na 3ª rodada " + expected.format(NAMES["ana"][member].text))


@pytest.mark.parametrize(
    ("place", "english", "feminine", "masculine"),
    [
        ("farm", "farmer", "fazendeira", "fazendeiro"),
        ("wainwright", "wainwright", "marceneira", "marceneiro"),
        ("stables", "stable hand", "cavalariça", "cavalariço"),
        ("scriptorium", "scribe", "escrivã", "escrivão"),
        ("smithy", "smith", "ferreira", "ferreiro"),
        ("N2", "traveller", "viajante", "viajante"),
        ("council-3", "councillor", "conselheira", "conselheiro"),
        ("church-1", "cleric", "religiosa", "religioso"),
    ],
)
def test_professions(place: str, english: str, feminine: str, masculine: str) -> None:
    assert prose.profession(words("en"), place, "feminine") == english
    assert prose.profession(words("pt-BR"), place, "feminine") == feminine
    assert prose.profession(words("pt-BR"), place, "masculine") == masculine


def test_where_the_dead_rest() -> None:
    deaths = [died("ana", "1a", "farm", rest) for rest in ("farm", "grave", "beside")]

    written, buried, beside = told(*deaths)

    assert "written into the chronicle" in written
    assert "anonymous grave" in buried
    assert "beside the graveyard" in beside


def test_births_trades_and_travels() -> None:
    name = NAMES["bruno"]["1a"].text
    child = NAMES["bruno"]["2b"].text

    assert told(
        facts.MemberBorn("bruno", "2b"),
        facts.MemberTrained("bruno", "1a", "scriptorium", FREE),
        facts.MemberRecalled("bruno", "1a", "scriptorium"),
    ) == [
        f"Bruno's house had a newborn, {child}, of the second generation.",
        f"{name}, of Bruno's house, became a scribe.",
        f"Bruno called {name} home from the scriptorium.",
    ]


def test_first_visits_are_told_and_later_ones_are_not() -> None:
    cities = ("N1", "N2", "N1", "S2", "S3", "N3", "S1")
    name = NAMES["ana"]["1a"].text

    sentences = told(*(facts.MemberTravelled("ana", "1a", "farm", city, FREE) for city in cities))

    assert len(sentences) == 6
    assert sentences[0] == f"Ana's {name} set out into the world and came to the city of N1."
    assert sentences[1] == f"{name} brought Ana's house news from N2, its 2nd city."
    assert sentences[5] == (
        f"Ana's {name} reached S1: no city was left that the family had not seen."
    )


def test_the_council_chamber() -> None:
    name = NAMES["clara"]["1c"].text

    assert told(
        facts.CouncilEntered("clara", "1c", FREE),
        facts.CouncilAdvanced("clara", "1c", 2, FREE),
        facts.PrivilegeUsed("clara", 1, ring=True),
        facts.PrivilegeUsed("clara", 4, facts.Cost(coins=1), prestige=3),
    ) == [
        f"Clara's {name} took a seat in the council chamber.",
        f"In the council chamber {name}, of Clara's house, reached the 2nd stage.",
        "Clara took the ring from the council chamber, to go first in the next round.",
        "With a coin in the council chamber Clara bought renown: 3 prestige points.",
    ]


def market_day(*history: Fact) -> list[Fact]:
    return [facts.MarketOpened("ana", SEATS), *history, facts.MarketClosed(len(history))]


SALES = market_day(
    facts.CustomerServed("ana", 1, "c23", FREE),
    facts.CustomerServed("bruno", 2, "c06", FREE),
    facts.CustomerServed("ana", 3, "c07", FREE),
)


def test_a_market_day_is_one_sentence_without_points() -> None:
    assert told(*SALES) == [
        "Ana held a market day: Ana sold a horse and a plow, then a scroll and a sack of grain; "
        "Bruno sold 3 sacks of grain."
    ]


def test_points_of_customers_are_told_when_the_game_is_over() -> None:
    ended = facts.GameEnded(POINTS, {"ana": 1, "bruno": 2, "clara": 3})

    day, *_ = told(*SALES, ended)

    assert "a scroll and a sack of grain (9 points); Bruno sold 3 sacks of grain (3 points)." in day


def test_points_of_customers_are_told_if_they_are_open() -> None:
    open_game = started(open_customers=True)

    lines = story(list(enumerate(SALES)), open_game, "en")

    assert "(9 points)" in lines[0].text


def test_a_market_day_without_sales() -> None:
    assert told(*market_day()) == ["On Ana's market day every customer left with empty hands."]


def test_a_mass_tells_who_came_out_rose_and_counted_most() -> None:
    called, drawn = NAMES["ana"]["1c"].text, NAMES["bruno"]["1d"].text

    assert told(
        facts.MassBegan(),
        facts.MemberCalled("ana", "1c", facts.Cost(coins=1)),
        facts.PiecesDrawn(NO_DRAW, (("bruno", "1d", 1),)),
        facts.MemberPromoted("ana", "1c", 2, facts.Cost(grain=1)),
        facts.MemberPromoted("ana", "1c", 3, facts.Cost(grain=2)),
        facts.MajorityAwarded(("ana",), 2),
        first=1,
    ) == [
        f"Coins called {called} (Ana) to the mass, and the black bag gave up {drawn} (Bruno).",
        f"Grain smoothed the way up in the church: Ana's {called} to the 3rd stage.",
        "Nobody counted for more in the church than Ana's house: 2 prestige points.",
    ]


def test_other_masses() -> None:
    name = NAMES["ana"]["1c"].text
    coin = facts.MemberCalled("ana", "1c", facts.Cost(coins=1))
    lot = facts.PiecesDrawn(NO_DRAW, (("ana", "1c", 1),))

    assert told(facts.MassBegan(), coin, facts.PiecesDrawn(NO_DRAW)) == [
        f"Before the mass, coins called {name} (Ana) out of the black bag."
    ]
    assert told(facts.MassBegan(), lot) == [f"The mass began, and chance chose {name} (Ana)."]
    assert told(facts.MassBegan(), facts.PiecesDrawn(NO_DRAW)) == [
        "The mass was held among monks alone."
    ]
    assert told(facts.MajorityAwarded(("ana", "clara"), 2)) == [
        "Ana and Clara counted for the same in the church: 2 prestige points for each."
    ]
    assert told(facts.MajorityAwarded(())) == ["The church stood empty, and nobody was praised."]


@pytest.mark.parametrize(
    ("by", "sentence"),
    [
        ("chronicle", "With that the chronicle was full; Bruno had brought on the end."),
        ("graves", "With that the last grave was taken; Bruno had brought on the end."),
    ],
)
def test_the_end_has_a_cause(by: str, sentence: str) -> None:
    assert told(facts.EndTriggered("bruno", by)) == [sentence]


def test_last_actions_and_the_last_mass() -> None:
    assert told(
        facts.LastActionsDue(("clara",)),
        facts.LastActionsDue(("clara", "ana")),
        facts.MassBegan(last=True),
    ) == [
        "One last action was left to Clara.",
        "One last action was left to each of these, in turn: Clara and Ana.",
        "The bells rang for the last mass.",
    ]


def test_the_final_result() -> None:
    assert told(facts.GameEnded(POINTS, {"ana": 1, "bruno": 2, "clara": 3})) == [
        "Ana's house goes down in history as the most renowned, with 11 points.",
        "After that came Bruno with 4 points and Clara with 2 points.",
    ]


SINGLE: dict[str, Fact] = {
    "winner": facts.GameEnded({"ana": {"coins": 1}, "bruno": {"coins": 1}}, {"ana": 1, "bruno": 2}),
    "tie": facts.GameEnded({"ana": {"coins": 1}, "bruno": {"coins": 1}}, {"ana": 1, "bruno": 1}),
    "rank": facts.GameEnded({"ana": {"coins": 1}}, {"ana": 1}, rank="apprentice"),
    "renown": facts.PrivilegeUsed("ana", 4, facts.Cost(coins=1), prestige=1),
    "majority": facts.MajorityAwarded(("ana",), 1),
    "shared majority": facts.MajorityAwarded(("ana", "bruno"), 1),
}


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("fact", SINGLE.values(), ids=SINGLE)
def test_a_single_point_is_told_in_the_singular(fact: Fact, first: int) -> None:
    english = " ".join(told(fact, first=first))
    portuguese = " ".join(told(fact, language="pt-BR", first=first))

    assert re.search(r"1 (prestige )?point\b", english)
    assert "points" not in english
    assert "1 ponto" in portuguese
    assert "pontos" not in portuguese


def test_a_shared_first_place() -> None:
    points = {seat: {"coins": 4} for seat in SEATS}

    assert told(facts.GameEnded(points, {"ana": 1, "bruno": 1, "clara": 1})) == [
        "Ana, Bruno and Clara share the highest renown, with 4 points each."
    ]


def test_a_fork_and_a_spared_death_are_told() -> None:
    fork = GameForked("other", 5, "00", "11")

    assert told(fork, facts.DeathSpared("ana")) == [
        "From here on this story goes its own way.",
        "Time asked Ana's house for a life, but there was nobody to be seen.",
    ]


def test_lines_know_their_event_and_their_round() -> None:
    history = [(7, round_began(1)), (9, facts.MemberBorn("ana", "2a")), (12, round_began(2))]

    assert [(line.seq, line.round) for line in story(history, START, "en")] == [
        (7, 1),
        (9, 1),
        (12, 2),
    ]


def test_what_is_of_no_weight_is_not_told() -> None:
    harvest = facts.GrainHarvested("ana", 2)
    declined = facts.ActionDeclined("ana", "crafts")

    assert told(facts.ChoiceDue("ana", "turn"), harvest, declined) == []


def everything() -> list[Fact]:
    """A history with every kind of line, each often enough to meet every wording."""
    kinds: list[list[Fact]] = [
        [START],
        [round_began(21)],
        [facts.MemberBorn("ana", "4a")],
        [facts.MemberRecalled("ana", "1a", "N1")],
        [facts.MemberRecalled("ana", "1a", "church-2")],
        [facts.MemberTrained("ana", "1b", "stables", FREE)],
        [facts.CouncilEntered("clara", "1a", FREE)],
        [facts.CouncilAdvanced("clara", "1a", 4, FREE)],
        [facts.PrivilegeUsed("clara", 1, ring=True)],
        [facts.PrivilegeUsed("clara", 4, prestige=3)],
        [facts.ChurchEntered("bruno", "1a", FREE)],
        SALES,
        market_day(),
        [facts.MassBegan(), facts.PiecesDrawn(NO_DRAW, (("ana", "1a", 1),))],
        [facts.MassBegan(), facts.MemberCalled("ana", "1a", FREE), facts.PiecesDrawn(NO_DRAW)],
        [facts.MemberPromoted("ana", "1a", 2, FREE), facts.MajorityAwarded(("ana",), 2)],
        [facts.MajorityAwarded(("ana", "bruno"), 2)],
        [facts.MajorityAwarded(())],
        *([died("ana", m, "farm", rest)] for m in NAMES["ana"] for rest in ("farm", "grave")),
        *([died("bruno", m, "N1", "beside")] for m in NAMES["bruno"]),
        [facts.DeathSpared("ana")],
        [facts.EndTriggered("ana", "graves")],
        [facts.LastActionsDue(("bruno",))],
        [facts.MassBegan(last=True)],
        [facts.GameEnded(POINTS, {"ana": 1, "bruno": 2, "clara": 3})],
    ]
    return [fact for kind in kinds for _ in range(6) for fact in kind]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_whole(language: str) -> None:
    for text in told(*everything(), language=language):
        assert re.fullmatch(r"[A-ZÀ-Ú].*[.]", text), text
        assert "{" not in text
        assert "  " not in text


def test_the_two_languages_tell_the_same_events() -> None:
    def events(language: str) -> list[tuple[int, int]]:
        lines: list[Line] = story(list(enumerate(everything())), START, language)
        return [(line.seq, line.round) for line in lines]

    assert events("en") == events("pt-BR")
    assert not set(told(*everything())) & set(told(*everything(), language="pt-BR"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_never_changes(language: str) -> None:
    assert told(*everything(), language=language) == told(*everything(), language=language)


def test_a_draw_of_a_monk_is_nobody() -> None:
    draw = Draw("mass", {"monk": 4}, ("monk", "monk", "monk", "monk"))

    assert told(facts.MassBegan(), facts.PiecesDrawn(draw)) == [
        "The mass was held among monks alone."
    ]


SOLO = started(("ana",), solo=True)


def told_of_carla(*history: Fact, language: str = "en") -> list[str]:
    return [line.text for line in story(list(enumerate(history)), SOLO, language)]


def test_a_solo_story_begins_with_the_rival() -> None:
    first, house, rival = told_of_carla(SOLO)

    assert first == "Into the village came Ana, at the head of a family."
    assert house.startswith("Ana's house began with ")
    assert rival == ("Carla and her family were there already, and meant to be talked about more.")


def test_carla_dies_by_the_section_she_is_written_into() -> None:
    artisan, novice, villager = told_of_carla(
        died("carla", "1a", "home", "crafts"),
        died("carla", "3a", "waiting", "church"),
        died("carla", "1b", "home", "grave"),
    )

    assert artisan.startswith("In the 0th round Carla's artisan ")
    assert "Carla's novice" in novice
    assert "Carla's villager" in villager


def test_carla_on_market_days_and_in_church() -> None:
    name = names(SOLO)["carla"]["3a"].text

    assert told_of_carla(
        facts.CarlaEntered("3a"),
        facts.MarketOpened("carla", ("carla", "ana")),
        facts.CarlaServed(1, "c06"),
        facts.CustomerServed("ana", 2, "c23", FREE),
        facts.MarketClosed(2),
    ) == [
        f"Carla's {name} entered the church and waited for a mass.",
        "Carla held a market day: Carla served whoever wanted 3 sacks of grain; "
        "Ana sold a horse and a plow.",
    ]


@pytest.mark.parametrize(("language", "title"), [("en", "polymath"), ("pt-BR", "polímata")])
def test_a_solo_game_ends_with_a_title(language: str, title: str) -> None:
    ended = facts.GameEnded({"ana": {"coins": 81}}, {"ana": 1}, "polymath")

    (line,) = told_of_carla(ended, language=language)

    assert "81" in line
    assert line.endswith(f"{title}.")
