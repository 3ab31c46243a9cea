"""Words in the reader's language."""

import pytest

from projections.words import G_, LANGUAGES, N_, NN_, T_, Said, Words, words


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("en", "en"),
        ("en-GB", "en"),
        ("pt-BR", "pt_BR"),
        ("pt_BR.UTF-8", "pt_BR"),
        ("PT-br", "pt_BR"),
        ("pt", "pt_BR"),
        ("pt_PT", "pt_BR"),
        ("fr", "en"),
        ("C", "en"),
        ("", "en"),
    ],
)
def test_any_tag_finds_a_language(tag: str, language: str) -> None:
    assert words(tag).language == language


def test_markers_give_back_what_they_mark() -> None:
    assert (N_("a"), T_("b"), G_("c"), NN_("d", "e")) == ("a", "b", "c", ("d", "e"))


def test_terms_in_fields_are_translated_and_names_are_not() -> None:
    portuguese = words("pt-BR")

    assert portuguese.say("{seat}: {good}", seat="grain", good="grain") == "grain: grãos"
    assert portuguese.say("{goods}", goods=["plow", "ox"]) == "arado, boi"
    assert portuguese.say("{n} {what}", n=3, what="no term at all") == "3 no term at all"


def test_a_term_alone() -> None:
    assert words("pt-BR").term("wagon") == "carroça"
    assert words("en").term("wagon") == "wagon"
    assert words("pt-BR").term("") == ""


def test_counting_uses_the_plural_of_the_language() -> None:
    one, many = "a wagon", "{n} wagons"

    assert [words("en").count(one, many, n) for n in (1, 2)] == ["a wagon", "2 wagons"]
    assert [words("pt-BR").count(one, many, n) for n in (1, 2)] == ["uma carroça", "2 carroças"]


def test_gender_decides_in_portuguese_only() -> None:
    assert [words("pt-BR").agree(g, "smith") for g in ("feminine", "masculine")] == [
        "ferreira",
        "ferreiro",
    ]
    assert words("en").agree("feminine", "smith") == "smith"


def test_nothing_says_nothing() -> None:
    for language in LANGUAGES:
        assert Words(language).say("") == ""


def test_words_to_type_are_never_translated() -> None:
    message = "“{text}” is no {kind}; there are {known}."

    said = words("pt-BR").say(message, text="ox", kind="guild", known=["smithy", "mill"])

    assert said == "“ox” não existe como corporação; há smithy, mill."


def test_a_message_in_a_field_is_said_in_the_same_language() -> None:
    due = Said("Use the action of {where}, or pass.", where="crafts")

    said = "“{verb}” cannot be chosen now. What is due: {due}"

    assert words("pt-BR").say(said, verb="mill", due=due) == (
        "“mill” não pode ser escolhido agora. O que se espera: Use a ação (ofícios), ou passe."
    )
    assert said.format(verb="mill", due=due) == (
        "“mill” cannot be chosen now. What is due: Use the action of crafts, or pass."
    )


@pytest.mark.parametrize(
    ("language", "usual", "original"),
    [("en", "church", "monastery"), ("pt-BR", "igreja", "mosteiro")],
)
def test_an_edition_has_its_own_words(language: str, usual: str, original: str) -> None:
    said = words(language)

    assert said.term("church") == usual
    assert said.of("original").term("church") == original
    assert said.of("original").term("scroll") == said.term("scroll")
    assert said.of("unheard of").term("church") == said.of("").term("church") == usual
